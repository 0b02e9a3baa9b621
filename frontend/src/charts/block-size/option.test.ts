import { describe, expect, it } from "vitest";
import { drawSvg } from "../runtime";
import { blockRows, curvesFor, type SampleRow, SWEEP_SAMPLES, sweepSource } from "../samples-sweeps";
import { THEMES } from "../theme";
import { blockSize } from "./definition";
import { blockSizeOption } from "./option";
import type { BlockSizeData } from "./panels";

const WIDE = { width: 1100, height: 320, interactive: true };
const data = SWEEP_SAMPLES["block-size"] as BlockSizeData;
const of = (rows: readonly SampleRow[]): BlockSizeData => ({ curves: curvesFor(sweepSource(rows), "block-size") });
const option = (input: BlockSizeData) => blockSizeOption(input, THEMES.light, WIDE);
const categories = (input: BlockSizeData) => option(input).xAxis.map((axis) => "data" in axis && axis.data);
type Line = {
  name: string;
  xAxisIndex: number;
  yAxisIndex: number;
  data: (number | null)[][];
  lineStyle: { type: unknown };
};

describe("the panels", () => {
  it("draw IOPS up to 16 KiB, throughput from 64 KiB on, and 32 KiB in both", () => {
    expect(categories(data)).toEqual([
      ["512 B", "1 KiB", "2 KiB", "4 KiB", "8 KiB", "16 KiB", "32 KiB"],
      ["32 KiB", "64 KiB", "128 KiB", "256 KiB", "512 KiB", "1 MiB"],
    ]);
    expect(option(data).yAxis.map(({ name }) => name)).toEqual(["IOPS", "Throughput (GB/s)"]);
    const [iops, rate] = option(data).series as Line[];
    expect(iops?.data[0]).toEqual([0, 100_000]);
    expect(rate?.data[5]?.[1]).toBeCloseTo((100_000 / 2 ** 5.5) * 2 ** 20);
    expect(blockSize.describe(data)).toContain("from 64 KiB throughput, and sizes between them both.");
  });

  it("stand beside each other, below each other on a narrow page", () => {
    const [first, second] = option(data).grid;
    expect(first?.top).toBe(second?.top);
    const narrow = blockSizeOption(data, THEMES.light, { ...WIDE, width: 360, height: blockSize.height(data, 360) });
    expect(narrow.grid[0]?.left).toBe(narrow.grid[1]?.left);
    expect(blockSize.height(data, 360)).toBeGreaterThan(blockSize.height(data, 1100));
  });

  it("are one where only small or only large blocks were measured", () => {
    expect(categories(of(blockRows().slice(0, 4)))).toHaveLength(1);
    expect(option(of(blockRows().slice(8))).yAxis.map(({ name }) => name)).toEqual(["Throughput (GB/s)"]);
  });

  it("do not bridge a size that one of the runs lacks", () => {
    const other = blockRows("r-2").filter((_, index) => index !== 2);
    const [, second] = option(of([...blockRows(), ...other])).series as Line[];
    expect(second?.data[2]).toEqual([2, null]);
    expect(second?.data[3]?.[1]).toBeGreaterThan(0);
  });

  it("show the metric that is known", () => {
    const rates = blockRows()
      .slice(0, 3)
      .map((row) => ({ ...row, iops: null, throughput_bytes_per_s: 5e6 }));
    expect(option(of(rates)).yAxis.map(({ name }) => name)).toEqual(["Throughput (MB/s)"]);
  });
});

describe("both metrics over all sizes", () => {
  const dual = { ...data, dual: true };

  it("stand above each other over the same places, which are named once", () => {
    const { grid, xAxis, yAxis, series } = option(dual);
    expect(grid).toHaveLength(2);
    expect(grid[0]?.left).toBe(grid[1]?.left);
    expect(Number(grid[0]?.top)).toBeLessThan(Number(grid[1]?.top));
    expect(categories(dual).map((places) => (places as string[]).length)).toEqual([12, 12]);
    expect(xAxis.map((axis) => axis.axisLabel?.show)).toEqual([false, undefined]);
    expect(yAxis.map(({ name }) => name)).toEqual(["IOPS", "Throughput (GB/s)"]);
    expect((series as Line[]).map(({ name, yAxisIndex }) => [name, yAxisIndex])).toEqual([
      ["random read, 1T/1Q", 0],
      ["random read, 1T/1Q", 1],
    ]);
    expect(drawSvg(option(dual), 1100, 480)).toContain("Throughput (GB/s)");
  });

  it("are what the reader's choice asks for", () => {
    expect(blockSize.toggle?.apply(data, true)).toEqual(dual);
    expect(blockSize.describe(dual)).not.toContain("throughput from 64 KiB on");
  });
});

it("has all sizes in the table, and does not fail without any", () => {
  expect(blockSize.table(data).rows.map(([, bytes]) => bytes)).toEqual(
    Array.from({ length: 12 }, (_, power) => 512 * 2 ** power),
  );
  expect(drawSvg(option({ curves: [] }), 1100, 320)).toContain("<svg");
  expect(blockSize.describe({ curves: [] })).toBe("No measurements.");
});

describe("the link limit", () => {
  const [curve] = data.curves;
  if (!curve) throw new Error("the sample has a curve");
  const highest = Math.max(...curve.points.map(({ values }) => values.throughput_bytes_per_s ?? 0));
  const at = (throughput_bytes_per_s: number, words = "16 GT/s x4") => ({
    ...curve,
    linkLimit: { throughput_bytes_per_s, words },
  });
  type Limit = { name: string; curve?: string; yAxisIndex: number; data: number[][]; markLine: { data: object[] } };
  const limits = (input: BlockSizeData) =>
    option(input).series.filter(({ name }) => name === "Link limit") as unknown as Limit[];

  it("is a line across the panel of throughput alone, with room on its axis", () => {
    const [line, ...others] = limits({ curves: [at(1.5 * highest)] });
    expect(others).toEqual([]);
    expect(line).toMatchObject({ yAxisIndex: 1, markLine: { data: [{ yAxis: 1.5 * highest }] } });
    expect(line?.data).toHaveLength(6);
    expect(line?.curve).toBeUndefined();
    expect(drawSvg(option({ curves: [at(1.5 * highest)] }), 1100, 320)).toContain("Link limit: ");
    expect(blockSize.describe({ curves: [at(1.5 * highest)] })).toMatch(
      /The links \(16 GT\/s x4\) carry .* before headers, the dashed line\./,
    );
  });

  it("is not drawn where it is unknown, nor where it would press the curves to the ground", () => {
    expect(limits(data)).toEqual([]);
    expect(blockSize.describe(data)).not.toContain("links");
    expect(limits({ curves: [at(3 * highest)] })).toEqual([]);
    expect(blockSize.describe({ curves: [at(3 * highest)] })).toContain("before headers, far above the chart.");
  });

  it("is drawn once for curves that share it, else for each under its name, and goes with it when taken apart", () => {
    const two = { curves: [at(highest), { ...at(highest), name: "Other" }] };
    expect(limits(two)).toHaveLength(1);
    const differ = { curves: [at(highest), { ...at(2 * highest, "16 GT/s x8"), name: "Other" }] };
    expect(limits(differ).map((line) => line.curve)).toEqual([curve.name, "Other"]);
    expect(blockSize.describe(differ)).toContain("The links of Other (16 GT/s x8) carry");
    const partly = { curves: [at(highest), { ...curve, name: "Other" }] };
    expect(limits(partly).map((line) => line.curve)).toEqual([curve.name]);
  });

  it("is in the panel of throughput where both are over all sizes", () => {
    expect(limits({ curves: [at(highest)], dual: true })).toMatchObject([{ yAxisIndex: 1 }]);
  });
});
