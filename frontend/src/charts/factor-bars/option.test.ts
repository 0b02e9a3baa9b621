import { describe, expect, it } from "vitest";
import { aPivot, aPivotCell } from "@/testing/pivot-objects";
import { drawSvg } from "../runtime";
import { THEMES } from "../theme";
import { factorBars } from "./definition";
import { type FactorBarsData, factorBarsHeight, factorBarsOption } from "./option";

const { rows, cells } = aPivot();
const data: FactorBarsData = {
  metric: "iops",
  rowLabel: "RAID level",
  columnLabel: "Number of drives",
  rows: [...rows, "JBOD"],
  columns: ["8", "16"],
  cells: [...cells, aPivotCell({ row: "JBOD", value: null, low: 400_000, high: 450_000, value_kind: "range" })],
};

const textsOf = (width: number) => {
  const view = { width, height: factorBarsHeight(data, width), interactive: true };
  const drawn = drawSvg(factorBarsOption(data, THEMES.light, view), width, view.height);
  return [...drawn.matchAll(/>([^<]+)<\/text>/g)].map(([, text]) => text);
};

describe("factorBarsOption", () => {
  it.each([1100, 360])("writes values, bounds, ranges and missing ones at a width of %d", (width) => {
    expect(textsOf(width)).toEqual(
      expect.arrayContaining(["RAID 10", "8", "16", "200k (n = 3)", "≥ 300k", "150k", "failed", "400k to 450k"]),
    );
  });

  it("draws a bar only where there is a number, hollow where it is not exact", () => {
    const [bars] = factorBarsOption(data, THEMES.light, { width: 1100, height: 400, interactive: true }).series;
    const items = bars?.data as (string | { value: number; itemStyle: { color: string } })[];
    const drawn = items.map((item) => (typeof item === "string" ? null : item.value));
    expect(drawn).toEqual([null, 200_000, 300_000, null, 150_000, null, null, null]);
    const bound = items[2];
    expect(typeof bound === "object" && bound.itemStyle.color).toBe(THEMES.light.background);
  });
});

describe("the words and numbers beside it", () => {
  it("name the best where bounds let it be known, and what is missing", () => {
    expect(factorBars.describe(data)).toBe(
      "Higher is better. Bounds and ranges leave open which is best. Hollow bars are not exact figures. 1 of 5 have no bar, and say why.",
    );
    const exact = data.cells.filter(({ value_kind }) => value_kind === "exact");
    expect(factorBars.describe({ ...data, cells: exact })).toContain("Best is RAID 10, 8 with 200k (n = 3).");
    const ranged = data.cells.filter(({ value_kind }) => value_kind !== "lower_bound");
    expect(factorBars.describe({ ...data, cells: ranged })).toContain("Best is JBOD, 8 with 400k to 450k.");
    const about = data.cells.map(
      (cell) => ({ ...cell, value_kind: cell.value === null ? null : "approximate" }) as const,
    );
    const measured = about.filter(({ value }) => value !== null);
    expect(factorBars.describe({ ...data, cells: measured })).toContain("Hollow bars are not exact figures.");
    expect(factorBars.table(data).rows[0]).toEqual(["RAID 10", "8", "measured", 200_000, "exact", 3, 190_000, 204_000]);
  });
});
