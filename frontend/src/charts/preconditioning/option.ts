/** The preconditioning chart: a run's four series as panels over time. */
import { type MetricName, TIME_METRICS, type TimeMetricName } from "@/lib/metrics";
import type { ChartOption, ChartView } from "../definition";
import type { ChartTheme } from "../theme";
import { LINE_NAME } from "./curves";
import { type Panel, type TimeCurve, timePanelsOption } from "./panels";

/** One answer of `GET /series`: interval i covers [t0_ms + i * step_ms, t0_ms + (i + 1) * step_ms); null is a gap. */
export interface SeriesData {
  metric: string;
  estimated: boolean;
  t0_ms: number;
  step_ms: number;
  min: (number | null)[];
  mean: (number | null)[];
  max: (number | null)[];
  phases: { name: string; t0_ms: number; t1_ms: number | null }[];
  steady_window: { t0_ms: number; t1_ms: number; label: string } | null;
}

export interface PreconditioningData {
  series: SeriesData[];
  /** The verdict's own sentence, for the description; null when the run has none. */
  verdict: string | null;
  logLatency: boolean;
}

export const PANEL_METRICS = ["iops", "lat_mean", "lat_max", "lat_stddev"] as const satisfies readonly MetricName[];

const numbers = (values: (number | null)[]): Float64Array => Float64Array.from(values, (value) => value ?? Number.NaN);

/** A series as a curve. The highest latency is drawn from the intervals' maxima: their mean would hide the peaks. */
export function seriesCurve(metric: TimeMetricName, series: SeriesData): Pick<TimeCurve, "t" | "value" | "band"> {
  const low = numbers(series.min);
  const high = numbers(series.max);
  return {
    t: Float64Array.from(series.mean, (_, index) => series.t0_ms + (index + 0.5) * series.step_ms),
    value: metric === "lat_max" ? high : numbers(series.mean),
    band: high.some((value, index) => value > (low[index] ?? value)) ? { low, high } : null,
  };
}

export function hasReadings({ mean }: SeriesData): boolean {
  return mean.some((value) => value !== null);
}

/** The panel of one series. */
export function seriesPanel(metric: TimeMetricName, series: SeriesData): Panel {
  return {
    metric,
    title: TIME_METRICS[metric].label,
    estimated: series.estimated,
    curves: [{ name: LINE_NAME, style: "alone", ...seriesCurve(metric, series) }],
  };
}

/** The panels in their fixed order, without those whose series is missing or empty. */
export function panelsOf(data: PreconditioningData): Panel[] {
  return PANEL_METRICS.flatMap((metric) => {
    const series = data.series.find((candidate) => candidate.metric === metric);
    return series && hasReadings(series) ? [seriesPanel(metric, series)] : [];
  });
}

export function preconditioningOption(data: PreconditioningData, theme: ChartTheme, view: ChartView): ChartOption {
  const [first] = data.series;
  return timePanelsOption(
    {
      panels: panelsOf(data),
      phases: first?.phases ?? [],
      window: first?.steady_window ?? null,
      logLatency: data.logLatency,
      live: false,
    },
    theme,
    view,
  );
}
