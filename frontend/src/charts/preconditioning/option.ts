/** The preconditioning chart: a run's four series as panels over time. */
import { type MetricName, TIME_METRICS, type TimeMetricName } from "@/lib/metrics";
import { remembered } from "@/lib/remembered";
import type { ChartOption, ChartView } from "../definition";
import type { ChartTheme } from "../theme";
import type { TimeRange } from "../zoom";
import { LINE_NAME } from "./curves";
import type { ChartNote } from "./notes";
import { type Panel, timePanelsOption } from "./panels";
import { extentOf, hasReadings, type SeriesData, seriesCurve } from "./readings";

export interface PreconditioningData {
  series: SeriesData[];
  /** The verdict's own sentence, for the description; null when the run has none. */
  verdict: string | null;
  logLatency: boolean;
  /** The stretch that is looked at; all of it unless given. */
  range?: TimeRange | null;
  notes?: readonly ChartNote[];
}

const PANEL_METRICS = [
  "iops",
  "latency_mean_ns",
  "latency_max_ns",
  "latency_stddev_ns",
] as const satisfies readonly MetricName[];

/** The panel of one series. */
export function seriesPanel(metric: TimeMetricName, series: SeriesData): Panel {
  return {
    metric,
    title: TIME_METRICS[metric].label,
    estimated: series.estimated,
    curves: [{ name: LINE_NAME, style: "alone", ...seriesCurve(metric, series) }],
  };
}

/**
 * The panels in their fixed order, without those whose series is missing or empty. Drawing, legend and words of a chart are
 * all made from them.
 */
export const panelsOf = remembered((data: PreconditioningData): Panel[] =>
  PANEL_METRICS.flatMap((metric) => {
    const series = data.series.find((candidate) => candidate.metric === metric);
    return series && hasReadings(series) ? [seriesPanel(metric, series)] : [];
  }),
);

export function preconditioningOption(data: PreconditioningData, theme: ChartTheme, view: ChartView): ChartOption {
  const [first] = data.series;
  return timePanelsOption(
    {
      panels: panelsOf(data),
      phases: first?.phases ?? [],
      window: first?.steady_window ?? null,
      logLatency: data.logLatency,
      live: false,
      extent: data.series.length > 0 ? extentOf(data.series) : undefined,
      range: data.range,
      notes: data.notes,
    },
    theme,
    view,
  );
}
