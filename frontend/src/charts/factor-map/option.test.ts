import { expect, test } from "vitest";
import { FACTOR_BARS_SAMPLE } from "../samples-factors";
import { THEMES } from "../theme";
import { factorMap } from "./definition";
import { factorMapOption } from "./option";

test("the first row is on top, and the best cell is named", () => {
  const option = factorMapOption(FACTOR_BARS_SAMPLE, THEMES.light, { width: 500, height: 300, interactive: true });
  const [axis] = option.yAxis as { data: string[] }[];
  expect(axis?.data).toEqual(FACTOR_BARS_SAMPLE.rows.toReversed());
  expect(factorMap.describe(FACTOR_BARS_SAMPLE)).toMatch(/^Best is /);
});

test("cells without a value say why", () => {
  const cells = FACTOR_BARS_SAMPLE.cells.map((cell) => ({ ...cell, state: "impossible" as const, value: null }));
  expect(factorMap.describe({ ...FACTOR_BARS_SAMPLE, cells })).toBe("IOPS: no values.");
});
