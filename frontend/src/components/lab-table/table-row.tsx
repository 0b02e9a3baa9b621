/** One row of a table, and the head of a group of rows. */
import { IconChevronDown } from "@tabler/icons-react";
import { memo, type ReactNode, type Ref } from "react";
import { labTable as words } from "@/messages/lab-table";
import type { LabColumn } from "./columns";
import type { GroupItem } from "./items";
import classes from "./lab-table.module.css";

/** Colours of compared runs, in their order. */
const SERIES_COUNT = 8;

interface Placed {
  /** Place in the table with its head, from 1. */
  place: number;
  index: number;
  measure: Ref<HTMLTableRowElement> | undefined;
}

export interface TableRowProps<Row> extends Placed {
  id: string;
  row: Row;
  columns: readonly LabColumn<Row>[];
  /** Undefined where rows cannot be selected. */
  isSelected: boolean | undefined;
  canSelect: boolean;
  /** Its place among those that are compared. */
  mark: number | undefined;
  isPeeked: boolean;
  toggle: (key: string, isRange: boolean) => void;
}

function Row<Data>(props: TableRowProps<Data>) {
  const { id, row, columns, isSelected, canSelect, mark, isPeeked, toggle, place, index, measure } = props;
  return (
    <tr
      ref={measure}
      className={classes.row}
      data-index={index}
      data-row={id}
      data-selected={isSelected || undefined}
      data-peeked={isPeeked || undefined}
      aria-rowindex={place}
      aria-current={isPeeked || undefined}
    >
      {isSelected !== undefined && (
        <td className={classes.select}>
          <div className={classes.marked}>
            <input
              type="checkbox"
              className={classes.box}
              aria-label={words.select(id)}
              checked={isSelected}
              disabled={!canSelect}
              onChange={({ nativeEvent }) => toggle(id, (nativeEvent as MouseEvent).shiftKey === true)}
            />
            {mark !== undefined && (
              <span className={classes.mark} style={{ background: `var(--sl-series-${(mark % SERIES_COUNT) + 1})` }} />
            )}
          </div>
        </td>
      )}
      {columns.map((column, index) => (
        <td
          key={column.key}
          className={index === 0 ? classes.first : undefined}
          data-numeric={column.numeric || undefined}
          data-shade={column.shade?.(row)}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** A row that scrolls along is drawn once. */
export const TableRow = memo(Row) as typeof Row;

export interface GroupRowProps<Row> extends Placed {
  group: GroupItem<Row>;
  note: ReactNode;
  count: number;
  columns: readonly LabColumn<Row>[];
  hasSelection: boolean;
  fold: () => void;
}

/** Its name takes all columns up to the first that sums the group up. */
export function GroupRow<Row>(props: GroupRowProps<Row>) {
  const { group, note, count, columns, hasSelection, fold, place, index, measure } = props;
  const first = columns.findIndex(({ ofGroup }) => ofGroup !== undefined);
  const summed = first < 0 ? [] : columns.slice(first);
  return (
    <tr ref={measure} data-index={index} className={classes.group} aria-rowindex={place}>
      <th scope="colgroup" colSpan={columns.length - summed.length + (hasSelection ? 1 : 0)}>
        <button
          type="button"
          className={classes.fold}
          aria-expanded={group.isOpen}
          aria-label={words.group(group.title, count)}
          onClick={fold}
        >
          <IconChevronDown size={15} stroke={1.75} aria-hidden="true" />
          <span dir="auto">{group.title}</span>
        </button>
        <span className={classes.note}>{note}</span>
      </th>
      {summed.map((column) => (
        <td key={column.key} data-numeric={column.numeric || undefined}>
          {column.ofGroup?.(group.rows)}
        </td>
      ))}
    </tr>
  );
}
