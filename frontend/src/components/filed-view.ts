/** Saved view of a list: the content of its address, without the selection. */
import type { SavedFilter } from "@/api/types";
import { type FilterValues, readQuery, writeQuery } from "./filter-values";

/** The address of a list that has views. */
export interface ViewedSearch {
  /** Id of the saved view that is open, changed or not. */
  view?: string;
}

/** Storage form of the views of a list. */
export interface ViewForm<Search extends ViewedSearch> {
  /** Path under which they are. */
  page: string;
  /** Reads an address, whose filters may be those of an earlier release. */
  parse: (raw: Record<string, unknown>) => Search;
  /** Parts of an address that a view stores. */
  keep: readonly (keyof Search & string)[];
}

export function readView<Search extends ViewedSearch>(
  form: ViewForm<Search>,
  { query }: Pick<SavedFilter, "query">,
): Search {
  return storedPart(form, form.parse(readQuery(query)));
}

function storedPart<Search extends ViewedSearch>({ keep }: ViewForm<Search>, search: Search): Search {
  const stored: Partial<Search> = {};
  for (const name of keep) stored[name] = search[name];
  return stored as Search;
}

export function writeView<Search extends ViewedSearch>(form: ViewForm<Search>, search: Search): string {
  const stored: object = storedPart(form, search);
  return writeQuery(stored as FilterValues);
}

/** Return the view that is open: the one that the address names, else one with the same content. */
export function openView<Search extends ViewedSearch>(
  form: ViewForm<Search>,
  views: readonly SavedFilter[],
  search: Search,
): SavedFilter | undefined {
  const written = writeView(form, search);
  const named = views.find(({ id }) => id === search.view);
  return (
    named ?? (written === "" ? undefined : views.find((view) => writeView(form, readView(form, view)) === written))
  );
}

export function isChanged<Search extends ViewedSearch>(
  form: ViewForm<Search>,
  view: SavedFilter,
  search: Search,
): boolean {
  return writeView(form, readView(form, view)) !== writeView(form, search);
}
