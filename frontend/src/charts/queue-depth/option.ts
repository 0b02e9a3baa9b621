/** The queue depth chart: a rate and a latency over outstanding I/O, one curve for each configuration and workload. */
import type { CustomSeriesOption, LineSeriesOption, TooltipComponentFormatterCallbackParams } from "echarts";
import { axisScale, type MetricName } from "@/lib/metrics";
import { formatRelative } from "@/lib/units";
import { charts as words } from "@/messages/charts";
import { sweeps } from "@/messages/sweeps";
import { isMeasured, shownChange } from "../changes";
import { type ChartOption, type ChartSeries, type ChartView, isWide } from "../definition";
import { endRoom, endSeries, hasNamedEnds, inSightOf, textsWithValues } from "../ends";
import { type ChartLimit, chartLimits } from "../limits";
import { logTicks } from "../log-ticks";
import {
  axisTitle,
  BASELINE_MARK,
  baseOption,
  lineLook,
  panelTitle,
  plainText,
  ringLook,
  splitAt,
  textTooltip,
  xLook,
  yLook,
} from "../parts";
import { countText, isSingle, type Span } from "../repeats-behind";
import { type ChartTheme, FONT_SIZE, KNEE_SIZE, type SeriesStyle, STROKES, styleOf } from "../theme";
import { certaintyMarks } from "../whiskers";
import {
  type DepthCurve,
  type DepthPoint,
  depthCurves,
  depthMetrics,
  kneeOf,
  linePoints,
  linkLimits,
  peakOf,
  type QueueDepthData,
} from "./curves";
import { figureText } from "./kinds";

const LABEL_ROOM = 46;
const RIGHT = 24;
const TITLE_ROOM = 27;
/** From the upper panel, whose lowest label reaches below it, to the title of the lower one. */
const PANEL_GAP = 7;
/** Labels and title of the horizontal axis, which both panels share. */
const AXIS_ROOM = 46;
const UPPER_SHARE = 0.6;
/** A label of a vertical axis takes so much of its panel, in px. */
const LABEL_STEP = 28;
/** Maximum number of curves with values beside their points; with more, the values would overlap. */
const LABELLED_CURVES = 2;
/** From a limit up to the top of its panel. */
const LIMIT_ROOM = 1.08;

export function depthStyle({ style }: Pick<DepthCurve, "style">, theme: ChartTheme): SeriesStyle {
  return styleOf(theme, style);
}

type ValueOf = (point: DepthPoint) => number | null;

const rateOf: ValueOf = ({ rate }) => rate;

/** Content of a panel: a metric, or its change from the baseline's. */
interface Shown {
  metric: MetricName;
  /** Title of its axis. */
  title: string;
  format: (value: number) => string;
  /** Measured value of a point. */
  measured: ValueOf;
  /** Drawn value; null draws no point. */
  value: ValueOf;
  /** Text beside it, where its own value is drawn. */
  text: (point: DepthPoint) => string;
  /** Text of the pointer. */
  tooltip: (point: DepthPoint) => string;
}

/**
 * Return the content of the upper and the lower panel for these points; a metric without a known value has no panel.
 */
function shownOf(data: QueueDepthData, points: readonly DepthPoint[]): Shown[] {
  const metrics = depthMetrics(data);
  const one = (of: "rate" | "latency"): Shown => {
    const metric = metrics[of];
    const change = shownChange(data, metric);
    const measured: ValueOf = (point) => point[of];
    const changeAt = ({ rateChange, latencyChange }: DepthPoint) => (of === "rate" ? rateChange : latencyChange);
    const value: ValueOf = change ? (point) => change.value(changeAt(point)) : measured;
    const { unit, format } = axisScale(change ?? metric, Math.max(0, ...points.map((point) => value(point) ?? 0)));
    const figureAt = (point: DepthPoint): string => {
      const text = `${metric.format(measured(point))}${metric.unit === "1/s" ? " IOPS" : ""}`;
      const figure = measured(point) === null ? text : figureText(text, point.kind);
      return metric.unit === "ns" ? `${metric.label} ${figure}` : figure;
    };
    return {
      metric: metric.name,
      title: change?.axis ?? (unit ? `${metric.label} (${unit})` : metric.label),
      format,
      measured,
      value,
      text: (point) => figureText(metric.format(measured(point)), point.kind),
      tooltip: change ? (point) => `${metric.label} ${change.text(changeAt(point))}` : figureAt,
    };
  };
  const wanted = data.only ? [data.only] : (["rate", "latency"] as const);
  const all = wanted.map(one);
  const panels = all.filter(({ measured }) => points.some((point) => measured(point) !== null));
  return panels.length > 0 ? panels : all.slice(0, 1);
}

/**
 * Return true if values fit beside the points: above the first curve and below the second, as long as the two do not
 * cross.
 */
function labelsFit(curves: readonly DepthCurve[]): boolean {
  const [upper, lower] = curves;
  if (!upper || !lower) return true;
  const rates = new Map(linePoints(upper, rateOf).map(({ outstanding, rate }) => [outstanding, rate]));
  return (
    curves.length <= LABELLED_CURVES &&
    linePoints(lower, rateOf).every(({ outstanding, rate }) => (rate ?? 0) <= (rates.get(outstanding) ?? 0))
  );
}

interface PanelPlace extends Shown {
  index: number;
  /** Return true if a point has its value beside it. */
  labelled: (point: DepthPoint, curve: DepthCurve) => boolean;
}

/** The points that the line leaves out, as small symbols without one. */
function asideSeries(curve: DepthCurve, place: PanelPlace, theme: ChartTheme): LineSeriesOption[] {
  const drawn = new Set(linePoints(curve, place.measured));
  const aside = curve.points.filter((point) => place.value(point) !== null && !drawn.has(point));
  if (aside.length === 0) return [];
  const look = lineLook(depthStyle(curve, theme), theme);
  return [
    {
      ...look,
      name: curve.name,
      xAxisIndex: place.index,
      yAxisIndex: place.index,
      silent: true,
      showAllSymbol: true,
      symbolSize: 4,
      tooltip: { show: false },
      lineStyle: { ...look.lineStyle, width: 0 },
      data: aside.map((point) => [point.outstanding, place.value(point)]),
    },
  ];
}

function curveSeries(curve: DepthCurve, order: number, place: PanelPlace, theme: ChartTheme): LineSeriesOption {
  const style = depthStyle(curve, theme);
  const points = linePoints(curve, place.measured);
  const { itemStyle: hollow = {} } = lineLook({ ...style, hollow: true }, theme);
  return {
    ...lineLook(style, theme),
    name: curve.name,
    xAxisIndex: place.index,
    yAxisIndex: place.index,
    showAllSymbol: true,
    // Values that are not comparable with the baseline are gaps.
    connectNulls: false,
    clip: false,
    data: points.map((point) => {
      const value = [point.outstanding, place.value(point)];
      if (point.kind !== "exact") return { value, ...ringLook(style, theme) };
      return isSingle(point) && !style.hollow ? { value, itemStyle: hollow } : value;
    }),
    label: {
      show: true,
      // Beside the curve, which rises to the right: above it on the left, below it on the right.
      position: order === 0 ? "top" : "bottom",
      offset: order === 0 ? [-10, 0] : [10, 0],
      distance: 5,
      color: theme.text,
      fontSize: FONT_SIZE.label,
      formatter: ({ dataIndex }) => {
        const point = points[dataIndex];
        return point && place.labelled(point, curve) ? place.text(point) : "";
      },
    },
    labelLayout: { hideOverlap: true },
  };
}

/**
 * Draw a ring around the knee, named below it; with several curves the rings have no names, and the pointer names them.
 */
function kneeSeries(
  curve: DepthCurve,
  { index, value }: PanelPlace,
  named: boolean,
  theme: ChartTheme,
): LineSeriesOption[] {
  const knee = kneeOf(curve);
  if (!knee || value(knee) === null) return [];
  return [
    {
      type: "line",
      id: `knee-${curve.name}`,
      name: curve.name,
      xAxisIndex: index,
      yAxisIndex: index,
      silent: true,
      symbol: "circle",
      symbolSize: KNEE_SIZE,
      showAllSymbol: true,
      clip: false,
      z: 5,
      tooltip: { show: false },
      lineStyle: { width: 0 },
      itemStyle: { color: "transparent", borderColor: theme.text, borderWidth: STROKES.steady },
      emphasis: { disabled: true },
      label: {
        show: named,
        position: "bottom",
        distance: 6,
        // Right of the curve, which rises to the knee from below.
        offset: [24, 0],
        color: theme.secondary,
        fontSize: FONT_SIZE.label,
        fontWeight: 560,
        formatter: plainText(words.knee(String(knee.outstanding))),
      },
      data: [[knee.outstanding, value(knee)]],
    },
  ];
}

/** Draw the confidence of each point. */
function spanSeries(
  curve: DepthCurve,
  { index, metric }: PanelPlace,
  min: number,
  theme: ChartTheme,
): CustomSeriesOption[] {
  const look = { name: curve.name, axis: index, colour: depthStyle(curve, theme).colour };
  const within = (span: Span | undefined): Span | undefined => span && [Math.max(span[0], min), span[1]];
  return certaintyMarks({
    ...look,
    points: curve.points.map(({ outstanding, n, spans, intervals }) => ({
      place: outstanding,
      n,
      span: within(spans?.[metric]),
      interval: within(intervals?.[metric]),
    })),
  });
}

/** Return the texts at the ends of the curves. */
function endTextsOf(curves: readonly DepthCurve[], place: Shown, data: QueueDepthData, width: number): string[] {
  const lasts = curves.map((curve) => linePoints(curve, place.measured).at(-1));
  const names = curves.map(({ name }) => name);
  if (!data.withEndValues || isMeasured(data)) return names;
  const values = lasts.map((last) => (last ? place.text(last) : ""));
  return textsWithValues(names, values, width);
}

function endsOf(
  curves: readonly DepthCurve[],
  texts: readonly string[],
  { index, measured, value }: PanelPlace,
  room: number,
  theme: ChartTheme,
) {
  const lines = curves.map((curve, order) => {
    const points = linePoints(curve, measured);
    return {
      name: curve.name,
      text: texts[order] ?? curve.name,
      style: depthStyle(curve, theme),
      x: points.map(({ outstanding }) => outstanding),
      y: points.map(value),
    };
  });
  return endSeries({ lines, axis: index, room }, theme);
}

function tooltipText(curves: DepthCurve[], panels: readonly Shown[]) {
  const knees = new Set(curves.map(kneeOf));
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const hits = Array.isArray(params) ? params : [params];
    const [hit] = hits;
    const outstanding = Array.isArray(hit?.value) ? hit.value[0] : null;
    if (typeof outstanding !== "number") return "";
    const rows = curves
      .flatMap((curve) =>
        curve.points.filter((point) => point.outstanding === outstanding).map((point) => ({ curve, point })),
      )
      .toSorted((a, b) => (b.point.rate ?? -1) - (a.point.rate ?? -1));
    const base = rows.find(({ curve }) => curve.style.baseline)?.point.rate ?? 0;
    const lines = rows.map(({ curve: { name, style }, point }) => {
      const { threads, queueDepth, rate } = point;
      const of = countText(point);
      const isKnee = knees.has(point) ? words.kneeHere : "";
      const depth = threads !== null && queueDepth !== null ? ` (${threads} threads × ${queueDepth})` : "";
      const delta = style.baseline ? BASELINE_MARK : base > 0 && rate !== null ? formatRelative(rate / base) : "";
      const cells = [...panels.map(({ tooltip }) => tooltip(point)), delta, isKnee, of && `(${of})`];
      return [`${plainText(name)}${depth}`, ...cells.filter(Boolean)].join("  ");
    });
    return [`${outstanding} outstanding I/O`, ...lines].join("\n");
  };
}

function powersOfTwo(lowest: number, highest: number): number[] {
  const first = Math.ceil(Math.log2(lowest));
  const count = Math.floor(Math.log2(highest)) - first + 1;
  return Array.from({ length: Math.max(count, 0) }, (_, step) => 2 ** (first + step));
}

/** Differences go to both sides of zero, for which a logarithmic axis has no place. */
const isLog = (data: QueueDepthData): boolean => (data.log ?? false) && !isMeasured(data);

/** The least value of a panel with a logarithmic axis. */
function minOf({ value }: Shown, points: readonly DepthPoint[]): number {
  const positives = points.map((point) => value(point) ?? 0).filter((figure) => figure > 0);
  return positives.length > 0 ? Math.min(...positives) * 0.8 : 1;
}

/** Draw the maximum rates of the links as lines across the upper panel; a line of one curve alone names its curve. */
function limitSeries(data: QueueDepthData, curveCount: number, theme: ChartTheme): ChartSeries[] {
  const { rate } = depthMetrics(data);
  const limits = linkLimits(data).map(({ value, names }): ChartLimit => {
    const [only = "", ...others] = names;
    const of = names.length === curveCount ? "" : others.length > 0 ? sweeps.limit.several(names.length) : only;
    return { value, label: sweeps.limit.label(rate.format(value), of), kind: "limit" };
  });
  return chartLimits(limits, { upright: false }, theme);
}

/** The scale of a panel, which is so high. */
function scaleOf(panel: Shown, points: readonly DepthPoint[], data: QueueDepthData, height: number, theme: ChartTheme) {
  const look = yLook(theme);
  const axisLabel = { ...look.axisLabel, formatter: panel.format };
  if (!isLog(data)) {
    const splitNumber = Math.min(Math.max(Math.floor(height / LABEL_STEP), 2), look.splitNumber);
    const highest = Math.max(0, ...points.map((point) => panel.value(point) ?? 0));
    const limit = Math.max(0, ...linkLimits(data).map(({ value }) => value));
    return {
      type: "value" as const,
      splitNumber,
      axisLabel,
      ...(data.numbers === "relative" ? {} : { min: 0 }),
      // A mark alone makes no room for itself on the axis.
      ...(limit > highest && panel.metric === depthMetrics(data).rate.name ? { max: limit * LIMIT_ROOM } : {}),
    };
  }
  const min = minOf(panel, points);
  const max = Math.max(min * 2, ...points.map((point) => (panel.value(point) ?? 0) * 1.25));
  const customValues = logTicks(min, max);
  return {
    type: "log" as const,
    min,
    max,
    axisLabel: { ...axisLabel, customValues },
    axisTick: { show: false, customValues },
    splitLine: splitAt(look.splitLine, customValues),
  };
}

export function queueDepthOption(data: QueueDepthData, theme: ChartTheme, view: ChartView): ChartOption {
  const curves = depthCurves(data);
  const points = curves.flatMap((curve) => curve.points);
  const depths = points.map(({ outstanding }) => outstanding);
  const look = xLook(theme);
  const upright = yLook(theme);
  const powers = powersOfTwo(Math.min(...depths, 1024), Math.max(...depths, 1));
  const shown = shownOf(data, points);
  const named = hasNamedEnds(curves.length, view);
  const sights = inSightOf(curves, view);
  const ends = shown.map((panel) => endTextsOf(sights, panel, data, view.width));
  const right = named ? endRoom([...curves.map(({ name }) => name), ...ends.flat()], view.width) : RIGHT;
  const lowest = shown.length - 1;
  const plot = Math.max(view.height - shown.length * TITLE_ROOM - lowest * PANEL_GAP - AXIS_ROOM, 0);
  const heights = lowest > 0 ? [plot * UPPER_SHARE, plot * (1 - UPPER_SHARE)] : [plot];
  const tops = [TITLE_ROOM, 2 * TITLE_ROOM + PANEL_GAP + plot * UPPER_SHARE];
  // Values relative to the baseline may lie along the edges, where labels would cover the numbers of the axes.
  const fits = !isMeasured(data) && labelsFit(curves);
  // On a narrow chart a steep curve would run through the values: only the highest is written there.
  const isRoomy = isWide(view);
  const places = shown.map(
    (panel, index): PanelPlace => ({
      ...panel,
      index,
      labelled: (point, curve) => index === 0 && fits && (isRoomy || point === peakOf(curve)),
    }),
  );
  return {
    ...baseOption(theme),
    grid: shown.map((_, index) => ({
      left: LABEL_ROOM,
      right,
      top: tops[index],
      height: heights[index],
      outerBoundsMode: "none",
    })),
    xAxis: shown.map((_, index) => ({
      ...look,
      ...(index === lowest ? axisTitle(theme, "Outstanding I/O (threads × queue depth)") : {}),
      type: "log",
      logBase: 2,
      gridIndex: index,
      // A little room on both sides keeps the first and last points and their labels off the edges.
      min: Math.min(...depths, 1024) * 0.75,
      max: Math.max(...depths, 1) * 1.2,
      // Left alone, the axis would skip to every tenth power of two on a wide range.
      axisLabel: {
        ...look.axisLabel,
        show: index === lowest,
        customValues: powers,
        formatter: (value: number) => String(value),
      },
      axisTick: { show: false, customValues: powers },
      splitLine: { ...look.splitLine, showMinLine: false, showMaxLine: false },
      axisPointer: { label: { show: false } },
    })),
    yAxis: shown.map((panel, index) => ({
      ...upright,
      ...panelTitle(theme, panel.title, { gap: 10, indent: LABEL_ROOM - 4 }),
      ...scaleOf(panel, points, data, heights[index] ?? 0, theme),
      gridIndex: index,
      axisPointer: { show: false },
    })),
    axisPointer: { link: [{ xAxisIndex: "all" }] },
    tooltip: textTooltip(theme, "axis", tooltipText(curves, shown)),
    series: [
      ...limitSeries(data, curves.length, theme),
      ...places.flatMap((place) => [
        ...curves.flatMap((curve, order): ChartSeries[] => [
          curveSeries(curve, order, place, theme),
          ...asideSeries(curve, place, theme),
          ...(place.index === 0 && data.only !== "latency" && !isMeasured(data) && !data.without?.includes("knee")
            ? kneeSeries(curve, place, curves.length <= LABELLED_CURVES && order === 0, theme)
            : []),
          // Nothing is known of the interval of a ratio of medians.
          ...(isMeasured(data) || data.without?.includes("interval")
            ? []
            : spanSeries(curve, place, isLog(data) ? minOf(place, points) : Number.NEGATIVE_INFINITY, theme)),
        ]),
        ...(named ? endsOf(sights, ends[place.index] ?? [], place, right, theme) : []),
      ]),
    ],
  };
}
