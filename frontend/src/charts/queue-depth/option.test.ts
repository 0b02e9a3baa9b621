import { describe, expect, it } from "vitest";
import type { ChartOption } from "../definition";
import { drawSvg } from "../runtime";
import { depthSample } from "../samples";
import { type SampleRow, sweepSource } from "../samples-sweeps";
import { chartsFor } from "../sweeps/charts-for";
import { sectionOf } from "../sweeps/figures";
import { LINE_WIDTH, THEMES } from "../theme";
import { DEPTH_LATENCY, depthCurves, type MeasurementsData, type QueueDepthData } from "./curves";
import { queueDepth } from "./definition";
import { queueDepthOption } from "./option";
import { kneeSample } from "./sample";

const WIDE = { width: 1100, height: 640, interactive: true };
const data = depthSample();
const option = (input: QueueDepthData = data): ChartOption => queueDepthOption(input, THEMES.dark, WIDE);
const texts = (drawing: string) => [...drawing.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);

/** Return the marks behind the points, without the names at the ends of lines. */
const marksOf = ({ series }: ChartOption) =>
  series.filter(({ type, name }) => type === "custom" && name !== "Line ends");

/** Return the sample's rows that a test keeps, with some columns replaced. */
function rows(keep: (index: number) => boolean, changes: MeasurementsData["source"] = {}): MeasurementsData {
  const entries = Object.entries({ ...data.source, ...changes });
  return { source: Object.fromEntries(entries.map(([name, values]) => [name, values.filter((_, i) => keep(i))])) };
}

describe("queueDepthOption", () => {
  it("draws IOPS above latency over powers of two, linked", () => {
    const { grid, xAxis, axisPointer } = option();
    expect(grid).toHaveLength(2);
    expect(Number(grid[0]?.top) + Number(grid[0]?.height)).toBeLessThan(Number(grid[1]?.top));
    expect(xAxis.map((axis) => [axis.type, "logBase" in axis && axis.logBase])).toEqual(Array(2).fill(["log", 2]));
    expect(axisPointer?.link).toEqual([{ xAxisIndex: "all" }]);
  });

  it("gives each configuration its own symbol and dash, the same in both panels", () => {
    const lines = option().series.filter(({ type }) => type === "line");
    const looks = (lines as { name: string; symbol: string; lineStyle: { type: unknown } }[]).map(
      ({ name, symbol, lineStyle }) => [name, symbol, lineStyle.type],
    );
    expect(looks.slice(0, 3)).toEqual(looks.slice(3));
    expect(looks.slice(0, 3)).toEqual([
      ["RAID 0, 16 drives", "circle", "solid"],
      ["RAID 5, 16 drives", "rect", [7, 4]],
      ["Pass-through", "triangle", "solid"],
    ]);
  });

  it("writes values beside the points of one curve, not of three", () => {
    const first = rows((index) => index < 9);
    expect(texts(drawSvg(option(first), 1100, 640))).toContain("5.90k");
    expect(texts(drawSvg(option(), 1100, 640))).not.toContain("5.90k");
  });

  it("labels the depths that were measured, on a wide range too", () => {
    expect(texts(drawSvg(option(), 1100, 640))).toEqual(expect.arrayContaining(["1", "2", "64", "256"]));
    const wide = {
      source: { ...data.source, outstanding_ios: data.source.outstanding_ios?.map((n) => Number(n) ** 1.5) },
    };
    expect(texts(drawSvg(option(wide as MeasurementsData), 1100, 640))).toEqual(
      expect.arrayContaining(["1", "2", "1024", "4096"]),
    );
  });

  it("draws nothing, and does not fail, without measurements", () => {
    expect(drawSvg(option({ source: {} }), 1100, 640)).toContain("<svg");
    expect(queueDepth.describe({ source: {} })).toBe("No measurements with known outstanding I/O.");
  });
});

describe("depthCurves", () => {
  it("leaves out rows whose depth is unknown or that measured nothing", () => {
    const gaps = rows(() => true, {
      outstanding_ios: data.source.outstanding_ios?.map((value, i) => (i === 0 ? null : value)) ?? [],
      iops: data.source.iops?.map((value, i) => (i === 1 ? null : value)) ?? [],
      latency_mean_ns: data.source.latency_mean_ns?.map((value, i) => (i === 1 ? null : value)) ?? [],
    });
    expect(depthCurves(gaps)[0]?.points.map(({ outstanding }) => outstanding)).toEqual([4, 8, 16, 32, 64, 128, 256]);
  });

  it("leaves out points whose load was limited", () => {
    const limited = rows(() => true, {
      load_percent: data.source.outstanding_ios?.map((_, i) => (i < 3 ? 80 : null)) ?? [],
    });
    expect(depthCurves(limited)[0]?.points.map(({ outstanding }) => outstanding)).toEqual([8, 16, 32, 64, 128, 256]);
  });

  it("puts the workload into the name when it differs, and the run when a configuration ran twice", () => {
    const two = rows((i) => i < 18, { read_percent: data.source.read_percent?.map((_, i) => (i < 9 ? 100 : 0)) ?? [] });
    expect(depthCurves(two).map(({ name }) => name)).toEqual([
      "RAID 0, 16 drives: 4 KiB random read",
      "RAID 5, 16 drives: 4 KiB random write",
    ]);
    const same = rows((i) => i < 18, { configuration: data.source.configuration?.map(() => "stock") ?? [] });
    expect(depthCurves(same).map(({ name }) => name)).toEqual(["stock (r-1)", "stock (r-2)"]);
  });
});

describe("the lower panel", () => {
  const today = { ...data, latencyMetric: DEPTH_LATENCY };
  const without = (...columns: string[]): QueueDepthData => {
    const blank = (data.source.iops ?? []).map(() => null);
    return { ...today, source: { ...data.source, ...Object.fromEntries(columns.map((name) => [name, blank])) } };
  };
  const titles = (input: QueueDepthData) => option(input).yAxis.map(({ name }) => name);

  it("shows p99, in the table and the sentence too", () => {
    expect(titles(today)).toEqual(["IOPS", "p99 latency (ms)"]);
    const [first] = queueDepth.table(today).rows;
    expect(first?.slice(4, 6)).toEqual([data.source.iops?.[0], data.source.latency_p99_ns?.[0]]);
    expect(queueDepth.describe(today)).toContain("with 256 outstanding I/O, at a p99 latency of 2.63 ms.");
  });

  it("shows the mean latency where no p99 is known, and what was frozen without a choice", () => {
    expect(titles(without("latency_p99_ns"))).toEqual(["IOPS", "Mean latency (ms)"]);
    expect(titles(data)).toEqual(["IOPS", "Mean latency (ms)"]);
    expect(queueDepth.describe(without("latency_p99_ns"))).toBe(queueDepth.describe(data));
  });

  it("is left out where no latency is known, as the upper one is without rates", () => {
    const rates = option(without("latency_p99_ns", "latency_mean_ns"));
    expect([rates.grid.length, rates.xAxis.length, rates.yAxis.length]).toEqual([1, 1, 1]);
    expect(Math.max(...rates.series.map(({ yAxisIndex = 0 }) => yAxisIndex))).toBe(0);
    expect(titles(without("iops"))).toEqual(["p99 latency (ms)"]);
  });

  it("shares its axis of depths with the upper one", () => {
    const drawn = texts(drawSvg(option(today), 1100, 640));
    expect(drawn.filter((text) => text === "128")).toHaveLength(1);
    expect(drawn.filter((text) => text?.startsWith("Outstanding I/O"))).toHaveLength(1);
    const { xAxis } = option(today);
    expect(new Set(xAxis.map(({ min, max }) => `${min} ${max}`)).size).toBe(1);
  });

  it("has a row for both in one tooltip", () => {
    const { formatter } = option(today).tooltip;
    const text = (formatter as (hits: object) => string)([{ value: [256, 0] }]);
    expect(text.split("\n")[1]).toBe("RAID 0, 16 drives (16 threads × 16)  292k IOPS  p99 latency 2.63 ms");
  });
});

describe("the words and numbers beside it", () => {
  it("name each curve's peak", () => {
    expect(queueDepth.describe(data)).toContain(
      "RAID 0, 16 drives peaks at 292k IOPS with 256 outstanding I/O, at 878 µs.",
    );
    expect(queueDepth.legend(data, THEMES.dark).map(({ name }) => name)).toHaveLength(3);
  });

  it("have one row for each point", () => {
    const { rows: cells } = queueDepth.table(data);
    expect(cells).toHaveLength(27);
    const [iops, latency] = [data.source.iops?.[0], data.source.latency_mean_ns?.[0]];
    expect(cells[0]).toEqual(["RAID 0, 16 drives", 1, 1, 1, iops, latency, "exact"]);
  });
});

describe("figures that were printed apart", () => {
  const apart = rows((i) => i < 4, {
    outstanding_ios: [4, 4, 256, 256],
    iops: [25_500, null, 147_000, null],
    latency_mean_ns: [null, 153_000, null, 1_737_000],
  });

  it("are a line in the panel of each", () => {
    const points = (option(apart).series as { data: number[][] }[]).map((series) => series.data);
    expect(points).toEqual([
      [
        [4, 25_500],
        [256, 147_000],
      ],
      [
        [4, 153_000],
        [256, 1_737_000],
      ],
    ]);
    expect(queueDepth.describe(apart)).not.toContain("Lines go through");
  });
});

describe("several runs", () => {
  const runs = [
    { number: "r-1", name: "r-1 · First" },
    { number: "r-3", name: "r-3 · Third" },
  ];
  const mixed = rows((i) => i % 2 === 0 || i < 9, {
    read_percent: data.source.read_percent?.map((_, i) => (i < 4 ? 100 : 0)) ?? [],
  });

  it("have the names they were given and the look of their place, whatever else is drawn", () => {
    const curves = depthCurves({ ...rows((i) => i >= 18), runs });
    expect(curves.map(({ name, style }) => [name, style])).toEqual([["r-3 · Third", { order: 1, variant: 0 }]]);
  });

  it("keep one colour for all workloads of a run, told apart by symbol and dash", () => {
    const looks = queueDepth
      .legend({ ...mixed, runs }, THEMES.light)
      .slice(0, 2)
      .map(({ style }) => style);
    expect(new Set(looks.map(({ colour }) => colour)).size).toBe(1);
    expect(new Set(looks.map(({ symbol, dash }) => `${symbol} ${dash}`)).size).toBe(2);
  });

  it("are drawn in another metric on demand, in its panel", () => {
    const { yAxis } = queueDepthOption({ ...data, metric: "latency_p99_ns" }, THEMES.light, WIDE);
    expect(yAxis.map(({ name }) => name)).toEqual(["IOPS", "p99 latency (ms)"]);
    const { columns } = queueDepth.table({ ...data, runs, metric: "throughput_bytes_per_s" });
    expect(columns.map(({ label }) => label)).toEqual([
      "Run",
      "Outstanding I/O",
      "Threads",
      "Queue depth",
      "Throughput",
      "Mean latency",
      "Precision",
    ]);
  });
});

describe("points of one depth", () => {
  const same = rows((i) => i < 9, {
    outstanding_ios: data.source.outstanding_ios?.map((n) => (n === 4 ? 2 : n)) ?? [],
  });

  it("leave the line to the highest, and stay beside it", () => {
    const iops = (option(same).series as { data: number[][]; lineStyle: { width: number } }[]).slice(0, 2);
    expect(iops.map(({ data: points, lineStyle }) => [points.length, lineStyle.width > 0])).toEqual([
      [8, true],
      [1, false],
    ]);
    expect(iops[0]?.data[1]?.[1]).toBe(data.source.iops?.[2]);
    expect(queueDepth.describe(same)).toContain("Lines go through the highest IOPS");
  });
});

describe("repeats and baseline", () => {
  const runs = [
    { number: "r-1", name: "one", order: 4, baseline: true, single: false },
    { number: "r-2", name: "two", order: 1, single: true },
  ];
  const source = {
    run_number: ["r-1", "r-1", "r-2", "r-2"],
    configuration: [null, null, null, null],
    outstanding_ios: [1, 4, 1, 4],
    iops: [100, 300, 90, 280],
    latency_mean_ns: [1e6, 2e6, 1e6, 2e6],
    n: [3, 3, null, null],
    iops_low: [95, 290, null, null],
    iops_high: [105, 310, null, null],
  };
  const option = queueDepthOption({ source, runs }, THEMES.light, { width: 1100, height: 520, interactive: true });

  it("draws whiskers from the lowest to the highest of repeats without a known interval, under the name of their curve", () => {
    const drawn = marksOf(option);
    expect(drawn.map(({ name, data }) => [name, data])).toEqual([
      [
        "one",
        [
          [1, 95, 105],
          [4, 290, 310],
        ],
      ],
    ]);
  });

  it("draws the 95 % interval of the mean as whiskers, tells it and has it in the table", () => {
    const withIntervals = { ...source, iops_ci95_low: [90, 280, null, null], iops_ci95_high: [110, 320, null, null] };
    const drawn = queueDepthOption({ source: withIntervals, runs }, THEMES.light, {
      width: 1100,
      height: 520,
      interactive: true,
    });
    const [intervals, spans] = marksOf(drawn);
    expect(spans).toBeUndefined();
    expect([intervals?.name, intervals?.data]).toEqual([
      "one",
      [
        [1, 90, 110],
        [4, 280, 320],
      ],
    ]);
    const api = { value: (index: number) => [1, 90, 110][index], coord: ([x, y]: number[]) => [x, y] };
    const shape = (intervals as { renderItem: (params: object, api: object) => { children: unknown[] } }).renderItem(
      {},
      api,
    );
    expect(shape.children).toMatchObject([{ shape: { x1: 1, y1: 90, x2: 1, y2: 110 } }, {}, {}]);

    const { columns, rows } = queueDepth.table({ source: withIntervals, runs });
    expect(columns.slice(-3).map(({ label }) => label)).toEqual([
      "IOPS, 95 % interval from",
      "IOPS, 95 % interval to",
      "Interval",
    ]);
    expect(rows.map((row) => row.slice(-3))).toEqual([
      [90, 110, "3 runs, Student's 95 % interval of their mean"],
      [280, 320, "3 runs, Student's 95 % interval of their mean"],
      [null, null, "1 run, no interval"],
      [null, null, "1 run, no interval"],
    ]);
    expect(queueDepth.describe({ source: withIntervals, runs })).toContain(
      "Whiskers are Student's 95 % interval of the mean",
    );
    expect(queueDepth.describe({ source, runs })).not.toContain("95 %");
  });

  it("draws the baseline solid and thicker, and a single run hollow, each at the place of its look", () => {
    const [baseline, other] = option.series.filter(({ type }) => type === "line") as {
      lineStyle: { width: number; type: unknown; color: string };
      itemStyle: { color: string };
    }[];
    expect(baseline?.lineStyle).toMatchObject({ width: 2.75, type: "solid", color: THEMES.light.series[4]?.colour });
    expect(other?.lineStyle).toMatchObject({ width: LINE_WIDTH, color: THEMES.light.series[1]?.colour });
    expect(other?.itemStyle.color).toBe(THEMES.light.background);
  });

  it("has the repeats in its table and says what the whiskers are", () => {
    const { columns, rows } = queueDepth.table({ source, runs });
    expect(columns.map(({ label }) => label)).toContain("IOPS, lowest");
    expect(rows[0]?.slice(7)).toEqual([3, 95, 105, "3 runs, interval unknown"]);
    expect(queueDepth.describe({ source, runs })).toContain("A hollow point is 1 run, no interval.");
  });

  it("draws a point of one run hollow on a curve of repeats", () => {
    const one = queueDepthOption({ source: { ...source, n: [3, 1, null, null] }, runs }, THEMES.light, {
      width: 1100,
      height: 520,
      interactive: true,
    });
    const [curve] = one.series as { data: unknown[]; itemStyle: { color: string } }[];
    expect(curve?.itemStyle.color).toBe(THEMES.light.series[4]?.colour);
    expect(curve?.data).toMatchObject([[1, 100], { value: [4, 300], itemStyle: { color: THEMES.light.background } }]);
  });

  it("says that hollow curves are single runs where nothing was taken together", () => {
    const { n, iops_low, iops_high, ...plain } = source;
    const single = runs.map((run) => ({ ...run, single: true }));
    expect(queueDepth.describe({ source: plain, runs: single })).toContain("each curve is 1 run, no interval.");
    expect(queueDepth.table({ source: plain, runs: single }).columns).toHaveLength(7);
    expect(queueDepth.describe({ source: plain })).not.toContain("interval");
    expect(queueDepth.describe({ source, runs })).toContain("Whiskers show the lowest and highest run.");
  });
});

describe("measurements as a run has them", () => {
  const depths = (row: SampleRow, rates: Record<number, number>): SampleRow[] =>
    Object.entries(rates).map(([depth, iops]) => ({ queue_depth: Number(depth), iops, ...row }));
  const named = (measurements: MeasurementsData) =>
    depthCurves(measurements).map(({ name, points }) => [name, points.map(({ rate }) => rate)]);

  it("are a curve for each number of streams and each range of addresses", () => {
    const streams = sweepSource([
      ...depths({ streams: 1 }, { 1: 10_000, 2: 14_100, 4: 20_000 }),
      ...depths({ streams: 2, threads: 2, outstanding_ios: 8 }, { 4: 10_000 }),
      ...depths({ streams: 2, threads: 2, outstanding_ios: 16 }, { 8: 12_000 }),
    ]);
    expect(named(streams)).toEqual([
      ["4 KiB random read", [10_000, 14_100, 20_000]],
      ["4 KiB random read, 2 streams", [10_000, 12_000]],
    ]);
    const part = { range_size_percent: 10, range_size_bytes: 1e11 };
    const ranges = sweepSource([...depths({}, { 1: 10_000, 4: 12_000 }), ...depths(part, { 1: 30_000, 4: 40_000 })]);
    const text = queueDepth.describe(ranges);
    expect(text).toContain("4 KiB random read peaks at 12.0k IOPS");
    expect(text).toContain("4 KiB random read, the first 10 % peaks at 40.0k IOPS");
  });

  it("are named as the sweeps name them, and without what is no sweep over depths", () => {
    const mixed = sweepSource([
      ...depths({}, { 1: 10_000, 4: 20_000 }),
      ...depths({ read_percent: 0 }, { 1: 5000, 4: 6000 }),
      ...depths({ block_bytes: 131_072, random_percent: 0 }, { 32: 4000 }),
    ]);
    const [chart] = chartsFor(mixed);
    const drawn = chart && sectionOf(chart, { measurements: mixed, runs: [], metric: "iops", choices: {} }).figures[0];
    expect(named(mixed)).toEqual(named(drawn?.data as MeasurementsData));
    expect(named(mixed)).toHaveLength(2);
    const one = sweepSource([
      ...depths({}, { 1: 10_000, 4: 20_000 }),
      ...depths({ block_bytes: 131_072, random_percent: 0 }, { 32: 4000 }),
    ]);
    expect(named(one)).toEqual([["4 KiB random read", [10_000, 20_000]]]);
    const single = sweepSource([
      ...depths({}, { 4: 10_000 }),
      ...depths({ block_bytes: 131_072, random_percent: 0 }, { 32: 4000 }),
    ]);
    expect(named(single)).toHaveLength(2);
  });

  it("have no ratios and no limited loads among their points", () => {
    const others = sweepSource([
      ...depths({}, { 1: 10_000, 4: 20_000 }),
      ...depths({ value_kind: "ratio" }, { 8: 0.25 }),
      ...depths({ offered_iops: 5000 }, { 16: 5000 }),
    ]);
    expect(named(others)).toEqual([["RAID 10", [10_000, 20_000]]]);
  });
});

describe("figures that are bounds, ranges or cut short", () => {
  const of = (...changes: SampleRow[]) =>
    sweepSource(changes.map((row, power) => ({ queue_depth: 2 ** power, iops: 10_000 * 2 ** power, ...row })));
  const kinds = (measurements: MeasurementsData) => queueDepth.table(measurements).rows.map((row) => row[6]);

  it("are no peak, and are marked in the table, in words and beside the points", () => {
    const bounds = of({}, {}, { phase_state: "cancelled" }, { iops: 240_000, value_kind: "upper_bound" });
    expect(kinds(bounds)).toEqual(["exact", "exact", "incomplete", "at most"]);
    const text = queueDepth.describe(bounds);
    expect(text).toContain("RAID 10 has an unknown peak. The highest exact value is 20.0k IOPS with 2");
    expect(text).toContain("Some values are approximate or incomplete. The table marks them.");
    expect(texts(drawSvg(option(bounds), 1100, 640))).toEqual(
      expect.arrayContaining(["20.0k", "40.0k (incomplete)", "≤ 240k"]),
    );
    expect(queueDepth.describe(of({}, {}))).not.toContain("not exact");
  });

  it("leave a peak that they cannot surpass", () => {
    const below = of({ value_kind: "upper_bound" }, {}, {});
    expect(queueDepth.describe(below)).toContain("RAID 10 peaks at 40.0k IOPS with 4 outstanding I/O");
    const above = of({}, {}, { value_kind: "lower_bound", iops: 1000 });
    expect(queueDepth.describe(above)).toContain("RAID 10 has an unknown peak");
    const about = of({}, {}, { value_kind: "approximate" });
    expect(queueDepth.describe(about)).toContain("RAID 10 peaks at ≈ 40.0k IOPS");
    const alone = of({ value_kind: "upper_bound" }, { phase_state: "cancelled" });
    expect(queueDepth.describe(alone)).toContain("RAID 10 has an unknown peak");
  });

  it("have a curve for each end of a range, neither of which is a peak", () => {
    const range = of(
      {},
      {},
      { queue_depth: 8, iops: 50_000, value_kind: "range_low" },
      { queue_depth: 8, iops: 100_000, value_kind: "range_high" },
    );
    expect(depthCurves(range).map(({ name }) => name)).toEqual([
      "4 KiB random read",
      "4 KiB random read, from",
      "4 KiB random read, up to",
    ]);
    expect(kinds(range)).toEqual(["exact", "exact", "from", "up to"]);
    const text = queueDepth.describe(range);
    expect(text).not.toContain("peaks at");
    expect(text).toContain("highest exact value is 20.0k IOPS with 2 outstanding I/O");
  });

  it("leave the line to a figure of the same depth that is exact", () => {
    const both = of({}, {}, { queue_depth: 2, iops: 90_000, value_kind: "upper_bound" });
    const [line, aside] = option(both).series as { data: number[][] }[];
    expect(line?.data).toEqual([
      [1, 10_000],
      [2, 20_000],
    ]);
    expect(aside?.data).toEqual([[2, 90_000]]);
  });
});

describe("an invalid run", () => {
  const runs = ["r-1", "r-2"].map((number) => ({ number, name: number }));
  const marked = sweepSource(
    runs.flatMap(({ number }, run) =>
      [1, 4, 16].map((depth) => ({
        run_number: number,
        configuration: number,
        queue_depth: depth,
        iops: 1000 * depth * (run + 1),
        invalid: run,
      })),
    ),
  );

  it("is drawn and never peaks", () => {
    const input = { ...marked, runs };
    expect(depthCurves(input).map(({ invalid }) => invalid)).toEqual([false, true]);
    expect(queueDepth.describe(input)).toContain("r-1 peaks at 16.0k IOPS");
    expect(queueDepth.describe(input)).not.toContain("r-2 peaks");
    expect(queueDepth.describe(input)).toContain("r-2 is invalid, not counted.");
    expect(queueDepth.table(input).rows).toHaveLength(6);
    const alone = rows(() => true);
    const iops = alone.source.iops ?? [];
    const source = { ...alone.source, invalid: iops.map(() => 1) };
    const narrow = { width: 360, height: 640, interactive: true };
    const first = { source: Object.fromEntries(Object.entries(source).map(([name, all]) => [name, all.slice(0, 9)])) };
    const written = (given: MeasurementsData) => texts(drawSvg(queueDepthOption(given, THEMES.dark, narrow), 360, 640));
    const { invalid: _, ...valid } = first.source;
    // On a narrow chart the highest value alone is written.
    expect(written({ source: valid }).length).toBe(written(first).length + 1);
  });
});

describe("the knee", () => {
  const busy = (run: number, from: number, kind?: string): SampleRow[] =>
    [1, 2, 4, 8, 16, 32, 64].map((depth) => ({
      run_number: `r-${run}`,
      configuration: `c-${run}`,
      queue_depth: depth,
      iops: run * 1000 * Math.min(depth, from),
      ...(depth === 16 && kind ? { value_kind: kind } : {}),
    }));
  const rings = (measurements: MeasurementsData, more: object = {}) =>
    queueDepthOption({ ...measurements, ...more }, THEMES.light, WIDE).series.filter(({ id }) =>
      String(id).startsWith("knee-"),
    ) as { name: string; data: number[][]; symbolSize: number; itemStyle: { color: string } }[];

  it("is an open ring of the curve in the upper panel, and named there", () => {
    const one = sweepSource(busy(1, 16));
    expect(rings(one)).toMatchObject([
      { name: "c-1", symbolSize: 13, data: [[16, 16_000]], itemStyle: { color: "transparent" } },
    ]);
    expect(texts(drawSvg(option(one), 1100, 640))).toContain("knee at 16");
  });

  it("has a ring for each of several curves, and a name for the first of two", () => {
    const two = sweepSource([...busy(1, 16), ...busy(2, 8)]);
    expect(rings(two).map(({ data: [point] }) => point?.[0])).toEqual([16, 8]);
    expect(texts(drawSvg(option(two), 1100, 640)).filter((text) => text?.startsWith("knee"))).toHaveLength(1);
  });

  it("is not drawn where a bound leaves it open, where figures are relative, or where there is none", () => {
    expect(rings(sweepSource(busy(1, 16, "lower_bound")))).toEqual([]);
    expect(rings(sweepSource(busy(1, 16, "approximate")))).toHaveLength(1);
    expect(rings(sweepSource(busy(1, 16)), { numbers: "relative", baseline: "r-1" })).toEqual([]);
    expect(rings(data)).toEqual([]);
  });
});

describe("one metric of it", () => {
  const view = { width: 500, height: 240, interactive: true, wideFrom: 280 };

  it("fills the chart, on a logarithmic axis where that is wanted", () => {
    const data = { ...kneeSample(), metric: "latency_p99_ns" as const, only: "latency" as const, log: true };
    const option = queueDepthOption(data, THEMES.light, view);
    expect(option.grid).toHaveLength(1);
    expect(option.yAxis.map(({ type }) => type)).toEqual(["log"]);
    expect(drawSvg(option, 500, 240)).not.toMatch(/NaN/);
  });

  it("leaves marks out, and shows what the links can carry", () => {
    const runs = ["r-1", "r-2", "r-3"].map((number) => ({
      number,
      name: number,
      linkLimit: { throughput_bytes_per_s: 4096 * 400_000, words: "PCIe" },
    }));
    const data = { ...kneeSample(), runs, only: "rate" as const, without: ["knee" as const], withLinkLimit: true };
    const option = queueDepthOption(data, THEMES.light, view);
    expect(option.series.filter(({ id }) => String(id).startsWith("knee-"))).toEqual([]);
    expect(option.series.filter(({ id }) => String(id).startsWith("limit-")).map(({ name }) => name)).toEqual([
      "Link limit: 400k",
    ]);
    expect(option.yAxis[0]).toMatchObject({ max: 432_000 });
  });
});
