/** Colour scales of maps: from the least to the most, or around zero. */
import { rampAt } from "@/lib/colour";
import { type CellColour, cellColour, onColour } from "../ramp";
import type { ChartTheme } from "../theme";

/** The least and the most of a scale. */
export type Limits = readonly [low: number, high: number];

/** From this ratio on a scale goes by logarithms. */
const DECADE = 10;

/** Return the limits of some values; null without any. */
export function limitsOf(values: readonly (number | null)[]): Limits | null {
  const defined = values.filter((value): value is number => value !== null);
  return defined.length > 0 ? [Math.min(...defined), Math.max(...defined)] : null;
}

export const isLogarithmic = ([low, high]: Limits): boolean => low > 0 && high / low > DECADE;

/** The colour of a value between the limits, from the page's own colour to the one furthest from it. */
export function sequential(theme: ChartTheme, limits: Limits): (value: number) => CellColour {
  const [low, high] = limits;
  if (!(high > low)) return () => cellColour(theme, 0.5);
  if (isLogarithmic(limits)) return (value) => cellColour(theme, Math.log(value / low) / Math.log(high / low));
  return (value) => cellColour(theme, (value - low) / (high - low));
}

/** The colour of a difference: blue where it is better, orange where it is worse, strongest at `limit` on either side. */
export function diverging(theme: ChartTheme, limit: number, better: "higher" | "lower"): (value: number) => CellColour {
  return (value) => {
    const share = limit > 0 ? Math.max(-1, Math.min(value / limit, 1)) : 0;
    return onColour(rampAt(theme.ramps.differences, 0.5 + (better === "higher" ? -share : share) / 2));
  };
}
