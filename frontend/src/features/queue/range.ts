/** The part of time that the timeline shows, as the address has it. */
import { HORIZONS, type Horizon } from "@/api/overview";

export interface QueueRange {
  /** A day unless another one. */
  range?: Horizon | undefined;
  /** Start of the timeline; a little before now without one. */
  from?: string | undefined;
}

const HOUR_MS = 3_600_000;
const SPANS_HOURS: Readonly<Record<Horizon, number>> = { "24h": 24, "3d": 72, "7d": 168 };

/** Return a range one half of its length earlier or later than one that starts at `shown`. */
export function shiftedRange({ range }: QueueRange, shown: string, direction: "earlier" | "later"): QueueRange {
  const step = (SPANS_HOURS[range ?? HORIZONS[0]] / 2) * HOUR_MS;
  const from = Date.parse(shown) + (direction === "earlier" ? -step : step);
  return { range, from: new Date(from).toISOString() };
}

/** Return a range of another length, from where this one starts. */
export function rangeAs({ from }: QueueRange, horizon: Horizon): QueueRange {
  return { range: horizon === HORIZONS[0] ? undefined : horizon, from };
}
