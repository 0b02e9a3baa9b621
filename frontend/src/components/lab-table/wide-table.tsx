/** A table where there is room for one: its rows in a scroller of its own, and one of them beside it. */
import { type MouseEvent, useCallback, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { RowPeek, SparseRows } from "./columns";
import { copyExactly } from "./exact-copy";
import { type ItemList, sparseList, type TableItem, wholeList } from "./items";
import type { LabTableProps } from "./lab-table";
import classes from "./lab-table.module.css";
import { LoadMore } from "./load-more";
import { PeekPanel } from "./peek-panel";
import { createScrollRest, ScrollRestContext } from "./scroll-rest";
import { TableFrame } from "./table-frame";
import { TableHead } from "./table-head";
import { SparseTableRows, WholeRows } from "./table-rows";
import { useRowKeys } from "./use-row-keys";
import { useRowSelection } from "./use-row-selection";
import type { HeadCell } from "./use-table-model";

/** In px, until rows are measured. */
const ROW_HEIGHTS = { 1: 34, 2: 43 } as const;

export interface WideTableProps<Row extends object> extends LabTableProps<Row> {
  head: readonly HeadCell<Row>[];
  items: readonly TableItem<Row>[];
  fold: (group: string) => void;
}

export function WideTable<Row extends object>(props: WideTableProps<Row>) {
  const { caption, columns, head, items, rowKey, sparse, fold, grouping, lines = 1, selection, peek, acts } = props;
  const { isDetail } = props;
  const more = sparse ? undefined : props.more;
  const scroller = useRef<HTMLElement>(null);
  const reveal = useRef<((key: string) => void) | null>(null);
  const [rest] = useState(createScrollRest);
  const list = useMemo(
    () => (sparse ? sparseList(sparse, rowKey) : wholeList(items, isDetail)),
    [sparse, items, rowKey, isDetail],
  );
  const rowCount = useRowCount(sparse);
  const selecting = useRowSelection(selection, list);
  const { active, setActive, onKeyDown } = useRowKeys({
    scroller,
    list,
    reveal: sparse && reveal,
    toggle: selecting?.toggle,
    peek,
    acts,
  });
  const rows = { list, columns, grouping, selecting, selection, peeked: peek?.shown, active, fold };
  return (
    <div className={classes.layout}>
      <ScrollRestContext value={rest}>
        <TableFrame
          ref={scroller}
          caption={caption}
          columns={columns}
          lines={lines}
          hasSelection={selecting !== null}
          hasMarks={selection?.mark !== undefined}
          rowCount={rowCount ?? (more ? -1 : items.length + 1)}
          isBusy={props.isBusy ?? false}
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
          <TableHead head={head} selecting={selecting} moveColumn={props.moveColumn} />
          {sparse ? (
            <SparseTableRows {...rows} rows={sparse} rest={rest} reveal={reveal} rowHeight={ROW_HEIGHTS[lines]} />
          ) : (
            <WholeRows {...rows} items={items} more={more} rowHeight={ROW_HEIGHTS[lines]} />
          )}
        </TableFrame>
      </ScrollRestContext>
      <Peek peek={peek} list={list} />
    </div>
  );
}

const NEVER = () => () => {};

/** Rows of a sparse table with its head; -1 while that is not known, and null for another table. */
function useRowCount<Row>(sparse: SparseRows<Row> | undefined): number | null {
  const read = useCallback(() => (sparse ? (sparse.isCounted() ? sparse.count() + 1 : -1) : null), [sparse]);
  return useSyncExternalStore(sparse?.subscribe ?? NEVER, read);
}

function Peek<Row>({ peek, list }: { peek: RowPeek<Row> | undefined; list: ItemList<Row> }) {
  const item = peek?.shown === undefined ? undefined : list.at(list.indexOf(peek.shown));
  if (!peek || item?.kind !== "row") return null;
  const { key } = item;
  const go = (next: string | undefined) => (next === undefined ? undefined : () => peek.change(next));
  return (
    <PeekPanel
      name={key}
      previous={go(list.beside(key, -1))}
      next={go(list.beside(key, 1))}
      close={() => peek.change(undefined)}
    >
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
