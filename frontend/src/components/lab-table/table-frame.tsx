/** The scroller of a table and the widths of its columns. */
import { useMergedRef } from "@mantine/hooks";
import { type ComponentProps, type CSSProperties, type ReactNode, useState } from "react";
import { labTable as words } from "@/messages/lab-table";
import { useWidth } from "@/parts/use-width";
import { fitWidths } from "./column-widths";
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
  /** True if selected rows have a mark beside their box. */
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
    ref,
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
  const taken = hasSelection ? selectWidth : 0;
  const [scroller, room] = useWidth<HTMLElement>();
  const widths = fitWidths(columns, room === 0 ? Number.POSITIVE_INFINITY : room - taken);
  const width = widths.reduce((sum, columnWidth) => sum + columnWidth, taken);
  return (
    <section
      ref={useMergedRef(ref, scroller)}
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
          {columns.map(({ key, grows }, place) => (
            <col key={key} style={{ width: grows ? undefined : widths[place] }} />
          ))}
        </colgroup>
        {children}
      </table>
      {foot}
    </section>
  );
}
