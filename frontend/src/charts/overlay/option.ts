/** The overlay chart: one metric of several runs over time, each counted from its own start. */
import { METRICS, type MetricName } from "@/lib/metrics";
import type { ChartOption, ChartView } from "../definition";
import { hasReadings, type SeriesData, seriesCurve } from "../preconditioning/option";
import { type Panel, timePanelsOption } from "../preconditioning/panels";
import type { ChartTheme } from "../theme";

export interface OverlaidRun {
  /** What the legend and the table call it; every run has another name. */
  name: string;
  /** Its place among the runs that were chosen: it keeps its look whatever the others have. */
  order: number;
  series: SeriesData;
}

export interface OverlayData {
  metric: MetricName;
  runs: OverlaidRun[];
  logLatency: boolean;
}

/** The one panel, with a curve for each run that has readings; none when no run has any. */
export function overlayPanels({ metric, runs }: OverlayData): Panel[] {
  const drawn = runs.filter(({ series }) => hasReadings(series));
  if (drawn.length === 0) return [];
  return [
    {
      metric,
      title: METRICS[metric].label,
      estimated: drawn.every(({ series }) => series.estimated),
      curves: drawn.map(({ name, order, series }) => ({
        // Counted from where its own readings may begin, whatever the run did before.
        ...seriesCurve(metric, { ...series, t0_ms: 0 }),
        name: series.estimated && drawn.some((other) => !other.series.estimated) ? `${name} (estimated)` : name,
        style: { order },
        // The bands of several curves would lie on top of each other.
        band: null,
      })),
    },
  ];
}

export function overlayOption(data: OverlayData, theme: ChartTheme, view: ChartView): ChartOption {
  return timePanelsOption(
    { panels: overlayPanels(data), phases: [], window: null, logLatency: data.logLatency, live: false },
    theme,
    view,
  );
}
