/** The head of a table: it stays in sight, and each of its columns sorts. */
import { Checkbox } from "@mantine/core";
import { IconArrowNarrowDown, IconArrowNarrowUp } from "@tabler/icons-react";
import { labTable as words } from "@/messages/lab-table";
import classes from "./lab-table.module.css";
import { type DragHandlers, useColumnDrag } from "./use-column-drag";
import type { Selecting } from "./use-row-selection";
import type { HeadCell } from "./use-table-model";

const ORDERS = { asc: "ascending", desc: "descending" } as const;

export interface TableHeadProps<Row> {
  head: readonly HeadCell<Row>[];
  selecting: Selecting | null;
  /** Puts a column in the place of another one; the first stays. */
  moveColumn?: ((key: string, to: string) => void) | undefined;
}

export function TableHead<Row>({ head, selecting, moveColumn }: TableHeadProps<Row>) {
  const drag = useColumnDrag(moveColumn);
  return (
    <thead className={classes.head}>
      <tr aria-rowindex={1}>
        {selecting && (
          <th scope="col" className={classes.select}>
            <Checkbox
              size="xs"
              aria-label={words.selectAll}
              checked={selecting.areAll}
              indeterminate={selecting.areSome}
              onChange={selecting.toggleAll}
            />
          </th>
        )}
        {head.map((cell, index) => (
          <Head
            key={cell.column.key}
            {...cell}
            isFirst={index === 0}
            handlers={index === 0 ? undefined : drag?.(cell.column.key)}
          />
        ))}
      </tr>
    </thead>
  );
}

interface HeadProps<Row> extends HeadCell<Row> {
  isFirst: boolean;
  handlers: DragHandlers | undefined;
}

function Head<Row>({ column: { title, hint, numeric }, direction, sort, isFirst, handlers }: HeadProps<Row>) {
  const Arrow = direction === "asc" ? IconArrowNarrowUp : IconArrowNarrowDown;
  return (
    <th
      scope="col"
      className={isFirst ? classes.first : undefined}
      title={hint}
      {...handlers}
      data-numeric={numeric || undefined}
      data-sorted={direction || undefined}
      aria-sort={direction ? ORDERS[direction] : undefined}
    >
      {sort ? (
        <button type="button" className={classes.sort} onClick={sort}>
          <span className={classes.title}>{title}</span>
          <Arrow size={13} stroke={2.2} aria-hidden="true" className={classes.arrow} />
        </button>
      ) : (
        <span className={classes.title}>{title}</span>
      )}
    </th>
  );
}
