import { expect, test } from "vitest";
import {
  blockRows,
  randomRows,
  type SampleRow,
  stepRows,
  streamRows,
  surfaceRows,
  sweepSource,
  workingSetRows,
} from "../samples-sweeps";
import { axisSweeps, heldFixed, usualWorkload } from "./axes";

const sweepsOf = (rows: readonly SampleRow[]) =>
  axisSweeps(sweepSource(rows)).map((sweep) => [sweep.axis, sweep.workloads.map(({ name }) => name)]);

test("runs are swept along what they vary at three places or more", () => {
  expect(sweepsOf(blockRows())).toEqual([["block_size", ["random read, 1T/1Q"]]]);
  expect(sweepsOf(blockRows().slice(0, 2))).toEqual([]);
  expect(sweepsOf(surfaceRows())).toEqual([
    ["write_share", ["8 KiB random, 1T/1Q", "8 KiB random, 1T/4Q", "8 KiB random, 1T/16Q", "8 KiB random, 1T/64Q"]],
  ]);
  expect(sweepsOf(streamRows())).toEqual([
    ["streams", ["64 KiB sequential read, 1Q each", "64 KiB sequential read, 8Q each"]],
  ]);
});

test.each(["bytes", "percent"] as const)("working sets in %s and shares of random I/O are swept", (unit) => {
  expect(sweepsOf(workingSetRows("r-1", unit))).toEqual([["working_set", ["4 KiB random read, 1T/1Q"]]]);
  expect(sweepsOf(randomRows())).toEqual([["random_share", ["4 KiB read, 1T/1Q"]]]);
  // Parts of the target that begin elsewhere are positions.
  const parts = workingSetRows().map((row, place) => ({
    ...row,
    range_offset_percent: null,
    range_offset_bytes: place * 1e11,
  }));
  expect(sweepsOf(parts).map(([axis]) => axis)).toEqual(["position"]);
});

test("threads are swept at each queue depth, and steps of load in one line", () => {
  expect(sweepsOf(stepRows())).toEqual([
    ["load", ["4 KiB random read"]],
    ["threads", [2, 4, 8, 16].map((depth) => `4 KiB random read, ${depth}Q each`)],
  ]);
});

test("the axis of the most runs comes first, steps of load last", () => {
  const axes = axisSweeps(
    sweepSource([...blockRows("r-1"), ...surfaceRows("r-1"), ...surfaceRows("r-2"), ...stepRows()]),
  );
  expect(axes.map(({ axis }) => axis)).toEqual(["write_share", "block_size", "load", "threads"]);
});

test("the usual workload has the middle of the loads, and what it holds fixed is named", () => {
  const [sweep] = axisSweeps(sweepSource(surfaceRows()));
  const workload = sweep && usualWorkload(sweep);
  expect(workload?.name).toBe("8 KiB random, 1T/4Q");
  expect(workload && heldFixed("write_share", workload)).toEqual([
    "8 KiB blocks",
    "random",
    "1 thread",
    "queue depth 4 each",
  ]);
});

test("what varies along an axis is not named as fixed", () => {
  const [sweep] = axisSweeps(sweepSource(randomRows()));
  const workload = sweep && usualWorkload(sweep);
  expect(workload && heldFixed("random_share", workload)).toEqual([
    "4 KiB blocks",
    "reads",
    "1 thread",
    "queue depth 1 each",
  ]);
});
