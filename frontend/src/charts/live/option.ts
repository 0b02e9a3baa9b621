/** The live chart: IOPS and average latency of a running test, drawn like the preconditioning chart. */
import { METRICS, type MetricName } from "@/lib/metrics";
import type { ChartOption, ChartView } from "../definition";
import { LINE_NAME } from "../preconditioning/curves";
import { type Panel, type PhaseSpan, timePanelsOption } from "../preconditioning/panels";
import { apartByPhase } from "../preconditioning/readings";
import type { ChartTheme } from "../theme";

/** A `point` message of the job's event stream: totals over the last `dt_ms`; null where there was no I/O. */
export interface LivePointData {
  t_ms: number;
  dt_ms: number;
  iops: number | null;
  latency_mean_ns: number | null;
}

export interface LiveData {
  /** In order of time. */
  points: LivePointData[];
  phases: PhaseSpan[];
  /** Draws latency on a logarithmic axis. */
  logLatency?: boolean;
}

export const LIVE_METRICS = ["iops", "latency_mean_ns"] as const satisfies readonly MetricName[];

/** The points with an empty one wherever an interval is missing, so that the line breaks there. */
function withGaps(points: LivePointData[]): LivePointData[] {
  return points.flatMap((point, index) => {
    const before = points[index - 1];
    const start = point.t_ms - point.dt_ms;
    const missing = before !== undefined && start - before.t_ms > point.dt_ms / 2;
    return missing ? [{ t_ms: start, dt_ms: 0, iops: null, latency_mean_ns: null }, point] : [point];
  });
}

export function livePanels({ points, phases }: LiveData): Panel[] {
  const drawn = withGaps(points);
  const panel = (metric: MetricName, value: (point: LivePointData) => number | null): Panel => ({
    metric,
    title: METRICS[metric].label,
    estimated: false,
    curves: [
      {
        name: LINE_NAME,
        style: "alone",
        ...apartByPhase(
          {
            t: Float64Array.from(drawn, ({ t_ms, dt_ms }) => t_ms - dt_ms / 2),
            value: Float64Array.from(drawn, (point) => value(point) ?? Number.NaN),
            band: null,
          },
          phases,
        ),
      },
    ],
  });
  return [panel("iops", ({ iops }) => iops), panel("latency_mean_ns", ({ latency_mean_ns }) => latency_mean_ns)];
}

export function liveOption(data: LiveData, theme: ChartTheme, view: ChartView): ChartOption {
  return timePanelsOption(
    { panels: livePanels(data), phases: data.phases, window: null, logLatency: data.logLatency ?? false, live: true },
    theme,
    view,
  );
}
