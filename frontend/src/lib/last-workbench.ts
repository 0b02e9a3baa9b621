/**
 * Workbench that was opened last in this tab: other pages link back to it, and add runs to it.
 *
 * It is stored in the session of the tab, so that two tabs can compare different runs; the state itself is in its
 * address.
 */
import type { RegisteredRouter, RouteById } from "@tanstack/react-router";
import { MAX_RUNS } from "./run-list";
import { createStored } from "./stored";

/** The router checks it before the page sees it. */
type WorkbenchSearch = RouteById<RegisteredRouter["routeTree"], "/shell/workbench">["types"]["fullSearchSchema"];

export interface LastWorkbench {
  search: WorkbenchSearch;
  /** Numbers of the runs that it compares, chosen or found by its query. */
  runs: readonly string[];
}

const stored = createStored("storagelab-workbench", readLast, () => sessionStorage);

function readLast(raw: unknown): LastWorkbench | null {
  const { search, runs } = (raw ?? {}) as Partial<LastWorkbench>;
  return typeof search === "object" && search !== null && Array.isArray(runs) ? { search, runs } : null;
}

export const readLastWorkbench = stored.read;
export const rememberWorkbench = (last: LastWorkbench): void => stored.write(last);

/** Null before one was opened; the component renders again when another is. */
export const useLastWorkbench = stored.use;

/**
 * Return the last opened workbench with one more run; a workbench of this run alone if there is none that takes more.
 */
export function workbenchWith(run: string, last: LastWorkbench | null): WorkbenchSearch {
  if (!last || last.runs.length >= MAX_RUNS) return { runs: run };
  const { query: _query, newest: _newest, zone: _zone, ...view } = last.search;
  return { ...view, runs: [...new Set([...last.runs, run])].join(",") };
}
