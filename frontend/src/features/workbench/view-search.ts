/** View of a dashboard in its address: missing values are those of the dashboard. */
import type { Numbers } from "@/charts/changes";
import { readSpan, writeSpan } from "./address";
import { NUMBERS, type TimeSpan } from "./document";

const WHOLE = "all";

export interface DashboardSearch {
  numbers?: Numbers;
  /** A span of ms, or `all`. */
  range?: string;
  /** In place of the query of the dashboard; of named runs it shows those that it finds. */
  q?: string;
  /** When runs began: `-7d`, or days as `2026-11-01..2026-11-24`, one of which may be missing. */
  started?: string;
  /** True if the cursor is shown in all panels of one axis. */
  linked?: boolean;
  /** On the whole screen. */
  full?: true;
  /** Seconds that the whole screen shows a page; 0 turns none. */
  every?: number;
  /** Next content of the whole screen: all pinned dashboards, or these, as `b-2,b-3`. */
  rotate?: string;
  /** Light on the whole screen, which is dark otherwise. */
  light?: true;
}

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

/** Parse the address of a dashboard. Unknown values are dropped, so that an old link still opens. */
export function parseDashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  const span = readSpan(raw.range);
  return {
    numbers: NUMBERS.find((value) => value === raw.numbers),
    range: raw.range === WHOLE ? WHOLE : span ? writeSpan(span) : undefined,
    q: typeof raw.q === "string" && raw.q.length <= MAX_QUERY ? raw.q : undefined,
    started: typeof raw.started === "string" && STARTED.test(raw.started) ? raw.started : undefined,
    linked: typeof raw.linked === "boolean" ? raw.linked : undefined,
    full: raw.full === true || undefined,
    every: isSeconds(raw.every) ? raw.every : undefined,
    rotate: typeof raw.rotate === "string" && FOLLOWING.test(raw.rotate) ? raw.rotate : undefined,
    light: raw.light === true || undefined,
  };
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
