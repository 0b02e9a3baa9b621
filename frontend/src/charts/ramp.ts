/** One hue from light to dark, for what has an order: numbers of drives. */
import type { ChartTheme } from "./theme";

// Both ends stand out from their page by at least 3:1.
const ENDS = {
  light: [
    [91, 143, 201],
    [8, 42, 87],
  ],
  dark: [
    [68, 114, 168],
    [220, 235, 251],
  ],
} as const;

/** The colour at `index` of `count` that follow one another; the more, the further from the page's own colour. */
export function rampColour(theme: ChartTheme, index: number, count: number): string {
  const [from, to] = ENDS[theme.name];
  const share = count > 1 ? index / (count - 1) : 1;
  const mixed = from.map((value, channel) => Math.round(value + ((to[channel] ?? value) - value) * share));
  return `rgb(${mixed.join(", ")})`;
}
