import { describe, expect, it } from "vitest";
import { cellInk } from "@/app/tokens";
import { contrastOf } from "@/lib/colour";
import { cellColour, countColour, rampColour } from "./ramp";
import { THEMES } from "./theme";

const NAMES = ["light", "dark"] as const;

describe("cellColour", () => {
  it.each(NAMES)("goes from the first stop to the last where the page is %s", (name) => {
    const theme = THEMES[name];
    const { values } = theme.ramps;
    expect([0, 1, 7].map((share) => cellColour(theme, share).fill)).toEqual([values[0], values.at(-1), values.at(-1)]);
    expect(cellColour(theme, 0.4).fill).toBe(values[2]);
  });

  it.each(NAMES)("has letters that can be read on every cell where the page is %s", (name) => {
    for (let share = 0; share <= 1; share += 0.01) {
      const { fill, text } = cellColour(THEMES[name], share);
      expect(contrastOf(fill, text)).toBeGreaterThanOrEqual(4.5);
    }
    expect(cellColour(THEMES.light, 0).text).toBe(cellInk.onPale);
    expect(cellColour(THEMES.light, 1).text).toBe(cellInk.onDeep);
  });
});

describe("rampColour", () => {
  it.each(NAMES)("stands out from the page at both ends where it is %s", (name) => {
    const theme = THEMES[name];
    for (const index of [0, 1, 2, 3])
      expect(contrastOf(rampColour(theme, index, 4), theme.background)).toBeGreaterThanOrEqual(3);
    expect(rampColour(theme, 0, 1)).toBe(rampColour(theme, 3, 4));
  });
});

describe("countColour", () => {
  it.each(NAMES)("tells one I/O from none, and grows by logarithms where the page is %s", (name) => {
    const theme = THEMES[name];
    const { counts } = theme.ramps;
    expect(countColour(theme, 1, 4999)).toBe(counts[1]);
    expect(contrastOf(countColour(theme, 1, 4999), theme.background)).toBeGreaterThan(1.3);
    // Seventy is half of the way to 4,900 by logarithms.
    expect(contrastOf(countColour(theme, 70, 4900), theme.background)).toBeGreaterThan(2);
    expect([countColour(theme, 4999, 4999), countColour(theme, 1, 1)]).toEqual([counts.at(-1), counts.at(-1)]);
  });
});
