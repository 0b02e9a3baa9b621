/** Filters of lists in addresses and saved views from before lists took queries. They are conditions of the query now. */
import { readLabels } from "@/lib/labels";
import { withConditions } from "@/lib/query-parts";
import { oneOf, type RawSearch, readText } from "@/lib/search-fields";
import { CAMPAIGN_STATES } from "./campaigns";
import { CHANGE_KINDS, CHANGED_COMPONENTS, LIFECYCLES, SERVER_STATES } from "./hardware-filters";
import { ORIGINS, RUN_STATES } from "./runs";

type ReadFilter = (value: unknown) => string | undefined;

/** Each with its name, the field of queries, the value, and the operator where it is not `:`. */
const FILTERS: readonly (readonly [name: string, field: string, read: ReadFilter, operator?: string])[] = [
  ["server", "server", readText],
  ["state", "state", oneOf([...RUN_STATES, ...SERVER_STATES, ...CAMPAIGN_STATES])],
  ["origin", "origin", oneOf(ORIGINS)],
  ["counts", "validity", oneOf(["valid", "invalid"])],
  ["standing", "lifecycle", oneOf(LIFECYCLES)],
  ["seen", "present", (seen) => (seen === "now" ? "yes" : seen === "before" ? "no" : undefined)],
  ["model", "model", readText],
  ["firmware", "firmware", readText],
  ["level", "raid", readText],
  ["condition", "condition", readText],
  ["component", "component", oneOf(CHANGED_COMPONENTS)],
  ["kind", "kind", oneOf(CHANGE_KINDS)],
  ["since", "at", readDay, ">="],
];

/** Return true if an address is of a list with its own filters. */
export function hasEarlierFilters(raw: object): boolean {
  return "label" in raw || FILTERS.some(([name]) => name in raw);
}

/** Read the query of a list, with the conditions that its earlier filters are. */
export function readListQuery(q: unknown, raw: RawSearch): string | undefined {
  const conditions = FILTERS.map(([name, field, read, operator]) => [field, read(raw[name]), operator] as const);
  const labels = (readLabels(readText(raw.label)) ?? []).map((label) => ["label", label] as const);
  return withConditions(readText(q), [...conditions, ...labels]);
}

/** A day of this century that exists, as `2026-11-21`. */
function readDay(value: unknown): string | undefined {
  const given = readText(value);
  if (given === undefined || !/^20\d{2}-\d{2}-\d{2}$/.test(given)) return undefined;
  const date = new Date(`${given}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(given) ? given : undefined;
}
