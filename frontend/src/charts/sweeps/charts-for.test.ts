import { describe, expect, it } from "vitest";
import { loadSample } from "../samples";
import {
  addressRows,
  blockRows,
  type SampleRow,
  stepRows,
  streamRows,
  surfaceRows,
  sweepSource,
} from "../samples-sweeps";
import { chartsFor } from "./charts-for";

const kinds = (rows: readonly SampleRow[]) => chartsFor(sweepSource(rows)).map(({ kind }) => kind);
const names = (rows: readonly SampleRow[], kind: string) =>
  chartsFor(sweepSource(rows))
    .find((chart) => chart.kind === kind)
    ?.workloads.map(({ name }) => name);
const depths = (rows: readonly SampleRow[] = [{}]) =>
  rows.flatMap((row) => [1, 4, 16].map((depth) => ({ queue_depth: depth, iops: 1000 * depth, ...row })));

describe("chartsFor", () => {
  it("has no chart where nothing varies", () => {
    expect(kinds([])).toEqual([]);
    expect(kinds([{ iops: 1000 }])).toEqual([]);
    expect(kinds([{ iops: 1000 }, { iops: 1100 }])).toEqual([]);
    // A read and a write are two workloads.
    expect(kinds([{ iops: 1000 }, { iops: 500, read_percent: 0 }])).toEqual([]);
  });

  it("draws depths over outstanding I/O", () => {
    expect(kinds(depths())).toEqual(["queue-depth"]);
    expect(names(depths([{}, { read_percent: 0 }]), "queue-depth")).toEqual([
      "4 KiB random read",
      "4 KiB random write",
    ]);
  });

  it("draws threads by depths over outstanding I/O, as matrix and as steps", () => {
    expect(kinds(stepRows())).toEqual(["queue-depth", "thread-queue", "load-steps"]);
    // A diagonal, as sources print it, is no matrix.
    const diagonal = stepRows().filter(({ threads, queue_depth }) => threads === queue_depth);
    expect(kinds(diagonal)).toEqual(["queue-depth", "load-steps"]);
  });

  it("draws shares of writes by depths as surface and slices, and not as eleven curves over the depth", () => {
    expect(kinds(surfaceRows())).toEqual(["write-share", "share-slice", "depth-slice"]);
    const one = surfaceRows().filter(({ queue_depth }) => queue_depth === 4);
    expect(kinds(one)).toEqual(["share-slice"]);
  });

  it("draws block sizes, streams and positions, each for itself", () => {
    expect(kinds(blockRows())).toEqual(["block-size"]);
    expect(kinds(addressRows())).toEqual(["address-space"]);
    expect(kinds(streamRows())).toContain("streams");
    expect(names(streamRows(), "streams")).toEqual([
      "64 KiB sequential read, 1Q each",
      "64 KiB sequential read, 8Q each",
    ]);
  });

  it("never takes streams for depths: two of them with one request each are no 2T/1Q of the same sweep", () => {
    expect(names(streamRows(), "queue-depth")).toEqual([
      "64 KiB sequential read, the first 25 %",
      "64 KiB sequential read, 2 streams, the first 50 %",
      "64 KiB sequential read, 3 streams, the first 75 %",
      "64 KiB sequential read, 4 streams",
    ]);
    expect(kinds(streamRows())).not.toContain("load-steps");
  });

  it("splits groups of one run that vary different things", () => {
    const mixed = [...depths(), ...blockRows().map((row) => ({ ...row, read_percent: 0 }))];
    const charts = chartsFor(sweepSource(mixed));
    expect(charts.map(({ kind, workloads }) => [kind, workloads.map(({ name, rows }) => [name, rows.length])])).toEqual(
      [
        ["queue-depth", [["4 KiB random read", 3]]],
        ["block-size", [["random write, 1T/1Q", 12]]],
      ],
    );
  });

  it("splits what differs in anything else that is known", () => {
    const rows = depths([
      {},
      { particulars: "zipf 1.2" },
      { range_size_percent: 25, range_size_bytes: 25e10 },
      { random_percent: 0 },
    ]);
    expect(names(rows, "queue-depth")).toEqual([
      "4 KiB random read",
      "4 KiB random read, zipf 1.2",
      "4 KiB random read, the first 25 %",
      "4 KiB sequential read",
    ]);
    const long = "512 B/10 1K/5 2K/5 4K/60 8K/20";
    expect(names(depths([{ block_bytes: null, block_mix: long }]), "queue-depth")).toEqual(["mixed sizes random read"]);
    const mixes = depths([
      { block_bytes: null, block_mix: "4K/60 8K/40" },
      { block_bytes: null, block_mix: "4K/50 8K/50" },
    ]);
    expect(names(mixes, "queue-depth")).toEqual(["4K/60 8K/40 random read", "4K/50 8K/50 random read"]);
  });

  it("takes whole targets of different sizes, and what no source says of them, for one workload", () => {
    const unknown = {
      range_offset_bytes: null,
      range_size_bytes: null,
      range_offset_percent: null,
      range_size_percent: null,
    };
    const rows = depths([
      {},
      { run_number: "r-2", range_size_bytes: 2e12 },
      { run_number: "r-3", streams: null, ...unknown },
    ]);
    expect(names(rows, "queue-depth")).toEqual(["4 KiB random read"]);
  });

  it("keeps workloads of which something is unknown apart by what their source calls them", () => {
    const rows = depths(
      [{ phase_name: "Web" }, { phase_name: "File" }].map((row) => ({ ...row, random_percent: null })),
    );
    expect(names(rows, "queue-depth")).toEqual(["Web: 4 KiB read", "File: 4 KiB read"]);
  });

  it("splits measurements of one load before and after something, but joins the halves of a sweep", () => {
    const before = depths([{ group: "Before" }, { group: "After" }]);
    expect(names(before, "queue-depth")).toEqual(["4 KiB random read (Before)", "4 KiB random read (After)"]);
    const halves = blockRows().map((row, index) => ({ ...row, group: index < 8 ? "IOPS" : "MB/s" }));
    expect(names(halves, "block-size")).toEqual(["random read, 1T/1Q"]);
  });

  it("leaves out limited loads, single rounds, ratios and what measured nothing", () => {
    expect(kinds(depths([{ offered_iops: 500 }]))).toEqual([]);
    expect(kinds(depths([{ round: 1 }]))).toEqual([]);
    expect(kinds(depths([{ value_kind: "ratio" }]))).toEqual([]);
    expect(kinds(depths([{ iops: null }]))).toEqual([]);
  });

  it("leaves the shares of a maximum to the load curve", () => {
    expect(chartsFor(loadSample()).map(({ kind }) => kind)).toEqual(["load-curve"]);
  });

  it("finds a sweep by the runs that have one, and keeps the single points of the others beside it", () => {
    const rows = [...depths(), { run_number: "r-2", queue_depth: 4, iops: 4200 }];
    const [chart] = chartsFor(sweepSource(rows));
    expect(chart?.workloads[0]?.rows.map(({ run }) => run)).toEqual(["r-1", "r-1", "r-1", "r-2"]);
    const single = [1, 4].map((depth, run) => ({ run_number: `r-${run}`, queue_depth: depth, iops: depth }));
    expect(kinds(single)).toEqual([]);
  });
});
