/** Every chart has a sample and draws it, in both themes, wide and narrow. */
import { describe, expect, test } from "vitest";
import { CHARTS } from "./definitions";
import { SAMPLES } from "./gallery-samples";
import { drawSvg } from "./runtime";
import { THEMES, type ThemeName } from "./theme";

test("every chart has a sample, and every sample a chart", () => {
  expect(Object.keys(SAMPLES).toSorted()).toEqual([...CHARTS.keys()].toSorted());
});

const sampled = [...CHARTS.values()].flatMap((chart) => {
  const make = SAMPLES[chart.id];
  return make ? [[chart.id, chart, make()] as const] : [];
});

describe.each(sampled)("%s", (_id, chart, data) => {
  test.each<[ThemeName, number]>([
    ["light", 1100],
    ["light", 360],
    ["dark", 1100],
    ["dark", 360],
  ])("is drawn in the %s theme, %i px wide", (theme, width) => {
    const height = chart.height(data, width);
    const svg = drawSvg(chart.option(data, THEMES[theme], { width, height, interactive: false }), width, height);
    // A chart without marks has its background and little else; a line has many corners, or one path for each of its parts.
    expect(svg.match(/<(path|text)|[LC]-?\d/g)?.length ?? 0).toBeGreaterThan(5);
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  });

  test("says in words and in a table what it shows", () => {
    expect(chart.describe(data)).toMatch(/\.$/);
    expect(chart.table(data).rows.length).toBeGreaterThan(0);
  });
});
