/** The bar at the foot of a form: its cost in figures, one warning, and the buttons that end it. */
import type { ReactNode } from "react";
import classes from "./action-bar.module.css";

export interface BarFigure {
  /** "4 h 40 min". */
  value: string;
  /** "ends 19:52 today". */
  note: string;
}

export interface ActionBarProps {
  /** Names the bar: "New run". */
  label: string;
  figures: readonly BarFigure[];
  /** A `ConfirmErase`, or the reason that the primary button is disabled. */
  children?: ReactNode;
  /** The primary button last. */
  actions: ReactNode;
  /** In the flow of the page and not at the foot of the window. */
  isInline?: boolean;
}

export function ActionBar({ label, figures, children, actions, isInline = false }: ActionBarProps) {
  return (
    <section className={classes.bar} aria-label={label} data-inline={isInline || undefined}>
      {figures.length > 0 && (
        <dl className={classes.figures}>
          {figures.map(({ value, note }) => (
            <div key={note} className={classes.figure}>
              <dt>{note}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {children && <div className={classes.middle}>{children}</div>}
      <div className={classes.actions}>{actions}</div>
    </section>
  );
}
