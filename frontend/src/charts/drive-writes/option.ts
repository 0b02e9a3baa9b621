/** Bytes written to a drive by week, stacked by what wrote them. */
import type { BarSeriesOption, TooltipComponentFormatterCallbackParams } from "echarts";
import { dayOf } from "@/lib/calendar";
import { shortBytes } from "@/lib/short-values";
import { formatBytes, formatNumber, MONTHS } from "@/lib/units";
import { driveChart as words } from "@/messages/drive-chart";
import type { ChartOption, ChartView } from "../definition";
import { baseOption, textTooltip, xLook, yLook } from "../parts";
import { type ChartTheme, type SeriesStyle, seriesStyle, subjectStyle } from "../theme";

export interface WrittenWeek {
  /** Monday, 00:00 UTC, in ms. */
  start: number;
  /** Null is unknown. */
  runs: number | null;
  preparation: number | null;
  other: number | null;
}

export interface DriveWritesData {
  /** Every week of the period, in order. */
  weeks: readonly WrittenWeek[];
}

export const CAUSES = ["runs", "preparation", "other"] as const;
export type Cause = (typeof CAUSES)[number];

const LEFT = 42;
const RIGHT = 14;
const TOP = 10;
const BOTTOM = 26;
const UNITS: Readonly<Record<string, number>> = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12, PB: 1e15, EB: 1e18 };

export function causeStyle(cause: Cause, theme: ChartTheme): SeriesStyle {
  if (cause === "runs") return subjectStyle(theme);
  return cause === "preparation" ? seriesStyle(theme, 1) : { ...subjectStyle(theme), colour: theme.ghost };
}

const totalOf = (week: WrittenWeek) => CAUSES.reduce((sum, cause) => sum + (week[cause] ?? 0), 0);

/** The unit of the axis, by the week with the most bytes. */
export function writesUnit({ weeks }: DriveWritesData): string {
  return shortBytes(Math.max(1, ...weeks.map(totalOf))).unit;
}

/** The month where one begins, with its year where that begins; nothing elsewhere. */
function weekLabel(weeks: readonly WrittenWeek[], place: number): string {
  const at = weeks[place]?.start;
  if (at === undefined) return "";
  const date = new Date(at);
  const before = weeks[place - 1];
  if (before && new Date(before.start).getUTCMonth() === date.getUTCMonth()) return "";
  const month = MONTHS[date.getUTCMonth()] ?? "";
  return date.getUTCMonth() === 0 ? `${month} ${date.getUTCFullYear()}` : month;
}

function tooltipText({ weeks }: DriveWritesData) {
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const hit = Array.isArray(params) ? params[0] : params;
    const week = weeks[hit?.dataIndex ?? -1];
    if (!week) return "";
    const rows = CAUSES.map((cause) => {
      const value = week[cause];
      return `${words.causes[cause]}  ${value === null ? words.unknown : formatBytes(value, { digits: 4 })}`;
    });
    return [words.weekOf(dayOf(week.start)), ...rows].join("\n");
  };
}

export function driveWritesOption(data: DriveWritesData, theme: ChartTheme, view: ChartView): ChartOption {
  const { weeks } = data;
  const factor = UNITS[writesUnit(data)] ?? 1;
  const look = xLook(theme);
  return {
    ...baseOption(theme),
    grid: [{ left: LEFT, right: RIGHT, top: TOP, height: view.height - TOP - BOTTOM, outerBoundsMode: "none" }],
    xAxis: [
      {
        ...look,
        type: "category",
        data: weeks.map((_, place) => String(place)),
        axisLabel: {
          ...look.axisLabel,
          interval: 0,
          formatter: (_: string, place: number) => weekLabel(weeks, place),
        },
      },
    ],
    yAxis: [
      {
        ...yLook(theme),
        type: "value",
        min: 0,
        axisLabel: {
          ...yLook(theme).axisLabel,
          formatter: (value: number) => formatNumber(value / factor, { digits: 4, trim: true }),
        },
        axisPointer: { show: false },
      },
    ],
    tooltip: textTooltip(theme, "axis", tooltipText(data)),
    series: CAUSES.map(
      (cause): BarSeriesOption => ({
        type: "bar",
        name: words.causes[cause],
        stack: "written",
        barWidth: "66%",
        barMaxWidth: 24,
        itemStyle: { color: causeStyle(cause, theme).colour, borderRadius: 1 },
        emphasis: { disabled: true },
        data: weeks.map((week) => week[cause] ?? "-"),
      }),
    ),
  };
}
