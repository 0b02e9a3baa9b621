/** The rows of a table that are drawn: of all its items those near the ones in sight. */
import { type CSSProperties, type RefObject, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import type { LabColumn, MoreRows, RowGrouping, RowSelection, SparseRows } from "./columns";
import type { ItemList, TableItem } from "./items";
import classes from "./lab-table.module.css";
import type { ScrollRest } from "./scroll-rest";
import { GroupRow, TableRow } from "./table-row";
import { useEvenWindow } from "./use-even-window";
import type { Selecting } from "./use-row-selection";
import { useRowWindow, type WindowedItem } from "./use-row-window";
import { useStable } from "./use-stable";

export interface TableRowsProps<Row> {
  list: ItemList<Row>;
  columns: readonly LabColumn<Row>[];
  grouping: RowGrouping<Row> | undefined;
  selecting: Selecting | null;
  selection: RowSelection | undefined;
  /** Keys of the row that is shown beside the table, and of the one that the keys are at. */
  peeked: string | undefined;
  active: string | null;
  /** In px, until rows are measured. */
  rowHeight: number;
  fold: (group: string) => void;
}

export interface WholeRowsProps<Row> extends TableRowsProps<Row> {
  items: readonly TableItem<Row>[];
  more: MoreRows | undefined;
}

/** Rows that are all there, or come at the end of the list, with the heads of their groups. */
export function WholeRows<Row>(props: WholeRowsProps<Row>) {
  const { list, items, rowHeight, active, more } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const window = useRowWindow({
    count: items.length,
    hasMore: more !== undefined,
    body,
    rowHeight,
    keyOf: useMemo(() => (index: number) => `${items[index]?.kind} ${items[index]?.key}`, [items]),
    active: active === null ? -1 : list.indexOf(active),
  });
  const isAtEnd = (window.items.at(-1)?.index ?? -1) === items.length - 1;
  // Below a collapsed group, rows would be loaded out of sight.
  const endsFolded = items.at(-1)?.kind === "group";
  useLoadAtEnd(more, isAtEnd && !endsFolded);
  return (
    <tbody ref={body} className={classes.body}>
      <Rows {...props} {...window} />
    </tbody>
  );
}

export interface SparseTableRowsProps<Row> extends TableRowsProps<Row> {
  rows: SparseRows<Row>;
  rest: ScrollRest;
  /** Gets how to bring a row into sight. */
  reveal: RefObject<((key: string) => void) | null>;
}

/** Rows of a list of which only some are there. */
export function SparseTableRows<Row>({ rows, rest, reveal, ...props }: SparseTableRowsProps<Row>) {
  const { list, rowHeight, active } = props;
  useSyncExternalStore(rows.subscribe, rows.version);
  const body = useRef<HTMLTableSectionElement>(null);
  const window = useEvenWindow({ rows, body, rest, rowHeight, active: active === null ? -1 : list.indexOf(active) });
  const show = useStable((key: string) => window.reveal(list.indexOf(key)));
  useEffect(() => {
    reveal.current = show;
  }, [reveal, show]);
  return (
    <tbody
      ref={body}
      className={classes.body}
      data-sparse=""
      style={{ "--lab-shift": `${-window.shift}px` } as CSSProperties}
    >
      <Rows {...props} items={window.items} after={window.after} />
    </tbody>
  );
}

interface RowsProps<Row> extends Omit<TableRowsProps<Row>, "rowHeight"> {
  items: readonly WindowedItem[];
  after: number;
  measure?: ((row: HTMLTableRowElement | null) => void) | undefined;
}

function Rows<Row>(props: RowsProps<Row>) {
  const { list, columns, grouping, selecting, selection, peeked, items, after, measure, fold } = props;
  const toggle = useStable((key: string, isRange: boolean) => selecting?.toggle(key, isRange));
  const span = columns.length + (selecting ? 1 : 0);
  const drawn = new Set<string>();
  return (
    <>
      {items.flatMap(({ index, before }) => {
        const item = list.at(index);
        if (!item) return [];
        // A row that moved on while others were read is there twice.
        const name = `${item.kind} ${item.key}`;
        const key = drawn.has(name) ? `${name} ${index}` : name;
        drawn.add(name);
        const placed = { place: index + 2, index, measure };
        return [
          before > 0 && <Gap key={`before ${key}`} height={before} span={span} />,
          item.kind === "group" ? (
            <GroupRow
              key={key}
              group={item}
              note={grouping?.note?.(item.rows)}
              count={grouping?.count?.(item.rows) ?? item.rows.length}
              columns={columns}
              hasSelection={selecting !== null}
              fold={() => fold(item.key)}
              {...placed}
            />
          ) : (
            <TableRow
              key={key}
              id={item.key}
              row={item.row}
              columns={columns}
              isSelected={selecting?.isSelected(item.key)}
              canSelect={selecting?.canSelect(item.key) ?? false}
              mark={selection?.mark?.(item.key)}
              isPeeked={peeked === item.key}
              toggle={toggle}
              {...placed}
            />
          ),
        ];
      })}
      {after > 0 && <Gap height={after} span={span} />}
    </>
  );
}

/** Room of rows that are not drawn. */
function Gap({ height, span }: { height: number; span: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus.
    <tr aria-hidden="true">
      <td className={classes.gap} colSpan={span} style={{ height }} />
    </tr>
  );
}

function useLoadAtEnd(more: MoreRows | undefined, isAtEnd: boolean): void {
  const load = useStable(() => more?.load());
  const isDue = more !== undefined && isAtEnd && !more.isLoading && !more.hasFailed;
  useEffect(() => {
    if (isDue) load();
  }, [isDue, load]);
}
