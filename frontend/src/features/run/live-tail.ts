/** The last minute of the stream of a run: its newest values and the short curves beside them. */
import type { LivePoint, Series } from "@/api/types";

export const LIVE_METRICS = ["iops", "throughput_bytes_per_s", "latency_mean_ns", "latency_p99_ns"] as const;
export type LiveMetric = (typeof LIVE_METRICS)[number];

const TAIL_MS = 60_000;

export interface LiveTail {
  /** The newest value that is known. */
  value: number | null;
  /** The values of the last minute, oldest first. */
  values: (number | null)[];
  /** The moment of the newest value, elapsed. */
  at_ms: number | null;
}

/** Return the last minute of a metric: stored values, and after them what streamed in. */
export function liveTail(metric: LiveMetric, stored: Series | undefined, streamed: readonly LivePoint[]): LiveTail {
  const points = (stored?.mean ?? []).map((value, place) => {
    const end = stored?.intervals?.end_ms[place] ?? (stored?.t0_ms ?? 0) + (place + 1) * (stored?.step_ms ?? 0);
    return { end, value };
  });
  let last = points.at(-1)?.end ?? Number.NEGATIVE_INFINITY;
  for (const point of streamed) {
    if (point.t_ms <= last) continue;
    last = point.t_ms;
    points.push({ end: point.t_ms, value: point[metric] });
  }
  const tail = points.filter(({ end }) => end > last - TAIL_MS);
  const newest = tail.findLast(({ value }) => value !== null);
  return {
    value: newest?.value ?? null,
    values: tail.map(({ value }) => value),
    at_ms: Number.isFinite(last) ? last : null,
  };
}
