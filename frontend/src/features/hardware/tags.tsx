/** The tags that people gave a piece of hardware. */
import { Tag } from "@/components/tag";
import { messages } from "@/messages";
import classes from "./hardware.module.css";

export function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return messages.none;
  return (
    <span className={classes.tags}>
      {tags.map((tag) => (
        <Tag key={tag} label={tag} />
      ))}
    </span>
  );
}
