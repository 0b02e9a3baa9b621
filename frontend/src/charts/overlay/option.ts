/** The overlay chart: one metric of several runs over time, each counted from its own start. */
import { METRICS, type MetricName } from "@/lib/metrics";
import type { ChartOption, ChartView } from "../definition";
import { hasReadings, type SeriesData, seriesCurve } from "../preconditioning/option";
import { type Panel, type TimeCurve, timePanelsOption } from "../preconditioning/panels";
import type { ChartTheme, Look } from "../theme";

export interface OverlaidRun extends Look {
  /** What the legend and the table call it; every run has another name. */
  name: string;
  series: SeriesData;
}

export interface OverlayData {
  metric: MetricName;
  runs: OverlaidRun[];
  log: boolean;
}

/** More curves than these hide each other: then each has a panel of its own, all with the same scales. */
export const MOST_OVERLAID = 8;

/** Whether every run has a panel of its own. */
export function areApart({ runs }: OverlayData): boolean {
  return runs.filter(({ series }) => hasReadings(series)).length > MOST_OVERLAID;
}

/** One panel with a curve for each run that has readings, or as many panels as curves; none when no run has any. */
export function overlayPanels(data: OverlayData): Panel[] {
  const { metric } = data;
  const drawn = data.runs.filter(({ series }) => hasReadings(series));
  const mixed = drawn.some(({ series }) => series.estimated) && drawn.some(({ series }) => !series.estimated);
  const curves = drawn.map(
    ({ name, series, ...style }): TimeCurve => ({
      // Counted from where its own readings may begin, whatever the run did before.
      ...seriesCurve(metric, { ...series, t0_ms: 0 }),
      name: series.estimated && mixed ? `${name} (estimated)` : name,
      style,
      // The bands of several curves would lie on top of each other.
      band: null,
    }),
  );
  if (curves.length === 0) return [];
  const estimated = drawn.every(({ series }) => series.estimated);
  if (areApart(data)) return curves.map((curve) => ({ metric, title: curve.name, estimated, curves: [curve] }));
  return [{ metric, title: METRICS[metric].label, estimated, curves }];
}

export function overlayOption(data: OverlayData, theme: ChartTheme, view: ChartView): ChartOption {
  const panels = overlayPanels(data);
  return timePanelsOption(
    { panels, phases: [], window: null, logLatency: data.log, log: data.log, oneScale: panels.length > 1, live: false },
    theme,
    view,
  );
}
