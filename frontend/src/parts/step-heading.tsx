/** The heading of a step of a form: its number, its name, a note, and controls at the right end. */
import type { ReactNode } from "react";
import classes from "./step-heading.module.css";

export interface StepHeadingProps {
  number: number;
  title: string;
  note?: string;
  /** Id by which the heading names the section of the step. */
  id?: string;
  children?: ReactNode;
}

export function StepHeading({ number, title, note, id, children }: StepHeadingProps) {
  return (
    <div className={classes.heading}>
      <span className={classes.number} aria-hidden="true">
        {number}
      </span>
      <h2 className={classes.title} id={id}>
        <span className="visually-hidden">{number}. </span>
        {title}
      </h2>
      {note !== undefined && (
        <span className={classes.note} dir="auto">
          {note}
        </span>
      )}
      {children && <div className={classes.aside}>{children}</div>}
    </div>
  );
}
