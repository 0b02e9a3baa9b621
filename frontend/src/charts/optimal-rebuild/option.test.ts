import { describe, expect, it } from "vitest";
import { drawSvg } from "../runtime";
import { THEMES } from "../theme";
import { optimalRebuild } from "./definition";
import { type LossData, lossHeight, lossOption } from "./option";

const names = (level: string) => [
  { key: "array.level", label: "RAID level", value: level },
  { key: "drives.count", label: "Number of drives", value: "8" },
];
const data: LossData = {
  metric: "iops",
  losses: [
    {
      names: names("RAID 5"),
      condition: "rebuilding",
      optimal: 1000,
      value: 340,
      percent: 34,
      rebuild_seconds: 3840,
      run_numbers: ["r-1", "r-2"],
    },
    {
      names: names("RAID 10"),
      condition: "degraded",
      optimal: 1000,
      value: 800,
      percent: 80,
      rebuild_seconds: null,
      run_numbers: ["r-3"],
    },
  ],
};

describe("lossOption", () => {
  it.each([1100, 360])("names every pair, its share and the known rebuild time at a width of %d", (width) => {
    const view = { width, height: lossHeight(data, width), interactive: true };
    const drawn = drawSvg(lossOption(data, THEMES.light, view), width, view.height);
    for (const text of [
      "RAID 5, 8 drives, rebuilding",
      "RAID 10, 8 drives, degraded",
      "34 %, rebuilt after 1 h 4 min",
      "80 %",
    ]) {
      expect(drawn).toContain(`>${text}</text>`);
    }
  });

  it("has a series for each condition", () => {
    const { series } = lossOption(data, THEMES.light, { width: 1100, height: 200, interactive: true });
    expect(series.map(({ name, data: points }) => [name, points])).toEqual([
      ["degraded", [[80, 1]]],
      ["rebuilding", [[34, 0]]],
    ]);
  });
});

describe("repeats behind both ends", () => {
  const [first, second] = data.losses;
  const many = { n: 3, min: 900, max: 1100, ci95_low: 751.6, ci95_high: 1248.4 };
  const one = { n: 1, min: 800, max: 800, ci95_low: null, ci95_high: null };
  const repeated: LossData = {
    metric: "iops",
    losses: [first, second].flatMap((loss, index) =>
      loss ? [{ ...loss, optimal_spread: many, spread: index === 0 ? { ...many, min: 300, max: 380 } : one }] : [],
    ),
  };
  const view = { width: 1100, height: lossHeight(repeated, 1100), interactive: true };

  it("are intervals in percent of the optimal figure", () => {
    const { series, xAxis } = lossOption(repeated, THEMES.light, view);
    const near = (...values: number[]) => values.map((value) => expect.closeTo(value));
    expect(series.slice(2).map(({ name, data: points }) => [name, points])).toEqual([
      ["degraded", [near(1, 75.16, 124.84)]],
      ["rebuilding", [near(0, 75.16, 124.84), near(0, 75.16, 124.84)]],
    ]);
    expect(xAxis).toMatchObject([{ max: 140 }]);
    expect(drawSvg(lossOption(repeated, THEMES.light, view), 1100, view.height)).toContain("<svg");
  });

  it("are told in words and columns", () => {
    expect(optimalRebuild.describe(repeated)).toContain(
      "A hollow degraded or rebuilding end is 1 run, no interval. Both are in percent of the 100 % value, whose spread is not included.",
    );
    const { columns, rows } = optimalRebuild.table(repeated);
    expect(columns.slice(6).map(({ label }) => label)).toContain("Optimal: IOPS, 95 % interval from");
    expect(rows[1]?.at(-1)).toBe("1 run, no interval");
    expect(rows[0]?.at(-1)).toBe("3 runs, Student's 95 % interval of their mean");
  });
});

describe("the words and numbers beside it", () => {
  it("tell the ends, and unknown rebuild times as unknown", () => {
    expect(optimalRebuild.describe(data)).toBe(
      "IOPS against the optimal array: RAID 5, 8 drives, rebuilding 34 %, rebuilt after 1 h 4 min · RAID 10, 8 drives, degraded 80 %.",
    );
    const { columns, rows } = optimalRebuild.table(data);
    expect(rows[1]).toEqual(["RAID 10, 8 drives, degraded", 1000, 800, 80, null, "r-3"]);
    expect(columns[4]?.format(null)).toBe("unknown");
  });
});
