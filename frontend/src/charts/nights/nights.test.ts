/** Charts of single runs by date: judgement, drawing, words and tables. */
import { expect, test } from "vitest";
import { latest } from "../latest-usual/definition";
import { nightMap } from "../night-map/definition";
import { nightVerdicts, verdictNights } from "../night-verdicts/definition";
import { nightly } from "../nightly/definition";
import { drawSvg } from "../runtime";
import { THEMES } from "../theme";
import { firmwareMarks, judgedLines, type NightsData } from "./lines";
import { aNightLine, NIGHTS_SAMPLE, VERDICTS_SAMPLE } from "./sample";

const theme = THEMES.light;
const VIEW = { width: 700, height: 300, interactive: true };
const few: NightsData = { ...NIGHTS_SAMPLE, lines: [aNightLine("New", 0, [100, 101])] };
type Items = { value: [number, number]; symbol?: string }[];

test("the newest line names the run since which it is worse", () => {
  const [first, second] = judgedLines(NIGHTS_SAMPLE);
  expect([first?.since, second?.since?.run]).toEqual([null, "r-106"]);
  expect(second?.usual).toEqual({ median: 140e3, low: 139.5e3, high: 141e3, count: 5 });
  expect(second?.look.isWorse).toBe(true);
  expect(nightly.describe(NIGHTS_SAMPLE)).toContain("Worse than usual: RAID 5, since 6 Nov.");
});

test("runs that are worse and runs that are not steady have marks of their own", () => {
  const lines = nightly.option(NIGHTS_SAMPLE, theme, VIEW).series.filter(({ name }) => name === "RAID 5");
  const symbols = lines.flatMap(({ data }) => data as Items).map(({ symbol }) => symbol);
  expect(symbols).toEqual([undefined, undefined, "triangle", undefined, undefined, "diamond", "diamond", "diamond"]);
  const names = nightly.legend(NIGHTS_SAMPLE, theme).map(({ name }) => name);
  expect(names).toEqual(["RAID 10", "RAID 5", "Worse than usual", "Not steady"]);
});

test("a change of firmware is an upright mark with its text, and a row of the table names it", () => {
  const [first, second] = NIGHTS_SAMPLE.lines;
  if (!first || !second) throw new Error("the sample has two lines");
  const firmware = [{ part: "Firmware of the drives", from: "1.3", to: "1.4" }];
  const runs = second.runs.map((run, night) => (night === 5 ? { ...run, firmware } : run));
  const data = { ...NIGHTS_SAMPLE, lines: [first, { ...second, runs }] };
  expect(firmwareMarks(judgedLines(data))).toEqual([{ at: Date.parse(runs[5]?.at ?? ""), text: "firmware 1.4" }]);
  expect(drawSvg(nightly.option(data, theme, VIEW), VIEW.width, VIEW.height)).toContain(">firmware 1.4<");
  expect(nightly.describe(data)).toContain("Firmware of the drives: 1.3 → 1.4 on 6 Nov.");
  const { columns, rows } = nightly.table(data);
  expect(columns.at(-1)?.label).toBe("Firmware change");
  expect(rows.filter((row) => row.at(-1) !== null).map((row) => [row[1], row.at(-1)])).toEqual([
    ["r-106", "Firmware of the drives: 1.3 → 1.4"],
  ]);
  expect(nightly.table(NIGHTS_SAMPLE).columns).toHaveLength(columns.length - 1);
});

test("runs of one day have times of day below them", () => {
  const [line] = NIGHTS_SAMPLE.lines;
  if (!line) throw new Error("the sample has lines");
  const runs = line.runs.slice(0, 4).map((run, place) => ({ ...run, at: `2026-11-28T20:${10 + 10 * place}:00Z` }));
  const option = nightly.option({ ...NIGHTS_SAMPLE, lines: [{ ...line, runs }] }, theme, VIEW);
  const [axis] = option.xAxis as { axisLabel: { formatter: (moment: number) => string } }[];
  expect(axis?.axisLabel.formatter(Date.UTC(2026, 10, 28, 20, 30))).toBe("20:30");
});

test("changes are of the usual median of each line, and lines without one are left out", () => {
  const lines = [...NIGHTS_SAMPLE.lines, ...few.lines];
  const { series } = nightly.option({ ...NIGHTS_SAMPLE, lines, numbers: "relative" }, theme, VIEW);
  const drawn = series.filter(({ type }) => type === "line");
  expect(drawn.map(({ name }) => name)).toEqual(["RAID 10", "RAID 5"]);
  const items = drawn.flatMap(({ data }) => data as Items);
  expect(items[13]?.value[1]).toBeCloseTo(-11.43, 1);
  expect(nightly.table({ ...NIGHTS_SAMPLE, lines }).rows).toHaveLength(18);
});

test("a value is missing where it does not count, and an empty chart says so", () => {
  const gap = { ...NIGHTS_SAMPLE, lines: [aNightLine("A", 0, [100, null, 102])] };
  expect(nightly.table(gap).rows.map((row) => row[1])).toEqual(["r-1", "r-3"]);
  const empty = { ...NIGHTS_SAMPLE, lines: [aNightLine("A", 0, [null])] };
  expect(nightly.describe(empty)).toBe("No dated results.");
  expect(drawSvg(nightly.option(empty, theme, VIEW), 700, 300)).not.toMatch(/NaN/);
});

test("the newest run is a bar beside the range and the median of those before it", () => {
  const { series } = latest.option(NIGHTS_SAMPLE, theme, VIEW);
  expect(series[0]?.data).toEqual([
    [0, 229e3, 231.5e3, 230e3],
    [1, 139.5e3, 141e3, 140e3],
  ]);
  const bars = series[1]?.data as { value: number; itemStyle: { color: string } }[];
  expect(bars.map(({ value, itemStyle }) => [value, itemStyle.color])).toEqual([
    [229.5e3, theme.ghost],
    [124.5e3, theme.limit],
  ]);
  const svg = drawSvg(latest.option(NIGHTS_SAMPLE, theme, VIEW), VIEW.width, VIEW.height);
  expect(svg).toContain(">125k (\u221211.1 %)<");
  expect(latest.option(few, theme, VIEW).series[0]?.data).toEqual([]);
  expect(latest.option({ ...few, numbers: "ratio" }, theme, VIEW).series[1]?.data).toEqual([]);
});

test("nights that are worse are outlined, and lines without a usual one have no row", () => {
  const lines = [...NIGHTS_SAMPLE.lines, ...few.lines];
  const svg = drawSvg(nightMap.option({ ...NIGHTS_SAMPLE, lines }, theme, VIEW), VIEW.width, VIEW.height);
  expect(svg.split(`stroke="${theme.limit}"`)).toHaveLength(4);
  expect(svg).toContain(">\u221211<");
  expect(svg).not.toContain(">New<");
  expect(nightMap.describe(few)).toContain("three earlier runs");
});

test("verdicts are counted by the day of UTC", () => {
  const [first, second] = verdictNights(VERDICTS_SAMPLE);
  expect([first?.counts.steady, second?.counts.not_steady]).toEqual([2, 1]);
  expect(nightVerdicts.table(VERDICTS_SAMPLE).rows[1]).toEqual(["2026-11-02", 1, 1, 0, 0]);
  expect(nightVerdicts.describe(VERDICTS_SAMPLE)).toBe("8 nights: 10 steady, 2 not steady, 2 failed, 2 not judged.");
});
