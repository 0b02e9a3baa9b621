import { expect, test } from "vitest";
import { pooledColumns } from "./pooled";

const source = {
  run_number: ["r-1", "r-2", "r-3", "r-3", "r-4"],
  phase_name: ["write", "write", "write", "read", "write"],
  phase_state: ["finished", "finished", "finished", "finished", "finished"],
  outstanding_ios: [16, 16, 16, 1, 16],
  iops: [100, 110, 90, 7, 500],
  latency_mean_ns: [5, null, 7, 1, 9],
};
const all = ["r-1", "r-2", "r-3"];
const entries = [{ key: "r-1", all, runs: all }];

test("repeats are one row with their median and extremes, what stands alone stays", () => {
  const pooled = pooledColumns(source, entries);
  expect(pooled.run_number).toEqual(["r-1", "r-1", "r-4"]);
  expect(pooled.iops).toEqual([100, 7, 500]);
  expect(pooled.iops_low).toEqual([90, null, null]);
  expect(pooled.iops_high).toEqual([110, null, null]);
  expect(pooled.n).toEqual([3, 1, null]);
});

test("the 95 % interval of the mean stands beside the extremes, from three repeats on", () => {
  const pooled = pooledColumns(source, entries);
  // Mean 100, standard deviation 10, of the three values under the first workload.
  expect(pooled.iops_ci95_low).toEqual([expect.closeTo(75.159, 2), null, null]);
  expect(pooled.iops_ci95_high).toEqual([expect.closeTo(124.841, 2), null, null]);
  expect(pooled.latency_mean_ns_ci95_low).toEqual([null, null, null]);
});

test("an unknown figure is left out of the median and is no reading", () => {
  const pooled = pooledColumns(source, entries);
  expect(pooled.latency_mean_ns).toEqual([6, 1, 9]);
  expect(pooled.latency_mean_ns_low).toEqual([null, null, null]);
});

test("what was cut short and what does not count is not mixed in", () => {
  const cut = { ...source, phase_state: ["finished", "cancelled", "finished", "finished", "finished"] };
  expect(pooledColumns(cut, entries).iops?.[0]).toBe(95);
  const without = pooledColumns(source, [{ key: "r-1", all, runs: ["r-2", "r-3"] }]);
  expect(without.iops?.[0]).toBe(100);
  expect(without.n?.[0]).toBe(2);
});

test("where one run counts its figures stand for the entry, and none where no run does", () => {
  const one = pooledColumns(source, [{ key: "r-1", all, runs: ["r-2"] }]);
  expect([one.run_number, one.iops, one.n]).toEqual([
    ["r-1", "r-4"],
    [110, 500],
    [1, null],
  ]);
  const none = pooledColumns(source, [{ key: "r-1", all, runs: [] }]);
  expect([none.run_number, none.iops]).toEqual([["r-4"], [500]]);
});

test("repeats of which only some have interpolated percentiles stay together, and their pooled figures are told as such", () => {
  const mixed = {
    run_number: all,
    phase_name: ["write", "write", "write"],
    percentiles_estimated: [null, 1, 1],
    iops: [9000, 1000, 3000],
  };
  const pooled = pooledColumns(mixed, entries);
  expect([pooled.iops, pooled.n, pooled.percentiles_estimated]).toEqual([[3000], [3], [1]]);
  const estimatedFlag = (flags: (number | null)[]) =>
    pooledColumns({ ...mixed, percentiles_estimated: flags }, entries).percentiles_estimated;
  expect([estimatedFlag([0, 0, 0]), estimatedFlag([0, null, 0]), estimatedFlag([null, null, null])]).toEqual([
    [0],
    [null],
    [null],
  ]);
});
