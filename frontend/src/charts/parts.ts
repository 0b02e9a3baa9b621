/** Pieces of an option that all charts share: fonts, axes, tooltips, lines. */
import type { LineSeriesOption, TooltipComponentOption } from "echarts";
import { radius } from "@/app/tokens";
import { withOpacity } from "@/lib/colour";
import type { ChartOption } from "./definition";
import { type ChartTheme, DASHES, FONT_FAMILY, FONT_SIZE, LINE_WIDTH, type SeriesStyle, SYMBOL_SIZE } from "./theme";

const { tooltip: RADIUS } = radius;
/** Across, in px. */
const RING_SIZE = 11;

export function baseOption(theme: ChartTheme): Pick<ChartOption, "animation" | "backgroundColor" | "textStyle"> {
  return {
    animation: false,
    backgroundColor: theme.background,
    textStyle: { fontFamily: FONT_FAMILY, fontSize: FONT_SIZE.label, color: theme.text },
  };
}

/** Approximate number of split lines of a value axis. */
const SPLITS = 4;

/** Labels of an axis: no ticks, and only as many labels as have room. */
function labelsLook(theme: ChartTheme) {
  return {
    axisTick: { show: false },
    minorTick: { show: false },
    axisLabel: { color: theme.dimmed, fontSize: FONT_SIZE.label, hideOverlap: true },
  };
}

const splitLines = (theme: ChartTheme) => ({ show: true, lineStyle: { color: theme.gridLine } });

/** A horizontal axis: a line and labels; what is measured along it has split lines only where bars lie on it. */
export function xLook(theme: ChartTheme, { split = false } = {}) {
  return {
    ...labelsLook(theme),
    axisLine: { show: true, onZero: false, lineStyle: { color: theme.line } },
    splitLine: split ? splitLines(theme) : { show: false },
  };
}

/** A vertical axis: labels outside on the left and a few split lines, without a line of its own. */
export function yLook(theme: ChartTheme, { split = true } = {}) {
  return {
    ...labelsLook(theme),
    axisLine: { show: false, onZero: false },
    splitNumber: SPLITS,
    splitLine: split ? splitLines(theme) : { show: false },
  };
}

/** Return split lines at these values alone; ECharts reads them although its types omit them. */
export const splitAt = <Split extends object>(split: Split, values: readonly number[]): Split => ({
  ...split,
  customValues: [...values],
});

/** The title of a panel, written as the name of its vertical axis: above it, flush with the labels on its left. */
export function panelTitle(theme: ChartTheme, text: string, { gap, indent }: { gap: number; indent: number }) {
  return {
    name: text,
    nameLocation: "end" as const,
    nameGap: gap,
    nameMoveOverlap: false,
    nameTextStyle: {
      color: theme.secondary,
      fontSize: FONT_SIZE.label,
      fontWeight: 500,
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

/**
 * A tooltip of plain text: its first line is the head, two spaces part the cells of every other. In a page `asRows` draws it as
 * elements, elsewhere it is text on the canvas: what a drive or a person wrote into a name can never become markup.
 */
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
    axisPointer: {
      type: "line",
      snap: true,
      lineStyle: { color: theme.secondary, type: [...DASHES.pointer], width: 1 },
    },
    formatter,
  };
}

/** Opacity of an area at the curve above it. */
export const AREA_OPACITY = 0.12;

/** The fill of an area below a curve: from the curve downwards it fades to nothing. */
export function fade(colour: string, opacity = AREA_OPACITY) {
  return {
    type: "linear" as const,
    x: 0,
    y: 0,
    x2: 0,
    y2: 1,
    colorStops: [
      { offset: 0, color: withOpacity(colour, opacity) },
      { offset: 1, color: withOpacity(colour, 0) },
    ],
  };
}

/** Before the distances from it, the one that others are compared with. */
export const BASELINE_MARK = "\u2605";

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Ends a name that is read from right to left: a number behind it would otherwise be drawn in front of it. */
const LEFT_TO_RIGHT_MARK = "\u200e";

/**
 * Return text that ECharts' rich text shows literally: braces open a style there. Text that follows it is drawn to its
 * right.
 */
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

/** A point that is no exact figure: an open ring. */
export function ringLook(style: SeriesStyle, theme: ChartTheme) {
  return {
    symbol: "circle",
    symbolSize: RING_SIZE,
    itemStyle: { color: theme.background, borderColor: style.colour, borderWidth: LINE_WIDTH },
  };
}

// Widths of letters relative to the font size, wide enough for the system fonts that replace Inter.
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

/** The text, or its first and its last words that fit: names that are alike in their middle differ at an end. */
export function fitEnds(text: string, fontSize: number, room: number): string {
  if (textWidth(text, fontSize) <= room) return text;
  const words = text.split(" ");
  const joined = (head: number, tail: number): string => {
    const begin = words
      .slice(0, head)
      .join(" ")
      .replace(/[\s,;:\u00B7]+$/, "");
    const end = words
      .slice(words.length - tail)
      .join(" ")
      .replace(/^[\s\u00B7]+/, "");
    return `${begin} \u2026 ${end}`;
  };
  const fits = (head: number, tail: number) => textWidth(joined(head, tail), fontSize) <= room;
  let [head, tail] = [1, 1];
  if (words.length < 3 || !fits(head, tail)) return fitText(text, fontSize, room);
  for (let hasGrown = true; hasGrown && head + tail < words.length; ) {
    hasGrown = false;
    if (fits(head, tail + 1)) [tail, hasGrown] = [tail + 1, true];
    if (head + tail < words.length && fits(head + 1, tail)) [head, hasGrown] = [head + 1, true];
  }
  return joined(head, tail);
}
