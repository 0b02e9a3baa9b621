/** How a dashboard is looked at, in its address: what is not there is as the dashboard has it. */
import type { Numbers } from "@/charts/changes";
import { readSpan, writeSpan } from "./address";
import { NUMBERS, type TimeSpan } from "./document";

const WHOLE = "all";

export interface DashboardSearch {
  numbers?: Numbers;
  /** A span of ms, or `all`. */
  range?: string;
  /** On the whole screen. */
  full?: true;
}

/** What is not understood is dropped, so that an old link still opens. */
export function parseDashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  const span = readSpan(raw.range);
  return {
    numbers: NUMBERS.find((value) => value === raw.numbers),
    range: raw.range === WHOLE ? WHOLE : span ? writeSpan(span) : undefined,
    full: raw.full === true || undefined,
  };
}

export const readRange = (range: string | undefined, usual: TimeSpan | null): TimeSpan | null =>
  range === undefined ? usual : readSpan(range);

export const writeRange = (range: TimeSpan | null): string => (range ? writeSpan(range) : WHOLE);
