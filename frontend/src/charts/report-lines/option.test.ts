import { describe, expect, it } from "vitest";
import type { LinesPanel } from "../report/panels";
import { drawSvg } from "../runtime";
import { REPORT_LINES_SAMPLE as data } from "../samples";
import { THEMES } from "../theme";
import { reportLines } from "./definition";
import { AVERAGE_NAME, FIT_NAME, LIMIT_NAME, linesOption } from "./option";

const VIEW = { width: 700, height: 320, interactive: true };
const named = (name: string, input: LinesPanel = data) =>
  linesOption(input, THEMES.light, VIEW).series.filter((series) => series.name === name);
const sizes: LinesPanel = {
  title: "IOPS over block size",
  x: { label: "Block size", unit: "bytes", base: 2 },
  y: { label: "IOPS", unit: "1/s", base: 10 },
  lines: [
    { name: "100/0", x: [512, 4096, 1_048_576], y: [41_000, 40_000, 500] },
    { name: "0/100", x: [512, 4096, 1_048_576], y: [0, null, 400] },
  ],
  marks: null,
};

describe("linesOption", () => {
  it("draws what a window is judged by over the window", () => {
    expect(named(AVERAGE_NAME).map((series) => series.data)).toEqual([
      [
        [3, 9500],
        [7, 9500],
      ],
    ]);
    expect(named(LIMIT_NAME)).toHaveLength(2);
    expect(named(FIT_NAME)[0]?.data).toEqual([
      [3, 9300],
      [7, 9700],
    ]);
    expect(named(FIT_NAME, { ...data, marks: null })).toEqual([]);
  });

  it("leaves a gap for what is unknown, and for zero on a logarithmic axis", () => {
    expect(named("0/100", sizes)[0]?.data).toEqual([
      [512, "-"],
      [4096, "-"],
      [1_048_576, 400],
    ]);
  });

  it("begins at zero unless it shows a window", () => {
    expect(linesOption({ ...data, marks: null }, THEMES.light, VIEW).yAxis[0]).toMatchObject({ min: 0 });
    expect(linesOption(data, THEMES.light, VIEW).yAxis[0]).toMatchObject({ scale: true });
  });

  it("writes sizes as sizes, times as hours and rounds as whole numbers", () => {
    const drawn = (input: LinesPanel) => drawSvg(linesOption(input, THEMES.light, VIEW), VIEW.width, VIEW.height);
    const day: LinesPanel = {
      ...sizes,
      x: { label: "Time", unit: "s", base: null },
      lines: [{ name: "A", x: [60, 43_200, 86_400], y: [3, 2, 1] }],
    };
    expect(drawn(sizes)).toContain(">4 KiB</text>");
    expect(drawn(sizes)).toContain(">1 MiB</text>");
    expect(drawn(day)).toContain(">Time (h)</text>");
    expect(drawn(day)).toContain(">12</text>");
    expect(drawn(data)).not.toContain(">3.5</text>");
  });
});

describe("the words and numbers beside it", () => {
  it("say where the window lies and what it averages", () => {
    expect(reportLines.describe(data)).toBe(
      "IOPS over round: rounds 3 to 7, mean 9.500k. The vertical axis does not start at zero.",
    );
    expect(reportLines.describe({ ...sizes, lines: [] })).toBe("IOPS over block size: no values.");
  });

  it("have one row for each place, or for each point where lines share none", () => {
    expect(reportLines.table(sizes).rows).toEqual([
      [512, 41_000, 0],
      [4096, 40_000, null],
      [1_048_576, 500, 400],
    ]);
    const apart = { ...sizes, lines: sizes.lines.map((line, index) => ({ ...line, x: [index + 1], y: [index] })) };
    expect(reportLines.table(apart).rows).toEqual([
      ["100/0", 1, 0],
      ["0/100", 2, 1],
    ]);
  });

  it("have every point of a line that comes back to a place", () => {
    const back: LinesPanel = {
      ...sizes,
      x: { label: "IOPS", unit: "1/s", base: null },
      y: { label: "Mean latency", unit: "ns", base: null },
      lines: [
        { name: "A", x: [100, 200, 200], y: [1000, 2000, 9000] },
        { name: "B", x: [100], y: [3000] },
      ],
    };
    expect(reportLines.table(back).columns.map(({ label }) => label)).toEqual(["Line", "IOPS", "Mean latency"]);
    expect(reportLines.table(back).rows).toEqual([
      ["A", 100, 1000],
      ["A", 200, 2000],
      ["A", 200, 9000],
      ["B", 100, 3000],
    ]);
    expect(reportLines.table({ ...back, lines: back.lines.slice(0, 1) }).rows).toHaveLength(3);
  });

  it("have a legend entry for what is drawn", () => {
    expect(reportLines.legend(data, THEMES.light)).toHaveLength(4);
    expect(reportLines.legend(sizes, THEMES.light)).toHaveLength(2);
  });
});
