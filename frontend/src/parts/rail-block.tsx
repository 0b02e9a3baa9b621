/** One subject in the narrow column beside a page: an icon, a heading and what belongs to it. */
import type { ReactNode } from "react";
import classes from "./rail-block.module.css";

export interface RailBlockProps {
  /** 15 px. */
  icon: ReactNode;
  title: string;
  /** At the right end of the heading. */
  aside?: ReactNode;
  /** True if it is a landmark of its own; false if its content is one. */
  isRegion?: boolean;
  children: ReactNode;
}

/** Show a block of a `Card`; several of them are separated by lines. */
export function RailBlock({ icon, title, aside, isRegion = true, children }: RailBlockProps) {
  const Element = isRegion ? "section" : "div";
  return (
    <Element className={classes.block} aria-label={isRegion ? title : undefined}>
      <h2 className={classes.title}>
        <span aria-hidden="true">{icon}</span>
        {title}
        {aside && <span className={classes.aside}>{aside}</span>}
      </h2>
      {children}
    </Element>
  );
}
