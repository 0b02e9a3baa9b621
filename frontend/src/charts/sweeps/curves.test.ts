import { describe, expect, it } from "vitest";
import { blockRows, curvesFor, type SampleRow, stepRows, sweepSource } from "../samples-sweeps";
import { chartsFor, placeOf } from "./charts-for";
import { curvesOf, drawnWorkloads } from "./curves";

const depths = (row: SampleRow = {}) => [1, 4, 16].map((depth) => ({ queue_depth: depth, iops: 1000 * depth, ...row }));
const workloadsOf = (rows: readonly SampleRow[]) => chartsFor(sweepSource(rows))[0]?.workloads ?? [];

describe("curvesOf", () => {
  it("names runs where there are several, workloads where there is one run", () => {
    const two = [...depths(), ...depths({ read_percent: 0 })];
    expect(curvesFor(sweepSource(two), "queue-depth").map(({ name }) => name)).toEqual([
      "4 KiB random read",
      "4 KiB random write",
    ]);
    const runs = [...depths(), ...depths({ run_number: "r-2" })];
    expect(curvesFor(sweepSource(runs), "queue-depth").map(({ name }) => name)).toEqual(["r-1 named", "r-2 named"]);
    const both = [...two, ...two.map((row) => ({ ...row, run_number: "r-2" }))];
    expect(curvesFor(sweepSource(both), "queue-depth").map(({ name }) => name)).toEqual([
      "r-1 named: 4 KiB random read",
      "r-1 named: 4 KiB random write",
      "r-2 named: 4 KiB random read",
      "r-2 named: 4 KiB random write",
    ]);
  });

  it("gives each run the look of its place, whatever the others have", () => {
    const workloads = workloadsOf([...depths({ run_number: "r-3" }), ...depths({ run_number: "r-9" })]);
    const runs = ["r-1", "r-3", "r-9"].map((number) => ({ number, name: number }));
    const looks = curvesOf({ workloads, runs, baseline: "r-9", place: placeOf("queue-depth") }).map(({ look }) => look);
    expect(looks).toMatchObject([
      { order: 1, variant: 0, baseline: false },
      { order: 2, variant: 0, baseline: true },
    ]);
  });

  it("draws the mean of what was measured several times, and nothing that has none", () => {
    const rows = [1000, 1300].map((iops, index) => ({
      iops,
      latency_max_ns: 1e6 * (index + 1),
      latency_stddev_ns: 5,
      latency_p99_ns: 7,
    }));
    const [curve] = curvesFor(sweepSource([...rows, { queue_depth: 4, iops: 9 }]), "queue-depth");
    expect(
      curve?.points.map(({ values, count }) => [values.iops, values.latency_max_ns, values.latency_stddev_ns, count]),
    ).toEqual([
      [1150, 2e6, null, 2],
      [9, null, null, 1],
    ]);
    expect(curve?.points[0]?.values.latency_p99_ns).toBeNull();
  });

  it("joins IOPS and latency that a source printed in rows of their own", () => {
    const rows = [...depths(), ...depths({ iops: null, latency_mean_ns: 5e5, latency_stddev_ns: 100 })];
    const [curve] = curvesFor(sweepSource(rows), "queue-depth");
    expect(
      curve?.points.map(({ values, count }) => [values.iops, values.latency_mean_ns, values.latency_stddev_ns, count]),
    ).toEqual([1000, 4000, 16_000].map((iops) => [iops, 5e5, 100, 1]));
  });

  it("draws the ends of printed ranges as two curves, and no middle that nobody printed", () => {
    const rows = [
      ...depths({ value_kind: "range_low" }),
      ...depths({ value_kind: "range_high" }).map((row) => ({ ...row, iops: 2 * row.iops })),
    ];
    const curves = curvesFor(sweepSource(rows), "queue-depth");
    expect(curves.map(({ name, points }) => [name, points.map(({ values }) => values.iops)])).toEqual([
      ["4 KiB random read, from", [1000, 4000, 16_000]],
      ["4 KiB random read, up to", [2000, 8000, 32_000]],
    ]);
  });

  it("marks what was cut short", () => {
    const [curve] = curvesFor(sweepSource(depths({ phase_state: "cancelled" })), "queue-depth");
    expect(curve?.points.map(({ kind }) => kind)).toEqual(["cut_short", "cut_short", "cut_short"]);
  });
});

describe("drawnWorkloads", () => {
  const five = workloadsOf([1, 2, 3, 4, 5].flatMap((factor) => depths({ block_bytes: 4096 * factor }))).concat(
    chartsFor(sweepSource(blockRows()))[0]?.workloads ?? [],
  );

  it("are all where they can be told apart, else the one that was chosen, or the first", () => {
    expect(drawnWorkloads(five, undefined)).toHaveLength(6);
    expect(drawnWorkloads(five, "8 KiB random read", 5).map(({ name }) => name)).toEqual(["8 KiB random read"]);
    expect(drawnWorkloads(five, "no such", 5).map(({ name }) => name)).toEqual(["4 KiB random read"]);
    expect(drawnWorkloads(workloadsOf(stepRows()), undefined, 0)).toHaveLength(1);
  });
});
