/** The rounds chart: one value for each round, with the measurement window, its best fit line and the range it may have. */
import type { LineSeriesOption, TooltipComponentFormatterCallbackParams } from "echarts";
import { axisScale, findMetric, METRICS, type Metric } from "@/lib/metrics";
import { digitsApart, formatPercent } from "@/lib/units";
import type { ChartOption, ChartView } from "../definition";
import { axisLook, axisTitle, baseOption, lineLook, panelTitle, textTooltip } from "../parts";
import { type ChartTheme, FONT_SIZE, LINE_WIDTH, seriesStyle, subjectStyle } from "../theme";

/** A verdict as the API gives it; rounds and windows count from 1, the window's ends belong to it. */
export interface RoundsData {
  status: "steady" | "not_steady" | "insufficient_rounds";
  metric: string;
  window: readonly number[] | null;
  mean: number | null;
  range_percent: number | null;
  slope_percent: number | null;
  range_limit_percent: number;
  slope_limit_percent: number;
  rounds: (number | null)[];
  sentence: string;
}

export const ROUNDS_NAME = "Round";
export const FIT_NAME = "Best fit in the window";
export const AVERAGE_NAME = "Average of the window";
export const WINDOW_NAME = "Measurement window";
export const RANGE_NAME = "Allowed range, from the lowest round";

const LABEL_ROOM = 52;
const RIGHT = 20;
const TOP = 50;
const BOTTOM = 46;

export function roundsMetric({ metric }: RoundsData): Metric {
  return findMetric(metric) ?? METRICS.iops;
}

export interface WindowFigures {
  first: number;
  last: number;
  average: number;
  /** The rule allows highest minus lowest up to a share of the average: this is that room, laid on the lowest round. */
  allowed: [low: number, high: number];
  /** Values of the least squares line at the first and last round. */
  fit: [first: number, last: number];
}

/** The figures to draw for the window; null when there is none or a round of it is missing. */
export function windowFigures(data: RoundsData): WindowFigures | null {
  const [first, last] = data.window ?? [];
  if (first === undefined || last === undefined) return null;
  const values = data.rounds.slice(first - 1, last).filter((value): value is number => value !== null);
  if (values.length !== last - first + 1 || values.length < 2) return null;
  const average = values.reduce((sum, value) => sum + value, 0) / values.length;
  const middle = (values.length - 1) / 2;
  const spread = values.reduce((sum, _, index) => sum + (index - middle) ** 2, 0);
  const slope = values.reduce((sum, value, index) => sum + (index - middle) * (value - average), 0) / spread;
  const low = Math.min(...values);
  return {
    first,
    last,
    average,
    allowed: [low, low + (average * data.range_limit_percent) / 100],
    fit: [average - slope * middle, average + slope * middle],
  };
}

/** `Range 6.2 % (limit 20 %), slope 1.1 % (limit 10 %)`, or that there is no window. */
export function ruleText(data: RoundsData): string {
  if (data.range_percent === null || data.slope_percent === null) return "No measurement window yet";
  const against = (value: number, limit: number) => {
    // A verdict follows from which of the two is larger, so they are never printed alike unless they are the same.
    const digits = digitsApart(value, limit);
    return `${formatPercent(value, { digits, trim: false })} (limit ${formatPercent(limit, { digits })})`;
  };
  return (
    `Range ${against(data.range_percent, data.range_limit_percent)}, ` +
    `slope ${against(data.slope_percent, data.slope_limit_percent)}`
  );
}

function segment(
  name: string,
  order: number,
  points: [number, number][],
  theme: ChartTheme,
  dash: number[],
): LineSeriesOption {
  const look = lineLook({ ...seriesStyle(theme, order), dash }, theme);
  return { ...look, name, symbol: "none", silent: true, data: points };
}

function windowSeries(figures: WindowFigures, theme: ChartTheme): LineSeriesOption[] {
  const { first, last, average, allowed, fit } = figures;
  const across = (from: number, to: number): [number, number][] => [
    [first, from],
    [last, to],
  ];
  const [low, high] = allowed;
  const range = segment(RANGE_NAME, 2, across(high, high), theme, [2, 3]);
  return [
    {
      type: "line",
      name: WINDOW_NAME,
      silent: true,
      data: [],
      markArea: { silent: true, itemStyle: { color: theme.window }, data: [[{ xAxis: first }, { xAxis: last }]] },
    },
    {
      ...range,
      markArea: {
        silent: true,
        itemStyle: { color: seriesStyle(theme, 2).colour, opacity: 0.14 },
        data: [[{ coord: [first, low] }, { coord: [last, high] }]],
      },
    },
    segment(RANGE_NAME, 2, across(low, low), theme, [2, 3]),
    segment(AVERAGE_NAME, 3, across(average, average), theme, [8, 3, 2, 3]),
    segment(FIT_NAME, 1, across(fit[0], fit[1]), theme, [7, 4]),
  ];
}

function roundsSeries(data: RoundsData, theme: ChartTheme): LineSeriesOption {
  return {
    ...lineLook(subjectStyle(theme), theme),
    name: ROUNDS_NAME,
    showAllSymbol: true,
    showSymbol: data.rounds.length <= 60,
    lineStyle: { color: subjectStyle(theme).colour, width: LINE_WIDTH },
    z: 4,
    data: data.rounds.map((value, index) => [index + 1, value ?? "-"]),
  };
}

function tooltipText(data: RoundsData) {
  const metric = roundsMetric(data);
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const hit = (Array.isArray(params) ? params : [params]).find(({ seriesName }) => seriesName === ROUNDS_NAME);
    if (!hit) return "";
    const [first = Number.POSITIVE_INFINITY, last = 0] = data.window ?? [];
    const round = hit.dataIndex + 1;
    const inside = round >= first && round <= last ? ", in the measurement window" : "";
    return `Round ${round}${inside}\n${metric.label}  ${metric.format(data.rounds[hit.dataIndex], { digits: 4 })}`;
  };
}

export function roundsOption(data: RoundsData, theme: ChartTheme, view: ChartView): ChartOption {
  const metric = roundsMetric(data);
  const figures = windowFigures(data);
  const known = data.rounds.filter((value): value is number => value !== null);
  const scale = axisScale(metric, Math.max(0, ...known));
  const look = axisLook(theme);
  const title = panelTitle(theme, "", { gap: 12, indent: LABEL_ROOM - 4 });
  return {
    ...baseOption(theme),
    grid: [{ left: LABEL_ROOM, right: RIGHT, top: TOP, height: view.height - TOP - BOTTOM, outerBoundsMode: "none" }],
    xAxis: [
      {
        ...look,
        ...axisTitle(theme, "Round"),
        type: "value",
        min: 0.5,
        max: Math.max(data.rounds.length, 1) + 0.5,
        minInterval: 1,
        splitNumber: Math.min(data.rounds.length, Math.floor(view.width / 60)),
        splitLine: { show: false },
        axisTick: { show: false },
        axisLabel: { ...look.axisLabel, formatter: (value: number) => (Number.isInteger(value) ? String(value) : "") },
        axisPointer: { label: { show: false } },
      },
    ],
    yAxis: [
      {
        ...look,
        ...title,
        name: `{title|${metric.label}${scale.unit ? ` (${scale.unit})` : ""}}\n{rule|${ruleText(data)}}`,
        nameTextStyle: {
          ...title.nameTextStyle,
          lineHeight: 17,
          rich: {
            title: { color: theme.text, fontSize: FONT_SIZE.title, fontWeight: 600, lineHeight: 17 },
            rule: { color: theme.dimmed, fontSize: FONT_SIZE.label, fontWeight: 400, lineHeight: 17 },
          },
        },
        type: "value",
        // The window's few percent would be a flat line on an axis that begins at zero; the description says so.
        scale: true,
        splitNumber: 5,
        axisLabel: { ...look.axisLabel, formatter: scale.format },
        axisPointer: { show: false },
      },
    ],
    tooltip: textTooltip(theme, "axis", tooltipText(data)),
    series: [roundsSeries(data, theme), ...(figures ? windowSeries(figures, theme) : [])],
  };
}
