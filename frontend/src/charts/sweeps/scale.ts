/** Colour scales of maps: from the least to the most, or around zero. */
import { type CellColour, cellColour, onColour } from "../report-matrix/option";

/** The least and the most of a scale. */
export type Limits = readonly [low: number, high: number];

/** From this ratio on a scale goes by logarithms. */
const DECADE = 10;

/** The limits of some values; null when there is none. */
export function limitsOf(values: readonly (number | null)[]): Limits | null {
  const known = values.filter((value): value is number => value !== null);
  return known.length > 0 ? [Math.min(...known), Math.max(...known)] : null;
}

export const isLogarithmic = ([low, high]: Limits): boolean => low > 0 && high / low > DECADE;

/** The colour of a value between the limits, dark to light. */
export function sequential(limits: Limits): (value: number) => CellColour {
  const [low, high] = limits;
  if (!(high > low)) return () => cellColour(0.5);
  if (isLogarithmic(limits)) return (value) => cellColour(Math.log(value / low) / Math.log(high / low));
  return (value) => cellColour((value - low) / (high - low));
}

const BLUE = [33, 102, 172] as const;
const WHITE = [247, 247, 247] as const;
const ORANGE = [230, 97, 1] as const;

/** The colour of a difference: blue below zero, white at zero, orange above it, strongest at `most` on either side. */
export function diverging(most: number): (value: number) => CellColour {
  return (value) => {
    const share = most > 0 ? Math.min(Math.abs(value) / most, 1) : 0;
    const end = value < 0 ? BLUE : ORANGE;
    return onColour(WHITE.map((channel, index) => Math.round(channel + ((end[index] ?? channel) - channel) * share)));
  };
}
