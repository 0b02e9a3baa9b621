/** The wear of a drive: what is drawn of a forecast, and what is not. */
import { describe, expect, it } from "vitest";
import { DAY_MS } from "@/lib/calendar";
import { drawSvg } from "../runtime";
import { wearSample } from "../samples-drive";
import { THEMES } from "../theme";
import { driveWear } from "./definition";
import { type DriveWearData, driveWearOption, endOfAxis, FORECAST_NAME, forecastText } from "./option";

const VIEW = { width: 860, height: 262, interactive: true };
const theme = THEMES.light;
const data = wearSample();
const without: DriveWearData = { ...data, forecast: null, reason: "Only one reading so far." };
const draw = (sample: DriveWearData) => drawSvg(driveWearOption(sample, theme, VIEW), VIEW.width, VIEW.height);
const forecastOf = (sample: DriveWearData) =>
  driveWearOption(sample, theme, VIEW).series.filter(({ name }) => name === FORECAST_NAME);

describe("driveWearOption", () => {
  it("names the limits of the maker and of the lab", () => {
    const svg = draw(data);
    expect(svg).toContain("100 % of rated writes");
    expect(svg).toContain("alert of this lab, 90\u00a0%");
  });

  it("draws a forecast with its interval and its date", () => {
    expect(forecastOf(data)).toHaveLength(3);
    expect(draw(data)).toContain("Aug 2027, Jun to Nov 2027");
    const narrow = driveWearOption(data, theme, { ...VIEW, width: 340 });
    expect(drawSvg(narrow, 340, VIEW.height)).toContain(">Aug 2027<");
  });

  it("draws no forecast from too few readings, and says why", () => {
    expect(forecastOf(without)).toHaveLength(0);
    expect(draw(without)).not.toContain("forecast");
    expect(driveWear.caption?.(without)).toBe("Only one reading so far.");
    expect(driveWear.describe(without)).toContain("Only one reading so far.");
    expect(endOfAxis(without)).toBe(data.now);
  });

  it("ends the axis with the interval, and no later than as long as the past", () => {
    expect(endOfAxis(data)).toBe((data.forecast?.until ?? 0) + 14 * DAY_MS);
    const slow = { ...data, forecast: { at: Date.UTC(2040, 0, 1), from: Date.UTC(2035, 0, 1), until: null } };
    expect(endOfAxis(slow)).toBe(data.now + 365 * DAY_MS);
    expect(draw(slow)).not.toMatch(/NaN|Infinity/);
    expect(forecastText(slow.forecast)).toBe("Jan 2040, Jan 2035 or later");
  });

  it("draws a drive that is used up and one without readings", () => {
    const used: DriveWearData = { ...data, points: [[data.since, 120]] };
    expect(forecastOf(used)).toHaveLength(0);
    const none: DriveWearData = { ...without, points: [], neighbours: null };
    expect(draw(none)).toContain("<svg");
    expect(driveWear.describe(none)).toBe("This drive has not reported its wear in this period.");
  });
});

describe("driveWear", () => {
  it("has every reading of the drive and of its neighbours in its table", () => {
    const small: DriveWearData = {
      ...data,
      points: [
        [1000, 10],
        [3000, 30],
      ],
      neighbours: { name: "median", points: [[2000, 5]] },
    };
    expect(driveWear.table(small).rows.map((row) => row.slice(1))).toEqual([
      [10, null],
      [null, 5],
      [30, null],
    ]);
    expect(driveWear.legend(data, theme).map(({ name }) => name)).toEqual(["slot 7", "median of 15 drives"]);
  });
});
