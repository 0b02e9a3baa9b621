/** The linked panels of a run over time, as an option: the preconditioning chart and the live chart are both drawn by it. */
import type { TooltipComponentFormatterCallbackParams } from "echarts";
import { axisScale, TIME_METRICS, type TimeMetricName } from "@/lib/metrics";
import { formatElapsed, formatElapsedTick, formatRelative } from "@/lib/units";
import type { ChartOption, ChartSeries, ChartView } from "../definition";
import { endRoom, endSeries, hasNamedEnds, inSightOf, type LabelledLine } from "../ends";
import { columnsAt } from "../heights";
import { BASELINE_MARK, baseOption, panelTitle, plainText, textTooltip, xLook, yLook } from "../parts";
import type { ChartTheme } from "../theme";
import { type Extent, insideZoom, type TimeRange } from "../zoom";
import {
  bandSeries,
  type CurveStyle,
  curveStyle,
  highest,
  lineSeries,
  loneSeries,
  marks,
  meanSeries,
  symbolSeries,
} from "./curves";
import { type ChartNote, noteSeries } from "./notes";
import { stripHeight, stripSeries } from "./strip";

/** One curve; NaN is a gap. `t` is ms since the start of I/O, the middle of each interval. */
export interface TimeCurve {
  /** The name under which the legend shows and hides it. */
  name: string;
  style: CurveStyle;
  t: Float64Array;
  value: Float64Array;
  /** Lowest and highest value inside each interval, where one holds more than a single reading. */
  band: { low: Float64Array; high: Float64Array } | null;
  /** Moments of gaps at which nothing is missing: the line alone is broken, between phases. */
  borders?: readonly number[];
}

/** One metric over time. */
export interface Panel {
  metric: TimeMetricName;
  title: string;
  estimated: boolean;
  curves: TimeCurve[];
}

export interface PhaseSpan {
  name: string;
  t0_ms: number;
  /** Null while the phase runs. */
  t1_ms: number | null;
}

export interface WindowSpan {
  t0_ms: number;
  t1_ms: number;
  label: string;
}

export interface TimePanels {
  panels: Panel[];
  phases: PhaseSpan[];
  window: WindowSpan | null;
  logLatency: boolean;
  /** True if every panel has a logarithmic axis, regardless of its content. */
  log?: boolean;
  /** First and last moment of the axes; those of the curves and phases unless given. */
  extent?: Extent;
  /** The stretch that is looked at: a picture shows it alone, and no reading of it is left out. */
  range?: TimeRange | null;
  notes?: readonly ChartNote[];
  /** Draws a running test: no zoom, the newest point at the right edge. */
  live: boolean;
}

const LABEL_ROOM = 46;
const RIGHT = 28;
/** Right of a plot, for the value at the end of its curve. */
const VALUE_ROOM = 64;
const TITLE_ROOM = 26;
/** From a title down to its plot: the topmost label of the axis reaches half its height above the plot. */
const TITLE_GAP = 10;
const AXIS_ROOM = 26;
/** Below the last row of panels. */
const FOOT = 4;

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * Return the place of each panel's plot; only the panels of the first row have the strip with the names of the phases.
 */
function layout(data: TimePanels, view: ChartView): Box[] {
  const columns = columnsAt(view.width, data.panels.length);
  const rows = Math.ceil(data.panels.length / columns);
  const strip = stripHeight(data);
  const width = view.width / columns;
  const plot = (view.height - FOOT - strip) / rows - TITLE_ROOM - AXIS_ROOM;
  return data.panels.map((_, index) => {
    const row = Math.floor(index / columns);
    return {
      left: (index % columns) * width + LABEL_ROOM,
      top: row * (plot + TITLE_ROOM + AXIS_ROOM) + TITLE_ROOM + strip,
      width: width - LABEL_ROOM - rightOf(data, view),
      height: plot,
    };
  });
}

/** The curves of a panel with what is written at their ends: the value of one alone, the names of several. */
function endLines(panel: Panel, view: ChartView, theme: ChartTheme): LabelledLine[] {
  const curves = inSightOf(panel.curves, view);
  const metric = TIME_METRICS[panel.metric];
  return curves.map((curve) => {
    const value = curve.value.findLast((reading) => !Number.isNaN(reading));
    return {
      name: curve.name,
      ...(curve.style === "alone" ? { text: metric.format(value) } : {}),
      style: curveStyle(curve, theme),
      x: curve.t,
      y: curve.value,
    };
  });
}

/** Right of the plots, for the names at the ends of several curves. */
function namesRoom({ panels }: TimePanels, view: ChartView): number {
  const [panel] = panels;
  if (panels.length !== 1 || !panel || !hasNamedEnds(panel.curves.length, view)) return 0;
  return endRoom(
    panel.curves.map(({ name }) => name),
    view.width,
  );
}

const rightOf = (data: TimePanels, view: ChartView): number =>
  namesRoom(data, view) || (data.panels.some(hasValue) ? VALUE_ROOM : RIGHT);

const hasValue = ({ curves: [curve, ...others] }: Panel): boolean => curve?.style === "alone" && others.length === 0;

/** Names, or the value of a single curve, at the right end of a panel. */
function endsOf(data: TimePanels, index: number, theme: ChartTheme, view: ChartView): ChartSeries[] {
  const panel = data.panels[index];
  if (!panel) return [];
  const room = namesRoom(data, view);
  if (room > 0) return endSeries({ lines: endLines(panel, view, theme), axis: index, room }, theme);
  if (!hasValue(panel)) return [];
  return endSeries({ lines: endLines(panel, view, theme), axis: index, room: VALUE_ROOM, values: true }, theme);
}

function isLog(panel: Panel, data: TimePanels): boolean {
  return data.log === true || (data.logLatency && TIME_METRICS[panel.metric].unit === "ns");
}

function withUnit({ title, estimated }: Panel, unit: string | null): string {
  const notes = [unit, estimated ? "estimated" : null].filter((note) => note !== null);
  return notes.length > 0 ? `${title} (${notes.join(", ")})` : title;
}

/** First and last moment of all panels and phases, the same for every panel. */
export function timeExtent({ panels, phases }: Pick<TimePanels, "panels" | "phases">): [number, number] {
  const times = panels.flatMap(({ curves }) => curves.map(({ t }) => t));
  const starts = [...times.map((t) => t[0]), ...phases.map(({ t0_ms }) => t0_ms)];
  const ends = [...times.map((t) => t.at(-1)), ...phases.map(({ t1_ms }) => t1_ms)];
  const withoutNulls = (values: (number | null | undefined)[]) =>
    values.filter((value): value is number => value != null);
  const first = Math.min(...withoutNulls(starts));
  const last = Math.max(...withoutNulls(ends));
  return Number.isFinite(first) && Number.isFinite(last) ? [first, Math.max(last, first + 1000)] : [0, 1000];
}

/** The id of a curve's line, by which the tooltip finds the curve again. */
function curveId(panel: number, curve: number): string {
  return curve === 0 ? `line-${panel}` : `line-${panel}-${curve}`;
}

interface Reading {
  panel: Panel;
  curve: TimeCurve;
  position: number;
}

/** The first position at or after a moment. */
function firstFrom(t: Float64Array, moment: number): number {
  let [low, high] = [0, t.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((t[middle] ?? 0) < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Return the distance from the middle of an interval to its end. Only the middles are known, and intervals may differ
 * in length. Beside a gap, and at either end of the curve, an interval ends as far out as its neighbour leaves room
 * for.
 */
function reachOf({ t, value }: TimeCurve, position: number): number {
  const step = (from: number, to: number) => Math.abs((t[to] ?? Number.NaN) - (t[from] ?? Number.NaN));
  const isKnown = (place: number) => Number.isFinite(value[place]);
  const sides = [-1, 1].filter((side) => isKnown(position + side));
  const [side] = sides;
  if (side === undefined) {
    const steps = [step(0, 1), step(position - 1, position), step(position, position + 1)];
    const finiteSteps = steps.filter((distance) => !Number.isNaN(distance));
    return finiteSteps.length > 0 ? Math.min(...finiteSteps) / 2 : 0;
  }
  if (sides.length > 1) return Math.max(step(position - 1, position), step(position, position + 1)) / 2;
  const beside = step(position, position + side);
  const beyond = isKnown(position + 2 * side) ? step(position + side, position + 2 * side) : beside;
  return beyond < 2 * beside ? beside - beyond / 2 : beside / 2;
}

/** Return the position of the interval of a curve at a moment, or -1. */
export function positionAt(curve: TimeCurve, moment: number): number {
  const { t, value } = curve;
  const next = firstFrom(t, moment);
  const distance = (position: number) => Math.abs((t[position] ?? 0) - moment);
  const around = [next, next - 1]
    .filter((position) => Number.isFinite(value[position]))
    .toSorted((a, b) => distance(a) - distance(b));
  return around.find((position) => distance(position) <= reachOf(curve, position)) ?? -1;
}

const EXACT = { digits: 4 } as const;

const isBaseline = ({ style }: TimeCurve): boolean => style !== "alone" && style.baseline === true;

/**
 * Return the difference of a reading from the baseline's, or a text for the baseline's own; empty without a baseline.
 */
function deltaOf({ curve, position }: Reading, rows: readonly Reading[]): string {
  if (isBaseline(curve)) return `  ${BASELINE_MARK}`;
  const base = rows.find((row) => isBaseline(row.curve));
  const [value, of] = [curve.value[position] ?? Number.NaN, base?.curve.value[base.position] ?? Number.NaN];
  return of > 0 && Number.isFinite(value) ? `  ${formatRelative(value / of)}` : "";
}

function readingText(reading: Reading, rows: readonly Reading[]): string {
  const { panel, curve, position } = reading;
  const metric = TIME_METRICS[panel.metric];
  const [low, high] = [curve.band?.low[position], curve.band?.high[position]];
  const spread = Number.isFinite(low) ? `  (${metric.format(low, EXACT)} to ${metric.format(high, EXACT)})` : "";
  const name = panel.curves.length > 1 ? plainText(curve.name) : metric.label;
  return `${name}  ${metric.format(curve.value[position], EXACT)}${spread}${deltaOf(reading, rows)}`;
}

/** The highest first, and those without a reading last. */
function byValue(a: Reading, b: Reading): number {
  const [own, other] = [a, b].map(({ curve, position }) => curve.value[position] ?? Number.NaN);
  const isKnown = (value: number | undefined) => Number.isFinite(value);
  return Number(isKnown(other)) - Number(isKnown(own)) || (isKnown(own) ? (other ?? 0) - (own ?? 0) : 0);
}

function tooltipText(data: TimePanels) {
  const readingById = new Map<string, Reading>(
    data.panels.flatMap((panel, index) =>
      panel.curves.map((curve, order) => [curveId(index, order), { panel, curve, position: -1 }] as const),
    ),
  );
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const readings = (Array.isArray(params) ? params : [params]).flatMap(({ seriesId, dataIndex }): Reading[] => {
      const reading = readingById.get(String(seriesId));
      return reading ? [{ ...reading, position: dataIndex }] : [];
    });
    const [first] = readings;
    if (!first) return "";
    const moment = first.curve.t[first.position] ?? 0;
    // Curves with other intervals have no point right there, and ECharts names only those that have.
    const rows = [...new Set(readings.map(({ panel }) => panel))].flatMap((panel) =>
      panel.curves.length > 1
        ? panel.curves.map((curve) => ({ panel, curve, position: positionAt(curve, moment) })).toSorted(byValue)
        : // Two lines that meet at this moment show the same reading.
          readings.filter((reading) => reading.panel === panel).slice(0, 1),
    );
    return [formatElapsed(moment), ...rows.map((row) => readingText(row, rows))].join("\n");
  };
}

function zoom(data: TimePanels, view: ChartView): ChartOption["dataZoom"] {
  return view.interactive && !data.live ? insideZoom(data.panels.map((_, index) => index)) : [];
}

/**
 * Layer below the pointer and its text. Only these are painted again while the mouse moves, as curves are expensive.
 */
const BELOW_POINTER = -1;

export function timePanelsOption(data: TimePanels, theme: ChartTheme, view: ChartView): ChartOption {
  const boxes = layout(data, view);
  const { range } = data;
  const [first, last] = range && !view.interactive ? [range.from, range.to] : (data.extent ?? timeExtent(data));
  const columns = columnsAt(view.width, data.panels.length);
  const look = xLook(theme);
  const upright = yLook(theme);
  const layer = view.interactive ? { zlevel: BELOW_POINTER } : {};
  return {
    ...baseOption(theme),
    // Elapsed time is drawn on a time axis that begins at the epoch: its ticks then fall on whole minutes and hours.
    useUTC: true,
    grid: boxes.map((box) => ({ ...box, outerBoundsMode: "none" })),
    xAxis: boxes.map((box, index) => ({
      ...look,
      ...layer,
      type: "time",
      gridIndex: index,
      min: first,
      max: last,
      splitNumber: Math.max(2, Math.floor(box.width / 90)),
      splitLine: { show: false },
      axisLabel: { ...look.axisLabel, textMargin: [0, 6], formatter: formatElapsedTick },
      axisPointer: { label: { show: false } },
    })),
    yAxis: data.panels.map((panel, index) => {
      const tops = panel.curves.map(({ band, value }) => highest(band?.high ?? value));
      const top = Math.max(0, ...tops);
      const scale = axisScale(TIME_METRICS[panel.metric], top);
      const log = isLog(panel, data);
      const gap = TITLE_GAP + (index < columns ? stripHeight(data) : 0);
      return {
        ...upright,
        ...layer,
        ...panelTitle(theme, withUnit(panel, scale.unit), { gap, indent: LABEL_ROOM - 4 }),
        ...(log ? { type: "log" as const } : { type: "value" as const, min: 0 }),
        gridIndex: index,
        axisLabel: { ...upright.axisLabel, formatter: scale.format },
        axisPointer: { show: false },
      };
    }),
    // A highlighted point under the pointer would repaint all curves with it.
    axisPointer: { link: [{ xAxisIndex: "all" }], triggerEmphasis: false },
    dataZoom: zoom(data, view),
    tooltip: textTooltip(theme, "axis", tooltipText(data)),
    series: data.panels.flatMap((panel, index): ChartSeries[] => {
      const log = isLog(panel, data);
      const series = [
        ...marks(data, index, theme),
        ...panel.curves.flatMap((curve, order): ChartSeries[] => [
          ...bandSeries(curve, index, log, theme),
          ...loneSeries(curve, index, log, theme).map((lone) => ({ ...lone, id: `lone-${curveId(index, order)}` })),
          { ...lineSeries(curve, index, log, theme), id: curveId(index, order) },
          ...symbolSeries(curve, index, log, theme, range),
        ]),
        ...meanSeries(data, index, theme),
        ...endsOf(data, index, theme, view),
        ...noteSeries(data.notes ?? [], panel.metric, index, theme),
        ...(index < columns ? stripSeries(data, index, last, theme) : []),
      ];
      return series.map((entry) => ({ ...entry, ...layer }));
    }),
  };
}
