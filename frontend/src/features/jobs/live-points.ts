/** The points of the live chart: what was measured before the page was opened, and what streams in since. */
import type { LivePoint, Series } from "@/api/types";

export type ChartPoint = Pick<LivePoint, "t_ms" | "dt_ms" | "iops" | "lat_mean_ns">;

/** Older points than these have long come back with the stored series, which are read again every few seconds. */
export const MOST_STREAMED_POINTS = 300;

/** Two series on the same time axis as points; an interval without any value is left out. */
export function pointsOf(iops: Series, latency: Series): ChartPoint[] {
  return iops.mean.flatMap((value, index) => {
    const lat_mean_ns = latency.mean[index] ?? null;
    if (value === null && lat_mean_ns === null) return [];
    return [{ t_ms: iops.t0_ms + (index + 1) * iops.step_ms, dt_ms: iops.step_ms, iops: value, lat_mean_ns }];
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
