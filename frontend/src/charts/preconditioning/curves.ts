/** Content of one panel: the line, the band around it, borders of phases and the steady window. */
import type { CustomSeriesOption, LineSeriesOption } from "echarts";
import { fade, lineLook } from "../parts";
import {
  type ChartTheme,
  LINE_WIDTH,
  type Look,
  type SeriesStyle,
  STROKES,
  SYMBOL_SIZE,
  styleOf,
  subjectStyle,
} from "../theme";
import type { TimeRange } from "../zoom";
import { bandOutline } from "./band";
import type { TimeCurve, TimePanels } from "./panels";

/** Names of the series, which the legend shows and hides. */
export const LINE_NAME = "Mean of each interval (maximum latency: highest)";
export const BAND_NAME = "Lowest to highest";
const MEAN_NAME = "Mean of the steady window";

/** Style of a curve: `alone` is a plain line; several in a panel differ by colour, dash and symbol of their look. */
export type CurveStyle = "alone" | Look;

/** More borders than these would be a fence in front of the curve. */
const MAX_BORDERS = 40;

/** Number of symbols on a curve among several: enough to distinguish it, few enough to see the curve. */
const SYMBOLS = 8;

/** A curve of no more readings than these shows each of them as a point. */
const FEW_READINGS = 30;

export function curveStyle({ style }: TimeCurve, theme: ChartTheme): SeriesStyle {
  return style === "alone" ? { ...subjectStyle(theme), dash: [] } : styleOf(theme, style);
}

export function highest(values: Float64Array): number {
  let top = 0;
  for (const value of values) if (value > top) top = value;
  return top;
}

/** Pairs as ECharts reads them fastest; a logarithmic axis has no place for zero, so that becomes a gap there. */
function flatPairs(t: Float64Array, values: Float64Array, log: boolean): LineSeriesOption["data"] {
  const pairs = new Float64Array(t.length * 2);
  t.forEach((time, index) => {
    const value = values[index] ?? Number.NaN;
    pairs[2 * index] = time;
    pairs[2 * index + 1] = log && value <= 0 ? Number.NaN : value;
  });
  // ECharts reads typed arrays, but its types omit them.
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

export function bandSeries(curve: TimeCurve, index: number, log: boolean, theme: ChartTheme): CustomSeriesOption[] {
  if (!curve.band) return [];
  const { low, high } = curve.band;
  const pieces = bandPieces(low);
  const top = highest(high);
  const floor = log ? low.reduce((min, value) => (value > 0 && value < min ? value : min), top) : 0;
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
      data: pieces.map(([first, last]) => [curve.t[first] ?? 0, curve.t[last] ?? 0, floor, top]),
      renderItem: ({ dataIndex, coordSys }, api) => {
        const [first, last] = pieces[dataIndex] ?? [0, -1];
        const { x: left = 0, width = 0 } = coordSys as { x?: number; width?: number };
        const begin = curve.t[first] ?? 0;
        const at = (moment: number, value: number) => api.coord([moment, value]) as [number, number];
        // Time lies evenly on its axis: two places of it are enough.
        const [origin] = at(begin, top);
        const perSecond = at(begin + 1000, top)[0] - origin;
        const points = bandOutline({ t: curve.t, low, high }, [first, last], floor, {
          x: (moment) => origin + ((moment - begin) / 1000) * perSecond,
          y: (value) => at(begin, value)[1],
          left,
          right: left + width,
        });
        return {
          type: "polygon",
          shape: { points },
          style: { fill: curveStyle(curve, theme).colour, opacity: theme.name === "light" ? 0.18 : 0.3 },
        };
      },
    },
  ];
}

/** Draw the line of a curve through every reading: a thinned line would not show the stated readings. */
export function lineSeries(curve: TimeCurve, index: number, log: boolean, theme: ChartTheme): LineSeriesOption {
  const style = curveStyle(curve, theme);
  const look = lineLook(style, theme);
  const alone = curve.style === "alone";
  const readings = curve.t.length;
  return {
    ...look,
    name: curve.name,
    xAxisIndex: index,
    yAxisIndex: index,
    z: 3,
    showSymbol: readings <= FEW_READINGS,
    symbolSize: alone ? 4 : SYMBOL_SIZE,
    lineStyle: {
      ...look.lineStyle,
      width: readings > 300 ? (style.width ?? LINE_WIDTH) - 0.5 : (style.width ?? LINE_WIDTH),
    },
    ...(alone && !log ? { areaStyle: { color: fade(style.colour), origin: "start" as const } } : {}),
    dimensions: ["t", "value"],
    data: flatPairs(curve.t, curve.value, log),
  };
}

/** Return a test for the readings that a panel can show: a logarithmic axis has no place for zero. */
function drawable({ value }: TimeCurve, log: boolean): (position: number) => boolean {
  return (position) => {
    const reading = value[position] ?? Number.NaN;
    return !Number.isNaN(reading) && !(log && reading <= 0);
  };
}

/** Some readings of a curve as points over its line, under the name that the legend hides. */
function points(curve: TimeCurve, positions: readonly number[], index: number, theme: ChartTheme): LineSeriesOption {
  const look = lineLook(curveStyle(curve, theme), theme);
  return {
    ...look,
    name: curve.name,
    xAxisIndex: index,
    yAxisIndex: index,
    z: 4,
    silent: true,
    showSymbol: true,
    showAllSymbol: true,
    symbolSize: curve.style === "alone" ? 4 : SYMBOL_SIZE,
    tooltip: { show: false },
    lineStyle: { ...look.lineStyle, width: 0 },
    data: positions.map((position) => [curve.t[position] ?? 0, curve.value[position] ?? 0]),
  };
}

/** Readings of a long curve with a gap on either side: no line leads to them, so they are drawn as points. */
export function loneSeries(curve: TimeCurve, index: number, log: boolean, theme: ChartTheme): LineSeriesOption[] {
  if (curve.t.length <= FEW_READINGS) return [];
  const isDrawn = drawable(curve, log);
  const lone = [...curve.t.keys()].filter(
    (position) => isDrawn(position) && !isDrawn(position - 1) && !isDrawn(position + 1),
  );
  return lone.length > 0 ? [points(curve, lone, index, theme)] : [];
}

/** Draw the mean of the steady window over the curve; it is independent, so hiding the curve keeps it. */
export function meanSeries(data: TimePanels, index: number, theme: ChartTheme): CustomSeriesOption[] {
  const { window } = data;
  const mean = windowMean(data, index);
  if (!window || mean === null) return [];
  return [
    {
      type: "custom",
      name: MEAN_NAME,
      xAxisIndex: index,
      yAxisIndex: index,
      silent: true,
      clip: true,
      z: 4,
      tooltip: { show: false },
      encode: { x: [0, 2], y: 1 },
      data: [[window.t0_ms, mean, window.t1_ms]],
      renderItem: (_, api) => {
        const [x1 = 0, y1 = 0] = api.coord([window.t0_ms, mean]);
        const [x2 = 0] = api.coord([window.t1_ms, mean]);
        return {
          type: "line",
          shape: { x1, y1, x2, y2: y1 },
          style: { stroke: theme.steady, lineWidth: STROKES.steady },
        };
      },
    },
  ];
}

/** The symbols of a long curve among several: a few of its readings in sight, at places of its own. */
export function symbolSeries(
  curve: TimeCurve,
  index: number,
  log: boolean,
  theme: ChartTheme,
  range?: TimeRange | null,
): LineSeriesOption[] {
  if (curve.style === "alone" || curve.t.length <= FEW_READINGS) return [];
  const first = range ? curve.t.findIndex((moment) => moment >= range.from) : 0;
  const last = range ? curve.t.findLastIndex((moment) => moment <= range.to) : curve.t.length - 1;
  if (first < 0 || last < first) return [];
  const step = Math.max((last - first + 1) / SYMBOLS, 1);
  const begin = first + step * (((curve.style.order % SYMBOLS) + 0.5) / SYMBOLS);
  const places = Array.from({ length: SYMBOLS }, (_, mark) => Math.floor(begin + mark * step));
  const isDrawn = drawable(curve, log);
  const drawn = places.filter((position) => position <= last && isDrawn(position));
  return [points(curve, drawn, index, theme)];
}

/** The mean of what a curve drawn alone has inside the steady window; null where it has nothing there. */
export function windowMean({ panels, window }: Pick<TimePanels, "panels" | "window">, index: number): number | null {
  const [curve, ...others] = panels[index]?.curves ?? [];
  if (!window || curve?.style !== "alone" || others.length > 0) return null;
  let [sum, count] = [0, 0];
  curve.t.forEach((moment, position) => {
    const value = curve.value[position] ?? Number.NaN;
    if (moment < window.t0_ms || moment > window.t1_ms || Number.isNaN(value)) return;
    sum += value;
    count += 1;
  });
  return count > 0 ? sum / count : null;
}

/** Place of the steady window or of the border between two phases on the time axis, and its kind. */
interface Mark {
  from: number;
  to: number;
  isWindow: boolean;
}

function marksOf({ phases, window, range }: TimePanels): Mark[] {
  const inSight = phases.slice(1).filter(({ t0_ms }) => !range || (t0_ms >= range.from && t0_ms <= range.to));
  const borders = inSight.length > MAX_BORDERS ? [] : inSight;
  return [
    ...(window ? [{ from: window.t0_ms, to: window.t1_ms, isWindow: true }] : []),
    ...borders.map(({ t0_ms }) => ({ from: t0_ms, to: t0_ms, isWindow: false })),
  ];
}

/**
 * Draw borders between phases and the steady window behind the curves. They are a series of their own, so that hiding a
 * curve keeps them. ECharts' own marks do the same, but take a fifth of the time of every zoom step.
 */
export function marks(data: TimePanels, index: number, theme: ChartTheme): CustomSeriesOption[] {
  const items = marksOf(data);
  if (items.length === 0) return [];
  return [
    {
      type: "custom",
      name: "Phases",
      xAxisIndex: index,
      yAxisIndex: index,
      silent: true,
      clip: true,
      z: 1,
      tooltip: { show: false },
      // The middle column is empty on purpose: the vertical axis must not stretch to reach a mark.
      encode: { x: [0, 2], y: 1 },
      data: items.map(({ from, to }) => [from, Number.NaN, to]),
      renderItem: ({ dataIndex, coordSys }, api) => {
        const mark = items[dataIndex];
        if (!mark) return null;
        const { y, height } = coordSys as unknown as { y: number; height: number };
        const at = (time: number) => api.coord([time, 1])[0] ?? 0;
        const [x, end] = [at(mark.from), at(mark.to)];
        const upright = (place: number, stroke: string) => ({
          type: "line" as const,
          shape: { x1: place, y1: y, x2: place, y2: y + height },
          style: { stroke, lineWidth: STROKES.border },
        });
        if (!mark.isWindow) return upright(x, theme.line);
        return {
          type: "group",
          children: [
            { type: "rect", shape: { x, y, width: end - x, height }, style: { fill: theme.window } },
            upright(x, theme.windowLine),
            upright(end, theme.windowLine),
          ],
        };
      },
    },
  ];
}
