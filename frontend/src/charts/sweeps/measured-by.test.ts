import { describe, expect, it } from "vitest";
import { addressSpace } from "../address-space/definition";
import { blockSize } from "../block-size/definition";
import type { BlockSizeData } from "../block-size/panels";
import type { Numbers } from "../changes";
import { toCsv } from "../csv";
import type { ChartDefinition, ChartOption, DataTable } from "../definition";
import { loadSteps } from "../load-steps/definition";
import { toMarkdown } from "../markdown";
import { queueDepth } from "../queue-depth/definition";
import { drawSvg } from "../runtime";
import { addressRows, type SampleRow, stepRows, surfaceRows, sweepSource, withRepeats } from "../samples-sweeps";
import { smallMultiples } from "../small-multiples";
import { THEMES } from "../theme";
import { threadQueue } from "../thread-queue/definition";
import { writeShareMap } from "../write-share/definition";
import { writeShareSlice } from "../write-share-slice/definition";
import { chartsFor, type SweepKind } from "./charts-for";
import { type SectionsInput, sectionOf } from "./figures";

const WIDE = { width: 1100, height: 640, interactive: true };

interface Given extends Partial<SectionsInput> {
  rows?: readonly SampleRow[];
}

/** The data of the first figure of a chart, with runs r-1 to r-3 and the first as baseline. */
function dataOf<Data>(kind: SweepKind, { rows = [], ...more }: Given): Data {
  const measurements = more.measurements ?? sweepSource(rows);
  const chart = chartsFor(measurements).find((candidate) => candidate.kind === kind);
  if (!chart) throw new Error(`no ${kind}`);
  const runs = ["r-1", "r-2", "r-3"].map((number) => ({ number, name: `Entry ${number}` }));
  const { figures } = sectionOf(chart, { measurements, runs, metric: "iops", baseline: "r-1", choices: {}, ...more });
  return figures[0]?.data as Data;
}

const optionOf = <Data>(definition: ChartDefinition<Data>, data: Data): ChartOption =>
  definition.option(data, THEMES.light, WIDE);
type Line = { name: string; type: string; data: (unknown[] | { value: unknown[]; itemStyle: object })[] };
/** Return the drawn values of each line, by its name. */
const drawn = (option: ChartOption) =>
  (option.series as unknown as Line[])
    .filter(({ type }) => type === "line")
    .map(({ name, data }) => [name, data.map((item) => (Array.isArray(item) ? item : item.value))]);
/** A column of a table: its exact values, and what a reader sees of them. */
function column({ columns, rows }: DataTable, label: string) {
  const index = columns.findIndex((candidate) => candidate.label === label);
  if (index < 0) throw new Error(`no column ${label}`);
  return rows.map((row) => [row[index] ?? null, columns[index]?.format(row[index] ?? null)]);
}
/** Return the text of the tooltip at a place. */
function tooltipText(option: ChartOption, x: number): string {
  const { formatter } = option.tooltip;
  if (typeof formatter !== "function") throw new Error("the tooltip has no formatter");
  const hits = [{ axisIndex: 0, data: [x, 1], value: [x, 1] }] as unknown as Parameters<typeof formatter>[0];
  return String(formatter(hits, "")).replaceAll("&nbsp;", " ");
}

const SIZES = [4096, 8192, 16_384];
/** IOPS of one run at 4, 8 and 16 KiB. */
const sizes = (run: string, iops: readonly number[], more: readonly SampleRow[] = []): SampleRow[] =>
  iops.map((value, index) => ({
    run_number: run,
    configuration: run,
    block_bytes: SIZES[index] ?? 0,
    iops: value,
    ...more[index],
  }));
const pair = (own: readonly SampleRow[] = [], base: readonly SampleRow[] = []) => [
  ...sizes("r-1", [1000, 2000, 4000], base),
  ...sizes("r-2", [1500, 1000, 4000], own),
];
const blocks = (numbers: Numbers, rows: readonly SampleRow[] = pair()) =>
  dataOf<BlockSizeData>("block-size", { rows, numbers });
const RELATIVE = "IOPS, difference from the baseline";
const AXIS = "IOPS, ± % of baseline";
const RATIO = "IOPS, ratio to the baseline";

describe("sweeps held against the baseline", () => {
  it("are drawn, told, listed and exported as differences in percent", () => {
    const data = blocks("relative");
    const option = optionOf(blockSize, data);
    expect(drawn(option)).toEqual([
      [
        "Entry r-1",
        [
          [0, 0],
          [1, 0],
          [2, 0],
        ],
      ],
      [
        "Entry r-2",
        [
          [0, 50],
          [1, -50],
          [2, 0],
        ],
      ],
    ]);
    expect(option.yAxis[0]?.name).toBe(AXIS);
    expect(option.yAxis[0]?.min).toBeUndefined();
    expect(tooltipText(option, 1)).toContain("Entry r-2  IOPS \u221250 %");
    const table = blockSize.table(data);
    expect(column(table, RELATIVE).slice(3)).toEqual([
      [50, "+50 %"],
      [-50, "\u221250 %"],
      [0, "0 %"],
    ]);
    expect(column(table, "IOPS").slice(3)).toEqual([
      [1500, "1.500k"],
      [1000, "1.000k"],
      [4000, "4.000k"],
    ]);
    expect(toCsv(table).split("\r\n")[0]).toContain(`"${RELATIVE} (percent)"`);
    expect(toMarkdown(table)).toContain("+50 %");
    expect(drawSvg(option, 1100, 640)).toContain(`>${AXIS}<`);
  });

  it("are ratios on an axis from zero where these were chosen", () => {
    const data = blocks("ratio");
    const option = optionOf(blockSize, data);
    expect(drawn(option)[1]).toEqual([
      "Entry r-2",
      [
        [0, 1.5],
        [1, 0.5],
        [2, 1],
      ],
    ]);
    expect(option.yAxis[0]).toMatchObject({ name: "IOPS, × baseline", min: 0 });
    expect(tooltipText(option, 0)).toContain("Entry r-2  IOPS 1.500 ×");
    expect(column(blockSize.table(data), RATIO)[3]).toEqual([1.5, "1.500 ×"]);
  });

  it("are as they were where figures are shown as they are", () => {
    const data = blocks("absolute");
    expect(data).toEqual(dataOf("block-size", { rows: pair() }));
    expect(JSON.stringify(data)).not.toMatch(/"(changes|numbers|run|workload)"/);
    expect(blockSize.table(data).columns.map(({ label }) => label)).not.toContain(RELATIVE);
    expect(optionOf(blockSize, data).yAxis[0]?.min).toBe(0);
    expect(blockSize.describe(data)).not.toContain("baseline");
  });

  it.each<[string, SampleRow]>([
    ["is a bound", { value_kind: "upper_bound" }],
    ["was cut short", { phase_state: "cancelled" }],
  ])("have a gap where a figure %s, and say so", (_, change) => {
    const data = blocks("relative", pair([{}, change]));
    const option = optionOf(blockSize, data);
    expect(drawn(option)[1]).toEqual([
      "Entry r-2",
      [
        [0, 50],
        [1, null],
        [2, 0],
      ],
    ]);
    expect(tooltipText(option, 1)).toContain("Entry r-2  IOPS n/a");
    expect(column(blockSize.table(data), RELATIVE)[4]).toEqual([null, "n/a"]);
    expect(blockSize.describe(data)).toContain("values without a baseline are not drawn.");
  });

  it.each<[string, SampleRow[]]>([
    ["is a bound", pair([], [{}, { value_kind: "lower_bound" }])],
    ["was cut short", pair([], [{}, { phase_state: "failed" }])],
    ["is 0", pair([], [{}, { iops: 0 }])],
    ["is missing", pair().filter((_, index) => index !== 1)],
  ])("have a gap where the figure of the baseline %s", (_, rows) => {
    const [, own] = drawn(optionOf(blockSize, blocks("ratio", rows)));
    expect(own).toEqual([
      "Entry r-2",
      [
        [0, 1.5],
        [1, null],
        [2, 1],
      ],
    ]);
  });

  it("pass approximations on, in the drawing, at the pointer and in the table", () => {
    const data = blocks("relative", pair([], [{ value_kind: "approximate" }]));
    const option = optionOf(blockSize, data);
    const [, own] = option.series as unknown as Line[];
    expect(own?.data[0]).toMatchObject({ value: [0, 50], symbolSize: 11 });
    expect(own?.data[1]).not.toMatchObject({ symbolSize: 11 });
    expect(tooltipText(option, 0)).toContain("IOPS ≈ +50 %");
    expect(column(blockSize.table(data), "Precision of the comparison").slice(3)).toEqual([
      ["approximate", "approximate"],
      ["exact", "exact"],
      ["exact", "exact"],
    ]);
  });

  it("are nothing by an invalid run, and nothing of one", () => {
    const of = (run: string) =>
      blocks(
        "relative",
        pair().map((row) => ({ ...row, invalid: row.run_number === run ? 1 : 0 })),
      );
    const values = (data: BlockSizeData) => column(blockSize.table(data), RELATIVE).map(([value]) => value);
    expect(values(of("r-1"))).toEqual(Array(6).fill(null));
    expect(values(of("r-2"))).toEqual([0, 0, 0, null, null, null]);
    expect(blockSize.describe(of("r-2"))).toContain("Not comparable with the baseline: Entry r-2.");
    expect(drawSvg(optionOf(blockSize, of("r-1")), 1100, 640)).not.toContain("NaN");
  });

  it("are nothing where the baseline is not among them, and say so", () => {
    const data = dataOf<BlockSizeData>("block-size", { rows: pair(), numbers: "relative", baseline: "r-9" });
    expect(blockSize.describe(data)).toContain("Not comparable with the baseline: Entry r-1 · Entry r-2.");
    expect(drawSvg(optionOf(blockSize, data), 1100, 640)).toContain("<svg");
  });

  it("are measured workload by workload", () => {
    const writes = pair().map((row): SampleRow => ({ ...row, read_percent: 0, iops: Number(row.iops) / 2 }));
    const data = blocks("ratio", [...pair(), ...writes.filter(({ run_number }) => run_number === "r-2")]);
    const names = drawn(optionOf(blockSize, data));
    expect(names.map(([name]) => name)).toEqual([
      "Entry r-1: random read, 1T/1Q",
      "Entry r-2: random read, 1T/1Q",
      "Entry r-2: random write, 1T/1Q",
    ]);
    expect(names[2]?.[1]).toEqual(SIZES.map((_, index) => [index, null]));
  });

  it("have no whiskers, and say that there is no interval", () => {
    const data = dataOf<BlockSizeData>("block-size", {
      measurements: withRepeats(sweepSource(pair()), () => 3),
      numbers: "relative",
    });
    const option = optionOf(blockSize, data);
    expect(option.series.filter(({ type, name }) => type === "custom" && name !== "Line ends")).toEqual([]);
    const text = blockSize.describe(data);
    expect(text).toContain("Medians relative to the baseline have no interval.");
    expect(text).not.toMatch(/whiskers/i);
  });

  it("say that figures in the text are absolute, and take none of the changes for one", () => {
    const text = blockSize.describe(blocks("relative"));
    expect(text).toContain("Entry r-2: best 4.00k IOPS at 16 KiB.");
    expect(text).toContain("The chart is relative to the baseline. Values in this text are absolute.");
  });

  it("have no line of what links carry", () => {
    const runs = ["r-1", "r-2"].map((number) => ({
      number,
      name: number,
      linkLimit: { throughput_bytes_per_s: 4e8, words: "16 GT/s x4" },
    }));
    const rows = pair().map((row) => ({ ...row, block_bytes: 16 * Number(row.block_bytes) }));
    const of = (numbers: Numbers) => dataOf<BlockSizeData>("block-size", { rows, numbers, runs });
    expect(blockSize.describe(of("absolute"))).toContain("The links (16 GT/s x4)");
    expect(blockSize.describe(of("relative"))).not.toContain("links");
    expect(optionOf(blockSize, of("relative")).series.map(({ name }) => name)).toEqual(["r-1", "r-2", "Line ends"]);
  });

  it("stand above each other where two metrics are over the same sizes", () => {
    const data = { ...blocks("relative"), dual: true };
    const option = optionOf(blockSize, data);
    expect(option.yAxis.map(({ name }) => name)).toEqual([AXIS, "Throughput, ± % of baseline"]);
    expect(new Set(option.grid.map(({ left }) => left)).size).toBe(1);
  });

  it("have the same axes when each has a panel of its own", () => {
    const option = optionOf(smallMultiples(blockSize), blocks("relative"));
    expect(option.yAxis.map(({ min, max }) => [min, max])).toEqual(Array(2).fill([-60, 60]));
  });
});

describe("the other charts of lines", () => {
  it("measure slices over the share of writes and over the depth", () => {
    const rows = [...surfaceRows("r-1"), ...surfaceRows("r-2", 2).filter(({ read_percent }) => read_percent !== 50)];
    for (const kind of ["share-slice", "depth-slice"] as const) {
      const data = dataOf<Parameters<typeof writeShareSlice.describe>[0]>(kind, { rows, numbers: "relative" });
      const own = column(writeShareSlice.table(data), RELATIVE).map(([value]) => value);
      expect(new Set(own)).toEqual(new Set([0, 100]));
      expect(optionOf(writeShareSlice, data).yAxis[0]?.name).toBe(AXIS);
    }
  });

  it("do not bridge what the baseline has no figure for on an axis of numbers", () => {
    const rows = [...surfaceRows("r-1").filter(({ queue_depth }) => queue_depth !== 4), ...surfaceRows("r-2", 2)];
    const data = dataOf<Parameters<typeof writeShareSlice.describe>[0]>("depth-slice", { rows, numbers: "ratio" });
    expect(drawn(optionOf(writeShareSlice, data))[1]).toEqual([
      "Entry r-2",
      [
        [1, 2],
        [4, null],
        [16, 2],
        [64, 2],
      ],
    ]);
  });

  it("measure every metric of steps of load, each at its own threads and queue depth", () => {
    const other = stepRows("r-2").map((row) => ({ ...row, latency_mean_ns: 2 * Number(row.latency_mean_ns) }));
    const data = dataOf<Parameters<typeof loadSteps.describe>[0]>("load-steps", {
      rows: [...stepRows("r-1"), ...other],
      numbers: "relative",
    });
    const table = loadSteps.table(data);
    const changes = (label: string) => new Set(column(table, label).map(([value]) => value));
    expect(changes(RELATIVE)).toEqual(new Set([0]));
    expect(changes("Mean latency, difference from the baseline")).toEqual(new Set([0, 100]));
    expect(optionOf(loadSteps, data).yAxis.map(({ name }) => name)).toContain("Mean latency, ± % of baseline");
    expect(drawSvg(optionOf(loadSteps, data), 1100, 640)).not.toContain("NaN");
  });

  it("measure the address space by the same addresses", () => {
    const faster = addressRows().map((row) => ({
      ...row,
      run_number: "r-2",
      throughput_bytes_per_s: 1.5 * Number(row.throughput_bytes_per_s),
    }));
    const data = dataOf<Parameters<typeof addressSpace.describe>[0]>("address-space", {
      rows: [...addressRows(), ...faster.slice(50)],
      numbers: "ratio",
    });
    const changes = column(addressSpace.table(data), "Throughput, ratio to the baseline").map(([value]) => value);
    expect(new Set(changes)).toEqual(new Set([1, 1.5]));
    expect(addressSpace.describe(data)).toContain("200 MB/s at the beginning");
  });
});

describe("the chart over outstanding I/O", () => {
  const depths = (run: string, factor: number, more: SampleRow = {}): SampleRow[] =>
    [1, 4, 16].map((depth) => ({
      run_number: run,
      configuration: run,
      queue_depth: depth,
      iops: factor * 1000 * depth,
      latency_mean_ns: 1e5 / factor,
      ...more,
    }));
  type Depths = Parameters<typeof queueDepth.describe>[0];
  const of = (numbers: Numbers, rows: readonly SampleRow[]) => dataOf<Depths>("queue-depth", { rows, numbers });

  it("draws, tells and lists both of its metrics against the baseline", () => {
    const data = of("relative", [...depths("r-1", 1), ...depths("r-2", 0.5)]);
    const option = optionOf(queueDepth, data);
    expect(drawn(option).map(([, points]) => points)).toEqual(
      [0, -50, 0, 100].map((percent) => [1, 4, 16].map((depth) => [depth, percent])),
    );
    expect(option.yAxis.map(({ name, min }) => [name, min])).toEqual([
      [AXIS, undefined],
      ["Mean latency, ± % of baseline", undefined],
    ]);
    expect(tooltipText(option, 4)).toContain("Entry r-2 (1 threads × 4)  IOPS \u221250 %  Mean latency +100 %");
    const table = queueDepth.table(data);
    expect(column(table, RELATIVE)[3]).toEqual([-50, "\u221250 %"]);
    expect(column(table, "Mean latency, difference from the baseline")[3]).toEqual([100, "+100 %"]);
    // Beside the points nothing is written, least of all what is not drawn.
    expect(drawSvg(option, 1100, 640)).not.toMatch(/>(16.0k|\u221250 %)</);
    expect(queueDepth.describe(data)).toContain("Entry r-2 peaks at 8.00k IOPS with 16 outstanding I/O");
    expect(queueDepth.describe(data)).toContain("Values in this text are absolute.");
  });

  it("leaves gaps where there is nothing to measure by, and does not take another load for the same", () => {
    const few = depths("r-1", 1).filter(({ queue_depth }) => queue_depth !== 4);
    const threads = { run_number: "r-1", configuration: "r-1", threads: 4, queue_depth: 1, iops: 9 };
    const option = optionOf(queueDepth, of("ratio", [...few, threads, ...depths("r-2", 2)]));
    expect(drawn(option).find(([name]) => name === "Entry r-2")?.[1]).toEqual([
      [1, 2],
      [4, null],
      [16, 2],
    ]);
  });

  it("has nothing of bounds and invalid runs, and passes approximations on", () => {
    const values = (rows: SampleRow[]) => column(queueDepth.table(of("ratio", rows)), RATIO).map(([value]) => value);
    const [base, own] = [depths("r-1", 1), depths("r-2", 2)];
    expect(values([...base, ...depths("r-2", 2, { value_kind: "upper_bound" })])).toEqual([1, 1, 1, null, null, null]);
    expect(values([...base, ...depths("r-2", 2, { invalid: 1 })])).toEqual([1, 1, 1, null, null, null]);
    expect(values([...depths("r-1", 1, { invalid: 1 }), ...own])).toEqual(Array(6).fill(null));
    const data = of("ratio", [...depths("r-1", 1, { value_kind: "approximate" }), ...own]);
    expect(tooltipText(optionOf(queueDepth, data), 4)).toContain("IOPS ≈ 2.000 ×");
    expect(column(queueDepth.table(data), "Precision of the comparison")[3]?.[0]).toBe("approximate");
  });
});

describe("maps", () => {
  it("stay absolute and say so, all but the difference of two", () => {
    const absolute = "This chart shows absolute values only.";
    const steps = { rows: stepRows() };
    type Matrix = Parameters<typeof threadQueue.describe>[0];
    expect(threadQueue.describe(dataOf<Matrix>("thread-queue", { ...steps, numbers: "ratio" }))).toContain(absolute);
    expect(threadQueue.describe(dataOf<Matrix>("thread-queue", steps))).not.toContain(absolute);
    type Map = Parameters<typeof writeShareMap.describe>[0];
    const one = dataOf<Map>("write-share", { rows: surfaceRows(), numbers: "relative" });
    expect(writeShareMap.describe(one)).toContain(absolute);
    const two = [...surfaceRows("r-1"), ...surfaceRows("r-2", 2)];
    const difference = dataOf<Map>("write-share", { rows: two, numbers: "relative" });
    expect(writeShareMap.describe(difference)).not.toContain(absolute);
    expect(writeShareMap.describe(difference)).toContain("in percent of Entry r-1");
  });
});
