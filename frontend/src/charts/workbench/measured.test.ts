import { expect, test } from "vitest";
import type { Measurements } from "@/api/types";
import { aComparison } from "@/testing/comparison-objects";
import { sweepOf } from "../axis-sweep/figure";
import { barsOf } from "../bars/figure";
import { barGroups } from "../bars/option";
import { depthCurves } from "../queue-depth/curves";
import { depthsOf } from "../queue-depth/figure";
import { blockRows, type SampleRow, sweepSource } from "../samples-sweeps";
import { valuesTable } from "../values/figure";
import { DEFAULT_OPTIONS, type ResultPanel } from "./document";
import { entriesOf } from "./entries";
import { factsOf } from "./facts";

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
