import { describe, expect, it } from "vitest";
import { toCsv } from "../csv";
import { overlay } from "../overlay/definition";
import { overlayOption } from "../overlay/option";
import { drawSvg } from "../runtime";
import { overlaySample, preconditioningSample } from "../samples";
import { THEMES } from "../theme";
import { LINE_NAME } from "./curves";
import { preconditioning } from "./definition";
import { NOTES_NAME } from "./notes";
import { type PreconditioningData, panelsOf, preconditioningOption } from "./option";
import { countedFrom, extentOf, type SeriesData, samplesOf, seriesCurve } from "./readings";

const VIEW = { width: 1100, height: 640, interactive: true };
const whole = preconditioningSample();
const RANGE = { from: 3_600_000, to: 3_660_000 };

/** Sixty stored seconds of a series, each slower than the one before; the last ten after a pause of five seconds. */
function detailOf(series: SeriesData): SeriesData {
  const start_ms = Array.from({ length: 60 }, (_, second) => RANGE.from + second * 1000 + (second < 50 ? 0 : 5000));
  const values = start_ms.map((_, second) => 1000 - second);
  const intervals = { start_ms, end_ms: start_ms.map((start) => start + 1000) };
  return { ...series, t0_ms: RANGE.from, step_ms: 1000, min: values, mean: values, max: values, intervals };
}

const zoomed = {
  ...whole,
  range: RANGE,
  series: whole.series.map((series) => ({ ...series, detail: detailOf(series) })),
};
const first = zoomed.series[0];
if (!first) throw new Error("the sample has series");
const lines = (data: PreconditioningData, view = VIEW) =>
  preconditioningOption(data, THEMES.light, view).series.filter(({ name }) => name === LINE_NAME);

describe("a curve with the samples of a stretch", () => {
  const { t, value, band } = seriesCurve("iops", first);
  const inSight = [...t].flatMap((moment, place) => (moment >= RANGE.from && moment < 3_665_000 ? [place] : []));

  it("has every stored sample there, and the coarse intervals before and after it", () => {
    expect(inSight.filter((place) => !Number.isNaN(value[place]))).toHaveLength(60);
    const coarse = seriesCurve("iops", { ...first, detail: null });
    expect(t[0]).toBe(coarse.t[0]);
    expect(t.at(-1)).toBe(coarse.t.at(-1));
    expect([...t].every((moment, place) => place === 0 || moment > (t[place - 1] ?? 0))).toBe(true);
  });

  it("leaves open what was not recorded", () => {
    const gaps = inSight.filter((place) => Number.isNaN(value[place]));
    expect(gaps.map((place) => t[place])).toEqual([RANGE.from + 52_500]);
  });

  it("has no band where an interval is a single sample", () => {
    expect(inSight.every((place) => Number.isNaN(band?.low[place]))).toBe(true);
    expect(Number.isFinite(band?.low[0])).toBe(true);
  });

  it("never changes how long the axis is", () => {
    expect(extentOf(zoomed.series)).toEqual(extentOf(whole.series));
  });

  it("is as long as its intervals are where no phase is known", () => {
    const bare = whole.series.map((series) => ({ ...series, phases: [] }));
    const { t0_ms, step_ms, mean } = first;
    expect(extentOf(bare)).toEqual([t0_ms, t0_ms + mean.length * step_ms]);
    expect(extentOf([{ ...detailOf(first), phases: [] }])).toEqual([RANGE.from, RANGE.from + 65_000]);
  });

  it("stays coarse while the samples are on their way, or when there are none", () => {
    const none = { ...detailOf(first), min: [], mean: [], max: [], intervals: null };
    expect(seriesCurve("iops", { ...first, detail: none })).toEqual(seriesCurve("iops", { ...first, detail: null }));
  });
});

describe("the chart of a stretch", () => {
  it("draws every reading of each curve in one line, however narrow the page is", () => {
    for (const data of [whole, zoomed]) {
      const drawn = lines(data, { ...VIEW, width: 320 });
      const curves = panelsOf(data).flatMap((panel) => panel.curves);
      expect(drawn.map((line) => (line.data as unknown as Float64Array).length)).toEqual(
        curves.map(({ t }) => 2 * t.length),
      );
      expect(drawn.some((line) => "sampling" in line)).toBe(false);
    }
  });

  it("keeps the axis of the whole on the page, and shows the stretch alone in a picture", () => {
    const axes = (view: typeof VIEW) =>
      preconditioningOption(zoomed, THEMES.light, view).xAxis.map((axis) => ["min" in axis && axis.min, axis.max]);
    expect(axes(VIEW)[0]).toEqual([...extentOf(whole.series)]);
    expect(axes({ ...VIEW, interactive: false })[0]).toEqual([RANGE.from, RANGE.to]);
    expect(drawSvg(preconditioningOption(zoomed, THEMES.light, { ...VIEW, interactive: false }), 1100, 640)).toContain(
      "1:00:30",
    );
  });

  it("has the samples in sight in its table and its CSV, and no others", () => {
    const { rows } = preconditioning.table(zoomed);
    expect(rows.map(([moment]) => moment)).toEqual(
      [...seriesCurve("iops", first).t].filter((moment) => moment >= RANGE.from && moment <= RANGE.to),
    );
    expect(rows[0]?.slice(0, 2)).toEqual([RANGE.from + 500, 1000]);
    expect(toCsv(preconditioning.table(zoomed)).split("\r\n")[1]).toMatch(/^3600500,1000,/);
  });

  it("says which samples are drawn", () => {
    expect(preconditioning.provenance?.(zoomed)).toBe("Drawn: every stored second.");
    const step = (whole.series[0]?.step_ms ?? 0) / 1000;
    expect(preconditioning.provenance?.(whole)).toBe(`Drawn: ${step}-second means with minimum and maximum.`);
    expect(preconditioning.provenance?.({ ...whole, series: [] })).toBeNull();
    // Before they have come, it is still the coarse curve.
    expect(preconditioning.provenance?.({ ...whole, range: RANGE })).toMatch(/-second means/);
    expect(preconditioning.describe(zoomed)).toMatch(/^From 1:00:00 to 1:01:00: IOPS goes from /);
  });

  it("tells longer and uneven samples from seconds", () => {
    const every = (length: number[]) => {
      const end_ms = length.map((_, place) => length.slice(0, place + 1).reduce((sum, duration) => sum + duration, 0));
      const intervals = { end_ms, start_ms: end_ms.map((end, place) => end - (length[place] ?? 0)) };
      const values = length.map(() => 1);
      return samplesOf({ ...first, detail: null, min: values, mean: values, max: values, intervals }, null);
    };
    expect(every([1003, 998, 1001])).toBe("every stored second");
    expect(every([10_004, 9998])).toBe("every stored sample of 10 s");
    expect(every([1000, 10_000])).toBe("every stored sample");
  });

  it("are means where phases have parts of their own", () => {
    const intervals = { start_ms: [0, 28_571], end_ms: [28_571, 57_142] };
    const parts: SeriesData = { ...first, detail: null, min: [1, 2], mean: [1, 2], max: [1, 2], intervals };
    expect(samplesOf({ ...parts, step_ms: 28_571, resolution: "buckets" }, null)).toBe("about 28.6-second means");
    expect(samplesOf({ ...parts, step_ms: 28_571, resolution: "stored" }, null)).toBe("every stored sample of 29 s");
  });
});

describe("a stretch of several runs", () => {
  const data = overlaySample();
  const [run] = data.runs;
  if (!run) throw new Error("the sample has runs");
  const late = { ...run.series, t0_ms: RANGE.from, detail: detailOf(run.series) };
  const overlaid = { ...data, runs: [{ ...run, series: late }], range: { from: 0, to: 60_000 } };

  it("is counted from the beginning of each", () => {
    const line = overlayOption(overlaid, THEMES.light, VIEW).series.find(({ id }) => id === "line-0");
    const pairs = line?.data as unknown as Float64Array;
    expect([...pairs].slice(0, 4)).toEqual([500, 1000, 1500, 999]);
    expect(overlay.table(overlaid).rows[0]).toEqual([500, 1000]);
  });

  it("says whose samples are drawn where that differs", () => {
    expect(overlay.provenance?.(overlaid)).toBe("Drawn: every stored second.");
    const two = { ...overlaid, runs: [...overlaid.runs, { ...run, name: "r-2" }] };
    expect(overlay.provenance?.(two)).toMatch(/^Drawn: every stored second of r-1 .* · [\d.,]+-second means of r-2\.$/);
  });
});

describe("notes", () => {
  const notes = [
    { number: 71, from_ms: 1_800_000, to_ms: null, metric: null },
    { number: 72, from_ms: 3_600_000, to_ms: 7_200_000, metric: "latency_max_ns" },
  ];
  const option = preconditioningOption({ ...whole, notes }, THEMES.light, VIEW);

  it("are pinned to the panels that they are about", () => {
    const drawn = option.series.filter(({ name }) => name === NOTES_NAME);
    expect(drawn.map(({ xAxisIndex, data }) => [xAxisIndex, (data as unknown[]).length])).toEqual([
      [0, 1],
      [1, 1],
      [2, 2],
      [3, 1],
    ]);
  });

  it("are numbers on the drawing, with a stretch shaded between two lines", () => {
    const svg = drawSvg(option, VIEW.width, VIEW.height);
    const numbers = [...svg.matchAll(/<text[^>]*>(7[12])<\/text>/g)].map(([, number]) => number);
    expect(numbers.sort()).toEqual(["71", "71", "71", "71", "72"]);
    expect(svg.match(/stroke-dasharray="3,3"/g)).toHaveLength(6);
  });

  it("have an entry in the legend and a word in the description", () => {
    expect(preconditioning.legend({ ...whole, notes }, THEMES.dark).map(({ name }) => name)).toContain(NOTES_NAME);
    expect(preconditioning.legend(whole, THEMES.dark).map(({ name }) => name)).not.toContain(NOTES_NAME);
    expect(preconditioning.describe({ ...whole, notes })).toContain("Notes: 2.");
  });
});

describe("a course of several phases", () => {
  const phased = (names: readonly string[]): SeriesData => ({
    ...first,
    detail: null,
    t0_ms: 0,
    step_ms: 1000,
    intervals: null,
    min: [1, 2, 3, 4, 5, 6],
    mean: [2, 3, 4, 5, 6, 7],
    max: [3, 4, 5, 6, 7, 8],
    steady_window: null,
    phases: names.map((name, place) => ({ name, t0_ms: place * 2000, t1_ms: (place + 1) * 2000 })),
  });
  const three = phased(["Fill", "Read QD1", "Read QD2"]);

  it("has a gap between phases that did other work, in its line and in its band", () => {
    const { t, value, band } = seriesCurve("iops", three);
    expect([...t]).toEqual([500, 1500, 2000, 2500, 3500, 4000, 4500, 5500]);
    expect([...value]).toEqual([2, 3, Number.NaN, 4, 5, Number.NaN, 6, 7]);
    expect([...(band?.low ?? [])]).toEqual([1, 2, Number.NaN, 3, 4, Number.NaN, 5, 6]);
  });

  it("lies on the border, also where the readings on its sides are of different length", () => {
    const intervals = { start_ms: [0, 1000, 2000], end_ms: [1000, 2000, 2400] };
    const values = [1, 2, 3];
    const uneven = { ...three, intervals, min: values, mean: values, max: values };
    expect([...seriesCurve("iops", uneven).t]).toEqual([500, 1500, 2000, 2200]);
  });

  it("goes on through rounds of one name", () => {
    expect([...seriesCurve("iops", phased(["Round 1: Write", "Round 2: Write", "Round 3: Write"])).value]).toEqual([
      2, 3, 4, 5, 6, 7,
    ]);
  });

  it("keeps the border where it was when it is counted from its start", () => {
    const late = {
      ...three,
      t0_ms: 1000,
      phases: three.phases.map((phase) => ({ ...phase, t0_ms: phase.t0_ms + 1000 })),
    };
    expect([...seriesCurve("iops", countedFrom(late)).t]).toEqual([...seriesCurve("iops", three).t]);
  });

  it("has no row of its own for the gap", () => {
    const data: PreconditioningData = { ...whole, series: [three], range: null };
    expect(preconditioning.table(data).rows.map(([moment]) => moment)).toEqual([500, 1500, 2500, 3500, 4500, 5500]);
  });

  it("tells of one work alone, that with the most readings", () => {
    const description = (series: SeriesData) =>
      preconditioning.describe({ ...whole, verdict: "Steady.", series: [series], range: null });
    expect(description(three)).toBe("IOPS in Fill goes from 2 to 3. Steady.");
    expect(description(phased(["Fill", "Round 1: Write", "Round 2: Write"]))).toBe(
      "IOPS in Write goes from 4 to 7. Steady.",
    );
    expect(description(phased(["Write"]))).toBe("IOPS goes from 2 to 7. Steady.");
  });
});
