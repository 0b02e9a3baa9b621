/** Pieces of an option that all charts share: fonts, axes, tooltips, lines. */
import type { LineSeriesOption, TooltipComponentOption } from "echarts";
import { radius } from "@/app/tokens";
import type { ChartOption } from "./definition";
import { type ChartTheme, FONT_FAMILY, FONT_SIZE, LINE_WIDTH, type SeriesStyle, SYMBOL_SIZE } from "./theme";

const { tooltip: RADIUS } = radius;

export function baseOption(theme: ChartTheme): Pick<ChartOption, "animation" | "backgroundColor" | "textStyle"> {
  return {
    animation: false,
    backgroundColor: theme.background,
    textStyle: { fontFamily: FONT_FAMILY, fontSize: FONT_SIZE.label, color: theme.text },
  };
}

/** Lines, ticks and labels of an axis. */
export function axisLook(theme: ChartTheme) {
  return {
    axisLine: { show: true, onZero: false, lineStyle: { color: theme.line } },
    axisTick: { show: false },
    axisLabel: { color: theme.dimmed, fontSize: FONT_SIZE.label, hideOverlap: true },
    splitLine: { show: true, lineStyle: { color: theme.gridLine } },
    minorTick: { show: false },
  };
}

/** The title of a panel, written as the name of its vertical axis: above it, flush with the labels on its left. */
export function panelTitle(theme: ChartTheme, text: string, { gap, indent }: { gap: number; indent: number }) {
  return {
    name: text,
    nameLocation: "end" as const,
    nameGap: gap,
    nameMoveOverlap: false,
    nameTextStyle: {
      color: theme.text,
      fontSize: FONT_SIZE.title,
      fontWeight: 600,
      align: "left" as const,
      verticalAlign: "bottom" as const,
      padding: [0, 0, 0, -indent],
    },
  };
}

/** The title below a horizontal axis. */
export function axisTitle(theme: ChartTheme, text: string) {
  return {
    name: text,
    nameLocation: "middle" as const,
    nameGap: 26,
    nameMoveOverlap: false,
    nameTextStyle: { color: theme.dimmed, fontSize: FONT_SIZE.label },
  };
}

/** A tooltip drawn as text on the canvas: what a drive or a person wrote into a name can never become markup. */
export function textTooltip(
  theme: ChartTheme,
  trigger: "axis" | "item",
  formatter: TooltipComponentOption["formatter"],
): TooltipComponentOption {
  return {
    show: true,
    renderMode: "richText",
    trigger,
    confine: true,
    transitionDuration: 0,
    backgroundColor: theme.background,
    borderColor: theme.line,
    borderWidth: 1,
    borderRadius: RADIUS,
    padding: 8,
    textStyle: { color: theme.text, fontFamily: FONT_FAMILY, fontSize: FONT_SIZE.title, lineHeight: 18 },
    axisPointer: { type: "line", snap: true, lineStyle: { color: theme.dimmed, type: "solid", width: 1 } },
    formatter,
  };
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Ends a name that is read from right to left: a number behind it would otherwise be drawn in front of it. */
const LEFT_TO_RIGHT_MARK = "\u200e";

/** Text that ECharts' rich text takes for text: braces open a style there. What follows stands to its right. */
export function plainText(text: string): string {
  const plain = text.replaceAll("{", "(").replaceAll("}", ")");
  return RIGHT_TO_LEFT.test(plain) ? `${plain}${LEFT_TO_RIGHT_MARK}` : plain;
}

/** Line, symbol and dash of a series. */
export function lineLook(style: SeriesStyle, theme: ChartTheme): LineSeriesOption {
  return {
    type: "line",
    symbol: style.symbol,
    symbolSize: SYMBOL_SIZE,
    lineStyle: {
      color: style.colour,
      width: style.width ?? LINE_WIDTH,
      type: style.dash.length > 0 ? style.dash : "solid",
    },
    itemStyle: {
      color: style.hollow ? theme.background : style.colour,
      borderColor: style.colour,
      borderWidth: style.hollow ? LINE_WIDTH : 0,
    },
    emphasis: { disabled: true },
  };
}

// Widths of letters relative to the font size, wide enough for the system fonts that stand in for Inter.
const WIDE = 0.6;
const CJK = 1.05;

/** An upper estimate of how wide a text is drawn, in px: options are built where nothing can measure. */
export function textWidth(text: string, fontSize: number): number {
  let width = 0;
  for (const character of text) width += (character > "\u2e7f" ? CJK : WIDE) * fontSize;
  return width;
}

/** The text, or as many whole words of it as fit with an ellipsis, or letters of a long one; empty when not even four do. */
export function fitText(text: string, fontSize: number, room: number): string {
  if (textWidth(text, fontSize) <= room) return text;
  const letters = [...text];
  while (letters.length > 0 && textWidth(`${letters.join("")}\u2026`, fontSize) > room) letters.pop();
  if (letters.length < 4) return "";
  const cut = letters.join("");
  const words = text[cut.length] === " " ? cut : cut.slice(0, cut.lastIndexOf(" ") + 1);
  const whole = words.replace(/[\s,;:]+$/, "");
  return `${whole.length >= 4 ? whole : cut}\u2026`;
}
