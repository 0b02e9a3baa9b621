/** From the answer of `GET /series` to the points of a sparkline: its last minutes alone. */
import { RECENT_MS } from "@/api/recent-series";
import type { Series } from "@/api/types";
import type { SparklineData } from "@/charts/sparkline/option";

export function recentPoints({ t0_ms, step_ms, intervals, mean, last_ms }: Series): SparklineData {
  const begin = (last_ms ?? 0) - RECENT_MS;
  const middle = (index: number) => {
    const [start, end] = [intervals?.start_ms[index], intervals?.end_ms[index]];
    return start !== undefined && end !== undefined ? (start + end) / 2 : t0_ms + (index + 0.5) * step_ms;
  };
  const points = mean.map((value, index) => ({ t: middle(index), value })).filter(({ t }) => t > begin);
  return { metric: "iops", t_ms: points.map(({ t }) => t), values: points.map(({ value }) => value), step_ms };
}
