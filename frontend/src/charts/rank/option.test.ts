import { describe, expect, it } from "vitest";
import { drawSvg } from "../runtime";
import { THEMES } from "../theme";
import { rank } from "./definition";
import { type RankData, type RankedBar, rankHeight, rankOption, ratingText } from "./option";

const VIEW = { width: 1100, height: 400, interactive: true };
const data: RankData = {
  reference: "c-2",
  bars: [
    { number: "c-1", name: "RAID 10 {fast}", rating: 182.4, place: 1, worst: 1, best: 4 },
    { number: "c-2", name: "RAID 5", rating: 100, place: 2, worst: 1, best: 1 },
    { number: "c-3", name: "<img src=x>", rating: 0.5, place: null, worst: null, best: null },
  ],
};

describe("ratings", () => {
  it("draws a bar for each configuration in the order given, from zero", () => {
    const [bars] = rankOption(data, THEMES.light, VIEW).series;
    expect(((bars?.data ?? []) as { value: number }[]).map(({ value }) => value)).toEqual([182.4, 100, 0.5]);
    expect(rankOption(data, THEMES.light, VIEW).xAxis[0]).toMatchObject({ type: "value", min: 0 });
  });

  it("colours the reference alone and marks its rating with a line", () => {
    const [bars] = rankOption(data, THEMES.dark, VIEW).series;
    const colours = ((bars?.data ?? []) as { itemStyle: { color: string } }[]).map(({ itemStyle }) => itemStyle.color);
    expect(colours[0]).toBe(colours[2]);
    expect(colours[1]).not.toBe(colours[0]);
    expect(bars).toMatchObject({ markLine: { data: [{ xAxis: 100 }] } });
  });

  it("draws what is worse than usual in the colour of limits, also the reference", () => {
    const bars = data.bars.map((bar) => ({ ...bar, isWorse: bar.number === "c-2" }));
    const [series] = rankOption({ ...data, bars }, THEMES.light, VIEW).series;
    expect(series?.data).toMatchObject([{}, { itemStyle: { color: THEMES.light.limit } }, {}]);
  });

  it("tells the distance from the reference, but not of the baseline itself", () => {
    expect(data.bars.map((bar) => ratingText(bar, data.reference))).toEqual([
      "182 (+82.4 %)",
      "100",
      "0.500 (\u221299.5 %)",
    ]);
  });

  it("calls what rounding left no distance, and only what is nothing a whole hundred percent less", () => {
    const text = (rating: number) => ratingText({ ...data.bars[0], rating } as RankedBar, data.reference);
    expect(text(100 + 7.1e-14)).toBe("100 (0 %)");
    expect(text(99.96)).toBe("100 (0 %)");
    expect(text(99.94)).toBe("99.9 (\u22120.06 %)");
    expect(text(0.01)).toBe("0.0100 (< \u221299.9 %)");
    expect(text(0)).toBe("0 (\u2212100 %)");
  });

  it("writes what was drawn into its table and its sentence", () => {
    expect(rank.table(data).rows[0]).toEqual(["RAID 10 {fast}", 182.4, 1, 1, 4]);
    expect(rank.describe(data)).toBe(
      "RAID 10 {fast} is first with 182. <img src=x> is last with 0.500. RAID 5 is the baseline with 100.",
    );
    expect(rank.describe({ bars: [], reference: null })).toBe("No configuration has a rating.");
  });

  it("draws names as text in both forms", () => {
    for (const width of [1100, 360]) {
      const svg = drawSvg(rankOption(data, THEMES.light, { ...VIEW, width }), width, rankHeight(data, width));
      expect(svg).toContain("&lt;img src=x&gt;");
      expect(svg).toContain("RAID 10 (fast)");
      expect(svg).not.toContain("NaN");
    }
  });
});
