import { init } from "echarts/core";
import { expect, it, vi } from "vitest";
import { aPivotCell } from "@/testing/pivot-objects";
import type { ChartOption } from "./definition";
import { type FactorBarsData, factorBarsOption } from "./factor-bars/option";
import { MAX_SVG_POINTS, rendererFor, replaceOption } from "./runtime";
import { THEMES } from "./theme";

const VIEW = { width: 1000, height: 300, interactive: true };

const barOf = (cell: Parameters<typeof aPivotCell>[0]): FactorBarsData => ({
  metric: "iops",
  rowLabel: "RAID level",
  columnLabel: "Number of drives",
  rows: ["RAID 0"],
  columns: ["8"],
  cells: [aPivotCell({ row: "RAID 0", column: "8", n: 1, ...cell })],
});

/** Has a chart draw what it was given, as the next frame does in a page. */
const nextFrame = (chart: ReturnType<typeof init>) => chart.resize();

/** The dashed outlines on a chart that showed all of these, one after the other. */
function outlines(shown: readonly FactorBarsData[]): string[] {
  const chart = init(null, null, { renderer: "svg", ssr: true, width: VIEW.width, height: VIEW.height });
  for (const data of shown) {
    replaceOption(chart, factorBarsOption(data, THEMES.light, VIEW));
    nextFrame(chart);
    chart.renderToSVGString();
  }
  const drawn = [...chart.renderToSVGString().matchAll(/<path[^>]*stroke-dasharray[^>]*>/g)];
  chart.dispose();
  return drawn.map(([path]) => path.replace(/ class="[^"]*"/, ""));
}

it("draws a box where it belongs, whatever stood there before", () => {
  const range = barOf({ value: null, low: 400_000, high: 450_000, value_kind: "range" });
  const fresh = outlines([range]);
  expect(fresh).toHaveLength(1);
  expect(outlines([barOf({ value: 150_000 }), range])).toEqual(fresh);
});

it("draws once, with nothing of the drawing before", () => {
  const chart = init(null, null, { renderer: "svg", ssr: true, width: VIEW.width, height: VIEW.height });
  const drawn = vi.spyOn(chart, "setOption");
  replaceOption(chart, factorBarsOption(barOf({ value: 150_000 }), THEMES.light, VIEW));
  nextFrame(chart);
  const groups = chart.getZr().storage.getRoots().length;
  replaceOption(chart, factorBarsOption(barOf({ value: 160_000 }), THEMES.light, VIEW));
  nextFrame(chart);
  expect(drawn).toHaveBeenCalledTimes(2);
  expect(chart.getZr().storage.getRoots()).toHaveLength(groups);
  chart.dispose();
});

it("keeps what a custom series is called by in front", () => {
  const chart = init(null, null, { renderer: "svg", ssr: true, width: VIEW.width, height: VIEW.height });
  const option = factorBarsOption(
    barOf({ value: null, low: 400_000, high: 450_000, value_kind: "range" }),
    THEMES.light,
    VIEW,
  );
  const named = { ...option, series: option.series.map((entry) => ({ ...entry, id: "ranges" })).slice(-1) };
  replaceOption(chart, named);
  const { series } = chart.getOption() as { series: { type: string; id: string }[] };
  expect(series.map(({ type, id }) => [type, id.replace(/\d+$/, "")])).toEqual([["custom", "ranges/"]]);
  chart.dispose();
});

it("draws up to so many points of all series as SVG, and more on a canvas", () => {
  const of = (...data: unknown[]) =>
    ({ series: data.map((points) => ({ type: "line", data: points })) }) as ChartOption;
  const pairs = (count: number) => Array.from({ length: count }, (_, x) => [x, 0]);
  expect(rendererFor(of())).toBe("svg");
  expect(rendererFor(of(undefined, pairs(MAX_SVG_POINTS)))).toBe("svg");
  expect(rendererFor(of(pairs(MAX_SVG_POINTS - 1), pairs(2)))).toBe("canvas");
  expect(rendererFor(of(new Float64Array(2 * MAX_SVG_POINTS)))).toBe("svg");
  expect(rendererFor(of(new Float64Array(2 * MAX_SVG_POINTS + 2)))).toBe("canvas");
});
