/** A table where there is room for one: its rows in a scroller of its own, and one of them beside it. */
import { type MouseEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import type { MoreRows } from "./columns";
import { copyExactly } from "./exact-copy";
import type { TableItem } from "./items";
import type { LabTableProps } from "./lab-table";
import classes from "./lab-table.module.css";
import { LoadMore } from "./load-more";
import { PeekPanel } from "./peek-panel";
import { TableFrame } from "./table-frame";
import { TableHead } from "./table-head";
import { GroupRow, TableRow } from "./table-row";
import { useRowKeys } from "./use-row-keys";
import { useRowSelection } from "./use-row-selection";
import { useRowWindow } from "./use-row-window";
import type { HeadCell } from "./use-table-model";

/** In px, until rows are measured. */
const ROW_HEIGHTS = { 1: 34, 2: 43 } as const;

export interface WideTableProps<Row extends object> extends LabTableProps<Row> {
  head: readonly HeadCell<Row>[];
  items: readonly TableItem<Row>[];
  fold: (group: string) => void;
}

export function WideTable<Row extends object>(props: WideTableProps<Row>) {
  const {
    caption,
    columns,
    head,
    items,
    fold,
    grouping,
    lines = 1,
    selection,
    peek,
    acts,
    moveColumn,
    more,
    isBusy = false,
  } = props;
  const scroller = useRef<HTMLElement>(null);
  const keys = useMemo(() => items.filter(({ kind }) => kind === "row").map(({ key }) => key), [items]);
  const selecting = useRowSelection(selection, keys);
  const { active, setActive, onKeyDown } = useRowKeys({ scroller, keys, toggle: selecting?.toggle, peek, acts });
  const window = useRowWindow({
    count: items.length,
    hasMore: more !== undefined,
    scroller,
    rowHeight: ROW_HEIGHTS[lines],
    keyOf: (index) => `${items[index]?.kind} ${items[index]?.key}`,
    active: active === null ? -1 : items.findIndex(({ kind, key }) => kind === "row" && key === active),
  });
  const isAtEnd = (window.items.at(-1)?.index ?? -1) === items.length - 1;
  // Below a group that is folded away rows would be loaded that nobody sees.
  const endsFolded = items.at(-1)?.kind === "group";
  useLoadAtEnd(more, isAtEnd && !endsFolded);
  const toggle = useStable((key: string, isRange: boolean) => selecting?.toggle(key, isRange));
  const span = columns.length + (selecting ? 1 : 0);
  return (
    <div className={classes.layout}>
      <TableFrame
        ref={scroller}
        caption={caption}
        columns={columns}
        lines={lines}
        hasSelection={selecting !== null}
        hasMarks={selection?.mark !== undefined}
        rowCount={more ? -1 : items.length + 1}
        isBusy={isBusy}
        onKeyDown={onKeyDown}
        onCopy={copyExactly}
        onFocus={({ target }) => {
          const row = rowAt(target);
          if (row) setActive(row);
        }}
        onClick={(event) => {
          const row = clickedRow(event);
          if (row === undefined) return;
          setActive(row);
          peek?.change(row);
        }}
        foot={more && <LoadMore more={more} />}
      >
        <TableHead head={head} selecting={selecting} moveColumn={moveColumn} />
        <tbody className={classes.body}>
          {window.items.flatMap(({ index, before }) => {
            const item = items[index];
            if (!item) return [];
            const placed = { place: index + 2, index, measure: window.measure };
            return [
              before > 0 && <Gap key={`before ${item.kind} ${item.key}`} height={before} span={span} />,
              item.kind === "group" ? (
                <GroupRow
                  key={`group ${item.key}`}
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
                  key={`row ${item.key}`}
                  id={item.key}
                  row={item.row}
                  columns={columns}
                  isSelected={selecting?.isSelected(item.key)}
                  canSelect={selecting?.canSelect(item.key) ?? false}
                  mark={selection?.mark?.(item.key)}
                  isPeeked={peek?.shown === item.key}
                  toggle={toggle}
                  {...placed}
                />
              ),
            ];
          })}
          {window.after > 0 && <Gap height={window.after} span={span} />}
        </tbody>
      </TableFrame>
      <Peek peek={peek} items={items} keys={keys} />
    </div>
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

function Peek<Row extends object>({
  peek,
  items,
  keys,
}: Pick<WideTableProps<Row>, "peek" | "items"> & { keys: readonly string[] }) {
  const item =
    peek?.shown === undefined ? undefined : items.find(({ kind, key }) => kind === "row" && key === peek.shown);
  if (!peek || item?.kind !== "row") return null;
  const at = keys.indexOf(item.key);
  const go = (key: string | undefined) => (key === undefined ? undefined : () => peek.change(key));
  return (
    <PeekPanel name={item.key} previous={go(keys[at - 1])} next={go(keys[at + 1])} close={() => peek.change(undefined)}>
      {peek.render(item.row)}
    </PeekPanel>
  );
}

function rowAt(target: EventTarget): string | undefined {
  return (target as HTMLElement).closest<HTMLElement>("[data-row]")?.dataset.row;
}

/** Links, buttons and boxes have their own meaning, and so has text that is being selected. */
function clickedRow({ target }: MouseEvent): string | undefined {
  if ((target as HTMLElement).closest("a, button, input, label")) return undefined;
  return document.getSelection()?.isCollapsed === false ? undefined : rowAt(target);
}

function useLoadAtEnd(more: MoreRows | undefined, isAtEnd: boolean): void {
  const load = useStable(() => more?.load());
  const isDue = more !== undefined && isAtEnd && !more.isLoading && !more.hasFailed;
  useEffect(() => {
    if (isDue) load();
  }, [isDue, load]);
}

/** A function that stays the same and does what the newest one does. */
function useStable<Args extends unknown[]>(newest: (...args: Args) => void): (...args: Args) => void {
  const held = useRef(newest);
  useLayoutEffect(() => {
    held.current = newest;
  });
  return useCallback((...args: Args) => held.current(...args), []);
}
