import { describe, expect, it } from "vitest";
import { drawSvg } from "../runtime";
import { THEMES } from "../theme";
import { bars } from "./definition";
import { type BarsData, barGroups, barsHeight, barsOption } from "./option";

const VIEW = { width: 1100, height: 400, interactive: true };
const data: BarsData = {
  metric: "iops",
  measurements: {
    source: {
      configuration: ["A", "B", "C", "A", "B"],
      run_number: ["r-1", "r-2", "r-3", "r-1", "r-2"],
      phase_name: ["4K read", "4K read", "4K read", "4K write", "4K write"],
      iops: [100_000, 300_000, null, 50_000, 20_000],
      latency_mean_ns: [2e6, 1e6, null, 4e6, 9e6],
      value_kind: ["exact", "exact", "exact", "approximate", "exact"],
    },
  },
};
const order = (input: BarsData) =>
  barGroups(input).map(({ bars: inside }) => inside.map(({ configuration }) => configuration));

describe("barGroups", () => {
  it("puts the better value first: the higher IOPS, the lower latency", () => {
    const mixed = {
      ...data,
      measurements: { source: { ...data.measurements.source, latency_mean_ns: [1, 2, 3, 5, 4] } },
    };
    expect(order(data)).toEqual([
      ["B", "A"],
      ["A", "B"],
    ]);
    expect(order({ ...mixed, metric: "latency_mean_ns" })).toEqual([
      ["A", "B", "C"],
      ["B", "A"],
    ]);
  });

  it("adds the run to a name that would stand twice in a group", () => {
    const { source } = data.measurements;
    const twice = { ...data, measurements: { source: { ...source, configuration: ["A", "A", "C", "A", "B"] } } };
    expect(barGroups(twice).map(({ bars: inside }) => inside.map(({ name }) => name))).toEqual([
      ["A (r-2)", "A (r-1)"],
      ["A", "B"],
    ]);
  });
});

describe("barsOption", () => {
  it("keeps a configuration's colour in all groups and draws inexact figures hollow", () => {
    const [series] = barsOption(data, THEMES.light, VIEW).series;
    const items = series?.data as (string | { itemStyle: { color: string; borderColor: string } })[];
    const styles = items.map((item) => (typeof item === "string" ? null : item.itemStyle));
    expect(styles[1]?.borderColor).toBe(styles[5]?.borderColor);
    expect(styles[1]?.color).toBe(styles[1]?.borderColor);
    expect(styles[4]?.color).toBe(THEMES.light.background);
  });

  it("begins at zero", () => {
    expect(barsOption(data, THEMES.light, VIEW).xAxis[0]?.min).toBe(0);
  });

  it.each([1100, 360])("writes headings, names and values at a width of %d", (width) => {
    const view = { ...VIEW, width, height: barsHeight(data, width) };
    const texts = [...drawSvg(barsOption(data, THEMES.light, view), width, view.height).matchAll(/>([^<]+)<\/text>/g)];
    expect(texts.map(([, text]) => text)).toEqual(
      expect.arrayContaining(["4K read", "4K write", "A", "B", "300k", "100k", "≈ 50.0k", "20.0k"]),
    );
  });

  it("grows with its bars, more where names stand above them", () => {
    expect(barsHeight(data, 360)).toBeGreaterThan(barsHeight(data, 1100));
  });
});

describe("bars of several runs", () => {
  const { source } = data.measurements;
  const counted: BarsData = {
    ...data,
    measurements: {
      source: {
        ...source,
        n: [3, null, null, 2, 1],
        iops_low: [90_000, null, null, null, null],
        iops_high: [105_000, null, null, null, null],
        iops_ci95_low: [80_000, null, null, null, null],
        iops_ci95_high: [120_000, null, null, null, null],
      },
    },
  };
  const drawn = barsOption(counted, THEMES.light, VIEW).series;

  it("have whiskers, an interval and their text behind both; one run ends in an open circle", () => {
    const [, spans, intervals, circles, texts] = drawn.map((series) => series.data);
    expect(spans).toEqual([[2, 90_000, 105_000]]);
    expect(intervals).toEqual([[2, 80_000, 120_000]]);
    expect(circles).toEqual([
      [300_000, 1],
      [20_000, 5],
    ]);
    expect(texts).toEqual([[120_000, 2]]);
    const said = [...drawSvg(barsOption(counted, THEMES.light, VIEW), 1100, 400).matchAll(/>([^<]+)<\/text>/g)];
    expect(said.map(([, text]) => text)).toEqual(
      expect.arrayContaining(["100k (n = 3)", "300k (one run)", "≈ 50.0k (n = 2)", "20.0k (one run)"]),
    );
  });

  it("say how many runs they are of, and why there is no interval", () => {
    expect(bars.describe(counted)).toContain(
      "Whiskers reach from the lowest to the highest of the runs behind a bar. Broad lines are Student's 95 % interval of the mean of the runs. Of two runs there is no interval. A bar that ends in an open circle is one run, no interval.",
    );
    expect(bars.table(counted).rows.map((row) => row.slice(4))).toEqual([
      [1, null, null, null, null, "one run, no interval"],
      [3, 90_000, 105_000, 80_000, 120_000, "3 runs, Student's 95 % interval of their mean"],
      [2, null, null, null, null, "2 runs, too few for an interval"],
      [1, null, null, null, null, "one run, no interval"],
    ]);
  });

  it("are as they were where no runs were taken together", () => {
    expect(barsOption(data, THEMES.light, VIEW).series).toHaveLength(1);
  });
});

describe("the words and numbers beside it", () => {
  it("name the best of each group and say what hollow means", () => {
    expect(bars.describe(data)).toBe(
      "Higher is better. 4K read: best is B with 300k. 4K write: best is A with ≈ 50.0k. Hollow bars are not exact figures.",
    );
    expect(bars.describe({ ...data, measurements: { source: {} } })).toBe("IOPS: there is no figure.");
  });

  it("have a row for each bar", () => {
    expect(bars.table(data).rows).toEqual([
      ["4K read", "B", 300_000, "exact"],
      ["4K read", "A", 100_000, "exact"],
      ["4K write", "A", 50_000, "approximate"],
      ["4K write", "B", 20_000, "exact"],
    ]);
  });
});
