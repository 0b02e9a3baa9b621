import { describe, expect, it } from "vitest";
import { drawSvg } from "../runtime";
import { curvesFor, SWEEP_SAMPLES, surfaceRows, sweepSource } from "../samples-sweeps";
import { THEMES } from "../theme";
import { writeShareSlice } from "./definition";
import { type SliceData, sliceOption } from "./option";

const WIDE = { width: 1100, height: 320, interactive: true };
const data = SWEEP_SAMPLES["write-share-slice"] as SliceData;
const six: SliceData = {
  ...data,
  curves: curvesFor(
    sweepSource(
      [1, 2, 3, 4, 5, 6].flatMap((run) => surfaceRows(`r-${run}`, run).filter(({ queue_depth }) => queue_depth === 4)),
    ),
    "share-slice",
  ),
};
const overDepth: SliceData = {
  ...data,
  over: "depth",
  at: "no writes",
  curves: curvesFor(sweepSource(surfaceRows().filter(({ read_percent }) => read_percent === 100)), "queue-depth"),
};
type Line = { name: string; data: number[][]; connectNulls: boolean };
const lines = (input: SliceData) =>
  sliceOption(input, THEMES.dark, WIDE).series.filter(({ type }) => type === "line") as Line[];

describe("the slice over the share of writes", () => {
  it("has one curve for each configuration, from no writes to nothing else", () => {
    expect(lines(six).map(({ name }) => name)).toEqual([1, 2, 3, 4, 5, 6].map((run) => `r-${run} named`));
    expect(lines(six)[1]?.data).toEqual([
      [0, 8000],
      [50, 6000],
      [100, 4000],
    ]);
    const [axis] = sliceOption(six, THEMES.dark, WIDE).xAxis;
    expect([axis?.type, axis?.min, axis?.max]).toEqual(["value", 0, 100]);
    expect(writeShareSlice.legend(six, THEMES.dark)).toHaveLength(6);
  });

  it("says which of many is best and which last", () => {
    expect(writeShareSlice.describe(six)).toBe(
      "4 outstanding I/O. r-6 named is best, 24.0k IOPS at 0 % writes. r-1 named is lowest, 4.00k IOPS at 0 % writes.",
    );
  });

  it("says where it lies and where each is best", () => {
    expect(writeShareSlice.describe(data)).toBe("4 outstanding I/O. 8 KiB random: best 4.00k IOPS at 0 % writes.");
    expect(writeShareSlice.table(data).rows[1]).toEqual(["8 KiB random", 50, 4, 1, 4, 3000, "exact"]);
  });
});

describe("the slice over the depth", () => {
  it("goes by powers of two", () => {
    expect(lines(overDepth)[0]?.data).toEqual([
      [1, 1000],
      [4, 4000],
      [16, 16_000],
      [64, 64_000],
    ]);
    expect(sliceOption(overDepth, THEMES.dark, WIDE).xAxis[0]).toMatchObject({ type: "log", logBase: 2 });
    expect(writeShareSlice.describe(overDepth)).toContain("best 64.0k IOPS at 64 outstanding I/O.");
  });
});

describe("loads with equally much outstanding", () => {
  const loads = [1, 4].flatMap((threads) =>
    [1, 4].map((queue_depth) => ({ threads, queue_depth, iops: 1000 * threads + queue_depth })),
  );
  const mixed: SliceData = { ...overDepth, curves: curvesFor(sweepSource(loads), "queue-depth") };

  it("are not joined: Each number of threads has its own line, and the sentence says so", () => {
    expect(lines(mixed).map(({ data: points }) => points)).toEqual([
      [
        [1, 1001],
        [4, 1004],
      ],
      [
        [4, 4001],
        [16, 4004],
      ],
    ]);
    expect(writeShareSlice.describe(mixed)).toContain("Each number of threads has its own line");
    expect(writeShareSlice.describe(overDepth)).not.toContain("threads");
  });

  it("are told apart at the pointer", () => {
    const { formatter } = sliceOption(mixed, THEMES.dark, WIDE).tooltip;
    if (typeof formatter !== "function") throw new Error("the tooltip has no formatter");
    // ECharts passes more than the formatter reads.
    const params = [{ axisIndex: 0, data: [4, 1004] }] as unknown as Parameters<typeof formatter>[0];
    expect(String(formatter(params, ""))).toContain("IOPS 1.00k at 1T/4Q, IOPS 4.00k at 4T/1Q");
  });
});

it("draws nothing, and does not fail, without measurements", () => {
  for (const over of ["share", "depth"] as const) {
    expect(drawSvg(sliceOption({ ...data, over, curves: [] }, THEMES.light, WIDE), 1100, 320)).toContain("<svg");
  }
  expect(writeShareSlice.describe({ ...data, curves: [] })).toBe("No measurements.");
});
