/** The points of the live chart: what was measured before the page was opened, and what streams in since. */
import type { LivePoint, Series } from "@/api/types";

export type ChartPoint = Pick<LivePoint, "t_ms" | "dt_ms" | "iops" | "latency_mean_ns">;

/** Older points than these have long come back with the stored series, which are read again every few seconds. */
export const MOST_STREAMED_POINTS = 300;

interface Span {
  start: number;
  end: number;
}

/** Where each value of a series lies: as it was stored, else one bucket after the other as far as it was measured. */
function spansOf({ mean, intervals, t0_ms, step_ms, last_ms }: Series): Span[] {
  if (intervals) return intervals.end_ms.map((end, place) => ({ start: intervals.start_ms[place] ?? end, end }));
  const measured = last_ms ?? Number.POSITIVE_INFINITY;
  return mean.map((_, place) => {
    const start = t0_ms + place * step_ms;
    return { start, end: Math.min(start + step_ms, Math.max(measured, start)) };
  });
}

/**
 * Two series as points where both were measured; an interval without any value is left out. They are read one after the
 * other, so that the first may end later: what the second does not have yet is on its way.
 */
export function pointsOf(iops: Series, latency: Series): ChartPoint[] {
  const spans = spansOf(latency);
  const measured = spans.at(-1)?.end ?? Number.POSITIVE_INFINITY;
  const latencies = new Map(spans.map(({ end }, place) => [end, latency.mean[place] ?? null]));
  return spansOf(iops).flatMap(({ start, end }, place) => {
    const value = iops.mean[place] ?? null;
    const latency_mean_ns = latencies.get(end) ?? null;
    if (end > measured || (value === null && latency_mean_ns === null)) return [];
    return [{ t_ms: end, dt_ms: end - start, iops: value, latency_mean_ns }];
  });
}

/** Stored points, then the streamed ones that are newer. A stream that starts over sends some points twice. */
export function joinPoints(stored: readonly ChartPoint[], streamed: readonly ChartPoint[]): ChartPoint[] {
  let last = stored.at(-1)?.t_ms ?? Number.NEGATIVE_INFINITY;
  const joined = [...stored];
  for (const point of streamed) {
    if (point.t_ms <= last) continue;
    joined.push(point);
    last = point.t_ms;
  }
  return joined;
}
