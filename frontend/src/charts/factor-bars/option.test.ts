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

const textsOf = (width: number, of = data) => {
  const view = { width, height: factorBarsHeight(of, width), interactive: true };
  const drawn = drawSvg(factorBarsOption(of, THEMES.light, view), width, view.height);
  return [...drawn.matchAll(/>([^<]+)<\/text>/g)].map(([, text]) => text);
};

describe("factorBarsOption", () => {
  it.each([
    [1100, ["150k (1 run)", "≥ 300k (1 run)"]],
    [360, ["150k (1 run)", "≥ 300k"]],
  ])("writes values, bounds, ranges and missing ones at a width of %d", (width, single) => {
    expect(textsOf(width)).toEqual(
      expect.arrayContaining(["RAID 10", "8", "16", "200k (n = 3)", ...single, "failed", "400k to 450k"]),
    );
  });

  it("leaves the number of runs to the words where a value would be cut for it", () => {
    const cell = aPivotCell({ row: "RAID 10", column: "8", value: 1_790_000_000, n: 2, min: 1.7e9, max: 1.9e9 });
    const texts = textsOf(360, { ...data, metric: "throughput_bytes_per_s", rows: ["RAID 10"], cells: [cell] });
    expect(texts).toContain("1.79 GB/s");
    expect(texts.filter((text) => text?.includes("…"))).toEqual([]);
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

describe("what stands behind the bars", () => {
  const [whole, , other] = cells;
  if (!whole || !other) throw new Error("the pivot has cells");
  const drawn = (changes: Partial<typeof whole>): FactorBarsData => ({
    ...data,
    rows: ["RAID 10", "RAID 5"],
    columns: ["8"],
    cells: [{ ...whole, ci95_low: 185_000, ci95_high: 212_000, ...changes }, other],
  });
  const customs = (input: FactorBarsData) =>
    factorBarsOption(input, THEMES.light, { width: 1100, height: 400, interactive: true })
      .series.filter(({ type }) => type === "custom")
      .map((series) => series.data);

  it("is a whisker over the interval, and an open circle for one run", () => {
    const [intervals, circles, texts] = customs(drawn({}));
    expect(intervals).toEqual([[1, 185_000, 212_000]]);
    expect(circles).toEqual([[150_000, 3]]);
    // The text is behind the end of the mark that reaches furthest.
    expect((texts as number[][])[1]).toEqual([212_000, 1]);
    expect(factorBars.table(drawn({})).rows.map((row) => row.slice(-3))).toEqual([
      [185_000, 212_000, "3 runs, Student's 95 % interval of their mean"],
      [null, null, "1 run, no interval"],
    ]);
  });

  it("is both values of two runs and no interval, and nothing where no cell is of several", () => {
    const two = drawn({ n: 2, ci95_low: null, ci95_high: null });
    expect(customs(two)[0]).toEqual([[1, 190_000, 204_000]]);
    expect(
      customs({ ...two, cells: two.cells.map((cell) => ({ ...cell, ci95_low: -9000, ci95_high: 400_000 })) }),
    ).toEqual(customs(two));
    expect(factorBars.describe(two)).toContain("Dots are both values of 2 runs.");
    const one = drawn({ n: 1, min: null, max: null, ci95_low: null, ci95_high: null });
    expect(customs(one)).toHaveLength(1);
    expect(factorBars.table(one).columns.at(-1)?.label).toBe("Highest");
  });

  it("stands in what was frozen without intervals", () => {
    const { ci95_low, ci95_high, ...before } = whole;
    const old = { ...drawn({}), cells: [before as typeof whole, other] };
    expect(customs(old)[0]).toEqual([[1, 190_000, 204_000]]);
  });
});

describe("the words and numbers beside it", () => {
  it("name the best where bounds let it be known, and what is missing", () => {
    expect(factorBars.describe(data)).toBe(
      "Higher is better. Bounds and ranges leave the best open. Hollow bars are not exact. Whiskers show the lowest and highest run of a bar. A bar with an open circle is 1 run, no interval. 1 of 5 have no bar but a reason.",
    );
    const exact = data.cells.filter(({ value_kind }) => value_kind === "exact");
    expect(factorBars.describe({ ...data, cells: exact })).toContain("Best is RAID 10, 8 with 200k (n = 3).");
    const ranged = data.cells.filter(({ value_kind }) => value_kind !== "lower_bound");
    expect(factorBars.describe({ ...data, cells: ranged })).toContain("Best is JBOD, 8 with 400k to 450k.");
    const about = data.cells.map(
      (cell) => ({ ...cell, value_kind: cell.value === null ? null : "approximate" }) as const,
    );
    const measured = about.filter(({ value }) => value !== null);
    expect(factorBars.describe({ ...data, cells: measured })).toContain("Hollow bars are not exact.");
    expect(factorBars.table(data).rows[0]).toEqual([
      ...["RAID 10", "8", "measured", 200_000, "exact", 3, 190_000, 204_000],
      "3 runs, interval unknown",
    ]);
  });
});
