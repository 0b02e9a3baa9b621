/** Bytes written by week: stacked causes, one unit, and weeks that are not known. */
import { expect, test } from "vitest";
import { drawSvg } from "../runtime";
import { WRITES_SAMPLE } from "../samples-drive";
import { THEMES } from "../theme";
import { driveWrites } from "./definition";
import { driveWritesOption, writesUnit } from "./option";

const VIEW = { width: 860, height: 176, interactive: true };
const start = Date.UTC(2026, 10, 2);
const week = { start, runs: 3e12, preparation: 1e12, other: null };

test("causes are stacked, and what is unknown has no bar", () => {
  const { series } = driveWritesOption({ weeks: [week] }, THEMES.light, VIEW);
  expect(series.map(({ name, data }) => [name, data])).toEqual([
    ["runs", [3e12]],
    ["preparation", [1e12]],
    ["outside the lab", ["-"]],
  ]);
});

test("the unit is that of the week with the most bytes", () => {
  expect(writesUnit({ weeks: [week] })).toBe("TB");
  expect(writesUnit({ weeks: [{ ...week, runs: 2e9, preparation: 0 }] })).toBe("GB");
  expect(writesUnit({ weeks: [] })).toBe("B");
});

test("months are named where they begin", () => {
  const svg = drawSvg(driveWritesOption(WRITES_SAMPLE, THEMES.light, VIEW), VIEW.width, VIEW.height);
  expect(svg).toContain(">Jan 2026<");
  expect(svg).toContain(">Nov<");
});

test("the table tells unknown from nothing, and the caption says that some weeks are incomplete", () => {
  const { columns, rows } = driveWrites.table({ weeks: [week, { ...week, other: 0 }] });
  const format = columns[3]?.format;
  expect(rows.map((row) => format?.(row[3] ?? null))).toEqual(["unknown", "0 B"]);
  expect(driveWrites.caption?.({ weeks: [week] })).toMatch(/incomplete/);
  expect(driveWrites.caption?.({ weeks: [{ ...week, other: 0 }] })).toBe("");
  expect(driveWrites.describe({ weeks: [week] })).toBe(
    "1 week: 3 TB by runs, 1 TB by preparation, unknown by outside the lab.",
  );
});
