/** The load curve chart: latency over achieved IOPS, a line through the points in order of the offered load. */
import type { CustomSeriesOption, LineSeriesOption, TooltipComponentFormatterCallbackParams } from "echarts";
import { axisScale, METRICS } from "@/lib/metrics";
import { formatIops, formatLatency, formatNumber } from "@/lib/units";
import type { ChartOption, ChartSeries, ChartView } from "../definition";
import { endRoom, endSeries, hasNamedEnds, inSightOf, type LabelledLine } from "../ends";
import { DECADES_ABOVE, logTicks } from "../log-ticks";
import { axisTitle, baseOption, lineLook, panelTitle, plainText, textTooltip, xLook, yLook } from "../parts";
import { figureText } from "../queue-depth/kinds";
import { countText, isSingle, type Span } from "../repeats-behind";
import { kindText } from "../sweeps/words";
import { type ChartTheme, FONT_SIZE, type SeriesStyle, SYMBOL_SIZE, styleOf } from "../theme";
import { certaintyMarks } from "../whiskers";
import { isBeyond, type LoadCurve, type LoadData, type LoadPoint, loadCurves } from "./curves";

const LEFT = 52;
const RIGHT = 28;
const TOP = 30;
const BOTTOM = 46;
/** Size factor of a symbol beyond the maximum. */
const BEYOND = 1.6;

export function loadStyle({ look }: LoadCurve, theme: ChartTheme): SeriesStyle {
  return styleOf(theme, look);
}

/** `80 % of the maximum: 85.1k IOPS requested, 85.8k achieved`. */
export function pointText({ percent, requested, achieved, kind }: LoadPoint): string {
  const reached = (unit: string) => figureText(`${formatIops(achieved)}${unit} achieved`, kind);
  if (percent === null) return `No limit: ${reached(" IOPS")}`;
  const share = `${formatNumber(percent, { digits: 4, trim: true })} % of the maximum`;
  return `${share}: ${formatIops(requested)} IOPS requested, ${reached("")}`;
}

function curveSeries(curve: LoadCurve, theme: ChartTheme): LineSeriesOption {
  const style = loadStyle(curve, theme);
  const look = lineLook(style, theme);
  const hollow = lineLook({ ...style, hollow: true }, theme);
  const label = { show: true, position: "top" as const, color: theme.text, fontSize: FONT_SIZE.label };
  return {
    ...look,
    name: curve.name,
    showAllSymbol: true,
    clip: false,
    data: curve.points.map((point) => ({
      value: [point.achieved, point.latency],
      // Requests beyond the maximum are marked: the point shows the target behind its load.
      ...(isBeyond(point) ? { symbolSize: SYMBOL_SIZE * BEYOND } : {}),
      // Among exact figures, an inexact one needs its kind at its label.
      ...(point.kind === "exact" ? {} : { label: { ...label, formatter: kindText(point.kind) } }),
      ...(isSingle(point) && !style.hollow ? { itemStyle: hollow.itemStyle ?? {} } : {}),
    })),
  };
}

/** Draw the confidence of the points in both directions. */
function spanSeries(curve: LoadCurve, min: number, theme: ChartTheme): CustomSeriesOption[] {
  const look = { name: curve.name, axis: 0, colour: loadStyle(curve, theme).colour };
  // A logarithmic axis has no place for what is zero or less: there the interval goes on to its lower end.
  const within = (span: Span | undefined, along: "x" | "y"): Span | undefined =>
    span && along === "y" ? [Math.max(span[0], min), span[1]] : span;
  return (["y", "x"] as const).flatMap((along) => {
    const metric = along === "y" ? "latency_mean_ns" : "iops";
    return certaintyMarks({
      ...look,
      along,
      points: curve.points.map(({ achieved, latency, n, spans, intervals }) => ({
        place: along === "y" ? achieved : latency,
        n,
        span: within(spans?.[metric], along),
        interval: within(intervals?.[metric], along),
      })),
    });
  });
}

/** The names of the curves at their highest load. */
function endLines(curves: readonly LoadCurve[], theme: ChartTheme, view: ChartView): LabelledLine[] {
  return inSightOf(curves, view).map((curve) => ({
    name: curve.name,
    style: loadStyle(curve, theme),
    x: curve.points.map(({ achieved }) => achieved),
    y: curve.points.map(({ latency }) => latency),
  }));
}

function tooltipText(curves: readonly LoadCurve[]) {
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const hit = Array.isArray(params) ? params[0] : params;
    const point = hit && curves.find(({ name }) => name === hit.seriesName)?.points[hit.dataIndex];
    if (!point) return "";
    return [
      plainText(String(hit.seriesName)),
      [pointText(point), countText(point)].filter(Boolean).join(", "),
      `Mean latency ${figureText(formatLatency(point.latency), point.kind)}`,
    ].join("\n");
  };
}

const decadeText = (value: number): string => formatLatency(value, { digits: 1, trim: true });

export function loadCurveOption(data: LoadData, theme: ChartTheme, view: ChartView): ChartOption {
  const curves = loadCurves(data);
  const points = curves.flatMap((curve) => curve.points);
  const latencies = points.flatMap(({ latency, spans, intervals }) => [
    latency,
    ...[spans?.latency_mean_ns, intervals?.latency_mean_ns].flatMap((span) => span?.filter((end) => end > 0) ?? []),
  ]);
  const [lowest, highest] = latencies.length > 0 ? [Math.min(...latencies), Math.max(...latencies)] : [1e5, 1e6];
  const limits = { min: lowest * 0.8, max: highest * 1.25 };
  const ticks = logTicks(limits.min, limits.max);
  const isWide = limits.max / limits.min > DECADES_ABOVE;
  const rate = axisScale(METRICS.iops, Math.max(0, ...points.map(({ achieved }) => achieved)));
  const latency = axisScale(METRICS.latency_mean_ns, highest);
  const named = hasNamedEnds(curves.length, view);
  const right = named
    ? endRoom(
        curves.map(({ name }) => name),
        view.width,
      )
    : RIGHT;
  const look = xLook(theme);
  const upright = yLook(theme);
  return {
    ...baseOption(theme),
    grid: [{ left: LEFT, right, top: TOP, height: view.height - TOP - BOTTOM, outerBoundsMode: "none" }],
    xAxis: [
      {
        ...look,
        ...axisTitle(theme, "Achieved IOPS"),
        type: "value",
        min: 0,
        axisLabel: { ...look.axisLabel, formatter: rate.format },
        axisPointer: { label: { show: false } },
      },
    ],
    yAxis: [
      {
        ...upright,
        ...panelTitle(theme, isWide ? "Mean latency" : `Mean latency (${latency.unit})`, {
          gap: 12,
          indent: LEFT - 4,
        }),
        type: "log",
        ...limits,
        axisLabel: { ...upright.axisLabel, customValues: ticks, formatter: isWide ? decadeText : latency.format },
        axisTick: { ...upright.axisTick, customValues: ticks },
        axisPointer: { show: false },
      },
    ],
    tooltip: textTooltip(theme, "item", tooltipText(curves)),
    series: [
      ...curves.flatMap((curve): ChartSeries[] => [curveSeries(curve, theme), ...spanSeries(curve, limits.min, theme)]),
      ...(named ? endSeries({ lines: endLines(curves, theme, view), axis: 0, room: right }, theme) : []),
    ],
  };
}
