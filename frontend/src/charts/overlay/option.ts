/** The overlay chart: one metric of several runs over time, each counted from its own start. */
import { METRICS, type MetricName } from "@/lib/metrics";
import { remembered } from "@/lib/remembered";
import type { WithNumbers } from "../changes";
import type { ChartOption, ChartView } from "../definition";
import type { ChartNote } from "../preconditioning/notes";
import { type Panel, type TimeCurve, timePanelsOption } from "../preconditioning/panels";
import { extentOf, fromItsStart, hasReadings, type SeriesData, seriesCurve } from "../preconditioning/readings";
import type { ChartTheme, Look } from "../theme";
import type { Extent, TimeRange } from "../zoom";

export interface OverlaidRun extends Look {
  /** What the legend and the table call it; every run has another name. */
  name: string;
  series: SeriesData;
}

export interface OverlayData extends WithNumbers {
  metric: MetricName;
  runs: OverlaidRun[];
  log: boolean;
  /** The stretch that is looked at, counted from the beginning of each run; all of it unless given. */
  range?: TimeRange | null;
  /** Counted from the beginning of the run that each is about. */
  notes?: readonly ChartNote[];
}

/** One panel with a curve for each run that has readings; none when no run has any. */
export const overlayPanels = remembered((data: OverlayData): Panel[] => {
  const { metric } = data;
  const drawn = data.runs.filter(({ series }) => hasReadings(series));
  const mixed = drawn.some(({ series }) => series.estimated) && drawn.some(({ series }) => !series.estimated);
  const curves = drawn.map(
    ({ name, series, ...style }): TimeCurve => ({
      // Counted from where its own readings may begin, whatever the run did before.
      ...seriesCurve(metric, fromItsStart(series)),
      name: series.estimated && mixed ? `${name} (estimated)` : name,
      style,
      // The bands of several curves would lie on top of each other.
      band: null,
    }),
  );
  if (curves.length === 0) return [];
  const estimated = drawn.every(({ series }) => series.estimated);
  return [{ metric, title: METRICS[metric].label, estimated, curves }];
});

/** As long as the longest of the runs. */
export function overlayExtent({ runs }: OverlayData): Extent {
  return extentOf(runs.map(({ series }) => ({ ...fromItsStart(series), phases: [] })));
}

export function overlayOption(data: OverlayData, theme: ChartTheme, view: ChartView): ChartOption {
  return timePanelsOption(
    {
      panels: overlayPanels(data),
      phases: [],
      window: null,
      logLatency: data.log,
      log: data.log,
      live: false,
      extent: overlayExtent(data),
      range: data.range,
      ...(data.notes ? { notes: data.notes } : {}),
    },
    theme,
    view,
  );
}
