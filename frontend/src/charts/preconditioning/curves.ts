/** What is drawn inside one panel: the line, the band around it, borders of phases and the steady window. */
import type { CustomSeriesOption, LineSeriesOption } from "echarts";
import { lineLook } from "../parts";
import { type ChartTheme, LINE_WIDTH, seriesStyle } from "../theme";
import type { Panel, TimePanels } from "./panels";

/** Names of the series, which the legend shows and hides. */
export const LINE_NAME = "Mean of each interval (maximum: highest)";
export const BAND_NAME = "Lowest to highest";

export function highest(values: Float64Array): number {
  return values.filter((value) => value > 0).reduce((top, value) => Math.max(top, value), 0);
}

/** Pairs as ECharts reads them fastest; a logarithmic axis has no place for zero, so that becomes a gap there. */
function flatPairs(t: Float64Array, values: Float64Array, log: boolean): LineSeriesOption["data"] {
  const pairs = new Float64Array(t.length * 2);
  t.forEach((time, index) => {
    const value = values[index] ?? Number.NaN;
    pairs[2 * index] = time;
    pairs[2 * index + 1] = log && value <= 0 ? Number.NaN : value;
  });
  // ECharts reads typed arrays, its types do not say so.
  return pairs as unknown as LineSeriesOption["data"];
}

/** Runs of neighbouring intervals that have a band, as [first, last] positions: a gap in the data stays one here. */
function bandPieces(low: Float64Array): [number, number][] {
  const pieces: [number, number][] = [];
  low.forEach((value, index) => {
    if (Number.isNaN(value)) return;
    const open = pieces.at(-1);
    if (open && open[1] === index - 1) open[1] = index;
    else pieces.push([index, index]);
  });
  return pieces;
}

export function bandSeries(panel: Panel, index: number, log: boolean, theme: ChartTheme): CustomSeriesOption[] {
  if (!panel.band) return [];
  const { low, high } = panel.band;
  const pieces = bandPieces(low);
  const top = highest(high);
  const floor = log ? low.reduce((least, value) => (value > 0 && value < least ? value : least), top) : 0;
  return [
    {
      type: "custom",
      name: BAND_NAME,
      xAxisIndex: index,
      yAxisIndex: index,
      silent: true,
      clip: true,
      z: 1,
      tooltip: { show: false },
      encode: { x: [0, 1], y: [2, 3] },
      data: pieces.map(([first, last]) => [panel.t[first] ?? 0, panel.t[last] ?? 0, floor, top]),
      renderItem: ({ dataIndex }, api) => {
        const [first, last] = pieces[dataIndex] ?? [0, -1];
        const edge = (values: Float64Array, step: number): number[][] =>
          Array.from({ length: last - first + 1 }, (_, offset) => {
            const position = step > 0 ? first + offset : last - offset;
            return api.coord([panel.t[position] ?? 0, Math.max(values[position] ?? 0, floor)]);
          });
        return {
          type: "polygon",
          shape: { points: [...edge(high, 1), ...edge(low, -1)] },
          style: { fill: seriesStyle(theme, 0).colour, opacity: theme.name === "light" ? 0.18 : 0.3 },
        };
      },
    },
  ];
}

export function lineSeries(panel: Panel, index: number, log: boolean, theme: ChartTheme): LineSeriesOption {
  return {
    ...lineLook(seriesStyle(theme, 0), theme),
    id: `line-${index}`,
    name: LINE_NAME,
    xAxisIndex: index,
    yAxisIndex: index,
    z: 3,
    // A few readings are shown as points: a lone one between gaps would otherwise be invisible.
    showSymbol: panel.t.length <= 30,
    symbolSize: 4,
    // More readings than pixels would fill the panel with ink: the band shows their spread, the line their course.
    sampling: panel.metric === "lat_max" ? "max" : "average",
    lineStyle: { color: seriesStyle(theme, 0).colour, width: panel.t.length > 300 ? 1.25 : LINE_WIDTH },
    dimensions: ["t", "value"],
    data: flatPairs(panel.t, panel.value, log),
  };
}

/** Borders between phases and the steady window; they hang on a series without data so that hiding the curve keeps them. */
export function marks(data: TimePanels, index: number, theme: ChartTheme): LineSeriesOption {
  const { window } = data;
  return {
    type: "line",
    name: "Phases",
    xAxisIndex: index,
    yAxisIndex: index,
    silent: true,
    data: [],
    markLine: {
      silent: true,
      symbol: "none",
      label: { show: false },
      lineStyle: { color: theme.axis, type: "solid", width: 1 },
      data: data.phases.slice(1).map(({ t0_ms }) => ({ xAxis: t0_ms })),
    },
    markArea: {
      silent: true,
      label: { show: false },
      itemStyle: { color: theme.window },
      data: window ? [[{ xAxis: window.t0_ms }, { xAxis: window.t1_ms }]] : [],
    },
  };
}
