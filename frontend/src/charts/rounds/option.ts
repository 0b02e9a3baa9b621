/** The rounds chart: one value for each round, with the measurement window, its best fit line and the range it may have. */
import type { LineSeriesOption, TooltipComponentFormatterCallbackParams } from "echarts";
import { axisScale, findMetric, METRICS, type Metric } from "@/lib/metrics";
import { digitsApart, formatPercent } from "@/lib/units";
import type { ChartOption, ChartView } from "../definition";
import { axisTitle, baseOption, lineLook, panelTitle, textTooltip, xLook, yLook } from "../parts";
import { type ChartTheme, FONT_SIZE, LINE_WIDTH, type SeriesStyle, STROKES, subjectStyle } from "../theme";

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
export const RANGE_NAME = "Allowed range of the window";

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
  /** The rule allows highest minus lowest up to a share of the average: this is that room, around the rounds of the window. */
  allowed: [low: number, high: number];
  /** Values of the least squares line at the first and last round. */
  fit: [first: number, last: number];
}

/** Return the figures to draw for the window; null when there is no window or one of its rounds is missing. */
export function windowFigures(data: RoundsData): WindowFigures | null {
  const [first, last] = data.window ?? [];
  if (first === undefined || last === undefined) return null;
  const values = data.rounds.slice(first - 1, last).filter((value): value is number => value !== null);
  if (values.length !== last - first + 1 || values.length < 2) return null;
  const average = values.reduce((sum, value) => sum + value, 0) / values.length;
  const middle = (values.length - 1) / 2;
  const spread = values.reduce((sum, _, index) => sum + (index - middle) ** 2, 0);
  const slope = values.reduce((sum, value, index) => sum + (index - middle) * (value - average), 0) / spread;
  const centre = (Math.min(...values) + Math.max(...values)) / 2;
  const half = (average * data.range_limit_percent) / 200;
  return {
    first,
    last,
    average,
    allowed: [centre - half, centre + half],
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

/** Distance by which the marks of the window extend beyond its first and its last round. */
const BESIDE = 0.4;

export function fitStyle(theme: ChartTheme): SeriesStyle {
  return { ...subjectStyle(theme), colour: theme.steady, dash: [], width: STROKES.steady };
}

function windowSeries({ first, last, allowed, fit }: WindowFigures, theme: ChartTheme): LineSeriesOption[] {
  const [low, high] = allowed;
  const slope = (fit[1] - fit[0]) / (last - first);
  const edge = { color: theme.windowLine, width: STROKES.border, type: "solid" as const };
  const across = (from: number, to: number): [number, number][] => [
    [first - BESIDE, from],
    [last + BESIDE, to],
  ];
  const plain = { type: "line" as const, symbol: "none", silent: true, emphasis: { disabled: true } };
  return [
    {
      ...plain,
      name: RANGE_NAME,
      lineStyle: edge,
      data: across(high, high),
      markArea: {
        silent: true,
        itemStyle: { color: theme.window },
        data: [[{ coord: [first - BESIDE, low] }, { coord: [last + BESIDE, high] }]],
      },
    },
    { ...plain, name: RANGE_NAME, lineStyle: edge, data: across(low, low) },
    {
      ...lineLook(fitStyle(theme), theme),
      ...plain,
      name: FIT_NAME,
      z: 3,
      data: across(fit[0] - BESIDE * slope, fit[1] + BESIDE * slope),
    },
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
  const values = data.rounds.filter((value): value is number => value !== null);
  const scale = axisScale(metric, Math.max(0, ...values));
  const look = xLook(theme);
  const upright = yLook(theme);
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
        ...upright,
        ...title,
        name: `{title|${metric.label}${scale.unit ? ` (${scale.unit})` : ""}}\n{rule|${ruleText(data)}}`,
        nameTextStyle: {
          ...title.nameTextStyle,
          lineHeight: 17,
          rich: {
            title: { color: theme.secondary, fontSize: FONT_SIZE.label, fontWeight: 500, lineHeight: 17 },
            rule: { color: theme.steady, fontSize: FONT_SIZE.label, fontWeight: 560, lineHeight: 17 },
          },
        },
        type: "value",
        // The window's few percent would be a flat line on an axis that starts at zero; the description mentions it.
        scale: true,
        axisLabel: { ...upright.axisLabel, formatter: scale.format },
        axisPointer: { show: false },
      },
    ],
    tooltip: textTooltip(theme, "axis", tooltipText(data)),
    series: [roundsSeries(data, theme), ...(figures ? windowSeries(figures, theme) : [])],
  };
}
