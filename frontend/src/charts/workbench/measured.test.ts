import { expect, test } from "vitest";
import type { Measurements } from "@/api/types";
import { aComparison } from "@/testing/comparison-objects";
import { aDistribution, aPhaseLatency } from "@/testing/latency-objects";
import { someMeasurements } from "@/testing/result-objects";
import { barGroups } from "../bars/option";
import { namesOf, ordinalOf, resultName } from "../percentiles/results";
import { depthCurves } from "../queue-depth/curves";
import { blockRows, type SampleRow, sweepSource } from "../samples-sweeps";
import { DEFAULT_OPTIONS, type ResultPanel } from "./document";
import { entriesOf } from "./entries";
import { factsOf } from "./facts";
import { barsOf, bestLoads, depthsOf, fittingGroups, sweepOf, valuesTable } from "./measured";

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

const SWEEP: ResultPanel = {
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

/** Build a context with panels of two runs; the second has half of the sizes and of the IOPS. */
function sweptContext(numbers: "absolute" | "ratio" = "absolute") {
  const half = blockRows("r-2").slice(6);
  return contextOf([...blockRows("r-1"), ...half.map((row) => ({ ...row, iops: Number(row.iops) / 2 }))], { numbers });
}

function contextOf(
  rows: readonly SampleRow[],
  { numbers = "absolute", hidden = [] }: { numbers?: "absolute" | "ratio"; hidden?: string[] } = {},
) {
  const measurements = sweepSource(rows) as Measurements;
  const comparison = aComparison();
  const entries = entriesOf(comparison, hidden);
  const shown = entries.filter((entry) => entry.shown);
  const facts = factsOf(comparison, entries, measurements);
  return {
    comparison,
    entries,
    shown,
    measurements,
    runMeasurements: measurements,
    facts,
    numbers,
    align: "start",
  } as const;
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

test("a hidden baseline is not drawn, and the others are measured by it", () => {
  const rows = ["r-1", "r-2"].flatMap((run) =>
    blockRows(run).map((row) => ({ ...row, iops: Number(row.iops) / (run === "r-2" ? 2 : 1) })),
  );
  const depths = [2, 4].flatMap((queue_depth) => [
    { run_number: "r-1", queue_depth, iops: 100 },
    { run_number: "r-2", queue_depth, iops: 50 },
  ]);
  const context = contextOf([...rows, ...depths], { numbers: "ratio", hidden: ["r-1"] });
  const [swept, deep, bars, table] = [
    sweepOf(SWEEP, context),
    depthsOf({ ...SWEEP, chart: "queue_depth" }, context),
    barsOf({ ...SWEEP, chart: "bars" }, context, 1000),
    valuesTable({ ...SWEEP, chart: "table" }, context),
  ];
  if ("reason" in swept || "reason" in deep || "reason" in bars || "reason" in table) throw new Error("nothing drawn");
  expect(swept.data.curves.map(({ name }) => name)).toEqual(["System r-2"]);
  expect(swept.data.curves[0]?.points.map(({ changes }) => changes?.iops?.ratio)).toEqual(Array(12).fill(0.5));
  const curves = depthCurves(deep.data);
  expect(curves.map(({ run }) => run)).toEqual(["r-2"]);
  expect(curves[0]?.points.map(({ rateChange }) => rateChange?.ratio)).toEqual([0.5, 0.5, 0.5]);
  const drawn = barGroups(bars.data).flatMap((group) => group.bars);
  expect(new Set(drawn.map(({ run, change }) => `${run} ${change?.ratio}`))).toEqual(new Set(["r-2 0.5"]));
  expect(table.data.rows.map(([, ...values]) => values)).toEqual(table.data.rows.map(() => [0.5]));
});
