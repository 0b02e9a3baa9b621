import { describe, expect, it } from "vitest";
import { drawSvg } from "../runtime";
import { THEMES } from "../theme";
import { repeats } from "./definition";
import { BOX_NAME, repeatsHeight, repeatsOption, VALUES_NAME } from "./option";
import { MAX_ROWS, quantile, type RepeatedPoint, type RepeatsData, spreadRows } from "./spread";

const point = (changes: Partial<RepeatedPoint> = {}): RepeatedPoint => ({
  phase_ordinal: 2,
  name: "4K random read",
  metric: "iops",
  unit: "1/s",
  values: [100, 90, 110, 105, 95],
  n: 5,
  median: 100,
  outliers: [],
  cv_percent: 8,
  ...changes,
});
const data: RepeatsData = {
  runs: ["r-1", "r-2", "r-3", "r-4", "r-5"],
  items: [
    point(),
    point({
      phase_ordinal: 3,
      name: "4K random write",
      values: [50, 60, null, 100, null],
      n: 3,
      median: 60,
      outliers: [3],
    }),
    point({ phase_ordinal: 4, name: "Twice", values: [10, 20, null, null, null], n: 2, median: 15 }),
    point({ phase_ordinal: 5, name: "Nothing", values: [null, null, null, null, null], n: 0, median: null }),
  ],
};
const VIEW = { width: 900, height: repeatsHeight(data), interactive: true };

describe("spreadRows", () => {
  it("are deviations from the median in percent, boxed from five values on", () => {
    const [first, second, third, ...others] = spreadRows(data);
    expect(first?.deviations.map(({ percent }) => percent)).toEqual([0, -10, 10, 5, -5]);
    expect(first?.box).toEqual({ low: -10, quarter: -5, middle: 0, threeQuarters: 5, high: 10 });
    expect(second?.deviations.map(({ run, outlier }) => [run, outlier])).toEqual([
      ["r-1", false],
      ["r-2", false],
      ["r-4", true],
    ]);
    expect([second?.box, third?.box]).toEqual([null, null]);
    expect(others).toEqual([]);
  });

  it("are those that spread most where there are too many, in the order of their phases", () => {
    const items = Array.from({ length: MAX_ROWS + 5 }, (_, index) =>
      point({ phase_ordinal: index, cv_percent: index === 7 ? null : index }),
    );
    const rows = spreadRows({ ...data, items });
    expect(rows).toHaveLength(MAX_ROWS);
    expect(rows.map(({ point: { phase_ordinal } }) => phase_ordinal).slice(0, 3)).toEqual([4, 5, 6]);
    expect(rows.some(({ point: { phase_ordinal } }) => phase_ordinal === 7)).toBe(false);
    expect(repeats.describe({ ...data, items })).toContain(
      `Of 45 points the ${MAX_ROWS} with the largest spread are drawn`,
    );
  });

  it("read quartiles between values", () => {
    expect(quantile([1, 2, 3, 4], 0.25)).toBe(1.75);
    expect(quantile([7], 0.75)).toBe(7);
  });
});

describe("repeatsOption", () => {
  it("has every value in its row and a box where there are enough", () => {
    const { series } = repeatsOption(data, THEMES.light, VIEW);
    const values = series.find(({ name }) => name === VALUES_NAME)?.data;
    expect(values).toHaveLength(10);
    expect(values).toContainEqual([10, 0]);
    expect(series.find(({ name }) => name === BOX_NAME)?.data).toEqual([[-10, 0, 10]]);
  });

  it("draws values of fewer than three runs hollow, and those far out as squares", () => {
    const drawn = drawSvg(repeatsOption(data, THEMES.light, VIEW), VIEW.width, VIEW.height);
    const [first, far] = [THEMES.light.subject, THEMES.light.series[1]?.colour].map((colour) => colour?.toLowerCase());
    const lower = drawn.toLowerCase();
    expect(
      lower.split(`fill="#ffffff" stroke="${first}"`).length + lower.split(`fill="#fff" stroke="${first}"`).length,
    ).toBe(4);
    expect(lower).toContain(`fill="${far}" stroke="${far}"`);
  });

  it.each([360, 900])("names its rows and how often they were measured at a width of %d", (width) => {
    const drawn = drawSvg(repeatsOption(data, THEMES.dark, { ...VIEW, width }), width, VIEW.height);
    expect(drawn).toContain("4. Twice (n = 2)");
  });

  it("draws without a point", () => {
    const none = { runs: [], items: [] };
    expect(drawSvg(repeatsOption(none, THEMES.light, VIEW), 900, 120)).toContain("<svg");
    expect(repeats.describe(none)).toBe("No repeated measurements yet.");
  });
});

describe("the words and numbers beside it", () => {
  it("name the widest point and give every value", () => {
    const sentence = repeats.describe(data);
    expect(sentence).toContain("Each point was measured 2 to 5 times.");
    expect(sentence).toContain("is 66.7 %: 4K random write.");
    expect(sentence).toContain("1 outlier,");
    const { rows } = repeats.table(data);
    expect(rows).toHaveLength(20);
    expect(rows[2]).toEqual(["2. 4K random read", "IOPS", "1/s", "r-3", 110, 10, 5]);
    expect(rows.at(-1)?.slice(3)).toEqual(["r-5", null, null, 0]);
  });
});
