/** The history chart: one metric of one workload over all runs of a history, in order of time, with what changed. */
import type { CustomSeriesOption, LineSeriesOption, TooltipComponentFormatterCallbackParams } from "echarts";
import { axisScale, METRICS, type MetricName } from "@/lib/metrics";
import { clockOf } from "@/lib/short-times";
import { formatDateTime, MONTHS } from "@/lib/units";
import type { ChartOption, ChartView } from "../definition";
import { baseOption, fitText, lineLook, panelTitle, plainText, textTooltip, xLook, yLook } from "../parts";
import { type ChartTheme, DASHES, FONT_SIZE, STROKES, subjectStyle } from "../theme";

export interface HistoryPoint {
  run: string;
  /** RFC 3339; null where it is not known when the run began. */
  at: string | null;
  /** Null where it was not measured or does not count. A median where it is of several runs. */
  value: number | null;
  /** Lowest and highest of several runs. */
  span?: readonly [low: number, high: number] | null;
}

/** Points that belong together, by their first and last index: what is usual, or what belongs to another subject. */
export interface HistoryBand {
  kind: "usual" | "other";
  from: number;
  to: number;
  low: number;
  high: number;
  label: string;
}

/** Change before the point at `index`. */
export interface HistoryMark {
  index: number;
  /** A change of the configuration's class, or of the level of the figures. */
  kind: "configuration" | "level";
  label: string;
}

export interface HistoryData {
  metric: MetricName;
  workload: string;
  /** Oldest first. */
  points: HistoryPoint[];
  marks: HistoryMark[];
  bands?: readonly HistoryBand[];
}

export const LINE_NAME = "Value of each run";
export const CONFIGURATION_NAME = "Configuration change";
export const LEVEL_NAME = "Level change";
const LEFT = 52;
/** Room for the newest value. */
const RIGHT = 62;
/** Two rows of labels above the plot. */
const TOP = 46;
const BOTTOM = 34;
/** Room for the words of a mark, where there are many. */
const MARK_ROOM = 130;
const SPAN = { width: 5, opacity: 0.25 } as const;
const OTHER_OPACITY = 0.7;

/** A mark lies between the last run before it and the first behind it. */
const border = (index: number) => index - 0.5;

export function markStyle(kind: HistoryMark["kind"], theme: ChartTheme) {
  const isLevel = kind === "level";
  return {
    ...subjectStyle(theme),
    colour: isLevel ? theme.target : theme.text,
    dash: isLevel ? [...DASHES.limit] : [],
    width: STROKES.event,
  };
}

/** Labels lie over their line, and beside it near an edge. */
function alignAt(index: number, count: number): "left" | "center" | "right" {
  const share = index / Math.max(count, 1);
  return share < 0.15 ? "left" : share > 0.85 ? "right" : "center";
}

function markSeries(
  kind: HistoryMark["kind"],
  { marks, points }: HistoryData,
  theme: ChartTheme,
  width: number,
): LineSeriesOption {
  const style = markStyle(kind, theme);
  const room = Math.max(MARK_ROOM, (width - LEFT - RIGHT) / (marks.length + 1));
  return {
    type: "line",
    name: kind === "configuration" ? CONFIGURATION_NAME : LEVEL_NAME,
    silent: true,
    data: [],
    markLine: {
      silent: true,
      symbol: "none",
      lineStyle: {
        color: style.colour,
        type: style.dash.length > 0 ? style.dash : "solid",
        width: style.width,
      },
      data: marks
        .filter((mark) => mark.kind === kind)
        .map(({ index, label }) => ({
          xAxis: border(index),
          label: {
            show: true,
            position: "end" as const,
            // The two kinds do not write over each other, and neither leaves the chart.
            distance: kind === "configuration" ? 3 : 16,
            align: alignAt(index, points.length),
            color: theme.text,
            fontSize: FONT_SIZE.label,
            fontWeight: 600,
            formatter: plainText(fitText(label, FONT_SIZE.label, room)),
          },
        })),
    },
  };
}

/** Bars from the lowest to the highest of the runs behind a point. */
function spanSeries({ points }: HistoryData, theme: ChartTheme): CustomSeriesOption {
  return {
    type: "custom",
    name: LINE_NAME,
    silent: true,
    tooltip: { show: false },
    encode: { x: 0, y: [1, 2] },
    data: points.flatMap(({ span }, index) => (span ? [[index, ...span]] : [])),
    renderItem: (_, api) => {
      const [x = 0, low = 0] = api.coord([api.value(0), api.value(1)]);
      const [, high = 0] = api.coord([api.value(0), api.value(2)]);
      return {
        type: "line",
        shape: { x1: x, y1: low, x2: x, y2: high },
        style: { stroke: theme.subject, lineWidth: SPAN.width, opacity: SPAN.opacity, lineCap: "round" },
      };
    },
  };
}

function bandArea({ bands = [] }: HistoryData, theme: ChartTheme): NonNullable<LineSeriesOption["markArea"]> {
  return {
    silent: true,
    data: bands.map(({ kind, from, to, low, high, label }) => [
      {
        xAxis: border(from),
        yAxis: low,
        itemStyle: kind === "usual" ? { color: theme.window } : { color: theme.gridLine, opacity: OTHER_OPACITY },
        label: {
          show: true,
          position: "insideTopLeft" as const,
          // Above the band, where no point lies.
          offset: [4, -16],
          color: kind === "usual" ? theme.steady : theme.dimmed,
          fontSize: FONT_SIZE.label,
          formatter: plainText(label),
        },
      },
      { xAxis: border(to + 1), yAxis: high },
    ]),
  };
}

const SPAN_WORD = "lowest to highest";

function tooltipText({ metric, points, marks }: HistoryData) {
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const hit = (Array.isArray(params) ? params : [params]).find(({ seriesType }) => seriesType === "line");
    const place = Array.isArray(hit?.data) ? Number(hit.data[0]) : -1;
    const point = points[place];
    if (!point) return "";
    const { format } = METRICS[metric];
    const span = point.span ? [`${SPAN_WORD}  ${format(point.span[0])} to ${format(point.span[1])}`] : [];
    const changed = marks.filter(({ index }) => index === place).map(({ label }) => plainText(label));
    return [`${point.run}  ${formatDateTime(point.at)}`, format(point.value, { digits: 4 }), ...span, ...changed].join(
      "\n",
    );
  };
}

/** Return the day of a run as an axis shows it, its time if all runs are of one day; its number if its start is unknown. */
function dateText({ run, at }: HistoryPoint, isOneDay: boolean): string {
  if (at === null) return run;
  if (isOneDay) return clockOf(new Date(at));
  const day = new Date(at);
  return `${day.getDate()} ${MONTHS[day.getMonth()] ?? ""}`;
}

export function historyOption(data: HistoryData, theme: ChartTheme, view: ChartView): ChartOption {
  const { metric, points } = data;
  const highest = Math.max(0, ...points.map(({ value, span }) => span?.[1] ?? value ?? 0));
  const scale = axisScale(METRICS[metric], highest);
  const look = xLook(theme);
  const upright = yLook(theme);
  const style = subjectStyle(theme);
  const { label, format } = METRICS[metric];
  const isOneDay = new Set(points.map(({ at }) => at && new Date(at).toDateString())).size === 1;
  return {
    ...baseOption(theme),
    grid: [{ left: LEFT, right: RIGHT, top: TOP, height: view.height - TOP - BOTTOM, outerBoundsMode: "none" }],
    xAxis: [
      {
        ...look,
        type: "value",
        min: -0.5,
        max: Math.max(points.length, 1) - 0.5,
        // Runs are side by side in their order; months without one take no room.
        minInterval: 1,
        splitNumber: Math.max(2, Math.floor((view.width - LEFT - RIGHT) / 90)),
        splitLine: { show: false },
        axisLabel: {
          ...look.axisLabel,
          formatter: (value: number) => {
            const point = points[value];
            return point ? dateText(point, isOneDay) : "";
          },
        },
        axisPointer: { label: { show: false } },
      },
    ],
    yAxis: [
      {
        ...upright,
        ...panelTitle(theme, scale.unit ? `${label} (${scale.unit})` : label, { gap: 12, indent: LEFT - 4 }),
        type: "value",
        // A history shows changes of a few percent, which an axis from zero would hide.
        scale: true,
        // Room for the name of a band above it.
        boundaryGap: ["8%", "20%"],
        axisLabel: { ...upright.axisLabel, formatter: scale.format },
        axisPointer: { show: false },
      },
    ],
    tooltip: textTooltip(theme, "axis", tooltipText(data)),
    series: [
      spanSeries(data, theme),
      {
        ...lineLook(style, theme),
        name: LINE_NAME,
        showAllSymbol: true,
        connectNulls: false,
        data: points.map(({ value }, index) => [index, value ?? "-"]),
        endLabel: {
          show: true,
          distance: 8,
          color: style.ink ?? style.colour,
          fontSize: FONT_SIZE.value,
          fontWeight: 650,
          formatter: ({ value }) => format(Array.isArray(value) ? Number(value[1]) : null),
        },
        markArea: bandArea(data, theme),
      },
      markSeries("configuration", data, theme, view.width),
      markSeries("level", data, theme, view.width),
    ],
  };
}
