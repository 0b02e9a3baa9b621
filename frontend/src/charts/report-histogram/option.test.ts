import { describe, expect, it } from "vitest";
import { drawSvg } from "../runtime";
import { REPORT_HISTOGRAM_SAMPLE as data } from "../samples";
import { THEMES } from "../theme";
import { reportHistogram } from "./definition";
import { barsOf, CONFIDENCE_NAME, histogramOption, MARK_NAME, nines } from "./option";

const VIEW = { width: 700, height: 460, interactive: true };

describe("barsOf", () => {
  it("loses no I/O and keeps every bin inside its bar", () => {
    const bars = barsOf(data);
    expect(bars.reduce((sum, { ios }) => sum + ios, 0)).toBe(1_000_000);
    for (const { ns } of data.bins)
      expect(bars.some(({ from, to }) => ns >= from * 0.999 && ns < to * 1.001)).toBe(true);
  });

  it("takes a single bin, and bins of less than a nanosecond", () => {
    expect(barsOf({ ...data, bins: [{ ns: 0, ios: 3, percent: 100 }] })).toHaveLength(1);
    expect(barsOf({ ...data, bins: [] })).toEqual([]);
  });
});

describe("nines", () => {
  it("counts them, six at most", () => {
    expect([0, 90, 99, 100].map(nines).map((value) => Number(value.toFixed(6)))).toEqual([0, 1, 2, 6]);
  });
});

describe("histogramOption", () => {
  it("draws the confidence level through every bin", () => {
    const line = histogramOption(data, THEMES.light, VIEW).series.find(({ name }) => name === CONFIDENCE_NAME);
    expect(line?.data).toHaveLength(4);
  });

  it("marks what is known and writes its name", () => {
    const drawn = drawSvg(histogramOption(data, THEMES.light, VIEW), VIEW.width, VIEW.height);
    expect(drawn).toContain(">ART</text>");
    expect(drawn).toContain(">MRT</text>");
    const [series] = histogramOption(data, THEMES.light, VIEW).series.filter(({ name }) => name === MARK_NAME);
    expect(series?.markLine?.data?.map((mark) => "name" in mark && mark.name)).toEqual(["ART", "99.9 %", "MRT"]);
  });
});

describe("the words and numbers beside it", () => {
  it("name the marked response times that are known", () => {
    expect(reportHistogram.describe(data)).toBe(
      "1,000,000 I/Os: ART 117 µs, 99.9 % 900 µs, MRT 5.10 ms. Counts and shares have logarithmic scales.",
    );
    expect(reportHistogram.table(data).rows).toHaveLength(4);
  });
});
