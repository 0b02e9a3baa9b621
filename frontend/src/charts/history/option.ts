/** The history chart: one metric of one workload over all runs of a history, in order of time, with what changed. */
import type { LineSeriesOption, TooltipComponentFormatterCallbackParams } from "echarts";
import { axisScale, METRICS, type MetricName } from "@/lib/metrics";
import { formatDateTime } from "@/lib/units";
import type { ChartOption, ChartView } from "../definition";
import { baseOption, fitText, lineLook, panelTitle, plainText, textTooltip, xLook, yLook } from "../parts";
import { type ChartTheme, DASHES, FONT_SIZE, STROKES, subjectStyle } from "../theme";

export interface HistoryPoint {
  run: string;
  /** RFC 3339; null where it is not known when the run began. */
  at: string | null;
  /** Null where it was not measured or does not count. */
  value: number | null;
}

/** What changed before the point at `index`. */
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
}

export const LINE_NAME = "Value of each run";
export const CONFIGURATION_NAME = "Configuration change";
export const LEVEL_NAME = "Level change";
const LEFT = 52;
const RIGHT = 20;
/** Two rows of labels above the plot. */
const TOP = 46;
const BOTTOM = 34;
/** Room for the words of a mark. */
const MARK_ROOM = 130;

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

function markSeries(kind: HistoryMark["kind"], { marks, points }: HistoryData, theme: ChartTheme): LineSeriesOption {
  const style = markStyle(kind, theme);
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
            formatter: plainText(fitText(label, FONT_SIZE.label, MARK_ROOM)),
          },
        })),
    },
  };
}

function tooltipText({ metric, points, marks }: HistoryData) {
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const hit = Array.isArray(params) ? params[0] : params;
    const place = Array.isArray(hit?.data) ? Number(hit.data[0]) : -1;
    const point = points[place];
    if (!point) return "";
    const changed = marks.filter(({ index }) => index === place).map(({ label }) => plainText(label));
    return [`${point.run}  ${formatDateTime(point.at)}`, METRICS[metric].format(point.value), ...changed].join("\n");
  };
}

export function historyOption(data: HistoryData, theme: ChartTheme, view: ChartView): ChartOption {
  const { metric, points } = data;
  const scale = axisScale(METRICS[metric], Math.max(0, ...points.map(({ value }) => value ?? 0)));
  const look = xLook(theme);
  const upright = yLook(theme);
  const { label } = METRICS[metric];
  return {
    ...baseOption(theme),
    grid: [{ left: LEFT, right: RIGHT, top: TOP, height: view.height - TOP - BOTTOM, outerBoundsMode: "none" }],
    xAxis: [
      {
        ...look,
        type: "value",
        min: -0.5,
        max: Math.max(points.length, 1) - 0.5,
        // Runs stand side by side in their order; months without one take no room.
        minInterval: 1,
        splitNumber: Math.max(2, Math.floor((view.width - LEFT - RIGHT) / 90)),
        splitLine: { show: false },
        axisLabel: { ...look.axisLabel, formatter: (value: number) => points[value]?.run ?? "" },
        axisPointer: { label: { show: false } },
      },
    ],
    yAxis: [
      {
        ...upright,
        ...panelTitle(theme, scale.unit ? `${label} (${scale.unit})` : label, { gap: 12, indent: LEFT - 4 }),
        type: "value",
        min: 0,
        axisLabel: { ...upright.axisLabel, formatter: scale.format },
        axisPointer: { show: false },
      },
    ],
    tooltip: textTooltip(theme, "axis", tooltipText(data)),
    series: [
      {
        ...lineLook(subjectStyle(theme), theme),
        name: LINE_NAME,
        showAllSymbol: true,
        connectNulls: false,
        data: points.map(({ value }, index) => [index, value ?? "-"]),
      },
      markSeries("configuration", data, theme),
      markSeries("level", data, theme),
    ],
  };
}
