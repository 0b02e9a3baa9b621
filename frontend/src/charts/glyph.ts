/** The small picture of a series in a legend: its line, dash and symbol, as SVG shapes. */
import type { LegendItem } from "./definition";
import type { SymbolShape } from "./theme";

export const GLYPH = { width: 28, height: 14 } as const;

const MIDDLE_X = GLYPH.width / 2;
const MIDDLE_Y = GLYPH.height / 2;
const RADIUS = 3.5;

const left = MIDDLE_X - RADIUS;
const right = MIDDLE_X + RADIUS;
const top = MIDDLE_Y - RADIUS;
const bottom = MIDDLE_Y + RADIUS;

const SYMBOL_PATHS: Record<SymbolShape, string> = {
  circle: `M${left} ${MIDDLE_Y}a${RADIUS} ${RADIUS} 0 1 0 ${2 * RADIUS} 0a${RADIUS} ${RADIUS} 0 1 0 ${-2 * RADIUS} 0Z`,
  rect: `M${left} ${top}H${right}V${bottom}H${left}Z`,
  triangle: `M${MIDDLE_X} ${top}L${right} ${bottom}H${left}Z`,
  diamond: `M${MIDDLE_X} ${top}L${right} ${MIDDLE_Y}L${MIDDLE_X} ${bottom}L${left} ${MIDDLE_Y}Z`,
};

/** One path of a glyph with its presentation attributes, by their SVG names. */
export interface GlyphPath {
  d: string;
  fill: string;
  fillOpacity: number;
  stroke: string;
  strokeDasharray: string;
}

/** The paths of a legend entry inside a box of GLYPH's size; `background` fills hollow symbols. */
export function glyphPaths({ kind, style, symbol }: LegendItem, background: string): GlyphPath[] {
  const plain = { fillOpacity: 1, stroke: "none", strokeDasharray: "none" };
  if (kind !== "line") {
    const opacity = kind === "band" ? 0.25 : 1;
    return [{ ...plain, d: `M0 2H${GLYPH.width}V12H0Z`, fill: style.colour, fillOpacity: opacity }];
  }
  const line = {
    ...plain,
    d: `M0 ${MIDDLE_Y}H${GLYPH.width}`,
    fill: "none",
    stroke: style.colour,
    strokeDasharray: style.dash.join(" ") || "none",
  };
  if (!symbol) return [line];
  const mark = { ...plain, d: SYMBOL_PATHS[style.symbol], fill: style.hollow ? background : style.colour };
  return [line, { ...mark, stroke: style.colour }];
}
