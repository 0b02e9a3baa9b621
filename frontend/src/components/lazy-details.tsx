/** A line that unfolds; what is in it is made when it is opened for the first time. */
import { type ReactNode, useState } from "react";
import classes from "./lazy-details.module.css";

export function LazyDetails({ summary, children }: { summary: string; children: () => ReactNode }) {
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <details
      className={classes.details}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) setWasOpened(true);
      }}
    >
      <summary className={classes.summary}>{summary}</summary>
      {wasOpened && <div className={classes.inside}>{children()}</div>}
    </details>
  );
}
