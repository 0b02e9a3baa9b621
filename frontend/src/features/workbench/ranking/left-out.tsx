/** Figures without a place, with the reasons. */
import type { Ranking } from "@/api/rankings";
import { rankings as words } from "@/messages/rankings";
import classes from "./ranking.module.css";

export function LeftOut({ items }: { items: Ranking["left_out"] }) {
  return (
    <ul className={classes.reasons}>
      {items.map(({ reason, figures }) => (
        <li key={reason}>
          {words.leftOutFigures(figures)}: {reason}
        </li>
      ))}
    </ul>
  );
}
