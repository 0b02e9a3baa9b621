import { expect, test } from "vitest";
import type { Measurements } from "@/api/types";
import { barGroups } from "@/charts/bars/option";
import { blockRows, sweepSource } from "@/charts/samples-sweeps";
import { aComparison } from "@/testing/comparison-objects";
import { aDistribution, aPhaseLatency } from "@/testing/latency-objects";
import { someMeasurements } from "@/testing/result-objects";
import { DEFAULT_OPTIONS, type Panel } from "./document";
import { entriesOf } from "./entries";
import { factsOf } from "./facts";
import { bestLoads, fittingGroups, sweepOf } from "./measured";
import { namesOf, ordinalOf, resultName } from "./percentiles";

const groupsOf = (rows: Parameters<typeof someMeasurements>[0]) =>
  barGroups({ metric: "iops", measurements: someMeasurements(rows) });

test("a sweep is one bar for each entry, at its best load", () => {
  const rows = ["r-1", "r-2"].flatMap((run) =>
    [1, 2, 4, 8].map((outstanding) => ({ run, outstanding, iops: 10 * outstanding })),
  );
  const groups = groupsOf(rows);
  expect(groups).toHaveLength(4);
  expect(bestLoads(groups, "higher").map(({ bars }) => bars.map(({ value }) => value))).toEqual([[80, 80]]);
  const few = groupsOf(rows.filter(({ outstanding }) => outstanding < 8));
  expect(bestLoads(few, "higher")).toHaveLength(3);
});

test("groups that have room are drawn, those of the most entries first", () => {
  const groups = groupsOf([
    { run: "r-1", outstanding: 1, iops: 1 },
    { run: "r-1", outstanding: 2, iops: 2 },
    { run: "r-2", outstanding: 2, iops: 3 },
  ]);
  expect(fittingGroups(groups, 500)).toHaveLength(2);
  expect(fittingGroups(groups, 110).map(({ bars }) => bars.length)).toEqual([2]);
});

const result = (name: string, depth: number, ordinal: number) =>
  aPhaseLatency({
    name,
    phase_ordinal: ordinal,
    threads: 1,
    queue_depth: depth,
    outstanding_ios: depth,
    distributions: [aDistribution()],
  });

test("percentiles are of the result that the most entries have, near QD 32", () => {
  const one = [result("Read QD1", 1, 1), result("Read QD16", 16, 2), result("Read QD64", 64, 3)];
  const other = [result("Read QD1", 1, 5), result("Read QD16", 16, 6)];
  expect(resultName([one, other], null)).toBe("Read QD16");
  expect(resultName([one, other], "Read QD64")).toBe("Read QD64");
  expect(resultName([one, other], "Write")).toBeNull();
  expect(ordinalOf(other, "Read QD16")).toBe(6);
  expect(resultName([[], []], null)).toBeNull();
});

test("results of one name are told apart by their load", () => {
  const items = [result("read", 1, 1), result("read", 32, 2)];
  expect(namesOf([items])).toEqual(["read, 1T/1Q", "read, 1T/32Q"]);
  expect(ordinalOf(items, "read, 1T/32Q")).toBe(2);
});

const SWEEP: Panel = {
  id: "p1",
  chart: "sweep",
  metric: "iops",
  workload: null,
  phase: null,
  factors: [],
  axis: null,
  options: DEFAULT_OPTIONS,
  x: 0,
  y: 0,
  w: 6,
  h: 9,
};

/** What panels of two runs are drawn from, the second of which has half of the sizes and of the IOPS. */
function sweptContext(numbers: "absolute" | "ratio" = "absolute") {
  const half = blockRows("r-2").slice(6);
  const rows = [...blockRows("r-1"), ...half.map((row) => ({ ...row, iops: Number(row.iops) / 2 }))];
  const measurements = sweepSource(rows) as Measurements;
  const comparison = aComparison();
  const shown = entriesOf(comparison, []);
  return { comparison, shown, measurements, numbers, facts: factsOf(comparison, shown, measurements) };
}

test("a sweep is along the axis of the data, a line for each entry with what is held fixed", () => {
  const drawn = sweepOf(SWEEP, sweptContext());
  expect(drawn).toMatchObject({
    axis: "block_size",
    workload: "random read, 1T/1Q",
    remark: "Held fixed: random reads, 1 thread, queue depth 1 each.",
  });
  if ("reason" in drawn) throw new Error(drawn.reason);
  expect(drawn.data.curves.map(({ name, points }) => [name, points.length])).toEqual([
    ["System r-1", 12],
    ["System r-2", 6],
  ]);
});

test("a sweep is measured by the baseline at the same places", () => {
  const drawn = sweepOf(SWEEP, sweptContext("ratio"));
  if ("reason" in drawn) throw new Error(drawn.reason);
  expect(drawn.data.curves[1]?.points.map(({ changes }) => changes?.iops?.ratio)).toEqual(Array(6).fill(0.5));
});

test("a sweep that no entry has says which", () => {
  const context = sweptContext();
  expect(sweepOf({ ...SWEEP, axis: "write_share" }, context)).toEqual({
    reason: "No shown entry has a sweep of three values or more by write share.",
  });
  const [first] = context.shown;
  const alone = sweepOf(SWEEP, { ...context, shown: first ? [first] : [] });
  expect("reason" in alone || alone.data.curves.map(({ name }) => name)).toEqual(["System r-1"]);
});
