/** The list of runs in its address. What is not understood is dropped, so that an old link still opens. */
import { ORIGINS, RUN_STATES } from "@/api/runs";
import type { ViewForm } from "@/components/filed-view";
import { readLabels } from "@/lib/labels";
import { withConditions } from "@/lib/query-parts";

export interface RunsSearch {
  q?: string;
  /** With commas between them; the usual ones unless given. */
  columns?: string;
  /** `iops`, or `-iops` from high to low; newest first unless given. */
  sort?: string;
  group?: string;
  /** Number of the run that the others are compared with. */
  baseline?: string;
  /** True if figures are coloured by their size. */
  shades?: true;
  /** True if runs are cards, not rows of a table; phones always have cards. */
  cards?: true;
  /** Numbers of runs that are selected, with commas between them. */
  selected?: string;
  /** Number of the run beside the list. */
  peek?: string;
  /** Id of the saved view that is open, changed or not. */
  view?: string;
}

/** Part of the search that a view stores. */
export type ViewSearch = Pick<RunsSearch, "q" | "columns" | "sort" | "group" | "baseline" | "shades" | "cards">;

/** Storage format of the list's views. */
export const RUN_VIEWS: ViewForm<RunsSearch> = {
  page: "/runs",
  parse: parseRunsSearch,
  keep: ({ q, columns, sort, group, baseline, shades, cards }) => ({
    q,
    columns,
    sort,
    group,
    baseline,
    shades,
    cards,
  }),
};

/** The key chart of a run: a column of this list alone, which the table of the lab does not have. */
export const CURVE = "curve";
export const DEFAULT_COLUMNS = [CURVE, "iops", "p99", "throughput", "state", "created"] as const;
export const DEFAULT_ORDER = "-created";
/** Maximum number of runs that a query can name. */
export const MAX_SELECTED = 100;

const COUNTS = ["valid", "invalid"] as const;
const RUN_NUMBER = /^r-\d{1,9}$/;
const REFERENCE = /^[\w-]{1,64}$/;

export function parseRunsSearch(raw: Record<string, unknown>): RunsSearch {
  return {
    q: queryOf(raw),
    columns: textOf(raw.columns),
    sort: textOf(raw.sort),
    group: textOf(raw.group),
    baseline: baselineOf(raw.baseline),
    shades: textOf(raw.shades) === "true" ? true : undefined,
    cards: textOf(raw.cards) === "true" ? true : undefined,
    selected: writeSelected(readSelected(textOf(raw.selected))),
    peek: referenceOf(raw.peek),
    view: referenceOf(raw.view),
  };
}

export function readSelected(text: string | undefined): string[] {
  const numbers = (text ?? "").split(",").map((part) => part.trim());
  return [...new Set(numbers.filter((part) => REFERENCE.test(part)))].slice(0, MAX_SELECTED);
}

export function writeSelected(numbers: readonly string[]): string | undefined {
  return numbers.length > 0 ? numbers.slice(0, MAX_SELECTED).join(",") : undefined;
}

const EARLIER = ["state", "origin", "counts", "label", "cursor"] as const;

/** Return true if an address is from the earlier list, which had its own filters and pages. */
export function hasEarlierFilters(raw: object): boolean {
  return EARLIER.some((name) => name in raw);
}

/** The filters of addresses before the list took queries are conditions now. */
function queryOf(raw: Record<string, unknown>): string | undefined {
  return withConditions(textOf(raw.q), [
    ["state", RUN_STATES.find((state) => state === raw.state)],
    ["origin", ORIGINS.find((origin) => origin === raw.origin)],
    ["validity", COUNTS.find((validity) => validity === raw.counts)],
    ...(readLabels(textOf(raw.label)) ?? []).map((label) => ["label", label] as const),
  ]);
}

function baselineOf(value: unknown): string | undefined {
  const text = textOf(value)?.toLowerCase();
  return text !== undefined && RUN_NUMBER.test(text) ? text : undefined;
}

function referenceOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && REFERENCE.test(text) ? text : undefined;
}

/** The router reads `?q=3` as a number and `?q=true` as a truth. */
function textOf(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
