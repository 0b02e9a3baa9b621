import { expect, test } from "vitest";
import {
  curvesFor,
  randomRows,
  type SampleRow,
  SWEEP_SAMPLES,
  stepRows,
  surfaceRows,
  sweepSource,
  workingSetRows,
} from "../samples-sweeps";
import { axisPlace, axisSweeps } from "../sweeps/axes";
import { curvesOf } from "../sweeps/curves";
import { THEMES } from "../theme";
import { axisSweep } from "./definition";
import { type AxisSweepData, axisSweepOption } from "./option";

const WIDE = { width: 600, height: 300, interactive: true, wideFrom: 280 };
const sample = SWEEP_SAMPLES["axis-sweep"] as AxisSweepData;
const option = (data: AxisSweepData) => axisSweepOption(data, THEMES.light, WIDE);
const axisOf = (data: AxisSweepData) => option(data).xAxis[0] as { type: string; data?: string[]; name?: string };

test("each run is a line along the axis, with its exact places in the table", () => {
  expect(axisOf(sample).data?.slice(0, 4)).toEqual(["512 B", "1 KiB", "2 KiB", "4 KiB"]);
  const { columns, rows } = axisSweep.table(sample);
  expect(columns.slice(0, 2).map(({ label, unit }) => [label, unit])).toEqual([
    ["Curve", null],
    ["Block size", "bytes"],
  ]);
  expect(rows).toHaveLength(24);
  expect(rows[0]?.slice(0, 5)).toEqual(["r-1 named", 512, 1, 1, 512 * 100_000]);
});

/** The sweep of some rows along the axis that they have. */
function dataOf(rows: readonly SampleRow[]): AxisSweepData {
  const [sweep] = axisSweeps(sweepSource(rows));
  if (!sweep) throw new Error("no sweep");
  const { axis, workloads } = sweep;
  const place = (row: Parameters<ReturnType<typeof axisPlace>>[0]) => String(axisPlace(axis)(row));
  const curves = curvesOf({ workloads, runs: [], place, withRandom: axis === "random_share" });
  return { metric: "iops", workload: "", axis, curves };
}

test.each([
  ["sizes", workingSetRows(), ["category", 1e10, "bytes"]],
  ["shares", workingSetRows("r-1", "percent"), ["value", 1, "percent"]],
  ["shares of random I/O", randomRows(), ["value", 0, "percent"]],
])("%s are drawn and listed in their unit", (_, rows, [type, first, unit]) => {
  const data = dataOf(rows);
  const { columns, rows: cells } = axisSweep.table(data);
  expect([axisOf(data).type, cells[0]?.[1], columns[1]?.unit]).toEqual([type, first, unit]);
  expect(cells).toHaveLength(4);
});

test("each axis has the scale of what it counts", () => {
  const steps = curvesFor(sweepSource(stepRows()), "load-steps");
  const shares = curvesFor(sweepSource(surfaceRows()), "share-slice");
  const data = { metric: "iops", workload: "" } as const;
  expect(axisOf({ ...data, axis: "threads", curves: steps }).type).toBe("log");
  expect(axisOf({ ...data, axis: "load", curves: steps }).data).toContain("2T/16Q");
  expect(axisOf({ ...data, axis: "write_share", curves: shares }).type).toBe("value");
});

test("values may be on a logarithmic axis, and differences never are", () => {
  const type = (data: AxisSweepData) => option(data).yAxis[0]?.type;
  expect([type(sample), type({ ...sample, log: true }), type({ ...sample, log: true, numbers: "ratio" })]).toEqual([
    "value",
    "log",
    "value",
  ]);
});
