/** Ratings as bars, best first: the reference in colour, the others grey, each with its distance from the reference. */
import type { BarSeriesOption, TooltipComponentFormatterCallbackParams } from "echarts";
import { formatNumber, formatRelative } from "@/lib/units";
import { barNames, NAME_LINE } from "../bar-names";
import { type ChartOption, type ChartView, isWide, WIDE_FROM } from "../definition";
import { words as nights } from "../nights/words";
import { axisTitle, baseOption, plainText, textTooltip, xLook, yLook } from "../parts";
import { BAR, type ChartTheme, FONT_SIZE, LINE_WIDTH } from "../theme";

export interface RankedBar {
  /** Number of the configuration. */
  number: string;
  name: string;
  rating: number;
  /** Place on the podium, or null. */
  place: number | null;
  /** The least and the largest of the ratios behind the rating. */
  worst: number | null;
  best: number | null;
  /** Its newest result is worse than usual. */
  isWorse?: boolean;
}

export interface RankData {
  bars: readonly RankedBar[];
  /** Number of the configuration that has 100. */
  reference: string | null;
}

/** The rating of the baseline. */
export const BASE = 100;
const TOP = 8;
const BOTTOM = 46;
const WIDE_ROW = 30;
const NARROW_ROW = 46;
const VALUE_ROOM = 112;
const RULE = "geometric mean of the ratios";

export function rankHeight({ bars }: RankData, width: number): number {
  return TOP + BOTTOM + Math.max(bars.length, 2) * (width < WIDE_FROM ? NARROW_ROW : WIDE_ROW);
}

/** `82.4 (−17.6 %)`; the reference itself is not compared. */
export function ratingText(bar: RankedBar, reference: string | null): string {
  const rating = formatNumber(bar.rating);
  return bar.number === reference ? rating : `${rating} (${formatRelative(bar.rating / BASE)})`;
}

export function rankName({ place, name }: RankedBar): string {
  return place === null ? name : `${place}. ${name}`;
}

function series(data: RankData, theme: ChartTheme, barWidth: number): BarSeriesOption {
  const accent = theme.subject;
  return {
    type: "bar",
    name: "Rating",
    barWidth,
    emphasis: { disabled: true },
    label: {
      show: true,
      position: "right",
      color: theme.text,
      fontSize: FONT_SIZE.title,
      // The line at 100 ends before words and goes on behind them.
      backgroundColor: theme.background,
      formatter: ({ dataIndex }) => {
        const bar = data.bars[dataIndex];
        return bar ? ratingText(bar, data.reference) : "";
      },
    },
    data: data.bars.map(({ number, rating, isWorse }) => ({
      value: rating,
      itemStyle: {
        color: isWorse ? theme.limit : number === data.reference ? accent : theme.ghost,
        borderRadius: [0, BAR.radius, BAR.radius, 0],
      },
    })),
    markLine: {
      silent: true,
      z: 1,
      symbol: "none",
      label: { show: false },
      lineStyle: { color: theme.dimmed, type: "dashed", width: LINE_WIDTH },
      data: data.reference === null ? [] : [{ xAxis: BASE }],
    },
  };
}

function tooltip({ bars, reference }: RankData) {
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const bar = bars[(Array.isArray(params) ? params[0] : params)?.dataIndex ?? -1];
    if (!bar) return "";
    const spread =
      bar.worst === null || bar.best === null
        ? []
        : [`Ratios ${formatNumber(bar.worst)} to ${formatNumber(bar.best)} of the baseline`];
    const worse = bar.isWorse ? [nights.worse] : [];
    return [plainText(bar.name), `Rating  ${ratingText(bar, reference)}`, ...spread, ...worse].join("\n");
  };
}

export function rankOption(data: RankData, theme: ChartTheme, view: ChartView): ChartOption {
  const narrow = !isWide(view);
  const plot = view.height - TOP - BOTTOM;
  const row = plot / Math.max(data.bars.length, 1);
  const barWidth = Math.min(BAR.thickness, row * 0.6);
  const { room: nameRoom, linesOf: nameLines } = barNames(data.bars.map(rankName), {
    width: view.width,
    row,
    above: narrow ? view.width - 24 : null,
  });
  const look = xLook(theme, { split: true });
  const upright = yLook(theme);
  const label = (bar: RankedBar) => nameLines(rankName(bar)).map(plainText).join("\n");
  return {
    ...baseOption(theme),
    grid: [{ left: nameRoom + 14, right: VALUE_ROOM, top: TOP, height: plot, outerBoundsMode: "none" }],
    xAxis: [
      {
        ...look,
        ...axisTitle(theme, narrow ? "Rating (baseline = 100)" : `Rating, ${RULE} (baseline = 100)`),
        type: "value",
        min: 0,
        splitNumber: narrow ? 3 : 6,
      },
    ],
    yAxis: [
      {
        ...upright,
        type: "category",
        inverse: true,
        data: data.bars.map(({ number }) => number),
        axisTick: { show: false },
        splitLine: { show: false },
        axisLabel: {
          interval: 0,
          inside: narrow,
          margin: narrow ? 2 : 8,
          color: theme.text,
          fontSize: FONT_SIZE.title,
          lineHeight: NAME_LINE,
          // On a narrow page the names are above their bars, which then have the whole width.
          ...(narrow ? { verticalAlign: "bottom" as const, padding: [0, 0, barWidth / 2 + 4, 0] } : {}),
          formatter: (_: string, index: number) => data.bars.map(label)[index] ?? "",
        },
        z: 5,
      },
    ],
    tooltip: textTooltip(theme, "item", tooltip(data)),
    series: [series(data, theme, barWidth)],
  };
}
