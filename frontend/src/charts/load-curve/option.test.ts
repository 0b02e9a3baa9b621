import { describe, expect, it } from "vitest";
import { logTicks } from "../log-ticks";
import { drawSvg } from "../runtime";
import { loadSample } from "../samples";
import { withRepeats } from "../samples-sweeps";
import { THEMES } from "../theme";
import { isBeyond, loadCurves } from "./curves";
import { loadCurve } from "./definition";
import { loadCurveOption, pointText } from "./option";

const VIEW = { width: 900, height: 440, interactive: true };
const data = loadSample();
const option = loadCurveOption(data, THEMES.light, VIEW);

describe("loadCurves", () => {
  it("has one curve for each maximum, in order of the offered load, and the maximum beside it", () => {
    const curves = loadCurves(data);
    expect(curves.map(({ name }) => name)).toEqual(["4K random read", "4K random write"]);
    expect(curves[0]?.points.map(({ percent }) => percent)).toEqual([10, 50, 80, 100, 120]);
    expect(curves[0]?.maximum).toMatchObject({ percent: null, requested: null, achieved: 100_000 });
    expect(curves[0]?.points.map(isBeyond)).toEqual([false, false, false, false, true]);
  });

  it("takes no measurement without a share for a curve, and none that lacks a figure", () => {
    const none = data.source.load_percent?.map(() => null) ?? [];
    expect(loadCurves({ source: { ...data.source, load_percent: none } })).toEqual([]);
    const latency = data.source.latency_mean_ns?.map((value, index) => (index === 2 ? null : value)) ?? [];
    const [first] = loadCurves({ source: { ...data.source, latency_mean_ns: latency } });
    expect(first?.points.map(({ percent }) => percent)).toEqual([10, 80, 100, 120]);
    expect(loadCurves({ source: {} })).toEqual([]);
  });

  it("takes the steps of Vdbench for one curve beside the run that found their maximum", () => {
    const source = {
      run_number: ["r-1", "r-1", "r-1"],
      phase_name: ["oltp", "oltp_(10%)", "oltp_(50%)"],
      load_percent: [null, 10, 50],
      offered_iops: [null, 5800, 28900],
      iops: [57611, 5817, 29053],
      latency_mean_ns: [135800, 158700, 192800],
    };
    const [curve, ...others] = loadCurves({ source } as typeof data);
    expect(others).toEqual([]);
    expect(curve?.name).toBe("oltp");
    expect(curve?.points.map(({ percent }) => percent)).toEqual([10, 50]);
    expect(curve?.maximum?.achieved).toBe(57611);
  });

  it("has a curve for each number of threads that Vdbench loops over under one name", () => {
    const source = {
      run_number: ["r-1", "r-1", "r-1", "r-1"],
      phase_name: ["oltp", "oltp_(50%)", "oltp", "oltp_(50%)"],
      threads: [1, 1, 8, 8],
      load_percent: [null, 50, null, 50],
      offered_iops: [null, 500, null, 3000],
      iops: [1000, 500, 6000, 3000],
      latency_mean_ns: [1000, 900, 1300, 1100],
    };
    const curves = loadCurves({ source } as typeof data);
    expect(curves.map(({ name }) => name)).toEqual(["oltp, 1T", "oltp, 8T"]);
    expect(curves.map(({ maximum }) => maximum?.achieved)).toEqual([1000, 6000]);
  });

  it("names the run where there are several", () => {
    const run_number = data.source.phase_name?.map((_, index) => (index < 6 ? "r-1" : "r-2")) ?? [];
    const runs = [{ number: "r-1", name: "r-1 · First" }];
    const names = loadCurves({ source: { ...data.source, run_number }, runs }).map(({ name }) => name);
    expect(names).toEqual(["r-1 · First: 4K random read", "RAID 10 (r-2): 4K random write"]);
  });
});

describe("loadCurveOption", () => {
  it("draws latency on a logarithmic axis over achieved IOPS", () => {
    expect(option.xAxis.map(({ type }) => type)).toEqual(["value"]);
    expect(option.yAxis.map(({ type }) => type)).toEqual(["log"]);
    const [first] = option.series as { data: { value: number[] }[] }[];
    expect(first?.data.map(({ value }) => value[0])).toEqual([10_000, 50_000, 80_000, 98_500, 97_000]);
  });

  it("marks the points above 100 %", () => {
    const [first] = option.series as { data: { symbolSize?: number }[] }[];
    expect(first?.data.map(({ symbolSize }) => symbolSize !== undefined)).toEqual([false, false, false, false, true]);
  });

  it("draws nothing, and does not fail, without measurements", () => {
    expect(drawSvg(loadCurveOption({ source: {} }, THEMES.dark, VIEW), 900, 440)).toContain("<svg");
  });

  it("labels less than a decade, and several of them", () => {
    expect(logTicks(190_000, 610_000)).toEqual([200_000, 250_000, 300_000, 400_000, 500_000, 600_000]);
    expect(logTicks(90_000, 5_100_000)).toEqual([100_000, 200_000, 500_000, 1_000_000, 2_000_000, 5_000_000]);
    expect(logTicks(90_000, 2e9)).toEqual([1e5, 1e6, 1e7, 1e8, 1e9]);
  });

  it("labels ten decades each in a unit of its own, none of them cut off", () => {
    const latency_mean_ns = data.source.latency_mean_ns?.map((_, row) => 10 ** row) ?? [];
    const wide = loadCurveOption({ source: { ...data.source, latency_mean_ns } }, THEMES.light, VIEW);
    const texts = [...drawSvg(wide, 900, 440).matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
    expect(texts).toEqual(expect.arrayContaining(["Mean latency", "0.1 µs", "10 µs", "1 ms", "10 s"]));
  });
});

describe("repeats taken together", () => {
  const counts = data.source.phase_name?.map((_, row) => (row === 1 ? 1 : 3)) ?? [];
  const run_number = data.source.phase_name?.map((_, row) => (row < 6 ? "r-1" : "r-2")) ?? [];
  const pooled = withRepeats({ source: { ...data.source, run_number } }, (row) => counts[row] ?? null);
  const runs = [
    { number: "r-1", name: "one", order: 3, baseline: true, single: false },
    { number: "r-2", name: "two", order: 5, single: false },
  ];

  it("have intervals of latency and of IOPS, on the point that they belong to", () => {
    const { series } = loadCurveOption({ ...pooled, runs }, THEMES.light, VIEW);
    const own = series.filter(({ name, type }) => name === "one: 4K random read" && type === "custom");
    expect(own.map(({ data: points }) => points?.[0 as keyof typeof points])).toHaveLength(2);
    const points = loadCurves({ ...pooled, runs })[0]?.points ?? [];
    const measured = points.filter(({ n }) => n === 3);
    expect(own[0]?.data).toEqual(measured.map(({ achieved, latency }) => [achieved, latency * 0.95, latency * 1.1]));
    expect(own[1]?.data).toEqual(measured.map(({ achieved, latency }) => [latency, achieved * 0.95, achieved * 1.1]));
  });

  it("keep the look of their run, hollow at one run alone", () => {
    const [first] = loadCurveOption({ ...pooled, runs }, THEMES.light, VIEW).series as {
      lineStyle: { color: string; width: number };
      data: { itemStyle?: { color: string } }[];
    }[];
    expect(first?.lineStyle).toMatchObject({ color: THEMES.light.series[3]?.colour, width: 2.75 });
    expect(first?.data.map(({ itemStyle }) => itemStyle !== undefined)).toContain(true);
    expect(first?.data.filter(({ itemStyle }) => itemStyle !== undefined)).toHaveLength(
      counts.filter((n) => n === 1).length,
    );
    expect(loadCurve.describe({ ...pooled, runs })).toContain("A hollow point is 1 run, no interval.");
    expect(loadCurve.table({ ...pooled, runs }).columns.at(-1)?.label).toBe("Interval");
  });

  it("never draw below a logarithmic axis", () => {
    const low = data.source.latency_mean_ns?.map(() => -5) ?? [];
    const source = { ...pooled.source, latency_mean_ns_ci95_low: low };
    const { series, yAxis } = loadCurveOption({ source, runs }, THEMES.light, VIEW);
    const ends = (series as { type: string; encode?: { y: unknown }; data: number[][] }[])
      .filter(({ type, encode }) => type === "custom" && Array.isArray(encode?.y))
      .flatMap(({ data: points }) => points);
    expect(ends.length).toBeGreaterThan(0);
    expect(Math.min(...ends.map(([, end]) => end ?? 0))).toBeGreaterThanOrEqual(Number(yAxis[0]?.min));
  });
});

describe("the words and numbers beside it", () => {
  it("say what was requested and what was achieved", () => {
    const points = loadCurves(data)[0]?.points ?? [];
    expect(points.map(pointText)[4]).toBe("120 % of the maximum: 120k IOPS requested, 97.0k achieved");
  });

  it("name the highest load that was held", () => {
    expect(loadCurve.describe(data)).toContain(
      "4K random read reaches 100k IOPS without a limit and holds a load of 100 %, 98.5k IOPS, at 900 µs.",
    );
    expect(loadCurve.describe(data)).toContain("Large symbols mark loads above 100 %");
    expect(loadCurve.describe({ source: {} })).toBe("No measurements at a percentage of a maximum.");
  });

  it("have a row for each point, the maximum first", () => {
    const { rows, columns } = loadCurve.table(data);
    expect(rows).toHaveLength(12);
    expect(rows[0]).toEqual(["4K random read", null, null, 100_000, 1_000_000, "exact"]);
    expect(rows[5]).toEqual(["4K random read", 120, 120_000, 97_000, 1_300_000, "exact"]);
    expect(columns[1]?.format(null)).toBe("no limit");
    expect(loadCurve.legend(data, THEMES.dark).map(({ name }) => name)).toHaveLength(2);
  });
});

describe("loads that were not measured to their end", () => {
  const rowsWith = (changes: Readonly<Record<string, Readonly<Record<number, string>>>>) => ({
    source: {
      ...data.source,
      ...Object.fromEntries(
        Object.entries(changes).map(([column, values]) => [
          column,
          data.source.phase_name?.map((_, row) => values[row] ?? null) ?? [],
        ]),
      ),
    },
  });
  const cut = rowsWith({ phase_state: { 4: "cancelled" } });

  it("are not held, and marked in the chart, in the table and in words", () => {
    const text = loadCurve.describe(cut);
    expect(text).toContain("4K random read reaches 100k IOPS without a limit and holds a load of 80 %, 80.0k IOPS");
    expect(text).toContain("Some values are approximate or incomplete. The table marks them.");
    const { rows, columns } = loadCurve.table(cut);
    expect(columns[5]?.label).toBe("Precision");
    expect(rows.slice(0, 6).map((row) => row[5])).toEqual(["exact", "exact", "exact", "exact", "incomplete", "exact"]);
    expect(drawSvg(loadCurveOption(cut, THEMES.light, VIEW), 900, 440)).toContain(">incomplete<");
    expect(loadCurves(cut)[0]?.points.map(pointText)[3]).toContain("98.5k achieved (incomplete)");
    expect(loadCurve.describe(data)).not.toContain("approximate or incomplete");
  });

  it("tell no maximum that is a bound or was cut short, and draw no ratio", () => {
    const bound = rowsWith({ value_kind: { 0: "upper_bound", 2: "ratio" } });
    expect(loadCurve.describe(bound)).toContain("4K random read holds a load of 100 %");
    expect(loadCurve.describe(bound)).toContain("approximate or incomplete");
    expect(loadCurves(bound)[0]?.points.map(({ percent }) => percent)).toEqual([10, 80, 100, 120]);
    expect(loadCurve.describe(rowsWith({ phase_state: { 0: "failed" } }))).not.toContain("reaches 100k IOPS");
  });
});

describe("a comparison", () => {
  it("says that its figures are absolute where others were chosen", () => {
    const absolute = "This chart shows absolute values only.";
    expect(loadCurve.describe({ ...data, numbers: "relative" })).toContain(absolute);
    expect(loadCurve.describe({ ...data, numbers: "absolute" })).toBe(loadCurve.describe(data));
    expect(loadCurve.table({ ...data, numbers: "ratio" })).toMatchObject({ rows: loadCurve.table(data).rows });
  });

  it("tells of no invalid run what it reaches or holds", () => {
    const marked = {
      source: { ...data.source, invalid: data.source.phase_name?.map((_, row) => (row < 6 ? 1 : 0)) ?? [] },
    };
    expect(loadCurve.describe(marked)).toContain("4K random read is invalid, not counted.");
    expect(loadCurve.describe(marked)).not.toContain("4K random read reaches");
    expect(loadCurve.describe(marked)).toContain("4K random write reaches");
  });
});
