/** View of a dashboard in its address: missing values are those of the dashboard. */

import { NUMBERS, type TimeSpan } from "@/charts/workbench/document";
import { oneOf, parserOf, readTrue, textLike } from "@/lib/search-fields";
import { readSpan, writeSpan } from "./address";

const WHOLE = "all";

export const PINNED = "pinned";
export const PAGE_SECONDS = [0, 15, 30, 60, 300] as const;
const USUAL_SECONDS = 30;
const MIN_SECONDS = 5;
const MAX_SECONDS = 3600;
const MAX_QUERY = 2000;
const STARTED = /^(-\d{1,4}[hdw]|\d{4}-\d{2}-\d{2}\.\.(\d{4}-\d{2}-\d{2})?|\.\.\d{4}-\d{2}-\d{2})$/;
const FOLLOWING = /^(pinned|b-\d{1,9}(,b-\d{1,9}){0,9})$/;

/** Return the default seconds per page; 0 with reduced motion: no page turns by itself. */
export const usualSeconds = (reducesMotion: boolean): number => (reducesMotion ? 0 : USUAL_SECONDS);

export const parseDashboardSearch = parserOf({
  numbers: oneOf(NUMBERS),
  /** A span of ms, or `all`. */
  range: readRangeText,
  /** In place of the query of the dashboard; of named runs it shows those that it finds. */
  q: (q) => (typeof q === "string" && q.length <= MAX_QUERY ? q : undefined),
  /** When runs began: `-7d`, or days as `2026-11-01..2026-11-24`, one of which may be missing. */
  started: textLike(STARTED),
  /** True if the cursor is shown in all panels of one axis. */
  linked: (linked) => (typeof linked === "boolean" ? linked : undefined),
  /** On the whole screen. */
  full: readTrue,
  /** Seconds that the whole screen shows a page; 0 turns none. */
  every: (every) => (isSeconds(every) ? every : undefined),
  /** Next content of the whole screen: all pinned dashboards, or these, as `b-2,b-3`. */
  rotate: textLike(FOLLOWING),
  /** Light on the whole screen, which is dark otherwise. */
  light: readTrue,
});
export type DashboardSearch = ReturnType<typeof parseDashboardSearch>;

function readRangeText(range: unknown): string | undefined {
  const span = readSpan(range);
  return range === WHOLE ? WHOLE : span ? writeSpan(span) : undefined;
}

const isSeconds = (value: unknown): value is number =>
  value === 0 || (Number.isInteger(value) && Number(value) >= MIN_SECONDS && Number(value) <= MAX_SECONDS);

/** The dashboards that a wall shows in turn, this one first. */
export function wallBoards(reference: string, rotate: string | undefined, pinned: readonly string[]): string[] {
  const others = rotate === PINNED ? pinned : (rotate?.split(",") ?? []);
  return [...new Set([reference, ...others])];
}

export const readRange = (range: string | undefined, usual: TimeSpan | null): TimeSpan | null =>
  range === undefined ? usual : readSpan(range);

export const writeRange = (range: TimeSpan | null): string => (range ? writeSpan(range) : WHOLE);
