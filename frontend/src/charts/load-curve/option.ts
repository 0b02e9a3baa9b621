/** The load curve chart: latency over achieved IOPS, a line through the points in order of the offered load. */
import type { LineSeriesOption, TooltipComponentFormatterCallbackParams } from "echarts";
import { axisScale, METRICS } from "@/lib/metrics";
import { formatIops, formatLatency, formatNumber } from "@/lib/units";
import type { ChartOption, ChartView } from "../definition";
import { axisLook, axisTitle, baseOption, lineLook, panelTitle, plainText, textTooltip } from "../parts";
import { type ChartTheme, type SeriesStyle, SYMBOL_SIZE, seriesStyle } from "../theme";
import { isBeyond, type LoadCurve, type LoadData, type LoadPoint, loadCurves } from "./curves";

const LEFT = 52;
const RIGHT = 28;
const TOP = 30;
const BOTTOM = 46;
/** Leading digits of the labels of a logarithmic axis; over less than a decade there is room for more of them. */
const COARSE = [1, 2, 5];
const FINE = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8];
const FINE_BELOW = 10;

export function loadStyle({ order }: LoadCurve, theme: ChartTheme): SeriesStyle {
  return seriesStyle(theme, order);
}

/** Round values within the limits of a logarithmic axis. */
export function logTicks(lowest: number, highest: number): number[] {
  const digits = highest / lowest < FINE_BELOW ? FINE : COARSE;
  const first = Math.floor(Math.log10(lowest));
  const decades = Math.max(Math.ceil(Math.log10(highest)) - first, 0);
  return Array.from({ length: decades + 1 }, (_, step) => 10 ** (first + step))
    .flatMap((decade) => digits.map((digit) => digit * decade))
    .filter((value) => value >= lowest && value <= highest);
}

/** `80 % of the maximum: 85.1k IOPS requested, 85.8k achieved`. */
export function pointText({ percent, requested, achieved }: LoadPoint): string {
  if (percent === null) return `No limit: ${formatIops(achieved)} IOPS achieved`;
  const share = `${formatNumber(percent, { digits: 4, trim: true })} % of the maximum`;
  return `${share}: ${formatIops(requested)} IOPS requested, ${formatIops(achieved)} achieved`;
}

function curveSeries(curve: LoadCurve, theme: ChartTheme): LineSeriesOption {
  const style = loadStyle(curve, theme);
  const look = lineLook(style, theme);
  const hollow = lineLook({ ...style, hollow: true }, theme);
  return {
    ...look,
    name: curve.name,
    showAllSymbol: true,
    clip: false,
    data: curve.points.map((point) => ({
      value: [point.achieved, point.latency],
      // What was asked beyond the maximum is marked: the point shows the target behind its load.
      ...(isBeyond(point) ? { symbolSize: SYMBOL_SIZE * 1.6, itemStyle: hollow.itemStyle ?? {} } : {}),
    })),
  };
}

function tooltipText(curves: readonly LoadCurve[]) {
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const hit = Array.isArray(params) ? params[0] : params;
    const point = hit && curves.find(({ name }) => name === hit.seriesName)?.points[hit.dataIndex];
    if (!point) return "";
    return [
      plainText(String(hit.seriesName)),
      pointText(point),
      `Average latency ${formatLatency(point.latency)}`,
    ].join("\n");
  };
}

export function loadCurveOption(data: LoadData, theme: ChartTheme, view: ChartView): ChartOption {
  const curves = loadCurves(data);
  const points = curves.flatMap((curve) => curve.points);
  const latencies = points.map(({ latency }) => latency);
  const [lowest, highest] = latencies.length > 0 ? [Math.min(...latencies), Math.max(...latencies)] : [1e5, 1e6];
  const limits = { min: lowest * 0.8, max: highest * 1.25 };
  const ticks = logTicks(limits.min, limits.max);
  const rate = axisScale(METRICS.iops, Math.max(0, ...points.map(({ achieved }) => achieved)));
  const latency = axisScale(METRICS.lat_mean, highest);
  const look = axisLook(theme);
  return {
    ...baseOption(theme),
    grid: [{ left: LEFT, right: RIGHT, top: TOP, height: view.height - TOP - BOTTOM, outerBoundsMode: "none" }],
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
        ...look,
        ...panelTitle(theme, `Average latency (${latency.unit})`, { gap: 12, indent: LEFT - 4 }),
        type: "log",
        ...limits,
        axisLabel: { ...look.axisLabel, customValues: ticks, formatter: latency.format },
        axisTick: { ...look.axisTick, customValues: ticks },
        axisPointer: { show: false },
      },
    ],
    tooltip: textTooltip(theme, "item", tooltipText(curves)),
    series: curves.map((curve) => curveSeries(curve, theme)),
  };
}
