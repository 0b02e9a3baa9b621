/** Temperature by day: spans, gaps and what a day of one reading is. */
import { expect, test } from "vitest";
import { DAY_MS } from "@/lib/calendar";
import { drawSvg } from "../runtime";
import { temperatureSample } from "../samples-drive";
import { THEMES } from "../theme";
import { driveTemperature } from "./definition";
import { driveTemperatureOption, meansWithGaps } from "./option";

const VIEW = { width: 430, height: 196, interactive: true };

test("days without a reading are a gap", () => {
  const day = (place: number) => ({ day: place * DAY_MS, low: 1, mean: 2, high: 3 });
  expect(meansWithGaps([day(0), day(1), day(5)])).toEqual([
    [0, 2],
    [DAY_MS, 2],
    [2 * DAY_MS, null],
    [5 * DAY_MS, 2],
  ]);
});

test("the last day is named at the end of the line", () => {
  const svg = drawSvg(driveTemperatureOption(temperatureSample(), THEMES.dark, VIEW), VIEW.width, VIEW.height);
  expect(svg).toMatch(/>mean \d+</);
  expect(svg).toMatch(/>high \d+</);
});

test("a period without readings says so and draws an empty plot", () => {
  const none = { days: [], since: 0, now: 30 * DAY_MS };
  expect(driveTemperature.describe(none)).toBe("This drive has not reported its temperature in this period.");
  expect(drawSvg(driveTemperatureOption(none, THEMES.light, VIEW), VIEW.width, VIEW.height)).not.toMatch(/NaN/);
});

test("lowest and highest of the period are in the sentence", () => {
  const days = [
    { day: Date.UTC(2026, 10, 1), low: 30, mean: 40, high: 50 },
    { day: Date.UTC(2026, 10, 2), low: 28, mean: 33, high: 41 },
  ];
  expect(driveTemperature.describe({ days, since: 0, now: 1 })).toBe(
    "Between 28 °C and 50 °C. The mean of 2 Nov 2026 is 33 °C.",
  );
});
