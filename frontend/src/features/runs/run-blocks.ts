/** The rows of a list of runs from any place of it: read in blocks, those that are looked at and no others. */
import { type QueryClient, QueryObserver, type QueryObserverResult } from "@tanstack/react-query";
import type { Api } from "@/api/client";
import {
  MAX_LISTED_RUNS,
  RUNS_OF_A_PAGE,
  type RunRow,
  type RunTablePage,
  type RunTableRequest,
  runBlockQuery,
} from "@/api/run-table";
import type { SparseRows } from "@/components/lab-table/columns";

/** Number of rows of a request; every block has this size except the last. */
const BLOCK = RUNS_OF_A_PAGE;

export interface RunBlocks extends SparseRows<RunRow> {
  /** Takes the first block and the number of all runs, as far as they are known; they are read by the page. */
  update: (first: RunTablePage, total: number | null) => void;
  /** All rows that are there. */
  rows: () => RunRow[];
  error: () => Error | null;
  retry: () => void;
}

export interface RunBlocksOptions {
  queryClient: QueryClient;
  api: Api;
  request: RunTableRequest;
  first: RunTablePage;
}

export function createRunBlocks({ queryClient, api, request, first }: RunBlocksOptions): RunBlocks {
  const blocks = new Map<number, RunTablePage>();
  const places = new Map<string, number>();
  const listeners = new Set<() => void>();
  let version = 0;
  let total: number | null = null;
  let wanted: readonly number[] = [];
  /** Cancel functions of the blocks in flight; a cancelled answer is not awaited. */
  const reading = new Map<number, () => void>();
  const errors = new Map<number, Error>();

  const optionsOf = (block: number) => runBlockQuery(api, request, block * BLOCK);
  const notify = () => {
    version += 1;
    for (const listener of listeners) listener();
  };
  const put = (block: number, page: RunTablePage) => {
    if (blocks.get(block) === page) return false;
    blocks.set(block, page);
    for (const [step, { number }] of page.items.entries()) places.set(number, block * BLOCK + step);
    return true;
  };
  const take = (block: number, { data, error }: Pick<QueryObserverResult<RunTablePage>, "data" | "error">) => {
    const hasFailed = error !== null && errors.get(block) !== error;
    if (error) errors.set(block, error);
    const isRead = error === null && errors.delete(block);
    const isNew = data !== undefined && put(block, data);
    if (isNew || isRead || hasFailed) notify();
  };
  const leave = (block: number) => {
    reading.get(block)?.();
    reading.delete(block);
    if (errors.delete(block)) notify();
  };
  const watch = () => {
    for (const block of [...reading.keys()]) if (!wanted.includes(block)) leave(block);
    for (const block of wanted) {
      if (reading.has(block)) continue;
      const observer = new QueryObserver(queryClient, optionsOf(block));
      reading.set(
        block,
        observer.subscribe((result) => take(block, result)),
      );
      take(block, observer.getCurrentResult());
    }
  };
  /** Return the certain end of the list: after a page without a next one. */
  const end = () =>
    Math.min(
      ...[...blocks].flatMap(([block, { items, next_cursor }]) =>
        next_cursor === null ? block * BLOCK + items.length : [],
      ),
    );
  const count = () => {
    const seen = Math.max(0, ...blocks.keys()) * BLOCK + BLOCK;
    // While it is not counted how many there are, there is at least one more.
    return Math.min(end(), Math.max(total ?? 0, seen + 1), MAX_LISTED_RUNS);
  };
  put(0, first);
  return {
    id: JSON.stringify(request),
    subscribe: (listener) => {
      listeners.add(listener);
      watch();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) for (const block of [...reading.keys()]) leave(block);
      };
    },
    version: () => version,
    count,
    isCounted: () => total !== null || Number.isFinite(end()),
    at: (index) => blocks.get(Math.floor(index / BLOCK))?.items[index % BLOCK],
    indexOf: (number) => places.get(number) ?? -1,
    first: () => blocks.get(0)?.items ?? [],
    want: (from, to) => {
      const next = blocksOf(from, to).filter((block) => block > 0);
      if (next.join() === wanted.join()) return;
      wanted = next;
      if (listeners.size > 0) watch();
    },
    read: async (from, to) => {
      const loaded = await Promise.all(
        blocksOf(from, to).map(async (block) => {
          const page = blocks.get(block) ?? (await queryClient.fetchQuery(optionsOf(block)));
          put(block, page);
          return page.items.filter((_, step) => block * BLOCK + step >= from && block * BLOCK + step < to);
        }),
      );
      notify();
      return loaded.flat();
    },
    update: (page, counted) => {
      const isNew = put(0, page);
      if (!isNew && total === counted) return;
      total = counted;
      notify();
    },
    rows: () => [...blocks.values()].flatMap(({ items }) => items),
    error: () => [...errors.values()][0] ?? null,
    retry: () => void Promise.all(wanted.map((block) => queryClient.refetchQueries(optionsOf(block)))),
  };
}

function blocksOf(from: number, to: number): number[] {
  const first = Math.floor(from / BLOCK);
  return Array.from({ length: Math.max(0, Math.ceil(to / BLOCK) - first) }, (_, step) => first + step);
}
