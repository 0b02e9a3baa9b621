/** Ratings counted by configuration: a bar to the right for the tests that it leads, one to the left for those it lags. */
import type { BarSeriesOption, TooltipComponentFormatterCallbackParams } from "echarts";
import { barNames, NAME_LINE } from "../bar-names";
import { type ChartOption, type ChartView, isWide, type LegendItem, WIDE_FROM } from "../definition";
import { axisTitle, baseOption, plainText, textTooltip, xLook, yLook } from "../parts";
import { BAR, type ChartTheme, FONT_SIZE, seriesStyle } from "../theme";

export interface CountedRatings {
  name: string;
  leads: number;
  lags: number;
}

export interface RatingsData {
  /** Number of tests, each at one RAID level, that the source rates. */
  ratings: number;
  /** In the order of the page: most leads first. */
  bars: readonly CountedRatings[];
}

type Side = "leads" | "lags";

export const SIDES: readonly Side[] = ["leads", "lags"];
const TOP = 4;
const BOTTOM = 44;
const WIDE_ROW = 28;
const NARROW_ROW = 46;
/** Room for a number beside the longest bar. */
const VALUE_ROOM = 34;

export function ratingsHeight({ bars }: RatingsData, width: number): number {
  return TOP + BOTTOM + Math.max(bars.length, 2) * (width < WIDE_FROM ? NARROW_ROW : WIDE_ROW);
}

function colourOf(side: Side, theme: ChartTheme): string {
  const { differences } = theme.ramps;
  return (side === "leads" ? differences[0] : differences.at(-1)) ?? theme.text;
}

export function ratingsLegend(_: RatingsData, theme: ChartTheme): LegendItem[] {
  return SIDES.map((name) => ({
    name,
    kind: "area",
    symbol: false,
    style: { ...seriesStyle(theme, 0), colour: colourOf(name, theme), dash: [] },
  }));
}

function series(side: Side, { bars }: RatingsData, theme: ChartTheme, barWidth: number): BarSeriesOption {
  const sign = side === "leads" ? 1 : -1;
  return {
    type: "bar",
    name: side,
    // Both sides of a configuration are on one line.
    stack: "ratings",
    barWidth,
    emphasis: { disabled: true },
    label: {
      show: true,
      position: side === "leads" ? "right" : "left",
      color: theme.text,
      fontSize: FONT_SIZE.title,
      formatter: ({ dataIndex }) => String(bars[dataIndex]?.[side] || ""),
    },
    itemStyle: {
      color: colourOf(side, theme),
      borderRadius: side === "leads" ? [0, BAR.radius, BAR.radius, 0] : [BAR.radius, 0, 0, BAR.radius],
    },
    data: bars.map((bar) => sign * bar[side]),
  };
}

function tooltip({ bars, ratings }: RatingsData) {
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const bar = bars[(Array.isArray(params) ? params[0] : params)?.dataIndex ?? -1];
    return bar ? [plainText(bar.name), ...SIDES.map((side) => `${side}  ${bar[side]} of ${ratings}`)].join("\n") : "";
  };
}

export function ratingsOption(data: RatingsData, theme: ChartTheme, view: ChartView): ChartOption {
  const { bars, ratings } = data;
  const narrow = !isWide(view);
  const plot = view.height - TOP - BOTTOM;
  const row = plot / Math.max(bars.length, 1);
  const barWidth = Math.min(BAR.thickness + 3, row * 0.6);
  const { room, linesOf } = barNames(
    bars.map(({ name }) => name),
    { width: view.width, row, above: narrow ? view.width - 24 : null },
  );
  const labels = bars.map(({ name }) => linesOf(name).map(plainText).join("\n"));
  const look = xLook(theme, { split: true });
  const upright = yLook(theme);
  const maxOf = (side: Side) => Math.max(0, ...bars.map((bar) => bar[side]));
  return {
    ...baseOption(theme),
    grid: [
      {
        left: room + 14 + (maxOf("lags") > 0 ? VALUE_ROOM : 0),
        right: VALUE_ROOM,
        top: TOP,
        height: plot,
        outerBoundsMode: "none",
      },
    ],
    xAxis: [
      {
        ...look,
        ...axisTitle(theme, `\u2190 lags    number of ${ratings} ratings    leads \u2192`),
        type: "value",
        min: -maxOf("lags"),
        max: Math.max(maxOf("leads"), 1),
        minInterval: 1,
        splitNumber: narrow ? 4 : 8,
        axisLabel: {
          ...look.axisLabel,
          showMinLabel: false,
          showMaxLabel: false,
          formatter: (value: number) => String(Math.abs(value)),
        },
      },
    ],
    yAxis: [
      {
        ...upright,
        type: "category",
        inverse: true,
        data: bars.map((_, index) => String(index)),
        axisTick: { show: false },
        splitLine: { show: false },
        axisLabel: {
          interval: 0,
          inside: narrow,
          margin: narrow ? 2 : 8 + (maxOf("lags") > 0 ? VALUE_ROOM : 0),
          color: theme.text,
          fontSize: FONT_SIZE.title,
          lineHeight: NAME_LINE,
          // On a narrow page the names are above their bars, which then have the whole width.
          ...(narrow ? { verticalAlign: "bottom" as const, padding: [0, 0, barWidth / 2 + 4, 0] } : {}),
          formatter: (_: string, index: number) => labels[index] ?? "",
        },
        z: 5,
      },
    ],
    tooltip: textTooltip(theme, "item", tooltip(data)),
    series: SIDES.map((side) => series(side, data, theme, barWidth)),
  };
}
