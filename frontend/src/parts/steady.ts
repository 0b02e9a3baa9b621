/** Rounds as bars, and gauges of range and slope whose limit lies at two thirds. */

export interface RoundBar {
  round: number;
  kind: "done" | "window" | "open";
  /** Height in percent of the highest round; an open round has none of its own. */
  height: number;
}

export interface Rounds {
  /** Means of the rounds that are done, oldest first; null is not known. */
  values: readonly (number | null)[];
  /** Number of the last rounds that are in the window so far. */
  filled: number;
  /** Rounds at most. */
  max: number;
}

/** As many bars as have room on a phone. */
export const MAX_ROUND_BARS = 24;
/** Height of a bar that is open or whose value is not known. */
const UNKNOWN_HEIGHT = 30;
const LOWEST_HEIGHT = 4;
/** Open rounds that are shown where more than fit are possible. */
const SHOWN_OPEN = 4;

/** Return the last rounds and some of those to come, at most `MAX_ROUND_BARS`. */
export function roundBars({ values, filled, max }: Rounds): RoundBar[] {
  const done = values.length;
  const highest = values.reduce<number>((high, value) => Math.max(high, value ?? 0), 0);
  const last = Math.max(done, max);
  const end = last <= MAX_ROUND_BARS ? last : Math.min(last, Math.max(MAX_ROUND_BARS, done + SHOWN_OPEN));
  const first = Math.max(1, end - MAX_ROUND_BARS + 1);
  return Array.from({ length: end - first + 1 }, (_, index) => first + index).map((round): RoundBar => {
    if (round > done) return { round, kind: "open", height: UNKNOWN_HEIGHT };
    const value = values[round - 1] ?? null;
    const height = value === null || highest <= 0 ? UNKNOWN_HEIGHT : (100 * Math.max(value, 0)) / highest;
    return { round, kind: round > done - filled ? "window" : "done", height: Math.max(LOWEST_HEIGHT, height) };
  });
}

/** Place of the limit of a gauge, in percent of its length. */
export const LIMIT_PLACE = 200 / 3;

/** Return where a value lies on a gauge, in percent; beyond its end it stays there. */
export function gaugePlace(value: number, limit: number): number {
  if (limit <= 0) return value > 0 ? 100 : 0;
  return Math.min(Math.max((value / limit) * LIMIT_PLACE, 0), 100);
}
