import { describe, expect, it } from "vitest";
import { drawSvg } from "../runtime";
import { THEMES } from "../theme";
import { histogramOverTime } from "./definition";
import { cellsName, histogramOverTimeOption } from "./option";
import { histogramOverTimeSample } from "./sample";
import { cellsOf, type HistogramOverTimeData, percentileLine } from "./slices";

const VIEW = { width: 1100, height: 400, interactive: true };

/** Four slices of 10 s: one without an I/O, one after a gap, and a row without an end. */
const data: HistogramOverTimeData = {
  percents: [50, 99, 99.9],
  min_beyond: 10,
  slices: {
    t0_ms: [0, 10_000, 20_000, 50_000],
    t1_ms: [10_000, 20_000, 30_000, 60_000],
    ios: [1100, 0, 100, 5000],
    percentiles_ns: [
      [102_000, null, 102_000, 410_000],
      [410_000, null, null, 410_000],
      [null, null, null, null],
    ],
  },
  cells: {
    low_ns: [98_304, 106_496, 393_216, 16_500_000_000],
    high_ns: [106_496, 114_688, 425_984, null],
    slice: [0, 0, 2, 3, 3],
    row: [0, 2, 0, 2, 3],
    ios: [1000, 100, 100, 4999, 1],
  },
};
const empty: HistogramOverTimeData = {
  ...data,
  slices: { t0_ms: [], t1_ms: [], ios: [], percentiles_ns: [[], [], []] },
  cells: { low_ns: [], high_ns: [], slice: [], row: [], ios: [] },
};
const option = (input: HistogramOverTimeData, interactive = true) =>
  histogramOverTimeOption(input, THEMES.light, { ...VIEW, interactive });
const named = (input: HistogramOverTimeData, name: string) =>
  option(input).series.filter((entry) => entry.name === name);

describe("the map", () => {
  it("has a rectangle for each cell that counted something, from edge to edge", () => {
    const [cells] = named(data, cellsName(data));
    expect(cells?.data).toEqual([
      [0, 98_304, 10_000, 106_496, 1000],
      [0, 393_216, 10_000, 425_984, 100],
      [20_000, 98_304, 30_000, 106_496, 100],
      [50_000, 393_216, 60_000, 425_984, 4999],
      [50_000, 16_500_000_000, 60_000, 16_500_000_000 * 1.125, 1],
    ]);
    expect(cellsOf(data).map(({ open }) => open)).toEqual([false, false, false, false, true]);
  });

  it("goes from the first I/O to the end of the last slice, by logarithms", () => {
    const { xAxis, yAxis } = option(data);
    expect([xAxis[0]?.min, xAxis[0]?.max]).toEqual([0, 60_000]);
    expect([yAxis[0]?.type, yAxis[0]?.min]).toEqual(["log", 98_304]);
    const drawn = drawSvg(option(data), 1100, 400);
    for (const text of ["Latency (s)", "30\u00a0s"]) expect(drawn).toContain(text);
  });

  it("says its scale in the legend", () => {
    expect(cellsName(data)).toBe("I/Os per cell, 1 (faint) to 5.00k (strong), logarithmic");
  });

  it("is drawn to the pixel, so that cells touch", () => {
    const drawn = drawSvg(option({ ...data, slices: { ...data.slices, ios: [1, 1, 1, 1] } }), 1100, 400);
    const rectangles = [...drawn.matchAll(/<path d="M([\d.]+) ([\d.]+)l[^"]*" fill="#[0-9A-F]{6}"/g)];
    expect(rectangles.length).toBeGreaterThanOrEqual(5);
    for (const [, x, y] of rectangles) expect([Number(x) % 1, Number(y) % 1]).toEqual([0, 0]);
  });

  it("tells a stall from a gap", () => {
    expect(named(data, "No I/O completed")[0]?.data).toEqual([[10_000, 98_304, 20_000, 16_500_000_000 * 1.125]]);
    expect(histogramOverTime.legend(data, THEMES.light).map(({ name }) => name)).toEqual([
      cellsName(data),
      "No I/O completed",
      "50 %",
      "99 %",
    ]);
    const busy = { ...data, slices: { ...data.slices, ios: [1, 1, 1, 1] } };
    expect(named(busy, "No I/O completed")).toEqual([]);
  });
});

describe("the percentiles", () => {
  it("hold for a slice from end to end, and break where nothing is known", () => {
    expect(percentileLine(data, 0)).toEqual([
      [0, 102_000],
      [10_000, 102_000],
      [10_000, null],
      [20_000, null],
      [20_000, 102_000],
      [30_000, 102_000],
      [50_000, null],
      [50_000, 410_000],
      [60_000, 410_000],
    ]);
  });

  it("are lines with the page's colour around them, one for each that some slice tells", () => {
    const [halo, line] = named(data, "99 %") as { lineStyle: { color: string; width: number } }[];
    expect(halo?.lineStyle.color).toBe(THEMES.light.background);
    expect(halo?.lineStyle.width).toBeGreaterThan(line?.lineStyle.width ?? 99);
    expect(named(data, "99.9 %")).toEqual([]);
  });
});

describe("a tooltip", () => {
  const text = (dataIndex: number, input = data) => {
    const { formatter } = option(input).tooltip;
    return typeof formatter === "function" ? formatter({ seriesType: "custom", dataIndex } as never, "") : null;
  };

  it("names cell, count and percentiles of its slice", () => {
    expect(text(1)).toBe(
      "0:00:00 to 0:00:10\n393 µs to 426 µs\n100 I/Os, 9.09 % of the slice\n50 %  102 µs\n99 %  410 µs\n99.9 %  n/a",
    );
    expect(text(4)).toContain("16.5 s and more");
    expect(text(99)).toBe("");
  });

  it("calls nearly all I/Os of a slice not all of them", () => {
    const { slices, cells } = data;
    const nearly = {
      ...data,
      slices: { ...slices, ios: [1_000_000, 0, 100, 5000] },
      cells: { ...cells, ios: [999_600, 400, 100, 4999, 1] },
    };
    expect(text(0, nearly)).toContain("999,600 I/Os, > 99.9 % of the slice");
    expect(text(2, nearly)).toContain("100 I/Os, 100 % of the slice");
  });
});

describe("what stands beside it", () => {
  it("is a sentence", () => {
    expect(histogramOverTime.describe(data)).toBe(
      "4 slices of 10 s, from left to right. " +
        "The 50 % latency is between 102 µs (at 0:00:00) and 410 µs (at 0:00:50). " +
        "The 99 % latency is 410 µs in every slice with a value. " +
        "Too few I/Os in a slice for 99.9 %. No I/O completed in 1 slice. 1 gap without data. " +
        "Lines need at least 10 slower I/Os.",
    );
    expect(histogramOverTime.describe(empty)).toBe("No slices.");
  });

  it("is a table with a row for each slice", () => {
    const { columns, rows } = histogramOverTime.table(data);
    expect(columns.map(({ label }) => label)).toEqual([
      "From",
      "To",
      "I/Os",
      "Fastest from",
      "Slowest below",
      "50 %",
      "99 %",
      "99.9 %",
    ]);
    expect(rows).toEqual([
      [0, 10_000, 1100, 98_304, 425_984, 102_000, 410_000, null],
      [10_000, 20_000, 0, null, null, null, null, null],
      [20_000, 30_000, 100, 98_304, 106_496, 102_000, null, null],
      [50_000, 60_000, 5000, 393_216, null, 410_000, 410_000, null],
    ]);
    expect(columns[0]?.format(10_500)).toBe("0:00:10.5");
  });
});

it("opens at the stretch of its page, and a picture shows that alone", () => {
  expect(option(data).dataZoom).toHaveLength(1);
  expect(histogramOverTime.extent?.(data)).toEqual([0, 60_000]);
  const [axis] = option({ ...data, range: { from: 10_000, to: 30_000 } }, false).xAxis;
  expect([axis?.min, axis?.max]).toEqual([10_000, 30_000]);
});

it.each([360, 1100])("does not fail at a width of %d, nor without anything", (width) => {
  for (const input of [data, empty, histogramOverTimeSample()]) {
    for (const theme of [THEMES.light, THEMES.dark]) {
      const drawn = drawSvg(histogramOverTimeOption(input, theme, { ...VIEW, width }), width, 400);
      expect(drawn).toContain("<svg");
      expect(drawn).not.toMatch(/NaN|Infinity|undefined/);
    }
  }
});
