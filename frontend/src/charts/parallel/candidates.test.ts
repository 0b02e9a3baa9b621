import { describe, expect, it } from "vitest";
import { type SampleRow, sweepSource } from "../samples-sweeps";
import { axesOf, exploredWorkloads } from "./candidates";

const row = (run: string, values: SampleRow = {}): SampleRow => ({
  run_number: run,
  configuration: `System ${run}`,
  iops: 1000,
  latency_mean_ns: 1e6,
  ...values,
});
const explore = (...rows: SampleRow[]) => exploredWorkloads(sweepSource(rows));

describe("exploredWorkloads", () => {
  it("never puts runs that did other work under one workload, and has the most frequent first", () => {
    const workloads = explore(
      row("r-1", { read_percent: 0 }),
      row("r-1"),
      row("r-2"),
      row("r-3", { queue_depth: 4 }),
      row("r-3", { block_bytes: 8192 }),
    );
    expect(workloads.map(({ name, candidates }) => [name, candidates.map(({ run }) => run)])).toEqual([
      ["4 KiB random read, 1T/1Q", ["r-1", "r-2"]],
      ["4 KiB random write, 1T/1Q", ["r-1"]],
      ["4 KiB random read, 1T/4Q", ["r-3"]],
      ["8 KiB random read, 1T/1Q", ["r-3"]],
    ]);
    expect(workloads[0]?.candidates[1]).toMatchObject({ name: "System r-2 (r-2)", kind: "exact" });
  });

  it("leaves out what is invalid, cut short, a bound or an end of a range", () => {
    const [workload, ...others] = explore(
      row("r-1"),
      row("r-2", { invalid: 1 }),
      row("r-3", { phase_state: "cancelled" }),
      row("r-4", { value_kind: "upper_bound" }),
      row("r-5", { value_kind: "range_low" }),
      row("r-6", { value_kind: "approximate" }),
    );
    expect(others).toEqual([]);
    expect(workload?.candidates.map(({ run, kind }) => [run, kind])).toEqual([
      ["r-1", "exact"],
      ["r-6", "approximate"],
    ]);
    expect(workload?.cutShort).toEqual(["r-3"]);
  });
});

describe("the axes", () => {
  const [workload] = explore(row("r-1", { latency_p99_ns: 5e6 }), row("r-2"));
  const candidates = workload?.candidates ?? [];

  it("are what all runs have", () => {
    expect(axesOf(candidates)).toEqual(["iops", "throughput_bytes_per_s", "latency_mean_ns"]);
  });
});
