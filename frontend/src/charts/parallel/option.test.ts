import { init } from "echarts/core";
import { describe, expect, it } from "vitest";
import { drawSvg } from "../runtime";
import { THEMES } from "../theme";
import { parallel } from "./definition";
import { axisExtent, axisScaleOf, completeLines, isWithin, type ParallelData, parallelOption } from "./option";
import { parallelSample } from "./sample";

const VIEW = { width: 1100, height: 400, interactive: true };
const data = parallelSample();
const option = (input: ParallelData = data) => parallelOption(input, THEMES.light, VIEW);
type Line = { name: string; data: (number | string)[][]; lineStyle: { opacity: number; color: string } };
const lines = (input?: ParallelData) => option(input).series as unknown as Line[];

describe("the axes", () => {
  it("stand in order with better at the top, and each begins at zero", () => {
    const axes = option().parallelAxis ?? [];
    expect(axes.map(({ id, dim, inverse }) => [id, dim, inverse])).toEqual([
      ["iops", 0, false],
      ["throughput_bytes_per_s", 1, false],
      ["latency_mean_ns", 2, true],
      ["latency_p99_ns", 3, true],
    ]);
    expect(axes[0]).toMatchObject({ type: "value", min: 0, max: 200_000, name: "IOPS" });
    expect(axes[3]?.name).toBe("p99 latency (ms)");
    const narrow = parallelOption(data, THEMES.light, { ...VIEW, width: 360 }).parallelAxis ?? [];
    expect(narrow[3]?.name).toBe("p99\nlatency\n(ms)");
  });

  it("go by powers of ten where figures lie far apart", () => {
    const far = [100, 90_000].map((latency_mean_ns, order) => ({
      name: String(order),
      look: { order },
      values: { latency_mean_ns },
    }));
    expect(axisExtent("latency_mean_ns", far)).toEqual({ isLog: true, min: 100, max: 100_000 });
    expect(axisExtent("latency_mean_ns", [])).toEqual({ isLog: false, min: 0, max: 1 });
  });
});

it("writes an axis in the unit of what is drawn", () => {
  const unitOf = (name: "iops" | "throughput_bytes_per_s" | "latency_p99_ns") => {
    const { unit, factor } = axisScaleOf(name, completeLines(data));
    return [unit, factor];
  };
  expect(unitOf("iops")).toEqual([null, 1]);
  expect(unitOf("throughput_bytes_per_s")).toEqual(["MB/s", 1e6]);
  expect(unitOf("latency_p99_ns")).toEqual(["ms", 1e6]);
});

it("draws nothing on a single axis, and says why", () => {
  const single = { ...data, axes: ["iops" as const] };
  expect(option(single)).toMatchObject({ parallel: [], parallelAxis: [], series: [] });
  expect(parallel.legend(single, THEMES.light)).toEqual([]);
  expect(parallel.describe(single)).toMatch(/^The chart needs at least two metrics/);
  expect(drawSvg(option(single), 1100, 400)).not.toMatch(/<text/);
});

describe("the lines", () => {
  it("are those with a figure on every axis", () => {
    expect(completeLines(data).map(({ name }) => name)).not.toContain("RAID 4 (r-5)");
    expect(lines()).toHaveLength(8);
    expect(lines()[0]?.data).toEqual([[20_000, 81_920_000, 800_000, 7_200_000]]);
  });

  it("are faint when they miss what is asked for", () => {
    expect(lines().map(({ lineStyle }) => lineStyle.opacity === 1)).toEqual([
      ...[false, false, false, false],
      ...[true, true, true, true],
    ]);
    const colours = lines({ ...data, ranges: {} }).map(({ lineStyle }) => [lineStyle.color, lineStyle.opacity]);
    expect(colours).toEqual(lines().map(({ lineStyle }) => [lineStyle.color, 1]));
  });
});

it("takes an unknown figure to miss every range, and open ends for none", () => {
  expect(isWithin({ iops: 5 }, { iops: { from: 5, to: 5 } })).toBe(true);
  expect(isWithin({ iops: 6 }, { iops: { from: null, to: 5 } })).toBe(false);
  expect(isWithin({ iops: null }, { iops: { from: 1, to: null } })).toBe(false);
  expect(isWithin({}, { iops: { from: null, to: null } })).toBe(true);
});

it("says how many meet it and which are best, and has all in the table", () => {
  expect(parallel.describe(data)).toBe(
    "8 runs on IOPS, Throughput, Mean latency, p99 latency. Better is higher on every axis. 4 match, the others are faint. " +
      "Best IOPS: RAID 8 (r-9), 180k. Best Throughput: RAID 8 (r-9), 737 MB/s.",
  );
  expect(parallel.table(data).rows).toHaveLength(9);
  expect(parallel.table(data).rows[4]).toEqual(["RAID 4 (r-5)", 100_000, 409_600_000, 160_000, null, "yes"]);
});

it("is drawn in both themes, and does not fail without lines", () => {
  for (const theme of Object.values(THEMES)) {
    for (const width of [1100, 360]) {
      const svg = drawSvg(parallelOption(data, theme, { ...VIEW, width }), width, 400);
      expect(svg).toContain(">IOPS<");
      expect(svg).not.toMatch(/NaN|Infinity/);
    }
  }
  const none = { ...data, lines: [] };
  expect(drawSvg(option(none), 1100, 400)).toContain("<svg");
  expect(parallel.describe(none)).toBe("No run has a value on every axis.");
});

it("names its axes so that ECharts tells which one was dragged along, and takes a range back", () => {
  const chart = init(null, null, { renderer: "svg", ssr: true, width: 1100, height: 400 });
  chart.setOption(option());
  const events: unknown[] = [];
  chart.on("axisareaselected", (event) => {
    events.push(event);
  });
  const range = { type: "axisAreaSelect", parallelAxisId: "latency_mean_ns", intervals: [[0, 400_000]] };
  chart.dispatchAction(range);
  expect(events).toEqual([expect.objectContaining({ parallelAxisId: "latency_mean_ns", intervals: [[0, 400_000]] })]);
  chart.dispatchAction(range, { silent: true });
  expect(events).toHaveLength(1);
  chart.dispose();
});
