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

  it("starts at zero", () => {
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
        iops_low: [90_000, null, null, 48_000, null],
        iops_high: [105_000, null, null, 52_000, null],
        iops_ci95_low: [80_000, null, null, null, null],
        iops_ci95_high: [120_000, null, null, null, null],
      },
    },
  };
  const drawn = barsOption(counted, THEMES.light, VIEW).series;

  it("have the interval of three runs, both values of two with the text behind them, and an open circle for one", () => {
    const [, intervals, pairs, circles, texts] = drawn.map((series) => series.data);
    expect(pairs).toEqual([[4, 48_000, 52_000]]);
    expect(intervals).toEqual([[2, 80_000, 120_000]]);
    expect(circles).toEqual([
      [300_000, 1],
      [20_000, 5],
    ]);
    expect(texts).toEqual([
      [120_000, 2],
      [52_000, 4],
    ]);
    const labels = [...drawSvg(barsOption(counted, THEMES.light, VIEW), 1100, 400).matchAll(/>([^<]+)<\/text>/g)];
    expect(labels.map(([, text]) => text)).toEqual(
      expect.arrayContaining(["100k (n = 3)", "300k (1 run)", "≈ 50.0k (n = 2)", "20.0k (1 run)"]),
    );
  });

  it("say how many runs they are of, and why there is no interval", () => {
    expect(bars.describe(counted)).toContain(
      "Whiskers are Student's 95 % interval of the mean of the runs. Dots are both values of 2 runs. A bar with an open circle is 1 run, no interval.",
    );
    expect(bars.table(counted).rows.map((row) => row.slice(4))).toEqual([
      [1, null, null, null, null, "1 run, no interval"],
      [3, 90_000, 105_000, 80_000, 120_000, "3 runs, Student's 95 % interval of their mean"],
      [2, 48_000, 52_000, null, null, "2 runs, too few for an interval"],
      [1, null, null, null, null, "1 run, no interval"],
    ]);
  });

  it("are as they were where no runs were taken together", () => {
    expect(barsOption(data, THEMES.light, VIEW).series).toHaveLength(1);
  });
});

describe("bars of a comparison", () => {
  const { source } = data.measurements;
  const runs = ["r-1", "r-2", "r-3"].map((number, order) => ({ number, name: `Entry ${number}`, order }));
  const compared: BarsData = { ...data, runs, baseline: "r-1" };
  const withColumns = (columns: BarsData["measurements"]["source"], more: Partial<BarsData> = {}): BarsData => ({
    ...compared,
    ...more,
    measurements: { source: { ...source, ...columns } },
  });
  const coloursOf = (input: BarsData) => {
    const items = barsOption(input, THEMES.light, VIEW).series[0]?.data as { itemStyle?: { borderColor: string } }[];
    return items.flatMap((item) => item.itemStyle?.borderColor ?? []);
  };
  const [first = "", second = ""] = THEMES.light.series.map(({ colour }) => colour);
  const changes = (input: BarsData) => bars.table(input).rows.map((row) => row[3]);
  const texts = (input: BarsData) =>
    [...drawSvg(barsOption(input, THEMES.light, VIEW), 1100, 400).matchAll(/>([^<]+)<\/text>/g)].map(
      ([, text]) => text,
    );

  it("have the names and colours of their runs, whatever stands higher and whatever is hidden", () => {
    expect(coloursOf(compared)).toEqual([second, first, first, second]);
    expect(barGroups(compared)[0]?.bars.map(({ name }) => name)).toEqual(["Entry r-2", "Entry r-1"]);
    const shown = withColumns({ iops: [null, 300_000, null, null, 20_000] }, { runs: runs.slice(1) });
    expect(coloursOf(shown)).toEqual([second, second]);
  });

  it("tell runs of one configuration apart", () => {
    expect(coloursOf(withColumns({ configuration: ["A", "A", "C", "A", "A"] }))).toEqual([
      second,
      first,
      first,
      second,
    ]);
  });

  it("are measured by the bar of the baseline in their group", () => {
    const exact = { value_kind: source.value_kind?.map(() => "exact") ?? [] };
    const relative = withColumns(exact, { numbers: "relative" });
    expect(changes(relative)).toEqual([200, 0, 0, -60]);
    expect(bars.table(relative).columns[3]).toMatchObject({
      label: "IOPS, difference from the baseline",
      unit: "percent",
    });
    expect(texts(relative)).toEqual(
      expect.arrayContaining(["+200 %", "0 %", "\u221260 %", "IOPS, difference from the baseline (%)"]),
    );
    expect(barsOption(relative, THEMES.light, VIEW).xAxis[0]?.min).toBeUndefined();
    expect(bars.describe(relative)).toBe(
      "Higher is better. 4K read: best is Entry r-2 with +200 %. 4K write: best is Entry r-1 with 0 %.",
    );
    const ratio = withColumns(exact, { numbers: "ratio" });
    expect(changes(ratio)).toEqual([3, 1, 1, 0.4]);
    expect(texts(ratio)).toEqual(expect.arrayContaining(["3.000 ×", "0.4000 ×", "IOPS, ratio to the baseline"]));
    expect(barsOption(ratio, THEMES.light, VIEW).xAxis[0]?.min).toBe(0);
  });

  it("say that they rest on an approximate figure of the baseline", () => {
    expect(texts(withColumns({}, { numbers: "relative" }))).toContain("≈ \u221260 %");
  });

  it.each([
    ["has none", { iops: [100_000, 300_000, null, null, 20_000] }],
    ["is 0", { iops: [100_000, 300_000, null, 0, 20_000] }],
    ["is a bound", { value_kind: ["exact", "exact", "exact", "upper_bound", "exact"] }],
    ["was cut short", { phase_state: ["finished", "finished", "finished", "cancelled", "finished"] }],
    ["is marked invalid", { invalid: [0, 0, 0, 1, 0] }],
  ])("have no relative figure where that of the baseline %s, and say so", (_, columns) => {
    const input = withColumns(columns, { numbers: "relative" });
    expect(
      changes(input)
        .slice(2)
        .every((value) => value === null),
    ).toBe(true);
    expect(changes(input).slice(0, 2)).toEqual([200, 0]);
    expect(texts(input).some((text) => text?.startsWith("n/a"))).toBe(true);
    expect(bars.describe(input)).toContain("No value of the baseline for: 4K write.");
  });

  it("are not measured by it where they are bounds", () => {
    const input = withColumns(
      { value_kind: ["exact", "lower_bound", "exact", "exact", "exact"] },
      { numbers: "ratio" },
    );
    expect(changes(input)).toEqual([null, 1, 1, 0.4]);
    expect(bars.describe(input)).toContain("4K read: best is Entry r-2 with ≥ 300k.");
    expect(bars.describe(input)).toContain("are not compared with the baseline.");
  });

  it("have no whiskers then", () => {
    const pooled = {
      n: [3, 1, null, 3, 3],
      iops_low: [90_000, null, null, null, null],
      iops_high: [105_000, null, null, null, null],
    };
    const input = withColumns(pooled, { numbers: "relative" });
    const circles = barsOption(input, THEMES.light, VIEW)
      .series.slice(1)
      .map((series) => series.data);
    expect(circles).toEqual([[[200, 1]]]);
    expect(bars.describe(input)).toContain("Medians relative to the baseline have no interval.");
    expect(bars.describe(input)).not.toContain("Whiskers");
  });
});

describe("workloads that share a name", () => {
  const column = <T>(...values: T[]) => values;
  const named: BarsData = {
    metric: "iops",
    measurements: {
      source: {
        configuration: column("A", "B", "C"),
        run_number: column("r-1", "r-2", "r-3"),
        phase_name: column("randread", "randread", "randread"),
        phase_state: column("finished", "finished", "finished"),
        block_bytes: column(4096, 65_536, 65_536),
        read_percent: column(100, 100, 100),
        random_percent: column(100, 100, 100),
        threads: column(1, 1, 1),
        queue_depth: column(32, 32, 32),
        outstanding_ios: column(32, 32, 32),
        iops: column(100_000, 20_000, 900_000),
        value_kind: column("exact", "exact", "exact"),
        invalid: column(0, 0, 1),
      },
    },
  };
  const withColumns = (columns: BarsData["measurements"]["source"]): BarsData => ({
    ...named,
    measurements: { source: { ...named.measurements.source, invalid: column(0, 0, 0), ...columns } },
  });
  const headings = (input: BarsData) => barGroups(input).map(({ workload }) => workload);

  it("are groups of their own, called by what they are", () => {
    expect(order(named)).toEqual([["A"], ["B", "C"]]);
    expect(headings(named)).toEqual(["randread: 4 KiB random read, 1T/32Q", "randread: 64 KiB random read, 1T/32Q"]);
  });

  it("count no run that is marked invalid, and mark its bar and its row", () => {
    expect(bars.describe(named)).toBe(
      "Higher is better. randread: 4 KiB random read, 1T/32Q: A with 100k. randread: 64 KiB random read, 1T/32Q: best is B with 20.0k. Pale bars are invalid, not counted.",
    );
    const { columns, rows } = bars.table(named);
    expect(columns.map(({ label }) => label).slice(3)).toEqual(["Precision", "Mark"]);
    expect(rows.map((row) => row.slice(1))).toEqual([
      ["A", 100_000, "exact", null],
      ["B", 20_000, "exact", null],
      ["C", 900_000, "exact", "invalid"],
    ]);
    const items = barsOption(named, THEMES.light, VIEW).series[0]?.data as { itemStyle: { opacity?: number } }[];
    expect(items.map((item) => item.itemStyle?.opacity)).toEqual([undefined, undefined, undefined, undefined, 0.35]);
    expect(drawSvg(barsOption(named, THEMES.light, VIEW), 1100, 400)).toContain(">900k (invalid)</text>");
  });

  it("call nothing the best where no run counts", () => {
    expect(bars.describe(withColumns({ invalid: column(1, 1, 1) }))).toContain("1T/32Q: no valid values.");
  });

  it("are told apart by the share of the maximum that was asked for", () => {
    const block_bytes = column(4096, 4096, 4096);
    expect(headings(withColumns({ block_bytes, load_percent: column(50, 50, 80) }))).toEqual([
      "randread: 4 KiB random read, 1T/32Q, at 50 % of the maximum",
      "randread: 4 KiB random read, 1T/32Q, at 80 % of the maximum",
    ]);
    expect(headings(withColumns({ block_bytes, offered_iops: column(null, 1000, 1000) }))).toEqual([
      "randread: 4 KiB random read, 1T/32Q",
      "randread: 4 KiB random read, 1T/32Q, 1,000 IOPS requested",
    ]);
  });

  it("are one group under several names, unless one run did it under several", () => {
    const same = { block_bytes: column(4096, 4096, 4096), phase_name: column("4K read", "randread", "randread") };
    expect(headings(withColumns(same))).toEqual(["4K read / randread"]);
    const states = withColumns({ ...same, run_number: column("r-1", "r-1", "r-2") });
    expect(headings(states)).toEqual(["4K read", "randread"]);
    expect(order(states)).toEqual([["A"], ["C", "B"]]);
  });

  it("are no figure to rank where they were cut short, and are written so", () => {
    const cut = withColumns({
      block_bytes: column(4096, 4096, 4096),
      phase_state: column("finished", "finished", "cancelled"),
    });
    expect(bars.describe(cut)).toBe("Higher is better. randread: best is A with 100k. Hollow bars are not exact.");
    expect(bars.table(cut).rows.map((row) => row.slice(1))).toEqual([
      ["A", 100_000, "exact"],
      ["B", 20_000, "exact"],
      ["C", 900_000, "incomplete"],
    ]);
    expect(drawSvg(barsOption(cut, THEMES.light, VIEW), 1100, 400)).toContain(">900k (incomplete)</text>");
  });

  it("have no best where a bound stands alone", () => {
    const bound = withColumns({ value_kind: column("upper_bound", "exact", "exact") });
    expect(bars.describe(bound)).toContain("randread: 4 KiB random read, 1T/32Q: A with ≤ 100k.");
  });
});

describe("the words and numbers beside it", () => {
  it("name the best of each group and say what hollow means", () => {
    expect(bars.describe(data)).toBe(
      "Higher is better. 4K read: best is B with 300k. 4K write: best is A with ≈ 50.0k. Hollow bars are not exact.",
    );
    expect(bars.describe({ ...data, measurements: { source: {} } })).toBe("IOPS: no values.");
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
