/** The overlay chart: one metric of several runs over time, each counted from its start or from another moment of it. */
import { TIME_METRICS, type TimeMetricName } from "@/lib/metrics";
import { remembered } from "@/lib/remembered";
import { charts } from "@/messages/charts";
import type { WithNumbers } from "../changes";
import type { ChartOption, ChartSeries, ChartView } from "../definition";
import { textWidth } from "../parts";
import type { ChartNote } from "../preconditioning/notes";
import { type Panel, type TimeCurve, timePanelsOption } from "../preconditioning/panels";
import { countedFrom, extentOf, hasReadings, type SeriesData, seriesCurve } from "../preconditioning/readings";
import { type ChartTheme, FONT_FAMILY, FONT_SIZE, type Look } from "../theme";
import type { Extent, TimeRange } from "../zoom";

export interface OverlaidRun extends Look {
  /** Name in the legend and the table; every run has another name. */
  name: string;
  series: SeriesData;
  /** The moment of the run that time is counted from; where its readings may begin unless given. */
  zero_ms?: number | undefined;
}

/** The series of a run on the axis of the chart. */
export const onAxis = ({ series, zero_ms }: OverlaidRun): SeriesData => countedFrom(series, zero_ms);

export interface OverlayData extends WithNumbers {
  metric: TimeMetricName;
  runs: OverlaidRun[];
  log: boolean;
  /** The stretch of the axis that is looked at; all of it unless given. */
  range?: TimeRange | null;
  /** On the axis of the chart. */
  notes?: readonly ChartNote[];
  /** True if each curve is drawn in a panel of its own: with its steady window, and as a plain line. */
  isApart?: boolean;
}

/** One panel with a curve for each run that has readings; none when no run has any. */
export const overlayPanels = remembered((data: OverlayData): Panel[] => {
  const { metric } = data;
  const drawn = data.runs.filter(({ series }) => hasReadings(series));
  const mixed = drawn.some(({ series }) => series.estimated) && drawn.some(({ series }) => !series.estimated);
  const curves = drawn.map((run): TimeCurve => {
    const { name, series, zero_ms: _, ...style } = run;
    return {
      ...seriesCurve(metric, onAxis(run)),
      name: series.estimated && mixed ? `${name} (estimated)` : name,
      style,
      // The bands of several curves would lie on top of each other.
      band: null,
    };
  });
  if (curves.length === 0) return [];
  const estimated = drawn.every(({ series }) => series.estimated);
  return [{ metric, title: TIME_METRICS[metric].label, estimated, curves }];
});

/** As long as the longest of the runs. */
export function overlayExtent({ runs }: OverlayData): Extent {
  return extentOf(runs.map((run) => ({ ...onAxis(run), phases: [] })));
}

export function overlayOption(data: OverlayData, theme: ChartTheme, view: ChartView): ChartOption {
  const option = timePanelsOption(
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
  return data.isApart ? { ...option, series: [...steadySeries(data, theme), ...plainLines(option.series)] } : option;
}

/** Return lines that need no distinction: solid, and without symbols. */
function plainLines(series: readonly ChartSeries[]): ChartSeries[] {
  return series.flatMap((entry): ChartSeries[] => {
    if (entry.type !== "line") return [entry];
    if (entry.lineStyle?.width === 0) return [];
    return [{ ...entry, lineStyle: { ...entry.lineStyle, type: "solid" } }];
  });
}

/** The steady window of each run, behind its curve. */
function steadySeries({ runs }: OverlayData, theme: ChartTheme): ChartSeries[] {
  return runs.flatMap((run, index): ChartSeries[] => {
    const { steady_window } = onAxis(run);
    if (!steady_window) return [];
    const [from, to] = [steady_window.t0_ms, steady_window.t1_ms];
    return [
      {
        type: "custom",
        id: `steady-${index}`,
        name: "Steady windows",
        curve: run.name,
        silent: true,
        clip: true,
        z: 1,
        tooltip: { show: false },
        // The middle column is empty on purpose: the vertical axis must not stretch to reach a mark.
        encode: { x: [0, 2], y: 1 },
        data: [[from, Number.NaN, to]],
        renderItem: ({ coordSys }, api) => {
          const { x, y, width, height } = coordSys as unknown as {
            x: number;
            y: number;
            width: number;
            height: number;
          };
          const [left = 0, right = 0] = [from, to].map((moment) =>
            Math.min(Math.max(api.coord([moment, 1])[0] ?? 0, x), x + width),
          );
          if (right <= left) return null;
          const label = charts.steady;
          return {
            type: "group",
            children: [
              { type: "rect", shape: { x: left, y, width: right - left, height }, style: { fill: theme.window } },
              {
                type: "text",
                x: Math.min(left + 4, x + width - textWidth(label, FONT_SIZE.label)),
                y: y + 4,
                style: { text: label, fill: theme.steady, font: `560 ${FONT_SIZE.label}px ${FONT_FAMILY}` },
              },
            ],
          };
        },
      },
    ];
  });
}
