/** The queue depth chart: a rate and a latency over outstanding I/O, one curve for each configuration and workload. */
import type { CustomSeriesOption, LineSeriesOption, TooltipComponentFormatterCallbackParams } from "echarts";
import { axisScale, type Metric, type MetricName } from "@/lib/metrics";
import { type ChartOption, type ChartSeries, type ChartView, WIDE_FROM } from "../definition";
import { axisLook, axisTitle, baseOption, lineLook, panelTitle, plainText, textTooltip } from "../parts";
import { countText, isSingle } from "../repeats-behind";
import { type ChartTheme, FONT_SIZE, type SeriesStyle, styleOf } from "../theme";
import { whiskers } from "../whiskers";
import {
  type DepthCurve,
  type DepthPoint,
  depthCurves,
  depthMetrics,
  linePoints,
  peakOf,
  type QueueDepthData,
} from "./curves";
import { figureText } from "./kinds";

const LABEL_ROOM = 46;
const RIGHT = 24;
const TITLE_ROOM = 30;
const AXIS_ROOM = 28;
const AXIS_TITLE_ROOM = 18;
const IOPS_SHARE = 0.58;
/** Values are written beside the points of so many curves; more would write on top of each other. */
const LABELLED_CURVES = 2;

export function depthStyle({ style }: DepthCurve, theme: ChartTheme): SeriesStyle {
  return styleOf(theme, style);
}

const rateOf = ({ rate }: DepthPoint) => rate;

/** Whether values fit beside the points: above the first curve and below the second, as long as the two do not cross. */
function labelsFit(curves: readonly DepthCurve[]): boolean {
  const [upper, lower] = curves;
  if (!upper || !lower) return true;
  const rates = new Map(linePoints(upper, rateOf).map(({ outstanding, rate }) => [outstanding, rate]));
  return (
    curves.length <= LABELLED_CURVES &&
    linePoints(lower, rateOf).every(({ outstanding, rate }) => (rate ?? 0) <= (rates.get(outstanding) ?? 0))
  );
}

interface PanelPlace {
  index: number;
  metric: MetricName;
  value: (point: DepthPoint) => number | null;
  format: (value: number | null) => string;
  /** Which points have their value written beside them. */
  labelled: (point: DepthPoint, curve: DepthCurve) => boolean;
}

/** The points that the line leaves out, as small symbols without one. */
function asideSeries(curve: DepthCurve, place: PanelPlace, theme: ChartTheme): LineSeriesOption[] {
  const drawn = new Set(linePoints(curve, place.value));
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
  const points = linePoints(curve, place.value);
  const { itemStyle: hollow = {} } = lineLook({ ...style, hollow: true }, theme);
  return {
    ...lineLook(style, theme),
    name: curve.name,
    xAxisIndex: place.index,
    yAxisIndex: place.index,
    showAllSymbol: true,
    clip: false,
    data: points.map((point) => {
      const value = [point.outstanding, place.value(point)];
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
        return point && place.labelled(point, curve) ? figureText(place.format(place.value(point)), point.kind) : "";
      },
    },
    labelLayout: { hideOverlap: true },
  };
}

/** From the lowest to the highest of the repeats of each point, and broad over the 95 % interval of their mean. */
function spanSeries(curve: DepthCurve, { index, metric }: PanelPlace, theme: ChartTheme): CustomSeriesOption[] {
  const look = { name: curve.name, axis: index, colour: depthStyle(curve, theme).colour };
  const pointsOf = (kind: "spans" | "intervals") =>
    curve.points.flatMap((point) => {
      const found = point[kind]?.[metric];
      return found ? [[point.outstanding, ...found] as const] : [];
    });
  return [
    ...whiskers({ ...look, points: pointsOf("spans") }),
    ...whiskers({ ...look, points: pointsOf("intervals"), broad: true }),
  ];
}

function tooltipText(curves: DepthCurve[], metrics: { rate: Metric; latency: Metric }) {
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const hits = Array.isArray(params) ? params : [params];
    const [hit] = hits;
    const outstanding = Array.isArray(hit?.value) ? hit.value[0] : null;
    if (typeof outstanding !== "number") return "";
    const lines = curves.flatMap(({ name, points }) =>
      points
        .filter((point) => point.outstanding === outstanding)
        .map((point) => {
          const { threads, queueDepth, rate, latency, kind } = point;
          const known = (value: number | null, text: string) => (value === null ? text : figureText(text, kind));
          const of = countText(point);
          const depth = threads !== null && queueDepth !== null ? ` (${threads} threads × ${queueDepth})` : "";
          const unit = metrics.rate.unit === "1/s" ? " IOPS" : "";
          const figures = [
            known(rate, `${metrics.rate.format(rate)}${unit}`),
            known(latency, metrics.latency.format(latency)),
          ];
          return `${plainText(name)}${depth}  ${figures.join("  ")}${of ? `  (${of})` : ""}`;
        }),
    );
    return [`${outstanding} outstanding I/O`, ...lines].join("\n");
  };
}

function powersOfTwo(lowest: number, highest: number): number[] {
  const first = Math.ceil(Math.log2(lowest));
  const count = Math.floor(Math.log2(highest)) - first + 1;
  return Array.from({ length: Math.max(count, 0) }, (_, step) => 2 ** (first + step));
}

export function queueDepthOption(data: QueueDepthData, theme: ChartTheme, view: ChartView): ChartOption {
  const curves = depthCurves(data);
  const points = curves.flatMap((curve) => curve.points);
  const depths = points.map(({ outstanding }) => outstanding);
  const plot = view.height - 2 * (TITLE_ROOM + AXIS_ROOM) - AXIS_TITLE_ROOM;
  const look = axisLook(theme);
  const powers = powersOfTwo(Math.min(...depths, 1024), Math.max(...depths, 1));
  const metrics = depthMetrics(data);
  const scaleOf = (metric: Metric, values: (number | null)[]) =>
    axisScale(metric, Math.max(0, ...values.map((value) => value ?? 0)));
  const scales = [
    scaleOf(
      metrics.rate,
      points.map(({ rate }) => rate),
    ),
    scaleOf(
      metrics.latency,
      points.map(({ latency }) => latency),
    ),
  ];
  const titles = [metrics.rate, metrics.latency].map(({ label }, index) => {
    const unit = scales[index]?.unit;
    return unit ? `${label} (${unit})` : label;
  });
  const heights = [plot * IOPS_SHARE, plot * (1 - IOPS_SHARE)];
  const tops = [TITLE_ROOM, 2 * TITLE_ROOM + AXIS_ROOM + plot * IOPS_SHARE];
  const fits = labelsFit(curves);
  const places: PanelPlace[] = [
    {
      index: 0,
      metric: metrics.rate.name,
      value: rateOf,
      format: metrics.rate.format,
      // On a narrow chart a steep curve would run through the values: only the highest is written there.
      labelled: (point, curve) => fits && (view.width >= WIDE_FROM || point === peakOf(curve)),
    },
    {
      index: 1,
      metric: metrics.latency.name,
      value: ({ latency }) => latency,
      format: metrics.latency.format,
      labelled: () => false,
    },
  ];
  return {
    ...baseOption(theme),
    grid: titles.map((_, index) => ({
      left: LABEL_ROOM,
      right: RIGHT,
      top: tops[index],
      height: heights[index],
      outerBoundsMode: "none",
    })),
    xAxis: titles.map((_, index) => ({
      ...look,
      ...(index === 1 ? axisTitle(theme, "Outstanding I/O (threads × queue depth)") : {}),
      type: "log",
      logBase: 2,
      gridIndex: index,
      // A little room on both sides keeps the first and last points and their labels off the edges.
      min: Math.min(...depths, 1024) * 0.75,
      max: Math.max(...depths, 1) * 1.2,
      // Left alone, the axis would skip to every tenth power of two on a wide range.
      axisLabel: { ...look.axisLabel, customValues: powers, formatter: (value: number) => String(value) },
      axisTick: { show: false, customValues: powers },
      splitLine: { ...look.splitLine, showMinLine: false, showMaxLine: false },
      axisPointer: { label: { show: false } },
    })),
    yAxis: titles.map((title, index) => ({
      ...look,
      ...panelTitle(theme, title, { gap: 12, indent: LABEL_ROOM - 4 }),
      type: "value",
      min: 0,
      splitNumber: 4,
      gridIndex: index,
      axisLabel: { ...look.axisLabel, formatter: scales[index]?.format },
      axisPointer: { show: false },
    })),
    axisPointer: { link: [{ xAxisIndex: "all" }] },
    tooltip: textTooltip(theme, "axis", tooltipText(curves, metrics)),
    series: places.flatMap((place) =>
      curves.flatMap((curve, order): ChartSeries[] => [
        curveSeries(curve, order, place, theme),
        ...asideSeries(curve, place, theme),
        ...spanSeries(curve, place, theme),
      ]),
    ),
  };
}
