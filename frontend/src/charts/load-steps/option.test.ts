import { describe, expect, it } from "vitest";
import { drawSvg } from "../runtime";
import { curvesFor, SWEEP_SAMPLES, stepRows, streamRows, sweepSource } from "../samples-sweeps";
import { THEMES } from "../theme";
import { loadSteps } from "./definition";
import { type LoadStepsData, loadStepsOption } from "./option";

const WIDE = { width: 1100, height: 600, interactive: true };
const data = SWEEP_SAMPLES["load-steps"] as LoadStepsData;
const streams: LoadStepsData = { by: "streams", curves: curvesFor(sweepSource(streamRows()), "streams") };
const option = (input: LoadStepsData) => loadStepsOption(input, THEMES.light, WIDE);
const labels = (input: LoadStepsData) => option(input).xAxis.map((axis) => "data" in axis && axis.data);
type Line = { name: string; xAxisIndex: number; data: (number | null)[][] };

describe("steps of load", () => {
  it("go by threads, then by queue depth, in four metrics two by two", () => {
    expect(labels(data)[0]).toEqual(
      [2, 4, 8, 16].flatMap((threads) => [2, 4, 8, 16].map((depth) => `${threads}T/${depth}Q`)),
    );
    expect(option(data).yAxis.map(({ name }) => name)).toEqual([
      "IOPS",
      "Mean latency (ms)",
      "Maximum latency (ms)",
      "Latency standard deviation (µs)",
    ]);
    const [a, b, c] = option(data).grid;
    expect([a?.top === b?.top, a?.left === c?.left]).toEqual([true, true]);
  });

  it("have each value at its step, whatever the order of the rows", () => {
    const shuffled = { by: "load" as const, curves: curvesFor(sweepSource(stepRows().toReversed()), "load-steps") };
    const iops = (option(shuffled).series as Line[]).filter(({ xAxisIndex }) => xAxisIndex === 0);
    expect(iops.flatMap((line) => line.data.filter(([, value]) => value !== null)).toSorted()).toHaveLength(16);
    expect(iops.some((line) => line.data[4]?.[1] === 4020)).toBe(true);
  });

  it("are joined as long as the threads are the same", () => {
    const iops = (option(data).series as Line[]).filter(({ xAxisIndex }) => xAxisIndex === 0);
    expect(iops).toHaveLength(4);
    expect(iops[1]?.data.flatMap(([x, value]) => (value === null ? [] : x))).toEqual([4, 5, 6, 7]);
    expect(new Set(iops.map(({ name }) => name)).size).toBe(1);
  });

  it("leave a gap where a run has no such step", () => {
    const curves = curvesFor(sweepSource([...stepRows(), ...stepRows("r-2").slice(1)]), "load-steps");
    const second = (option({ ...data, curves }).series as Line[]).find(({ name }) => name === "r-2 named");
    expect(second?.data.slice(0, 2)).toEqual([
      [0, null],
      [1, 2040],
    ]);
  });

  it("leave out panels of what is unknown", () => {
    const rows = stepRows().map(({ latency_max_ns, latency_stddev_ns, ...row }) => row);
    const few = { ...data, curves: curvesFor(sweepSource(rows), "load-steps") };
    expect(option(few).yAxis.map(({ name }) => name)).toEqual(["IOPS", "Mean latency (ms)"]);
    expect(loadSteps.table(few).columns.map(({ label }) => label)).toEqual([
      "Curve",
      "Threads",
      "Queue depth",
      "IOPS",
      "Mean latency",
      "Precision",
    ]);
  });

  it("say where each is best and have one row for each step", () => {
    expect(loadSteps.describe(data)).toBe(
      "4 KiB random read: best 16.2k IOPS at 16T/16Q. Lines join the steps with the same threads.",
    );
    expect(loadSteps.table(data).rows[1]).toEqual(["4 KiB random read", 2, 4, 2040, 4e5, 4e6, 4e4, "exact"]);
  });
});

describe("streams", () => {
  it("are drawn over their number, a curve for each depth, in what is known", () => {
    expect(labels(streams)[0]).toEqual(["1", "2", "3", "4"]);
    expect(option(streams).yAxis.map(({ name }) => name)).toEqual(["Throughput (MB/s)", "IOPS"]);
    const [first, second] = option(streams).series as Line[];
    expect(first?.data.map(([, value]) => value)).toEqual([1, 2, 3, 4].map((count) => (1000 / count) * 65_536));
    expect(second?.name).toBe("64 KiB sequential read, 8Q each");
    expect(loadSteps.describe(streams)).toContain("best 65.5 MB/s at 1 stream.");
    expect(loadSteps.table(streams).rows[1]?.slice(0, 4)).toEqual(["64 KiB sequential read, 1Q each", 2, 2, 1]);
  });
});

it("draws nothing, and does not fail, without measurements", () => {
  const none: LoadStepsData = { by: "load", curves: [] };
  expect(drawSvg(option(none), 1100, 600)).toContain("<svg");
  expect(loadSteps.describe(none)).toBe("No measurements.");
});
