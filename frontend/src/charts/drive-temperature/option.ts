/** The temperature of a drive by day: from the lowest to the highest reading, and the mean. */
import type { CustomSeriesOption, TooltipComponentFormatterCallbackParams } from "echarts";
import { DAY_MS, dayOf } from "@/lib/calendar";
import { formatTemperature } from "@/lib/units";
import { driveChart as words } from "@/messages/drive-chart";
import { calendarAxis } from "../calendar-axis";
import type { ChartOption, ChartView } from "../definition";
import { endRoom, endSeries } from "../ends";
import { baseOption, lineLook, textTooltip, yLook } from "../parts";
import { type ChartTheme, GHOST_WIDTH, subjectStyle } from "../theme";

export interface TemperatureDay {
  /** The begin of the UTC day, in ms. */
  day: number;
  low: number;
  mean: number;
  high: number;
}

export interface DriveTemperatureData {
  /** In order; days without a reading are absent. */
  days: readonly TemperatureDay[];
  /** The period that is shown, in ms. */
  since: number;
  now: number;
}

export const SPAN_NAME = words.daySpan;
export const MEAN_NAME = words.dayMean;
const LEFT = 32;
const TOP = 12;
const BOTTOM = 26;
/** The stroke of a day with one reading, in px. */
const MIN_STROKE = 2;

/** The means of the days with a gap where a day has no reading. */
export function meansWithGaps(days: readonly TemperatureDay[]): [at: number, mean: number | null][] {
  return days.flatMap(({ day, mean }, place): [number, number | null][] => {
    const before = days[place - 1];
    const gap: [number, null][] = before && day - before.day > DAY_MS ? [[before.day + DAY_MS, null]] : [];
    return [...gap, [day, mean]];
  });
}

function spanSeries(days: readonly TemperatureDay[], theme: ChartTheme): CustomSeriesOption {
  return {
    type: "custom",
    name: SPAN_NAME,
    clip: true,
    z: 1,
    encode: { x: 0, y: [1, 2] },
    data: days.map(({ day, low, high }) => [day, low, high]),
    renderItem: (_, api) => {
      const [x = 0, bottom = 0] = api.coord([api.value(0), api.value(1)]);
      const [, top = 0] = api.coord([api.value(0), api.value(2)]);
      const short = Math.max(0, MIN_STROKE - (bottom - top)) / 2;
      return {
        type: "line",
        shape: { x1: x, y1: bottom + short, x2: x, y2: top - short },
        style: { stroke: theme.subject, lineWidth: 1.6, opacity: 0.45 },
      };
    },
  };
}

function tooltipText({ days }: DriveTemperatureData) {
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const hit = Array.isArray(params) ? params[0] : params;
    const at = Array.isArray(hit?.data) ? Number(hit.data[0]) : null;
    const entry = days.find(({ day }) => day === at);
    if (!entry) return "";
    const row = (label: string, value: number) => `${label}  ${formatTemperature(value)}`;
    return [
      dayOf(entry.day),
      row(words.highest, entry.high),
      row(words.mean, entry.mean),
      row(words.lowest, entry.low),
    ].join("\n");
  };
}

export function driveTemperatureOption(data: DriveTemperatureData, theme: ChartTheme, view: ChartView): ChartOption {
  const { days, since, now } = data;
  const style = { ...subjectStyle(theme), width: GHOST_WIDTH };
  const last = days.at(-1);
  const text = (label: string, value: number) => `${label} ${value.toFixed(0)}`;
  const ends = last
    ? [
        { name: MEAN_NAME, text: text(words.mean, last.mean), style, x: [last.day], y: [last.mean] },
        ...(last.high > last.mean
          ? [{ name: SPAN_NAME, text: text(words.high, last.high), style, x: [last.day], y: [last.high] }]
          : []),
      ].filter(({ name }) => !view.hidden?.has(name))
    : [];
  const room = endRoom(
    ends.map((line) => line.text),
    view.width,
  );
  return {
    ...baseOption(theme),
    useUTC: true,
    grid: [{ left: LEFT, right: room, top: TOP, height: view.height - TOP - BOTTOM, outerBoundsMode: "none" }],
    xAxis: [calendarAxis(theme, [since, now])],
    yAxis: [{ ...yLook(theme), type: "value", scale: true, axisPointer: { show: false } }],
    tooltip: textTooltip(theme, "axis", tooltipText(data)),
    series: [
      spanSeries(days, theme),
      { ...lineLook(style, theme), name: MEAN_NAME, symbol: "none", connectNulls: false, data: meansWithGaps(days) },
      ...endSeries({ lines: ends, axis: 0, room }, theme),
    ],
  };
}
