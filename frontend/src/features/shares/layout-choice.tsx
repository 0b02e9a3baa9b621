/** In which layout something is printed, where there are several. */
import type { ShareSubject } from "@/api/shares";
import { shareEditor as words } from "@/messages/shares";
import { Segmented } from "@/parts/segmented";
import classes from "./share-editor.module.css";
import { type Layout, layoutsOf } from "./subject";

export interface LayoutChoiceProps {
  subject: ShareSubject;
  choose: (layout: Layout) => void;
}

export function LayoutChoice({ subject, choose }: LayoutChoiceProps) {
  const layouts = layoutsOf(subject.kind);
  if (layouts.length < 2) return null;
  return (
    <div className={classes.bar} title={words.layoutHint}>
      <span className={classes.label} aria-hidden="true">
        {words.layout}
      </span>
      <Segmented
        label={words.layout}
        options={layouts.map((layout) => ({ value: layout, label: words.layouts[layout] }))}
        value={subject.layout ?? "plain"}
        change={choose}
      />
    </div>
  );
}
