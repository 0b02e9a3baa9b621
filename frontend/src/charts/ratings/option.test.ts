import { describe, expect, it } from "vitest";
import { drawSvg } from "../runtime";
import { THEMES } from "../theme";
import { ratings } from "./definition";
import { type RatingsData, ratingsHeight, ratingsOption } from "./option";
import { RATINGS_SAMPLE } from "./sample";

const VIEW = { width: 1100, height: 300, interactive: true };

const labelsOf = (data: RatingsData) =>
  ratingsOption(data, THEMES.light, VIEW).series.map(({ label }) =>
    data.bars.map((_, dataIndex) =>
      (label as { formatter: (hit: { dataIndex: number }) => string }).formatter({ dataIndex }),
    ),
  );

describe("counted ratings", () => {
  it("draws leads to the right and lags to the left on one line of each configuration", () => {
    const { series } = ratingsOption(RATINGS_SAMPLE, THEMES.light, VIEW);
    expect(series.map(({ name, data }) => [name, data])).toEqual([
      ["leads", [4, 2, 0]],
      ["lags", [-1, -2, -5]],
    ]);
    expect(new Set(series.map((bars) => (bars as { stack?: string }).stack)).size).toBe(1);
  });

  it("labels bars and the axis with counts that are never negative", () => {
    expect(labelsOf(RATINGS_SAMPLE)).toEqual([
      ["4", "2", ""],
      ["1", "2", "5"],
    ]);
    const [axis] = ratingsOption(RATINGS_SAMPLE, THEMES.light, VIEW).xAxis;
    const label = axis?.axisLabel as { formatter: (value: number) => string } | undefined;
    expect(label?.formatter(-5)).toBe("5");
    expect(axis?.name).toContain("of 7 ratings");
  });

  it("gives both sides a colour of their own in both themes", () => {
    for (const theme of [THEMES.light, THEMES.dark]) {
      const colours = ratings.legend(RATINGS_SAMPLE, theme).map(({ style }) => style.colour);
      expect(new Set(colours).size).toBe(2);
      const { series } = ratingsOption(RATINGS_SAMPLE, theme, VIEW);
      expect(series).toMatchObject(colours.map((color) => ({ itemStyle: { color } })));
    }
  });

  it("writes what was drawn into its table and its sentence", () => {
    expect(ratings.table(RATINGS_SAMPLE).rows[1]).toEqual(["Controller with 256 MB of cache", 2, 2]);
    expect(ratings.describe(RATINGS_SAMPLE)).toBe(
      "Controller with 512 MB of cache leads in 4 of 7 ratings. Controller without a cache lags most often: in 5.",
    );
    expect(ratings.describe({ ratings: 0, bars: [] })).toBe("No configuration is rated.");
  });

  it("draws names as text in both forms, also of bars without a laggard", () => {
    const data = { ratings: 4, bars: [{ name: "<img src=x> {fast}", leads: 4, lags: 0 }] };
    for (const width of [1100, 360]) {
      const svg = drawSvg(ratingsOption(data, THEMES.dark, { ...VIEW, width }), width, ratingsHeight(data, width));
      expect(svg).toContain("&lt;img src=x&gt; (fast)");
      expect(svg).not.toContain("NaN");
    }
  });
});
