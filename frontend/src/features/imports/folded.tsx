/** Details that are made only once somebody opens them: a folder has thousands of files and numbers. */
import { type ReactNode, useState } from "react";
import classes from "./imports.module.css";

export function Folded({ summary, children }: { summary: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={classes.summary}>{summary}</summary>
      {open && children}
    </details>
  );
}
