import { describe, expect, it } from "vitest";
import { blockSize } from "./block-size/definition";
import type { ChartOption, ChartView } from "./definition";
import { loadCurve } from "./load-curve/definition";
import { loadSteps } from "./load-steps/definition";
import { overlay } from "./overlay/definition";
import type { OverlayData } from "./overlay/option";
import { queueDepth } from "./queue-depth/definition";
import { drawSvg } from "./runtime";
import { depthSample, loadSample, overlaySample } from "./samples";
import { blockRows, curvesFor, type SampleRow, stepRows, surfaceRows, sweepSource } from "./samples-sweeps";
import { areApart, curveNames, smallMultiples } from "./small-multiples";
import { THEMES } from "./theme";
import { writeShareSlice } from "./write-share-slice/definition";
import type { SliceData } from "./write-share-slice/option";

const THEME = THEMES.light;
type Drawn = { name: string; xAxisIndex: number; yAxisIndex: number; itemStyle?: { borderColor?: string } };
const drawn = (option: ChartOption) => option.series as unknown as Drawn[];
const viewOf = (height: number, width = 1100): ChartView => ({ width, height, interactive: true });

const RUNS = ["r-1", "r-2", "r-3", "r-4", "r-5", "r-6", "r-7"];
const ofRuns = (rows: (run: string, place: number) => SampleRow[]) => sweepSource(RUNS.flatMap(rows));
const share = ({ readPercent }: { readPercent: number | null }) => readPercent !== null;
const slice: SliceData = {
  metric: "iops",
  over: "share",
  at: "4 outstanding I/O",
  curves: curvesFor(
    ofRuns((run, place) => surfaceRows(run, place + 1)),
    "share-slice",
  ).map((curve) => ({ ...curve, points: curve.points.filter((point) => share(point) && point.outstanding === 4) })),
};

describe("the panels of a slice", () => {
  const apart = smallMultiples(writeShareSlice);
  const option = apart.option(slice, THEME, viewOf(apart.height(slice, 1100)));
  const one = writeShareSlice.option(slice, THEME, viewOf(320));

  it("are one for each curve, named by it, with the same look", () => {
    expect(option.grid).toHaveLength(7);
    expect(option.yAxis.map(({ name }) => name)).toEqual(RUNS.map((run) => `${run} named \u00B7 IOPS`));
    const looks = (of: ChartOption) => drawn(of).map(({ name, itemStyle }) => [name, itemStyle?.borderColor]);
    expect(looks(option)).toEqual(looks(one));
    expect(drawn(option).map(({ xAxisIndex, yAxisIndex }) => [xAxisIndex, yAxisIndex])).toEqual(
      RUNS.map((_, place) => [place, place]),
    );
  });

  it("have one scale that holds the highest of all curves", () => {
    expect(new Set(option.yAxis.map((axis) => JSON.stringify([axis.min, axis.max])))).toEqual(new Set(["[0,30000]"]));
    // The ticks end where the axis does.
    expect(option.yAxis[0]).toMatchObject({ max: 30_000, interval: 10_000 });
    expect(new Set(option.xAxis.map((axis) => JSON.stringify([axis.min, axis.max])))).toEqual(new Set(["[0,100]"]));
  });

  it("lie beside and below each other within the chart, without overlap", () => {
    const height = apart.height(slice, 1100);
    const boxes = option.grid.map(({ left, top, width, height: own }) => [left, top, width, own].map(Number));
    expect(new Set(boxes.map(([left]) => left)).size).toBe(3);
    for (const [left = 0, top = 0, width = 0, own = 0] of boxes) {
      expect(own).toBeGreaterThan(100);
      expect(left + width).toBeLessThanOrEqual(1100);
      expect(top + own).toBeLessThanOrEqual(height - 20);
    }
    const narrow = apart.option(slice, THEME, viewOf(apart.height(slice, 360), 360));
    expect(new Set(narrow.grid.map(({ left }) => left)).size).toBe(1);
    expect(apart.height(slice, 360)).toBeGreaterThan(2 * height);
  });

  it("say where a curve is hidden, and stay where they are", () => {
    const [, second = ""] = curveNames(writeShareSlice, slice);
    const view = { ...viewOf(apart.height(slice, 1100)), hidden: new Set([second]) };
    const less = apart.option(slice, THEME, view);
    expect(less.yAxis.map(({ name }) => name)).toEqual(
      RUNS.map((run, place) => `${run} named \u00B7 ${place === 1 ? "hidden" : "IOPS"}`),
    );
    expect(less.grid).toEqual(option.grid);
  });

  it("name their axis once for each column", () => {
    expect(option.xAxis.map(({ name }) => name !== "")).toEqual([false, false, false, false, true, true, true]);
  });

  it("keep table and legend, and say that they are several", () => {
    expect(apart.table(slice).rows).toEqual(writeShareSlice.table(slice).rows);
    expect(apart.legend(slice, THEME)).toEqual(writeShareSlice.legend(slice, THEME));
    expect(apart.describe(slice)).toMatch(/One panel per curve, same axes\.$/);
  });
});

it("keeps all panels of a chart that has several, below each other for each curve", () => {
  const apart = smallMultiples(queueDepth);
  const data = depthSample();
  const option = apart.option(data, THEME, viewOf(apart.height(data, 1100)));
  expect(option.grid).toHaveLength(6);
  expect(option.yAxis.slice(0, 2).map(({ name }) => name)).toEqual([
    "RAID 0, 16 drives \u00B7 IOPS",
    expect.stringMatching(/ \u00B7 Mean latency \(/),
  ]);
  const of = (name: string) =>
    new Set(
      drawn(option)
        .filter((entry) => entry.name === name)
        .map((entry) => entry.xAxisIndex),
    );
  expect(of("Pass-through")).toEqual(new Set([4, 5]));
  expect(new Set([0, 2, 4].map((index) => option.yAxis[index]?.max)).size).toBe(1);
  expect(option.yAxis[0]?.max).not.toBe(option.yAxis[1]?.max);
});

it("keeps both metrics over all sizes above each other", () => {
  const curves = curvesFor(
    ofRuns((run) => blockRows(run)),
    "block-size",
  );
  const apart = smallMultiples(blockSize);
  const data = { curves, dual: true };
  const option = apart.option(data, THEME, viewOf(apart.height(data, 1100)));
  expect([option.grid.length, option.xAxis.length, option.yAxis.length]).toEqual([14, 14, 14]);
  expect(drawn(option).slice(-2)).toMatchObject([
    { xAxisIndex: 12, yAxisIndex: 12 },
    { xAxisIndex: 13, yAxisIndex: 13 },
  ]);
});

it("zooms all panels over time together, each on the scale of all", () => {
  const sample = overlaySample();
  const [first] = sample.runs;
  if (!first) throw new Error("the sample has runs");
  const runs = RUNS.map((name, order) => ({ ...first, name, order }));
  const data: OverlayData = { ...sample, runs };
  const apart = smallMultiples(overlay);
  const option = apart.option(data, THEME, viewOf(apart.height(data, 1100)));
  expect(option.dataZoom?.map(({ xAxisIndex }) => xAxisIndex)).toEqual([[0, 1, 2, 3, 4, 5, 6]]);
  const maxima = new Set(option.yAxis.map(({ max }) => max));
  expect(maxima.size).toBe(1);
  expect(Number([...maxima][0])).toBeGreaterThanOrEqual(Math.max(...first.series.mean.map((value) => value ?? 0)));
  const ids = option.series.map(({ id }) => id).filter((id) => id !== undefined);
  expect(new Set(ids).size).toBe(ids.length);
  const logarithmic = apart.option({ ...data, log: true }, THEME, viewOf(900));
  expect(logarithmic.yAxis.every(({ min, max }) => Number(min) > 0 && Number(max) > Number(min))).toBe(true);
});

it("says of one place of a panel what all curves have there, whichever panel is pointed at", () => {
  const curves = curvesFor(
    ofRuns((run) => stepRows(run)),
    "load-steps",
  );
  const data = { by: "load" as const, curves };
  const { formatter } = smallMultiples(loadSteps).option(data, THEME, viewOf(2000)).tooltip;
  if (typeof formatter !== "function") throw new Error("the tooltip has no formatter");
  const at = (axisIndex: number) => String(formatter([{ axisIndex, data: [0, 1] }] as never, ""));
  const panels = loadSteps.option(data, THEME, viewOf(600)).grid.length;
  expect(at(panels * 6)).toBe(at(0));
  expect(at(0).split("\n")).toHaveLength(8);
});

describe("when it is done", () => {
  it("is the reader's choice, else a matter of how many there are", () => {
    expect([1, 2, 8, 9].map((count) => areApart(count, undefined))).toEqual([false, false, false, true]);
    expect([1, 2, 9].map((count) => areApart(count, "apart"))).toEqual([false, true, true]);
    expect(areApart(12, "one")).toBe(false);
  });

  it("leaves a chart of one curve, or of none, as it is", () => {
    const apart = smallMultiples(writeShareSlice);
    for (const curves of [[], slice.curves.slice(0, 1)]) {
      const data = { ...slice, curves };
      expect(apart.option(data, THEME, viewOf(320))).toEqual(
        expect.objectContaining({ grid: writeShareSlice.option(data, THEME, viewOf(320)).grid }),
      );
    }
  });

  it("counts every curve of the legend once", () => {
    expect(curveNames(writeShareSlice, slice)).toHaveLength(7);
    expect(curveNames(queueDepth, depthSample())).toHaveLength(3);
    expect(curveNames({ ...queueDepth, multiples: undefined } as never, depthSample())).toEqual([]);
  });
});

it.each(["light", "dark"] as const)("is drawn in the %s theme, wide and narrow", (name) => {
  const charts = [
    [smallMultiples(queueDepth), depthSample()],
    [smallMultiples(loadCurve), loadSample()],
    [smallMultiples(overlay), overlaySample()],
  ] as unknown as [typeof queueDepth, ReturnType<typeof depthSample>][];
  for (const [chart, data] of charts) {
    for (const width of [1100, 360]) {
      const height = chart.height(data, width);
      const svg = drawSvg(chart.option(data, THEMES[name], { width, height, interactive: false }), width, height);
      expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    }
  }
});

it.each([
  [700, 4, [4]],
  [550, 4, [2, 2]],
  [700, 6, [3, 3]],
  [300, 2, [1, 1]],
])("are spread evenly over a panel %i px wide", (width, count, rows) => {
  const [first] = overlaySample().runs;
  if (!first) throw new Error("the sample has runs");
  const runs = Array.from({ length: count }, (_, order) => ({ ...first, name: `r-${order}`, order }));
  const view = { width, height: 300, interactive: true, wideFrom: 280 };
  const { grid } = smallMultiples(overlay).option({ ...overlaySample(), runs }, THEMES.light, view);
  const tops = grid.map(({ top }) => top);
  expect([...new Set(tops)].map((top) => tops.filter((other) => other === top).length)).toEqual(rows);
});
