/** The chart of percentiles: response time over nines, or the share of the I/Os over response time. */
import type { LineSeriesOption, TooltipComponentFormatterCallbackParams } from "echarts";
import { axisScale, METRICS } from "@/lib/metrics";
import { formatLatency, formatShare } from "@/lib/units";
import { shownChange } from "../changes";
import { type ChartOption, type ChartSeries, type ChartView, isWide } from "../definition";
import { endRoom, endSeries, hasNamedEnds, inSightOf, type LabelledLine } from "../ends";
import { chartLimits } from "../limits";
import { logTicks } from "../log-ticks";
import { axisTitle, baseOption, lineLook, panelTitle, plainText, splitAt, textTooltip, xLook, yLook } from "../parts";
import { type ChartTheme, FONT_SIZE, type SeriesStyle, seriesStyle } from "../theme";
import {
  changedPercentiles,
  distributionStyle,
  knownPercentiles,
  LATENCY,
  labelledPercentiles,
  MAX_NINES,
  type PercentilesBase,
  type PercentilesData,
  type Point,
  percentilePoints,
  percentileTick,
  sharePoints,
  shareText,
  valueAt,
} from "./curves";

const LABEL_ROOM = 52;
const RIGHT = 28;
const TOP = 34;
const BOTTOM = 46;

interface DrawnCurve {
  name: string;
  line: Point[];
  /** Points with a symbol of their own. */
  marks: Point[];
  /** True if a line joins the marks; nothing is known between them. */
  isJoined?: true;
}

export function drawnCurves(data: PercentilesData): DrawnCurve[] {
  if (data.base) {
    return data.curves.map(({ name }, index) => ({
      name,
      line: [],
      marks: changedPercentiles(data, index),
      isJoined: true,
    }));
  }
  return data.curves.map(({ name, distribution }, index) => ({
    name,
    line: data.cdf ? sharePoints(distribution) : percentilePoints(distribution, data.min_beyond),
    marks: data.cdf ? [] : knownPercentiles(data, index),
  }));
}

function curveSeries(
  { name, line, marks, isJoined }: DrawnCurve,
  style: SeriesStyle,
  theme: ChartTheme,
): LineSeriesOption[] {
  const look = lineLook(style, theme);
  if (isJoined) return [{ ...look, name, showAllSymbol: true, data: marks }];
  return [
    { ...look, name, step: "end", showSymbol: false, symbol: "none", data: line },
    {
      ...look,
      name,
      silent: true,
      showAllSymbol: true,
      tooltip: { show: false },
      lineStyle: { ...look.lineStyle, width: 0 },
      data: marks,
    },
  ];
}

/** p99 and p99.99 with their values, on a curve that is read alone: several have their names at their ends. */
function labelSeries(data: PercentilesData, theme: ChartTheme, view: ChartView): LineSeriesOption[] {
  const [curve, ...others] = data.curves;
  const labels = data.cdf || data.base || !curve || others.length > 0 ? [] : labelledPercentiles(data, 0);
  if (labels.length === 0) return [];
  // Below the curve, which rises to the right; where that has no room, above it.
  const isRoomy = isWide(view);
  return [
    {
      ...lineLook({ ...seriesStyle(theme, 0), hollow: false }, theme),
      id: "labels",
      name: curve?.name ?? "",
      silent: true,
      showAllSymbol: true,
      tooltip: { show: false },
      clip: false,
      z: 5,
      lineStyle: { width: 0 },
      label: {
        show: true,
        position: isRoomy ? "right" : "left",
        offset: [0, isRoomy ? 11 : -9],
        color: theme.text,
        fontSize: FONT_SIZE.label,
        fontWeight: 600,
        formatter: ({ dataIndex }) => {
          const label = labels[dataIndex];
          return label ? `${label.name}  ${formatLatency(label.point[1])}` : "";
        },
      },
      data: labels.map(({ point }) => point),
    },
  ];
}

/** The names of the curves at their ends; of what was printed the highest percentile is the end. */
function endLines(
  curves: readonly DrawnCurve[],
  styles: readonly SeriesStyle[],
  theme: ChartTheme,
  view: ChartView,
): LabelledLine[] {
  const styled = curves.map((curve, index) => ({ ...curve, style: styles[index] ?? seriesStyle(theme, index) }));
  return inSightOf(styled, view).map(({ name, style, line, marks }) => {
    const points = line.length > 0 ? line : marks;
    return { name, style, x: points.map(([x]) => x), y: points.map(([, y]) => y) };
  });
}

function tooltipText(data: PercentilesData, curves: readonly DrawnCurve[]) {
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const hits = Array.isArray(params) ? params : [params];
    const x = hits
      .map((hit) => (Array.isArray(hit.data) ? hit.data[0] : null))
      .find((value) => typeof value === "number");
    if (typeof x !== "number") return "";
    const lines = curves.map(({ name, line, marks }, index) => {
      const value = marks.find(([at]) => at === x)?.[1] ?? valueAt(line, x);
      if (data.base) {
        const latency = knownPercentiles(data, index).find(([at]) => at === x)?.[1] ?? null;
        const change = shownChange(data.base, LATENCY)?.cell(value) ?? "";
        return `${plainText(name)}  ${change}, ${formatLatency(latency)}`;
      }
      const text = data.cdf ? formatShare(value, { digits: 4 }) : formatLatency(value);
      return `${plainText(name)}  ${text}`;
    });
    return [data.cdf ? `Up to ${formatLatency(x)}` : shareText(x), ...lines].join("\n");
  };
}

/** Round values within an axis by logarithms: a short one has halves of its powers of ten, too. */
function decadesWithin(low: number, high: number): number[] {
  const decades = Array.from({ length: 13 }, (_, power) => 10 ** power);
  const steps = high / low > 30 ? decades : decades.flatMap((value) => [value, 2 * value, 5 * value]);
  return steps.filter((value) => value >= low && value <= high);
}

/** The axis of values against those of the baseline; of ratios by logarithms, so that half and double are as far away. */
function changeAxis(numbers: PercentilesBase["numbers"], values: readonly number[], theme: ChartTheme) {
  const look = yLook(theme);
  const axisLabel = { ...look.axisLabel, formatter: axisScale({ unit: "1" }, 1).format };
  if (numbers === "relative" || values.length === 0) return { ...look, type: "value" as const, axisLabel };
  const [min, max] = [Math.min(...values, 1) / 1.1, Math.max(...values, 1) * 1.1];
  const customValues = logTicks(min, max);
  return {
    ...look,
    type: "log" as const,
    min,
    max,
    axisTick: { show: false, customValues },
    axisLabel: { ...axisLabel, customValues },
    splitLine: splitAt(look.splitLine, customValues),
  };
}

export function percentilesOption(data: PercentilesData, theme: ChartTheme, view: ChartView): ChartOption {
  const curves = drawnCurves(data);
  const styles = data.curves.map((curve, index) => distributionStyle(curve, index, theme));
  const place = data.cdf ? 0 : 1;
  const limits = data.base ? [] : (data.limits ?? []);
  const times = [
    ...curves.flatMap(({ line, marks }) => [...line, ...marks].map((point) => Math.max(point[place], 1))),
    ...limits.map(({ value }) => value),
  ];
  const low = Math.min(...(times.length > 0 ? times : [1e5])) * 0.85;
  const high = Math.max(...(times.length > 0 ? times : [1e6])) * 1.15;
  const scale = axisScale(METRICS.latency_mean_ns, high);
  const [look, upright] = [xLook(theme), yLook(theme)];
  const customValues = decadesWithin(low, high);
  const timeLook = data.cdf ? look : upright;
  const timeAxis = {
    ...timeLook,
    type: "log" as const,
    min: low,
    max: high,
    axisTick: { show: false, customValues },
    axisLabel: { ...timeLook.axisLabel, customValues, formatter: scale.format },
    splitLine: splitAt(timeLook.splitLine, customValues),
  };
  const drawnValues = curves.flatMap(({ marks }) => marks.map(([, value]) => value));
  const named = !data.cdf && hasNamedEnds(curves.length, view);
  const right = named
    ? endRoom(
        curves.map(({ name }) => name),
        view.width,
      )
    : RIGHT;
  const response = `Latency${scale.unit ? ` (${scale.unit})` : ""}`;
  const title = (name: string) => panelTitle(theme, name, { gap: 12, indent: LABEL_ROOM - 4 });
  const plainAxis = { ...(data.cdf ? upright : look), type: "value" as const, min: 0 };
  return {
    ...baseOption(theme),
    grid: [{ left: LABEL_ROOM, right, top: TOP, height: view.height - TOP - BOTTOM, outerBoundsMode: "none" }],
    xAxis: [
      data.cdf
        ? { ...timeAxis, ...axisTitle(theme, response), axisPointer: { label: { show: false } } }
        : {
            ...plainAxis,
            ...axisTitle(theme, "Percentile"),
            max: MAX_NINES,
            interval: 1,
            axisLabel: { ...look.axisLabel, formatter: percentileTick },
            axisPointer: { label: { show: false } },
          },
    ],
    yAxis: [
      data.cdf
        ? {
            ...plainAxis,
            ...title("Percentile"),
            max: 100,
            interval: 25,
            axisPointer: { show: false },
          }
        : {
            ...(data.base ? changeAxis(data.base.numbers, drawnValues, theme) : timeAxis),
            ...title((data.base && shownChange(data.base, LATENCY)?.axis) ?? response),
            axisPointer: { show: false },
          },
    ],
    tooltip: textTooltip(theme, "axis", tooltipText(data, curves)),
    series: [
      ...curves.flatMap((curve, index): ChartSeries[] =>
        curveSeries(curve, styles[index] ?? seriesStyle(theme, index), theme),
      ),
      ...labelSeries(data, theme, view),
      ...chartLimits(limits, { upright: data.cdf }, theme),
      ...(named ? endSeries({ lines: endLines(curves, styles, theme, view), axis: 0, room: right }, theme) : []),
    ],
  };
}
