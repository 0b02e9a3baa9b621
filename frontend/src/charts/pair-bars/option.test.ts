import { describe, expect, it } from "vitest";
import { drawSvg } from "../runtime";
import { THEMES } from "../theme";
import { pairBars } from "./definition";
import { type PairBarsData, pairBarsOption } from "./option";

const theme = THEMES.light;
const VIEW = { width: 420, height: 216, interactive: true };
const DATA: PairBarsData = {
  metric: "iops",
  names: ["A, c-22", "B, c-14"],
  points: [
    {
      workload: "4K random read",
      a: { value: 13_000_000, n: 3, isInexact: false },
      b: { value: 6_500_000, n: 1, isInexact: false },
      ratio: 0.5,
    },
    {
      workload: "4K random write",
      a: { value: 100_000, n: 3, isInexact: false },
      b: { value: 200_000, n: 2, isInexact: true },
      ratio: 2,
    },
  ],
};

describe("pairBarsOption", () => {
  it("draws each pair as shares of its longer bar", () => {
    const lengths = pairBarsOption(DATA, theme, VIEW).series.map((series) =>
      (series as { data: { value: number }[] }).data.map(({ value }) => value),
    );
    expect(lengths).toEqual([
      [1, 0.5],
      [0.5, 1],
    ]);
  });

  it("writes values and the change of the second, and marks what is not exact", () => {
    const svg = drawSvg(pairBarsOption(DATA, theme, VIEW), VIEW.width, VIEW.height);
    expect(svg).toContain("13.0M");
    expect(svg).toContain("\u221250\u00a0%");
    expect(svg).toContain("≈ 200k");
    expect(pairBars.caption?.(DATA)).toBe("Hollow bars are not exact.");
  });

  it("writes long names whole, above their bars", () => {
    const workload = "Random 4 KiB read, 32 outstanding I/Os";
    const long = { ...DATA, points: DATA.points.slice(0, 1).map((point) => ({ ...point, workload })) };
    const option = pairBarsOption(long, theme, VIEW);
    expect(option.yAxis[0]).toMatchObject({ axisLabel: { inside: true } });
    expect(drawSvg(option, VIEW.width, VIEW.height)).toContain(workload);
  });

  it("draws nothing, and does not fail, without a common workload", () => {
    const empty = { ...DATA, points: [] };
    expect(drawSvg(pairBarsOption(empty, theme, VIEW), VIEW.width, VIEW.height)).toContain("<svg");
    expect(pairBars.describe(empty)).toBe("IOPS: no common workload.");
  });

  it("has exact values in its table", () => {
    expect(pairBars.table(DATA).rows[0]).toEqual(["4K random read", 13_000_000, 3, 6_500_000, 1, 0.5]);
  });
});
