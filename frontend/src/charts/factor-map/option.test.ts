import { expect, test } from "vitest";
import { drawSvg } from "../runtime";
import { FACTOR_BARS_SAMPLE } from "../samples-factors";
import { THEMES } from "../theme";
import { factorMap } from "./definition";
import { factorMapOption } from "./option";

const VIEW = { width: 500, height: 300, interactive: true };

test("the first row is on top, and the best cell is named", () => {
  const option = factorMapOption(FACTOR_BARS_SAMPLE, THEMES.light, VIEW);
  const [axis] = option.yAxis as { data: string[] }[];
  expect(axis?.data).toEqual(FACTOR_BARS_SAMPLE.rows.toReversed());
  expect(factorMap.describe(FACTOR_BARS_SAMPLE)).toMatch(/^Best is /);
});

test("cells of worse runs are outlined in the colour of limits", () => {
  const [first] = FACTOR_BARS_SAMPLE.cells.filter(({ state }) => state === "measured");
  const draw = (worseRuns: readonly string[]) =>
    drawSvg(factorMapOption({ ...FACTOR_BARS_SAMPLE, cells, worseRuns }, THEMES.light, VIEW), 500, 300);
  const cells = FACTOR_BARS_SAMPLE.cells.map((cell) => (cell === first ? { ...cell, run_numbers: ["r-7"] } : cell));
  expect(draw(["r-7"]).split(`stroke="${THEMES.light.limit}"`)).toHaveLength(2);
  expect(draw([])).not.toContain(`stroke="${THEMES.light.limit}"`);
});

test("cells without a value say why", () => {
  const cells = FACTOR_BARS_SAMPLE.cells.map((cell) => ({ ...cell, state: "impossible" as const, value: null }));
  expect(factorMap.describe({ ...FACTOR_BARS_SAMPLE, cells })).toBe("IOPS: no values.");
});
