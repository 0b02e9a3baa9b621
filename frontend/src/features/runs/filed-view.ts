/** A view of the list of runs as it is saved: what its address says, without what is selected. */
import type { SavedFilter } from "@/api/types";
import { readQuery, writeQuery } from "@/components/filter-values";
import { parseRunsSearch, type RunsSearch, type ViewSearch } from "./search";

export function viewSearch({ q, columns, sort, group, baseline }: RunsSearch): ViewSearch {
  return { q, columns, sort, group, baseline };
}

export function readView({ query }: Pick<SavedFilter, "query">): ViewSearch {
  return viewSearch(parseRunsSearch(readQuery(query)));
}

export function writeView(search: RunsSearch): string {
  return writeQuery({ ...viewSearch(search) });
}

/** Return the view that is open: the one that the address names, else one that says the same. */
export function openView(views: readonly SavedFilter[], search: RunsSearch): SavedFilter | undefined {
  const written = writeView(search);
  const named = views.find(({ id }) => id === search.view);
  return named ?? (written === "" ? undefined : views.find((view) => writeView(readView(view)) === written));
}

export function isChanged(view: SavedFilter, search: RunsSearch): boolean {
  return writeView(readView(view)) !== writeView(search);
}
