import { describe, expect, it } from "vitest";
import { type ChartOption, withoutHidden } from "../definition";
import { drawSvg } from "../runtime";
import { preconditioningSample } from "../samples";
import { THEMES } from "../theme";
import { BAND_NAME, LINE_NAME } from "./curves";
import { preconditioning } from "./definition";
import { panelsOf, preconditioningOption } from "./option";

/** Curves that are drawn alone. */
const DRAWN = new RegExp(`<path d="([^"]*)" fill="none"[^>]*stroke="${THEMES.light.subject}"`, "g");
const WIDE = { width: 1100, height: 640, interactive: true };
const NARROW = { width: 360, height: 900, interactive: true };
const data = preconditioningSample();

/** The same readings, without the borders at which their lines are broken. */
const ofOnePhase = (whole: typeof data) => ({
  ...whole,
  series: whole.series.map((series) => ({ ...series, phases: [] })),
});
const option = (view = WIDE, input = data): ChartOption => preconditioningOption(input, THEMES.light, view);
const lines = ({ series }: ChartOption) => series.filter(({ name }) => name === LINE_NAME);
const tooltip = (hits: { seriesId: string; dataIndex: number }[]): string => {
  const { formatter } = option().tooltip;
  if (typeof formatter !== "function") throw new Error("the tooltip has no formatter");
  // ECharts passes more than the formatter reads.
  const params = hits.map((hit) => ({ ...hit, seriesName: LINE_NAME })) as unknown as Parameters<typeof formatter>[0];
  return String(formatter(params, ""));
};

describe("preconditioningOption", () => {
  it("lays four panels two by two, and one below the other where it is narrow", () => {
    const places = ({ grid }: ChartOption) => grid.map(({ left, top }) => [left, top]);
    const [a, b, c, d] = places(option());
    expect([a?.[0], a?.[1]]).toEqual([c?.[0], b?.[1]]);
    expect([d?.[0], d?.[1]]).toEqual([b?.[0], c?.[1]]);
    expect(new Set(places(option(NARROW)).map(([left]) => left)).size).toBe(1);
    expect(new Set(places(option(NARROW)).map(([, top]) => top)).size).toBe(4);
  });

  it.each([WIDE, NARROW])("keeps every panel inside $width x $height", (view) => {
    for (const { left, top, width, height } of option(view).grid) {
      expect(Number(width)).toBeGreaterThan(200);
      expect(Number(height)).toBeGreaterThan(80);
      expect(Number(left) + Number(width)).toBeLessThan(view.width);
      expect(Number(top) + Number(height)).toBeLessThan(view.height);
    }
  });

  it("links the pointers and zooms all panels together without changing the vertical axes", () => {
    const { axisPointer, dataZoom } = option();
    expect(axisPointer?.link).toEqual([{ xAxisIndex: "all" }]);
    expect(dataZoom?.map(({ type, xAxisIndex, filterMode }) => [type, xAxisIndex, filterMode])).toEqual([
      ["inside", [0, 1, 2, 3], "none"],
    ]);
  });

  it("leaves zoom controls out of a picture", () => {
    expect(option({ ...WIDE, interactive: false }).dataZoom).toEqual([]);
  });

  it("leaves the curves alone while the mouse moves: pointer and text are a layer of their own", () => {
    const { axisPointer, series, xAxis, yAxis } = option();
    expect(axisPointer).toMatchObject({ triggerEmphasis: false });
    const layers = [...series, ...[xAxis].flat(), ...[yAxis].flat()].map(
      (component) => (component as { zlevel?: number }).zlevel,
    );
    expect(new Set(layers)).toEqual(new Set([-1]));
  });

  it("begins vertical axes at zero, unless latency is logarithmic", () => {
    expect(option().yAxis.map(({ type, min }) => [type, min])).toEqual(Array(4).fill(["value", 0]));
    const log = option(WIDE, { ...data, logLatency: true }).yAxis;
    expect(log.map(({ type }) => type)).toEqual(["value", "log", "log", "log"]);
  });

  it("says in the panel's title that a value is estimated, and in which unit it is", () => {
    expect(option().yAxis.map(({ name }) => name)).toEqual([
      "IOPS",
      "Mean latency (ms)",
      "Maximum latency (ms, estimated)",
      "Latency standard deviation (ms)",
    ]);
  });

  it("keeps a gap a gap and puts each value in the middle of its interval", () => {
    const pairs = lines(option(WIDE, ofOnePhase(data)))[0]?.data as unknown as Float64Array;
    const step = data.series[0]?.step_ms ?? 0;
    expect(pairs[0]).toBe(step / 2);
    const empty = data.series[0]?.mean.indexOf(null) ?? -1;
    expect(empty).toBeGreaterThan(0);
    expect(pairs[2 * empty + 1]).toBeNaN();
  });

  it("shows a reading between two gaps as a point, as no line leads to it", () => {
    const iops = data.series[0];
    if (!iops) throw new Error("the sample has no IOPS");
    const stutter = (values: (number | null)[]) => values.map((value, place) => (place % 3 === 1 ? value : null));
    const lone = { ...iops, min: stutter(iops.mean), mean: stutter(iops.mean), max: stutter(iops.mean) };
    const readings = lone.mean.filter((value) => value !== null);
    expect(readings.length).toBeGreaterThan(30);
    const { series } = option(WIDE, { ...data, series: [lone] });
    const points = series.find(({ id }) => String(id).startsWith("lone-")) as unknown as { data: [number, number][] };
    expect(points.data.map(([, value]) => value)).toEqual(readings);
    expect(option().series.some(({ id }) => String(id).startsWith("lone-"))).toBe(false);
  });

  it("draws the highest latency from the maxima of the intervals, not from their means", () => {
    const pairs = lines(option())[2]?.data as unknown as Float64Array;
    expect(pairs[1]).toBe(data.series[2]?.max[0]);
  });

  it("draws a band only where an interval holds more than one reading", () => {
    const bands = ({ series }: ChartOption) => series.filter(({ name }) => name === BAND_NAME).length;
    expect(bands(option())).toBe(4);
    const single = data.series.map((series) => ({ ...series, min: series.mean, max: series.mean }));
    expect(bands(option(WIDE, { ...data, series: single }))).toBe(0);
  });

  it("marks the borders in sight of a run that has too many for all of it", () => {
    const phases = Array.from({ length: 60 }, (_, place) => ({
      name: `Read QD${place}`,
      t0_ms: place * 60_000,
      t1_ms: (place + 1) * 60_000,
    }));
    const many = { ...data, series: data.series.map((series) => ({ ...series, phases, steady_window: null })) };
    const borders = (range: { from: number; to: number } | null) => {
      const mark = option(WIDE, { ...many, range }).series.find(({ name }) => name === "Phases");
      return ((mark?.data ?? []) as unknown[]).length;
    };
    expect(borders(null)).toBe(0);
    expect(borders({ from: 590_000, to: 730_000 })).toBe(3);
  });

  it("writes the last value at the end of each curve, and the mean of the steady window over it", () => {
    const named = (name: string) =>
      option().series.filter((series) => series.name === name) as unknown as { data: number[][] }[];
    const [ends, means] = [named("Line ends"), named("Mean of the steady window")];
    expect([ends.length, means.length]).toEqual([4, 4]);
    const last = data.series[0]?.mean.at(-1);
    expect(ends[0]?.data).toEqual([[6 * 3_600_000 - 90_000, last]]);
    const value = means[0]?.data[0]?.[1] ?? 0;
    expect(value).toBeGreaterThan(31_000);
    expect(value).toBeLessThan(34_000);
  });

  it("marks borders of phases and the steady window in each panel", () => {
    const marks = option().series.filter(({ name }) => name === "Phases");
    expect(marks).toHaveLength(4);
    for (const mark of marks as { data: [number, number, number][] }[]) {
      const [window, ...borders] = mark.data;
      expect([window?.[0], window?.[2]]).toEqual([14_400_000, 21_600_000]);
      expect(borders).toHaveLength(6);
      expect(borders.every(([from, , to]) => from === to)).toBe(true);
    }
  });

  it("leaves out panels without readings", () => {
    const [iops, ...rest] = data.series;
    const empty = rest.map((series) => ({ ...series, mean: series.mean.map(() => null) }));
    const panels = panelsOf({ ...data, series: iops ? [iops, ...empty] : [] });
    expect(panels.map(({ metric }) => metric)).toEqual(["iops"]);
    expect(option(WIDE, { ...data, series: [] }).grid).toEqual([]);
  });

  it("tells all panels at the pointer, as text", () => {
    const text = tooltip([
      { seriesId: "line-0", dataIndex: 0 },
      { seriesId: "line-1", dataIndex: 0 },
    ]);
    expect(text.split("\n")).toHaveLength(3);
    expect(text).toMatch(/^0:01:30\nIOPS {2}9\d\.\d\dk {2}\(.*\)\nMean latency {2}2\.\d\d\d ms/);
    expect(option().tooltip.renderMode).toBe("richText");
  });
});

describe("the drawing", () => {
  const svg = (view = WIDE, input = data) => drawSvg(option(view, input), view.width, view.height);
  const texts = (drawing: string) => [...drawing.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);

  it("names phases that have room and leaves the others out instead of writing over them", () => {
    const wide = texts(svg());
    expect(wide).toContain("Precondition, 4K random write");
    expect(wide).not.toContain("Round 1");
    expect(wide).toContain("Steady window, rounds 1 to 5");
  });

  it("writes elapsed time on whole hours", () => {
    expect(texts(svg())).toEqual(expect.arrayContaining(["0", "2\u00a0h", "6\u00a0h"]));
  });

  it("breaks the curve at the gap", () => {
    const whole = data.series.map((series) => {
      const fill = (values: (number | null)[]) => values.map((value) => value ?? 1);
      return { ...series, min: fill(series.min), mean: fill(series.mean), max: fill(series.max) };
    });
    // Each piece of a curve begins with a move; the gap makes two of one.
    const moves = (drawing: string) => [...drawing.matchAll(DRAWN)].map(([, path]) => path?.match(/M/g)?.length);
    expect(moves(svg(WIDE, ofOnePhase({ ...data, series: whole })))).toEqual([1, 1, 1, 1]);
    expect(moves(svg(WIDE, ofOnePhase(data)))).toEqual([2, 2, 2, 2]);
    // Between the fill, the preconditioning and the rounds nothing was measured that a line could show.
    expect(moves(svg(WIDE, { ...data, series: whole }))).toEqual([3, 3, 3, 3]);
  });

  it("hides what the legend hides", () => {
    const hidden = withoutHidden(option(), new Set([LINE_NAME]));
    expect(lines(hidden)).toHaveLength(0);
    expect(drawSvg(hidden, WIDE.width, WIDE.height)).not.toMatch(DRAWN);
  });

  it("survives a run without readings", () => {
    expect(svg(WIDE, { ...data, series: [] })).toContain("<svg");
  });
});

describe("the words and numbers beside it", () => {
  it("say where the curves go", () => {
    expect(preconditioning.describe(ofOnePhase(data))).toMatch(
      /^IOPS goes from 9\d\.\dk to 3\d\.\dk\. Mean latency goes from/,
    );
    // A figure of the fill is not comparable with a random write.
    expect(preconditioning.describe(data)).toMatch(
      /^IOPS in Precondition, 4K random write goes from \d\d\.\dk to \d\d\.\dk\. /,
    );
    expect(preconditioning.describe(data)).not.toContain("Fill");
    expect(preconditioning.describe(data)).toContain("Steady window, rounds 1 to 5: 4:00:00 to 6:00:00.");
    expect(preconditioning.describe({ ...data, verdict: "Steady, rounds 1 to 5." })).toContain(
      "Steady, rounds 1 to 5.",
    );
    expect(preconditioning.describe({ ...data, series: [] })).toBe("No curve: this run has totals only.");
  });

  it("have a row for each interval and the same numbers as the curves", () => {
    const { columns, rows } = preconditioning.table(data);
    expect(rows).toHaveLength(120);
    expect(columns).toHaveLength(1 + 4 * 3);
    expect(rows[0]?.[1]).toBe(data.series[0]?.mean[0]);
    const gap = data.series[0]?.mean.indexOf(null) ?? -1;
    expect(rows[gap]?.slice(1)).toEqual(Array(12).fill(null));
    expect(columns[1]?.format(rows[gap]?.[1] ?? null)).toBe("n/a");
  });
});
