/** The numbers at the end of a head, each below its label, parted by lines. */
import type { ReactNode } from "react";
import classes from "./head-numbers.module.css";

export interface HeadNumber {
  label: string;
  value: ReactNode;
  /** Shown on hover; the label may be cut. */
  title?: string;
}

export function HeadNumbers({ numbers, className = "" }: { numbers: readonly HeadNumber[]; className?: string }) {
  return (
    <dl className={`${classes.numbers} ${className}`}>
      {numbers.map(({ label, value, title }) => (
        <div key={label} title={title}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
