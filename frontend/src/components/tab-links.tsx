/** Views of one page, each with an address of its own. */
import type { ReactNode } from "react";
import classes from "./tab-links.module.css";

export interface TabLinksProps {
  label: string;
  /** True if they are in the top bar, which has its own line below. */
  isInBar?: boolean;
  children: ReactNode;
}

/** The children are links of the router, which mark the one that is open. */
export function TabLinks({ label, isInBar = false, children }: TabLinksProps) {
  return (
    <nav aria-label={label} className={classes.tabs} data-in-bar={isInBar || undefined}>
      {children}
    </nav>
  );
}
