import { describe, expect, it } from "vitest";
import { drawSvg } from "../runtime";
import { THEMES } from "../theme";
import {
  type DistributionData,
  lastNines,
  nines,
  type PercentilesData,
  percentilePoints,
  shareText,
  valueAt,
} from "./curves";
import { percentiles } from "./definition";
import { percentilesOption } from "./option";

const PERCENTS = [0, 50, 90, 95, 99, 99.5, 99.9, 99.95, 99.99, 99.999];
const VIEW = { width: 900, height: 360, interactive: true };

/** A hundred thousand I/Os in three bins. */
const binned: DistributionData = {
  source: "bins",
  of: "lat",
  estimated: false,
  n: 100_000,
  percentiles_ns: [100_000, 100_000, 100_000, 400_000, 400_000, 9e6, 9e6, 9e6, 9e6, null],
  cdf: { value_ns: [100_000, 400_000, 9e6], upper_ns: [101_000, 404_000, null], percent: [90, 99, 100] },
};
const printed: DistributionData = {
  source: "printed",
  of: null,
  estimated: true,
  n: null,
  percentiles_ns: [null, 200_000, null, null, 900_000, null, null, null, null, null],
  cdf: null,
};
const data: PercentilesData = {
  percents: PERCENTS,
  min_beyond: 10,
  curves: [
    { name: "QD 16", distribution: binned },
    { name: "Review", distribution: printed },
  ],
  cdf: false,
};

describe("nines", () => {
  it("are the axis, written as shares", () => {
    expect([0, 90, 99.9].map(nines).map((value) => Number(value.toFixed(9)))).toEqual([0, 1, 3]);
    expect([0, 1, 2, 3, 4, 5].map(shareText)).toEqual(["0 %", "90 %", "99 %", "99.9 %", "99.99 %", "99.999 %"]);
    expect(shareText(nines(99.5))).toBe("99.5 %");
  });
});

describe("percentilePoints", () => {
  it("begins each step where the bin before it ended, and ends where ten I/Os are left", () => {
    expect(lastNines(binned, 10)).toBe(4);
    expect(percentilePoints(binned, 10).map(([x, y]) => [Number(x.toFixed(6)), y])).toEqual([
      [0, 100_000],
      [1, 100_000 * 4],
      [2, 9e6],
      [4, 9e6],
    ]);
  });

  it("draws nothing of a tail that nobody can tell", () => {
    const few = { ...binned, n: 500 };
    expect(percentilePoints(few, 10).at(-1)?.[0]).toBeCloseTo(Math.log10(50));
    expect(percentilePoints(few, 10).map(([, y]) => y)).toEqual([100_000, 400_000, 400_000]);
    expect(percentilePoints({ ...binned, n: 9 }, 10)).toEqual([]);
    expect(percentilePoints(printed, 10)).toEqual([]);
  });

  it("reads the same values as the table of percentiles", () => {
    const points = percentilePoints(binned, 10);
    for (const [index, percent] of PERCENTS.entries()) {
      // At 90 % itself the first bin ends; the share just below belongs to it for certain.
      if (percent === 0 || percent === 90 || percent === 99) continue;
      expect(valueAt(points, nines(percent))).toBe(binned.percentiles_ns[index]);
    }
  });
});

describe("percentilesOption", () => {
  it("draws steps of bins, and printed percentiles as points alone", () => {
    const [line, marks, noLine, points] = percentilesOption(data, THEMES.light, VIEW).series;
    expect(line).toMatchObject({ name: "QD 16", step: "end" });
    expect(marks?.data).toHaveLength(9);
    expect(noLine).toMatchObject({ name: "Review", data: [] });
    expect(points?.data).toEqual([
      [nines(50), 200_000],
      [nines(99), 900_000],
    ]);
  });

  it("writes p99 and p99.99 on a curve that is read alone, as far as they are known", () => {
    const written = (curves: PercentilesData["curves"], width = 900) => {
      const option = percentilesOption({ ...data, curves }, THEMES.light, { ...VIEW, width });
      return [...drawSvg(option, width, 360).matchAll(/<text[^>]*>(p99(?:.99)? +[^<]*)</g)].map(([, text]) => text);
    };
    const [first, second] = data.curves;
    expect(written(first ? [first] : [])).toEqual(["p99  400 µs", "p99.99  9.00 ms"]);
    expect(written(first ? [first] : [], 360)).toHaveLength(2);
    expect(written(second ? [second] : [])).toEqual(["p99  900 µs"]);
    expect(written(data.curves)).toEqual([]);
  });

  it("draws a target and a hard limit with their names, and makes room for them", () => {
    const limits = [
      { value: 5e7, label: "target 50 ms", kind: "target" as const },
      { value: 2e8, label: "limit 200 ms", kind: "limit" as const },
    ];
    const option = percentilesOption({ ...data, limits }, THEMES.light, VIEW);
    const lines = option.series.filter(({ id }) => String(id).startsWith("limit-"));
    expect(lines).toMatchObject([
      { markLine: { lineStyle: { color: THEMES.light.target, type: [5, 4] }, data: [{ yAxis: 5e7 }] } },
      { markLine: { lineStyle: { color: THEMES.light.limit, type: [5, 4] }, data: [{ yAxis: 2e8 }] } },
    ]);
    expect(Number(option.yAxis[0] && "max" in option.yAxis[0] && option.yAxis[0].max)).toBeGreaterThan(2e8);
    const drawn = drawSvg(option, 900, 360);
    for (const { label } of limits) expect(drawn).toContain(label);
    const upright = percentilesOption({ ...data, limits, cdf: true }, THEMES.light, VIEW);
    expect(upright.series.filter(({ id }) => String(id).startsWith("limit-"))).toMatchObject([
      { markLine: { data: [{ xAxis: 5e7 }] } },
      { markLine: { data: [{ xAxis: 2e8 }] } },
    ]);
  });

  it("turns into a cumulative distribution at the edges of the bins", () => {
    const option = percentilesOption({ ...data, cdf: true }, THEMES.dark, VIEW);
    expect(option.series[0]?.data).toEqual([
      [101_000, 0],
      [101_000, 90],
      [404_000, 99],
      [9e6, 100],
    ]);
    expect(option.yAxis[0]).toMatchObject({ type: "value", max: 100 });
    expect(option.xAxis[0]).toMatchObject({ type: "log" });
  });

  it.each([360, 900])("writes its axes at a width of %d, also without a curve", (width) => {
    const drawn = drawSvg(percentilesOption(data, THEMES.light, { ...VIEW, width }), width, 360);
    for (const text of ["min", "p99.9", "p99.999", "Latency (ms)"]) expect(drawn).toContain(text);
    const empty = percentilesOption({ ...data, curves: [] }, THEMES.light, { ...VIEW, width });
    expect(drawSvg(empty, width, 360)).toContain("<svg");
  });
});

describe("the words and numbers beside it", () => {
  it("name what is known and what is not", () => {
    const sentence = percentiles.describe(data);
    expect(sentence).toContain("QD 16: 50 % up to 100 µs, 99 % up to 400 µs, 99.9 % up to 9.00 ms.");
    expect(sentence).toContain("Review: 50 % up to 200 µs, 99 % up to 900 µs.");
    expect(sentence).toContain("fewer than 10 I/Os are slower");
    expect(sentence).toContain("published percentiles");
    expect(
      percentiles.describe({ ...data, curves: [{ name: "QD 1", distribution: { ...binned, percentiles_ns: [] } }] }),
    ).toContain("QD 1: too few I/Os for a firm percentile.");
  });

  it("give percentiles side by side, and every bin of a distribution", () => {
    const { columns, rows } = percentiles.table(data);
    expect(columns.map(({ label }) => label)).toEqual(["Percentile", "QD 16", "Review"]);
    expect(rows[9]).toEqual([99.999, null, null]);
    expect(columns[1]?.format(null)).toBe("n/a");
    expect(columns[0]?.format(99.999)).toBe("99.999 %");
    expect(percentiles.table({ ...data, cdf: true }).rows).toEqual([
      ["QD 16", 100_000, 101_000, 90],
      ["QD 16", 400_000, 404_000, 99],
      ["QD 16", 9e6, null, 100],
    ]);
    const share = percentiles.table({ ...data, cdf: true }).columns[3];
    expect([0, 1e-8, 90, 99.99999, 99.999996, 100].map((value) => share?.format(value))).toEqual([
      "0 %",
      "0.00000001 %",
      "90 %",
      "99.99999 %",
      "> 99.99999 %",
      "100 %",
    ]);
  });
});

describe("percentiles against a baseline", () => {
  const faster: DistributionData = {
    ...binned,
    percentiles_ns: binned.percentiles_ns.map((value) => value && value / 2),
  };
  const held = (numbers: "ratio" | "relative"): PercentilesData => ({
    ...data,
    base: { numbers, of: 0 },
    curves: [
      { name: "base", distribution: binned },
      { name: "faster", distribution: faster },
      { name: "Review", distribution: printed },
    ],
  });
  const lines = (numbers: "ratio" | "relative") =>
    (percentilesOption(held(numbers), THEMES.light, VIEW).series as { name: string; data: number[][] }[])
      .filter(({ name }) => name !== "" && ["base", "faster", "Review"].includes(name))
      .map(({ name, data: points }) => [name, points.map(([, value]) => value)]);

  it("are drawn where both are known", () => {
    expect(lines("ratio")).toEqual([
      ["base", Array(9).fill(1)],
      ["faster", Array(9).fill(0.5)],
      ["Review", [2, 2.25]],
    ]);
    expect(lines("relative")[1]).toEqual(["faster", Array(9).fill(-50)]);
  });

  it("have a column of their own in the table, and the baseline has none", () => {
    const { columns, rows } = percentiles.table(held("ratio"));
    expect(columns.map(({ label }) => label)).toEqual([
      "Percentile",
      "base",
      "faster",
      "faster, ratio to the baseline",
      "Review",
      "Review, ratio to the baseline",
    ]);
    expect(rows[4]).toEqual([99, 400_000, 200_000, 0.5, 900_000, 2.25]);
    expect(percentiles.describe(held("ratio"))).toContain("faster: 50 % up to 50.0 µs (0.5000 ×)");
  });

  it("have an axis on which half and double are as far away", () => {
    const [axis] = percentilesOption(held("ratio"), THEMES.light, VIEW).yAxis;
    expect([axis?.type, axis?.name]).toEqual(["log", "Latency, × baseline"]);
  });
});
