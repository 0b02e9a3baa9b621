/** The labels that people gave a piece of hardware. */
import { Tag } from "@/components/tag";
import { type LabelValues, labelTexts } from "@/lib/labels";
import { messages } from "@/messages";
import classes from "./hardware.module.css";

export function PieceLabels({ labels }: { labels: LabelValues }) {
  const shown = labelTexts(labels);
  if (shown.length === 0) return messages.none;
  return (
    <span className={classes.labels}>
      {shown.map((label) => (
        <Tag key={label} label={label} />
      ))}
    </span>
  );
}
