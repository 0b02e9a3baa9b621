/** The list of runs in its address. */
import { readListQuery } from "@/api/earlier-filters";
import type { ViewForm } from "@/components/filed-view";
import { parserOf, readReference, readText, readTrue, textLike } from "@/lib/search-fields";

/** The key chart of a run: a column of this list alone, which the table of the lab does not have. */
export const CURVE = "curve";
export const DEFAULT_COLUMNS = [CURVE, "iops", "p99", "throughput", "state", "created"] as const;
export const DEFAULT_ORDER = "-created";
/** Maximum number of runs that a query can name. */
export const MAX_SELECTED = 100;

const REFERENCE = /^[\w-]{1,64}$/;
const readNumber = textLike(/^r-\d{1,9}$/);

export const parseRunsSearch = parserOf({
  q: readListQuery,
  /** With commas between them; the usual ones unless given. */
  columns: readText,
  /** `iops`, or `-iops` from high to low; newest first unless given. */
  sort: readText,
  group: readText,
  /** Number of the run that the others are compared with. */
  baseline: (baseline) => readNumber(readText(baseline)?.toLowerCase()),
  /** True if figures are coloured by their size. */
  shades: readTrue,
  /** True if runs are cards, not rows of a table; phones always have cards. */
  cards: readTrue,
  /** Numbers of runs that are selected, with commas between them. */
  selected: (selected) => writeSelected(readSelected(readText(selected))),
  /** Number of the run beside the list. */
  peek: readReference,
  /** Id of the saved view that is open, changed or not. */
  view: readReference,
});
export type RunsSearch = ReturnType<typeof parseRunsSearch>;

const STORED = ["q", "columns", "sort", "group", "baseline", "shades", "cards"] as const;

/** Part of the search that a view stores. */
export type ViewSearch = Pick<RunsSearch, (typeof STORED)[number]>;

/** Storage format of the list's views. */
export const RUN_VIEWS: ViewForm<RunsSearch> = { page: "/runs", parse: parseRunsSearch, keep: STORED };

export function readSelected(text: string | undefined): string[] {
  const numbers = (text ?? "").split(",").map((part) => part.trim());
  return [...new Set(numbers.filter((part) => REFERENCE.test(part)))].slice(0, MAX_SELECTED);
}

export function writeSelected(numbers: readonly string[]): string | undefined {
  return numbers.length > 0 ? numbers.slice(0, MAX_SELECTED).join(",") : undefined;
}
