/** A rate against a latency: one point for each load, joined in the order of the loads. */
import type { LineSeriesOption, TooltipComponentFormatterCallbackParams } from "echarts";
import { axisScale } from "@/lib/metrics";
import { formatRelative } from "@/lib/units";
import type { ChartOption, ChartView } from "../definition";
import { endRoom, endSeries, hasNamedEnds, inSightOf } from "../ends";
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
import {
  type DepthCurve,
  type DepthPoint,
  depthCurves,
  depthMetrics,
  type QueueDepthData,
} from "../queue-depth/curves";
import { figureText } from "../queue-depth/kinds";
import { depthStyle } from "../queue-depth/option";
import { countText } from "../repeats-behind";
import type { ChartTheme } from "../theme";

const LEFT = 52;
const RIGHT = 24;
const TOP = 30;
const BOTTOM = 46;

/** A point that has both. */
export type BothPoint = DepthPoint & { rate: number; latency: number };

export interface BothCurve extends Omit<DepthCurve, "points"> {
  points: BothPoint[];
}

const hasBoth = (point: DepthPoint): point is BothPoint =>
  point.rate !== null && point.latency !== null && point.latency > 0;

/** The curves as far as their points have both a rate and a latency. */
export function bothCurves(data: QueueDepthData): BothCurve[] {
  return depthCurves(data)
    .map((curve) => ({ ...curve, points: curve.points.filter(hasBoth) }))
    .filter(({ points }) => points.length > 0);
}

function curveSeries(curve: BothCurve, theme: ChartTheme): LineSeriesOption {
  const style = depthStyle(curve, theme);
  return {
    ...lineLook(style, theme),
    name: curve.name,
    showAllSymbol: true,
    clip: false,
    data: curve.points.map(({ rate, latency, kind }) => {
      const value = [rate, latency];
      return kind === "exact" ? value : { value, ...ringLook(style, theme) };
    }),
  };
}

function tooltipText(curves: readonly BothCurve[], data: QueueDepthData) {
  const { rate, latency } = depthMetrics(data);
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const hit = Array.isArray(params) ? params[0] : params;
    const curve = curves.find(({ name }) => name === hit?.seriesName);
    const point = hit && curve?.points[hit.dataIndex];
    if (!curve || !point) return "";
    const base = curves
      .find(({ style }) => style.baseline)
      ?.points.find(({ outstanding }) => outstanding === point.outstanding);
    const change = base ? [formatRelative(point.rate / base.rate), formatRelative(point.latency / base.latency)] : [];
    const changes = curve.style.baseline ? [BASELINE_MARK, ""] : change;
    const row = (metric: typeof rate, value: number, delta: string | undefined) =>
      [metric.label, figureText(metric.format(value, { digits: 4 }), point.kind), delta].filter(Boolean).join("  ");
    return [
      [`${plainText(curve.name)}, QD ${point.outstanding}`, countText(point)].filter(Boolean).join(", "),
      row(rate, point.rate, changes[0]),
      row(latency, point.latency, changes[1]),
    ].join("\n");
  };
}

export function rateLatencyOption(data: QueueDepthData, theme: ChartTheme, view: ChartView): ChartOption {
  const curves = bothCurves(data);
  const metrics = depthMetrics(data);
  const points = curves.flatMap((curve) => curve.points);
  const latencies = points.length > 0 ? points.map(({ latency }) => latency) : [1e5, 1e6];
  const limits = { min: Math.min(...latencies) * 0.8, max: Math.max(...latencies) * 1.25 };
  const customValues = logTicks(limits.min, limits.max);
  const rate = axisScale(metrics.rate, Math.max(0, ...points.map((point) => point.rate)));
  const latency = axisScale(metrics.latency, limits.max);
  const named = hasNamedEnds(curves.length, view);
  const right = named
    ? endRoom(
        curves.map(({ name }) => name),
        view.width,
      )
    : RIGHT;
  const [look, upright] = [xLook(theme), yLook(theme)];
  const plot = view.width - LEFT - right;
  return {
    ...baseOption(theme),
    grid: [{ left: LEFT, right, top: TOP, height: view.height - TOP - BOTTOM, outerBoundsMode: "none" }],
    xAxis: [
      {
        ...look,
        ...axisTitle(theme, rate.unit ? `${metrics.rate.label} (${rate.unit})` : metrics.rate.label),
        type: "value",
        min: 0,
        splitNumber: Math.min(Math.max(Math.floor(plot / 70), 2), 6),
        axisLabel: { ...look.axisLabel, formatter: rate.format },
        axisPointer: { label: { show: false } },
      },
    ],
    yAxis: [
      {
        ...upright,
        ...panelTitle(theme, `${metrics.latency.label} (${latency.unit})`, { gap: 12, indent: LEFT - 4 }),
        type: "log",
        ...limits,
        axisLabel: { ...upright.axisLabel, customValues, formatter: latency.format },
        axisTick: { show: false, customValues },
        splitLine: splitAt(upright.splitLine, customValues),
        axisPointer: { show: false },
      },
    ],
    tooltip: textTooltip(theme, "item", tooltipText(curves, data)),
    series: [
      ...curves.map((curve) => curveSeries(curve, theme)),
      ...(named
        ? endSeries(
            {
              lines: inSightOf(curves, view).map((curve) => ({
                name: curve.name,
                style: depthStyle(curve, theme),
                x: curve.points.map((point) => point.rate),
                y: curve.points.map((point) => point.latency),
              })),
              axis: 0,
              room: right,
            },
            theme,
          )
        : []),
    ],
  };
}
