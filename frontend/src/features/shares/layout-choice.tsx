/** In which layout something is printed, where there are several. */
import { Select } from "@mantine/core";
import type { ShareSubject } from "@/api/shares";
import { shareEditor as words } from "@/messages/shares";
import { type Layout, layoutsOf } from "./subject";

export interface LayoutChoiceProps {
  subject: ShareSubject;
  choose: (layout: Layout) => void;
}

export function LayoutChoice({ subject, choose }: LayoutChoiceProps) {
  const layouts = layoutsOf(subject.kind);
  if (layouts.length < 2) return null;
  return (
    <Select
      label={words.layout}
      description={words.layoutHint}
      data={layouts.map((layout) => ({ value: layout, label: words.layouts[layout] }))}
      value={subject.layout ?? "plain"}
      onChange={(chosen) => choose(layouts.find((layout) => layout === chosen) ?? "plain")}
      allowDeselect={false}
      maw={480}
    />
  );
}
