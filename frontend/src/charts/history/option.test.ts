import { describe, expect, it } from "vitest";
import { drawSvg } from "../runtime";
import { THEMES } from "../theme";
import { history } from "./definition";
import { historyOption } from "./option";
import { historySample } from "./sample";

const VIEW = { width: 900, height: 320, interactive: true };
const theme = THEMES.light;
const data = historySample();
const option = () => historyOption(data, theme, VIEW);

describe("historyOption", () => {
  it("draws a figure for each run and a gap where there is none", () => {
    const line = option().series.find(({ type }) => type === "line") as { data: unknown[][] };
    expect(line.data).toHaveLength(10);
    expect(line.data[4]).toEqual([4, "-"]);
    expect(line.data[5]).toEqual([5, 80_000]);
  });

  it("marks changes between the runs, each kind in a style of its own", () => {
    const marks = option()
      .series.slice(2)
      .map((series) => (series as { markLine: { data: { xAxis: number }[]; lineStyle: { color: string } } }).markLine);
    expect(marks.map((mark) => mark.data.map(({ xAxis }) => xAxis))).toEqual([[4.5], [4.5]]);
    expect(new Set(marks.map((mark) => mark.lineStyle.color)).size).toBe(2);
  });

  it("names days below its axis, which need not begin at zero, and the newest value at the end", () => {
    expect(option().yAxis[0]).toMatchObject({ scale: true });
    const svg = drawSvg(option(), VIEW.width, VIEW.height);
    expect(svg).toContain(">1 Nov<");
    expect(svg).not.toContain(">0<");
    expect(svg).toContain("Firmware");
    expect(svg).toContain(">80.0k<");
  });

  it("names times below its axis where all runs are of one day", () => {
    const points = data.points.map((point, index) => ({
      ...point,
      at: new Date(2026, 10, 1, index, 30).toISOString(),
    }));
    expect(drawSvg(historyOption({ ...data, points }, theme, VIEW), VIEW.width, VIEW.height)).toContain(">00:30<");
  });

  it("draws what is usual and what belongs to another subject with their names", () => {
    const bands = [
      { kind: "other" as const, from: 0, to: 4, low: 99_000, high: 101_000, label: "c-19, not counted here" },
      { kind: "usual" as const, from: 5, to: 9, low: 79_000, high: 81_000, label: "usual range" },
    ];
    const points = data.points.map((point, index) =>
      index === 9 ? { ...point, span: [79_500, 80_500] as const } : point,
    );
    const drawn = historyOption({ ...data, points, bands }, theme, VIEW);
    const svg = drawSvg(drawn, VIEW.width, VIEW.height);
    expect(svg).toContain("c-19, not counted here");
    expect(svg).toContain("usual range");
    const line = drawn.series.find(({ type }) => type === "line") as { markArea: { data: { xAxis: number }[][] } };
    expect(line.markArea.data.map((band) => band.map(({ xAxis }) => xAxis))).toEqual([
      [-0.5, 4.5],
      [4.5, 9.5],
    ]);
    const { columns, rows } = history.table({ ...data, points, bands });
    expect(columns.map(({ label }) => label)).toContain("Lowest");
    expect(rows[9]?.slice(2, 5)).toEqual([80_000, 79_500, 80_500]);
    expect(rows[0]?.slice(2, 5)).toEqual([100_000, null, null]);
  });

  it("draws nothing, and does not fail, without runs", () => {
    const empty = { ...data, points: [], marks: [] };
    expect(drawSvg(historyOption(empty, theme, VIEW), VIEW.width, VIEW.height)).toContain("<svg");
    expect(history.describe(empty)).toContain("No run has a value");
  });
});

describe("history", () => {
  it("says where it began, where it ends and what changed", () => {
    expect(history.describe(data)).toBe(
      "IOPS at 4 KiB random write: 100k in r-1, 80.0k in r-10, over 9 runs. 1 change of the configuration and 1 change of the level on the way.",
    );
  });

  it("has every run in its table, with what changed before it", () => {
    const { rows } = history.table(data);
    expect(rows).toHaveLength(10);
    expect(rows[4]?.[2]).toBeNull();
    expect(rows[5]?.[3]).toBe("Firmware of the controller: 8.4 to 8.5 · \u221220 %");
  });

  it("has an entry of the legend for each kind of mark", () => {
    expect(history.legend(data, theme)).toHaveLength(3);
    expect(history.legend({ ...data, marks: [] }, theme)).toHaveLength(1);
  });
});
