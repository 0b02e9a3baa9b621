/** Views of one page, each with an address of its own. */
import type { ReactNode } from "react";
import classes from "./tab-links.module.css";

/** The children are links of the router, which mark the one that is open. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={classes.tabs}>
      {children}
    </nav>
  );
}
