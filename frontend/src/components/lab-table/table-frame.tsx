/** The scroller of a table and the widths of its columns. */
import { type ComponentProps, type CSSProperties, type ReactNode, useState } from "react";
import { labTable as words } from "@/messages/lab-table";
import type { LabColumn } from "./columns";
import classes from "./lab-table.module.css";

const SELECT_WIDTH = 38;
const MARKED_WIDTH = 54;

export interface TableFrameProps<Row>
  extends Pick<ComponentProps<"section">, "ref" | "onKeyDown" | "onClick" | "onFocus" | "onCopy"> {
  caption: string;
  columns: readonly LabColumn<Row>[];
  lines: 1 | 2;
  hasSelection: boolean;
  /** Whether selected rows have a mark beside their box. */
  hasMarks?: boolean;
  /** Rows with the head; -1 while that is not known. */
  rowCount: number;
  isBusy: boolean;
  /** Below the rows. */
  foot?: ReactNode;
  children: ReactNode;
}

export function TableFrame<Row>(props: TableFrameProps<Row>) {
  const {
    caption,
    columns,
    lines,
    hasSelection,
    hasMarks = false,
    rowCount,
    isBusy,
    foot,
    children,
    ...handlers
  } = props;
  const [isScrolled, setScrolled] = useState(false);
  const selectWidth = hasMarks ? MARKED_WIDTH : SELECT_WIDTH;
  const width = columns.reduce((sum, column) => sum + column.width, hasSelection ? selectWidth : 0);
  return (
    <section
      className={classes.scroller}
      data-lines={lines}
      data-scrolled={isScrolled || undefined}
      aria-label={words.scroll(caption)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard.
      tabIndex={0}
      onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollLeft > 0)}
      {...handlers}
    >
      <table
        className={classes.table}
        style={{ minWidth: width, "--lab-select": `${selectWidth}px` } as CSSProperties}
        data-selects={hasSelection || undefined}
        aria-rowcount={rowCount}
        aria-busy={isBusy || undefined}
      >
        <caption className="visually-hidden">{caption}</caption>
        <colgroup>
          {hasSelection && <col style={{ width: selectWidth }} />}
          {columns.map(({ key, width: own, grows }) => (
            <col key={key} style={{ width: grows ? undefined : own }} />
          ))}
        </colgroup>
        {children}
      </table>
      {foot}
    </section>
  );
}
