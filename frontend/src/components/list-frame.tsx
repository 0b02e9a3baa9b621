/** The frame of a page that is one list: its tools on top, and the table in all the room that is left. */
import type { ReactNode } from "react";
import classes from "./list-frame.module.css";

export interface ListFrameProps {
  /** Tabs of its views, where the bar has other ones. */
  tabs?: ReactNode;
  /** Search field, and the controls beside it. */
  query: ReactNode;
  tools?: ReactNode;
  children: ReactNode;
}

export function ListFrame({ tabs, query, tools, children }: ListFrameProps) {
  return (
    <div className={classes.list}>
      {tabs && <div className={classes.tabs}>{tabs}</div>}
      <div className={classes.query}>{query}</div>
      {tools && <div className={classes.tools}>{tools}</div>}
      <div className={classes.rows}>{children}</div>
    </div>
  );
}
