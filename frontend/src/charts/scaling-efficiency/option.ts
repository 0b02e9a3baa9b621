/** Efficiency of growing arrays: percent of the sum of their drives over the number of drives. */
import type { LineSeriesOption, TooltipComponentFormatterCallbackParams } from "echarts";
import type { PivotScale } from "@/api/pivot";
import { formatPercent } from "@/lib/units";
import { type ChartOption, type ChartView, type LegendItem, WIDE_FROM } from "../definition";
import { axisTitle, baseOption, lineLook, panelTitle, plainText, textTooltip, xLook, yLook } from "../parts";
import { asPercent } from "../pivot-repeats";
import { basisText, behindPoint, drivesOf, drivesText, levelsOf, type ScalingData } from "../raid-scaling/option";
import { countText, isSingle, type Span } from "../repeats-behind";
import { type ChartTheme, DASHES, STROKES, seriesStyle } from "../theme";
import { certaintyMarks } from "../whiskers";

const LEFT = 46;
const RIGHT = 20;
const TOP = 34;
const BOTTOM = 48;
const IDEAL_PERCENT = 100;

type EfficiencyPoint = PivotScale & { efficiency_percent: number };

/** The points of one level that have an efficiency, in the order of their drives. */
export function efficiencyPoints(data: ScalingData, level: string): EfficiencyPoint[] {
  return data.points
    .filter((point): point is EfficiencyPoint => (point.level ?? "All") === level && point.efficiency_percent !== null)
    .toSorted((a, b) => a.drives - b.drives);
}

/**
 * Return both ends of the spread behind a point, as percent of the figure that counts as 100 %. That figure is taken as
 * exact.
 */
export function efficiencySpan(point: EfficiencyPoint, data: ScalingData, kind: "spans" | "intervals"): Span | null {
  const span = behindPoint(point, data)[kind]?.[data.metric];
  if (!span || !point.value || point.efficiency_percent <= 0) return null;
  return asPercent(span, (100 * point.value) / point.efficiency_percent);
}

/** The levels that have a line: one point alone shows no growth. */
export function linesOf(data: ScalingData): string[] {
  return levelsOf(data).filter((level) => efficiencyPoints(data, level).length > 1);
}

export function efficiencyHeight(_: ScalingData, width: number): number {
  return width < WIDE_FROM ? 280 : 320;
}

export function efficiencyLegend(data: ScalingData, theme: ChartTheme): LegendItem[] {
  return linesOf(data).map((name, order) => ({ name, kind: "line", style: seriesStyle(theme, order), symbol: true }));
}

function tooltipText(data: ScalingData) {
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const hit = Array.isArray(params) ? params[0] : params;
    const at = Array.isArray(hit?.value) ? hit.value : [];
    const drives = Number(at[0] ?? Number.NaN);
    const lines = linesOf(data).flatMap((level) =>
      efficiencyPoints(data, level)
        .filter((point) => point.drives === drives)
        .map((point) => {
          const of = countText(behindPoint(point, data));
          return `${plainText(level)}  ${formatPercent(point.efficiency_percent)} ${basisText(point)}${of && ` (${of})`}`;
        }),
    );
    return lines.length > 0 ? [drivesText(drives), ...lines].join("\n") : "";
  };
}

export function efficiencyOption(data: ScalingData, theme: ChartTheme, view: ChartView): ChartOption {
  const look = xLook(theme);
  const upright = yLook(theme);
  const levels = linesOf(data);
  const points = levels.flatMap((level) => efficiencyPoints(data, level));
  const counts = drivesOf({ points });
  const minDrives = Math.min(...counts, 1024);
  const maxDrives = Math.max(...counts, 1);
  const lines = levels.map((name, order): LineSeriesOption => {
    const style = seriesStyle(theme, order);
    const { itemStyle = {} } = lineLook({ ...style, hollow: true }, theme);
    return {
      ...lineLook(style, theme),
      name,
      showAllSymbol: true,
      clip: false,
      data: efficiencyPoints(data, name).map((point) => {
        const value = [point.drives, point.efficiency_percent];
        return isSingle(behindPoint(point, data)) && !style.hollow ? { value, itemStyle } : value;
      }),
    };
  });
  const spreads = levels.flatMap((name, order) => {
    const look = { name, axis: 0, colour: seriesStyle(theme, order).colour };
    const points = efficiencyPoints(data, name).map((point) => ({
      place: point.drives,
      n: behindPoint(point, data).n,
      span: efficiencySpan(point, data, "spans"),
      interval: efficiencySpan(point, data, "intervals"),
    }));
    return certaintyMarks({ ...look, points });
  });
  return {
    ...baseOption(theme),
    grid: [{ left: LEFT, right: RIGHT, top: TOP, height: view.height - TOP - BOTTOM, outerBoundsMode: "none" }],
    xAxis: [
      {
        ...look,
        ...axisTitle(theme, "Number of drives"),
        type: "log",
        logBase: 2,
        // A little room on both sides keeps the first and last points off the edges.
        min: minDrives * 0.9,
        max: maxDrives * 1.1,
        axisLabel: { ...look.axisLabel, customValues: counts, formatter: (value: number) => String(value) },
        axisTick: { show: false, customValues: counts },
        splitLine: { ...look.splitLine, showMinLine: false, showMaxLine: false },
        axisPointer: { label: { show: false } },
      },
    ],
    yAxis: [
      {
        ...upright,
        ...panelTitle(theme, "Scaling efficiency (%)", { gap: 12, indent: LEFT - 4 }),
        type: "value",
        min: 0,
        // The line of 100 % always has room above it.
        max: ({ max }: { max: number }) => Math.max(Math.ceil(max / 20) * 20, 120),
        axisPointer: { show: false },
      },
    ],
    tooltip: textTooltip(theme, "axis", tooltipText(data)),
    series: [
      ...lines.map((line, index) =>
        index > 0
          ? line
          : {
              ...line,
              markLine: {
                silent: true,
                symbol: "none",
                lineStyle: { color: theme.dimmed, type: [...DASHES.limit], width: STROKES.event },
                label: { position: "insideEndTop" as const, formatter: "ideal, 100 %", color: theme.dimmed },
                data: [{ yAxis: IDEAL_PERCENT }],
              },
            },
      ),
      ...spreads,
    ],
  };
}
