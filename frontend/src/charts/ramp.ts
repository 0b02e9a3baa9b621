/** Colours of what has an order: numbers of drives, values, counts of I/Os, differences. */
import { cellInk } from "@/app/tokens";
import { contrastOf, rampAt } from "@/lib/colour";
import type { ChartTheme } from "./theme";

/** Number of last stops of the value ramp that contrast with the page by at least 3:1. */
const CLEAR = 3;

/** The colour at `index` of `count` that follow one another; the more, the further from the page's own colour. */
export function rampColour(theme: ChartTheme, index: number, count: number): string {
  return rampAt(theme.ramps.values.slice(-CLEAR), count > 1 ? index / (count - 1) : 1);
}

/**
 * Return the colour of a number of I/Os. One I/O has the second stop of the ramp, since the first is the ground of
 * zero.
 */
export function countColour(theme: ChartTheme, ios: number, maxIos: number): string {
  const share = maxIos > 1 ? Math.log(ios) / Math.log(maxIos) : 1;
  return rampAt(theme.ramps.counts.slice(1), share);
}

export interface CellColour {
  fill: string;
  /** Colour of text that is readable on it. */
  text: string;
}

/** A colour with letters that can be read on it. */
export function onColour(fill: string): CellColour {
  const { onPale, onDeep } = cellInk;
  return { fill, text: contrastOf(fill, onPale) >= contrastOf(fill, onDeep) ? onPale : onDeep };
}

/** The colour of a share from 0 to 1 of the scale. */
export const cellColour = (theme: ChartTheme, share: number): CellColour => onColour(rampAt(theme.ramps.values, share));
