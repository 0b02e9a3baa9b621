/** The difference from the baseline of the list as one of its columns: `vs` in the address, `vs(iops, r-474)` for the lab. */
import { readColumn, readOrder } from "@/lib/column-text";
import { METRICS } from "@/lib/metrics";
import type { ViewSearch } from "./search";

/** Its name in an address that gives it a place; else it is behind the last figure. */
export const DIFFERENCE = "vs";
const FIGURES: ReadonlySet<string | null> = new Set(Object.values(METRICS).map(({ field }) => field));

function isFigure(column: string): boolean {
  return FIGURES.has(readColumn(column).field);
}

/** Return the columns with the difference in its place, or without it where the list has no baseline. */
export function placeDifference(columns: readonly string[], baseline: string | undefined): string[] {
  if (baseline === undefined) return columns.filter((column) => column !== DIFFERENCE);
  if (columns.includes(DIFFERENCE)) return [...columns];
  return columns.toSpliced(columns.findLastIndex(isFigure) + 1, 0, DIFFERENCE);
}

/** Return the columns without the difference where it has its usual place. */
export function dropUsualPlace(columns: readonly string[]): string[] {
  const others = columns.filter((column) => column !== DIFFERENCE);
  const usual = placeDifference(others, "");
  return usual.every((column, place) => column === columns[place]) ? others : [...columns];
}

/** Return the difference column to request: of the figure that orders the list, else of its first one. */
export function differenceOf(columns: readonly string[], { sort, baseline }: ViewSearch): string {
  const sorted = sort === undefined ? undefined : readOrder(sort).column;
  const figure = sorted !== undefined && isFigure(sorted) ? sorted : (columns.find(isFigure) ?? "iops");
  return `vs(${figure}, ${baseline})`;
}
