/** Parallel coordinates (C12): one line for each configuration across its figures, each on an axis of its own. */
import type { TooltipComponentFormatterCallbackParams } from "echarts";
import { type AxisScale, axisScale, METRICS, type Metric, type MetricName } from "@/lib/metrics";
import type { ChartOption, ChartSeries, ChartView } from "../definition";
import { baseOption, plainText, textTooltip, textWidth, xLook } from "../parts";
import { type ChartTheme, FONT_SIZE, type Look, styleOf } from "../theme";

/** Both ends in base units; null is open. */
export interface Range {
  from: number | null;
  to: number | null;
}
export type Ranges = Readonly<Partial<Record<MetricName, Range>>>;

export interface ParallelLine {
  name: string;
  look: Look;
  /** By the name of the metric; null is unknown. */
  values: Readonly<Partial<Record<MetricName, number | null>>>;
}

export interface ParallelData {
  axes: readonly MetricName[];
  lines: readonly ParallelLine[];
  ranges: Ranges;
}

const SIDE = 56;
const TOP = 60;
const BOTTOM = 20;
/** From this ratio on an axis goes by powers of ten. */
const DECADES = 30;
const FAINT = 0.14;

/** Lines with a figure on every axis: another would have to cross an axis where it has none. */
export function completeLines({ axes, lines }: ParallelData): ParallelLine[] {
  return lines.filter(({ values }) => axes.every((name) => (values[name] ?? null) !== null));
}

/** Return true if a figure is within every range; an unknown one is within no requested range. */
export function isWithin(values: ParallelLine["values"], ranges: Ranges): boolean {
  return (Object.entries(ranges) as [MetricName, Range][]).every(([name, { from, to }]) => {
    if (from === null && to === null) return true;
    const value = values[name] ?? null;
    return value !== null && (from === null || value >= from) && (to === null || value <= to);
  });
}

export interface AxisExtent {
  isLog: boolean;
  min: number;
  max: number;
}

/** Return the ends of an axis: at zero, or at powers of ten where its figures are far apart. */
export function axisExtent(name: MetricName, lines: readonly ParallelLine[]): AxisExtent {
  const figures = lines.flatMap(({ values }) => values[name] ?? []);
  const [min, max] = [Math.min(...figures, Number.POSITIVE_INFINITY), Math.max(...figures, 0)];
  if (min > 0 && max / min > DECADES && Number.isFinite(min)) {
    return { isLog: true, min: 10 ** Math.floor(Math.log10(min)), max: 10 ** Math.ceil(Math.log10(max)) };
  }
  const step = 10 ** Math.floor(Math.log10(Math.max(max, 1))) / 2;
  return { isLog: false, min: 0, max: Math.max(1, Math.ceil(max / step) * step) };
}

/** Return the unit of an axis; `lines` are the drawn ones. */
export function axisScaleOf(name: MetricName, lines: readonly ParallelLine[]): AxisScale {
  return axisScale(METRICS[name], axisExtent(name, lines).max);
}

function axisTitleOf({ label }: Metric, unit: string | null): string {
  return unit ? `${label} (${unit})` : label;
}

/** Return the name in one line, or word by word below each other where axes are close together. */
function nameWithin(name: string, room: number): string {
  return textWidth(name, FONT_SIZE.label) <= room ? name : name.replaceAll(/ (?!%)/g, "\n");
}

function tooltipText(lines: readonly ParallelLine[], axes: readonly MetricName[]) {
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const hit = Array.isArray(params) ? params[0] : params;
    const line = lines.find(({ name }) => name === hit?.seriesName);
    if (!line) return "";
    const figures = axes.map(
      (name) => `${METRICS[name].label}  ${METRICS[name].format(line.values[name], { digits: 4 })}`,
    );
    return [plainText(line.name), ...figures].join("\n");
  };
}

export function parallelOption(data: ParallelData, theme: ChartTheme, view: ChartView): ChartOption {
  const { ranges } = data;
  // A line goes from one axis to another, so a single axis has no lines.
  const axes = data.axes.length > 1 ? data.axes : [];
  const lines = axes.length > 1 ? completeLines(data) : [];
  const look = xLook(theme);
  const room = (view.width - 2 * SIDE) / Math.max(axes.length - 1, 1);
  return {
    ...baseOption(theme),
    grid: [],
    xAxis: [],
    yAxis: [],
    parallel:
      axes.length === 0
        ? []
        : [{ left: SIDE, right: SIDE, top: TOP, height: view.height - TOP - BOTTOM, axisExpandable: false }],
    parallelAxis: axes.map((name, dim) => {
      const { isLog, min, max } = axisExtent(name, lines);
      const metric = METRICS[name];
      const scale = axisScaleOf(name, lines);
      return {
        ...look,
        axisLine: { ...look.axisLine, lineStyle: { color: theme.axis } },
        id: name,
        dim,
        type: isLog ? "log" : "value",
        min,
        max,
        inverse: metric.better === "lower",
        name: nameWithin(axisTitleOf(metric, scale.unit), room - 8),
        nameLocation: metric.better === "lower" ? "start" : "end",
        nameGap: 16,
        nameTextStyle: { color: theme.text, fontSize: FONT_SIZE.label, fontWeight: 600 },
        axisLabel: { ...look.axisLabel, formatter: scale.format, backgroundColor: theme.background, padding: [1, 2] },
        // A drag takes effect once the reader lets go.
        realtime: false,
        areaSelectStyle: { width: 18, borderWidth: 1, borderColor: theme.text, color: theme.text, opacity: 0.18 },
      };
    }),
    tooltip: textTooltip(theme, "item", tooltipText(lines, axes)),
    series: lines.map((line): ChartSeries => {
      const style = styleOf(theme, line.look);
      const opacity = isWithin(line.values, ranges) ? 1 : FAINT;
      return {
        type: "parallel",
        name: line.name,
        inactiveOpacity: FAINT,
        activeOpacity: 1,
        lineStyle: { color: style.colour, width: 2, type: style.dash.length > 0 ? style.dash : "solid", opacity },
        emphasis: { lineStyle: { width: 4 } },
        data: [axes.map((name) => line.values[name] ?? "-")],
      };
    }),
  };
}
