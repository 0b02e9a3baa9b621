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
      "34 %, whole again after 1 h 4 min",
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

describe("the words and numbers beside it", () => {
  it("tell the ends, and unknown rebuild times as unknown", () => {
    expect(optimalRebuild.describe(data)).toBe(
      "IOPS against the optimal array: RAID 5, 8 drives, rebuilding 34 %, whole again after 1 h 4 min; RAID 10, 8 drives, degraded 80 %.",
    );
    const { columns, rows } = optimalRebuild.table(data);
    expect(rows[1]).toEqual(["RAID 10, 8 drives, degraded", 1000, 800, 80, null, "r-3"]);
    expect(columns[4]?.format(null)).toBe("unknown");
  });
});
