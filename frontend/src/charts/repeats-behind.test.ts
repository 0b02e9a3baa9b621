import { describe, expect, it } from "vitest";
import { METRICS } from "@/lib/metrics";
import { addressSpace } from "./address-space/definition";
import { addressSpaceOption } from "./address-space/option";
import { blockSize } from "./block-size/definition";
import { blockSizeOption } from "./block-size/option";
import type { ChartDefinition, ChartOption } from "./definition";
import { loadSteps } from "./load-steps/definition";
import type { LoadStepsData } from "./load-steps/option";
import type { MeasurementsData } from "./queue-depth/curves";
import { behindAt, behindMerged, certaintyOf, ruleText } from "./repeats-behind";
import { drawSvg } from "./runtime";
import {
  addressRows,
  blockRows,
  curvesFor,
  stepRows,
  streamRows,
  surfaceRows,
  sweepSource,
  withRepeats,
} from "./samples-sweeps";
import { smallMultiples } from "./small-multiples";
import type { SweepKind } from "./sweeps/charts-for";
import type { SweepCurve } from "./sweeps/points";
import { THEMES } from "./theme";
import { threadQueue } from "./thread-queue/definition";
import { writeShareMap } from "./write-share/definition";
import { writeShareSlice } from "./write-share-slice/definition";

const VIEW = { width: 1100, height: 600, interactive: true };
/** The first row is of one run, the second of two, all others of three. */
const counts = (row: number) => Math.min(row + 1, 3);
const pooled = (data: MeasurementsData, kind: SweepKind, n = counts): SweepCurve[] =>
  curvesFor(withRepeats(data, n), kind);

interface Drawn {
  type: string;
  name: string;
  xAxisIndex?: number;
  data: unknown[];
}
const seriesOf = (option: ChartOption, type: string) =>
  (option.series as Drawn[]).filter((entry) => entry.type === type);
/** Return the marks behind the points, without the names at the ends of lines. */
const marksOf = (option: ChartOption) => seriesOf(option, "custom").filter(({ name }) => name !== "Line ends");
const isHollow = (item: unknown) =>
  (item as { itemStyle?: { color?: string } }).itemStyle?.color === THEMES.light.background;

interface Case {
  chart: ChartDefinition<never>;
  data: unknown;
  panels: number;
}

const steps: LoadStepsData = { by: "load", curves: pooled(sweepSource(stepRows()), "load-steps") };
const streams: LoadStepsData = { by: "streams", curves: pooled(sweepSource(streamRows()), "streams") };
const shares = surfaceRows().filter(({ queue_depth }) => queue_depth === 4);
const of = <Data>(chart: ChartDefinition<Data>, data: Data, panels: number): Case => ({
  chart: chart as unknown as ChartDefinition<never>,
  data,
  panels,
});
const LINES: Record<string, Case> = {
  "block sizes": of(blockSize, { curves: pooled(sweepSource(blockRows()), "block-size") }, 2),
  "steps of load": of(loadSteps, steps, 4),
  streams: of(loadSteps, streams, 2),
  "address space": of(addressSpace, { curves: pooled(sweepSource(addressRows().slice(0, 10)), "address-space") }, 1),
  "shares of writes": of(
    writeShareSlice,
    { metric: "iops", over: "share", at: "4", curves: pooled(sweepSource(shares), "share-slice") },
    1,
  ),
};

describe.each(Object.entries(LINES))("%s over several runs", (_, { chart, data, panels }) => {
  const option = chart.option(data as never, THEMES.light, VIEW);

  it("have the interval at every point of three runs and both values of two, in every panel", () => {
    const customs = marksOf(option);
    expect(new Set(customs.map(({ xAxisIndex }) => xAxisIndex)).size).toBe(panels);
    for (const { data: points } of customs) {
      for (const [, low, high] of points as number[][]) expect(low).toBeLessThan(high ?? 0);
    }
    const ratios = customs.flatMap(({ data: points }) =>
      (points as number[][]).map(([, low = 0, high = 0]) => high / low),
    );
    const [intervals, pairs] = [1.1 / 0.95, 1.2 / 0.9].map((wanted) =>
      ratios.filter((ratio) => Math.abs(ratio - wanted) < 1e-9),
    );
    expect(pairs?.length).toBeGreaterThan(0);
    expect((intervals?.length ?? 0) + (pairs?.length ?? 0)).toBe(ratios.length);
    expect(drawSvg(option, 1100, 600)).toContain("<svg");
  });

  it("have a hollow point for one run, and one alone", () => {
    const [first] = [...new Set(seriesOf(option, "line").map(({ xAxisIndex }) => xAxisIndex))];
    const items = seriesOf(option, "line").filter(({ xAxisIndex }) => xAxisIndex === first);
    expect(items.flatMap(({ data: points }) => points).filter(isHollow)).toHaveLength(1);
  });

  it("say in words and in the table what stands behind them", () => {
    const description = chart.describe(data as never);
    expect(description).toContain("Points are medians of the runs. Whiskers are Student's 95 % interval of the mean");
    expect(description).toContain("Dots are both values of 2 runs.");
    expect(description).toContain("A hollow point is 1 run, no interval.");
    const { columns, rows } = chart.table(data as never);
    const labels = columns.map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(["n", "Interval"]));
    expect(labels.some((label) => label.endsWith("95 % interval from"))).toBe(true);
    expect(new Set(labels).size).toBe(labels.length);
    const rules = rows.map((row) => row.at(-1));
    expect(rules.filter((rule) => rule === "1 run, no interval")).toHaveLength(1);
    expect(rules).toContain("2 runs, too few for an interval");
    expect(rules).toContain("3 runs, Student's 95 % interval of their mean");
    for (const row of rows) expect(row).toHaveLength(columns.length);
  });

  it("keep their whiskers as small multiples", () => {
    const apart = smallMultiples(chart).option(data as never, THEMES.light, VIEW);
    expect(marksOf(apart).length).toBe(marksOf(option).length);
  });
});

describe("certaintyOf", () => {
  const span = [90, 110] as const;
  const interval = [-20, 220] as const;

  it("is the interval of three runs and more, which ends at 0", () => {
    expect(certaintyOf({ n: 3, span, interval })).toEqual({ kind: "interval", ends: [0, 220] });
    expect(certaintyOf({ n: 9, span, interval: [95, 105] })).toEqual({ kind: "interval", ends: [95, 105] });
  });

  it("is both values of two runs, whatever interval somebody made of them", () => {
    expect(certaintyOf({ n: 2, span, interval })).toEqual({ kind: "both", ends: span });
    expect(certaintyOf({ n: 2, span: null, interval })).toBeNull();
  });

  it("is nothing of one run, and the lowest and highest where no interval is known", () => {
    expect(certaintyOf({ n: 1, span, interval })).toBeNull();
    expect(certaintyOf({ n: 3, span, interval: undefined })).toEqual({ kind: "span", ends: span });
    expect(certaintyOf({ n: undefined, span: undefined, interval: undefined })).toBeNull();
  });
});

describe("maps over several runs", () => {
  const matrix = { metric: "iops" as const, curve: steps.curves[0] as SweepCurve };
  const surface = { metric: "iops" as const, curves: pooled(sweepSource(surfaceRows()), "write-share") };

  it("mark a cell of one run by a circle", () => {
    for (const option of [
      threadQueue.option(matrix, THEMES.light, VIEW),
      writeShareMap.option(surface, THEMES.light, VIEW),
    ]) {
      const svg = drawSvg({ ...option, tooltip: { show: false } }, 1100, 600);
      expect(svg.match(/<circle[^>]* r="3"/g)).toHaveLength(1);
    }
  });

  it("have n, the interval and its rule in their tables", () => {
    for (const table of [threadQueue.table(matrix), writeShareMap.table(surface)]) {
      expect(table.columns.map(({ label }) => label)).toEqual(
        expect.arrayContaining(["n", "IOPS, lowest", "IOPS, 95 % interval to", "Interval"]),
      );
      expect(table.rows.map((row) => row.at(-1))).toContain("1 run, no interval");
      for (const row of table.rows) expect(row).toHaveLength(table.columns.length);
    }
    expect(threadQueue.describe(matrix)).toContain("A cell with an open circle is 1 run, no interval.");
    expect(writeShareMap.describe(surface)).toContain("The table also has the lowest");
  });

  it("name both sides of a difference, which has no interval", () => {
    const both = withRepeats(sweepSource([...surfaceRows("r-1"), ...surfaceRows("r-2", 2)]), () => 3);
    const delta = { metric: "iops" as const, curves: curvesFor(both, "write-share") };
    const { columns, rows } = writeShareMap.table(delta);
    const labels = columns.map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(["n, r-1 named", "n, r-2 named"]));
    expect(new Set(labels).size).toBe(labels.length);
    for (const row of rows) expect(row).toHaveLength(columns.length);
    expect(writeShareMap.describe(delta)).toContain("Differences of medians have no interval.");
  });
});

describe("what is not invented", () => {
  it("is an interval where nothing was taken together", () => {
    const plain = { curves: curvesFor(sweepSource(blockRows()), "block-size") };
    expect(seriesOf(blockSizeOption(plain, THEMES.light, VIEW), "custom")).toEqual([]);
    expect(blockSize.table(plain).columns.map(({ label }) => label)).not.toContain("n");
    expect(blockSize.describe(plain)).not.toContain("interval");
  });

  it("is one for measurements of one load that were averaged", () => {
    const twice = withRepeats(sweepSource([...blockRows(), ...blockRows()]), () => 3);
    const data = { curves: curvesFor(twice, "block-size") };
    expect(seriesOf(blockSizeOption(data, THEMES.light, VIEW), "custom")).toEqual([]);
    const [row] = blockSize.table(data).rows;
    expect(row?.slice(-2)).toEqual([2, "mean of 2 measurements of one load, no interval"]);
  });

  it("is one from extremes that are half known, or of other rows", () => {
    const source = {
      n: [3, 3],
      iops_low: [1, null],
      iops_high: [null, 2],
      iops_ci95_low: [1, 1],
      iops_ci95_high: [2, 2],
    };
    const at = behindAt(source, ["iops"]);
    expect(at(0)).toEqual({ n: 3, spans: {}, intervals: { iops: [1, 2] } });
    expect(behindMerged([at(0), { n: 2 }], 1)).toEqual({});
    expect(ruleText({}, false)).toBe("1 measurement, no interval");
  });

  it("is drawn of no metric that has none", () => {
    const { source } = withRepeats(sweepSource(addressRows().slice(0, 5)), () => 3);
    const without = { source: { ...source, [`${METRICS.throughput_bytes_per_s.name}_low`]: [] } };
    const option = addressSpaceOption({ curves: curvesFor(without, "address-space") }, THEMES.light, VIEW);
    expect(marksOf(option)).toHaveLength(1);
  });
});
