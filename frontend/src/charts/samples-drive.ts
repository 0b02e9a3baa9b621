/** Data of one drive over a year for the gallery and for tests. */
import { DAY_MS } from "@/lib/calendar";
import { driveTemperature } from "./drive-temperature/definition";
import type { DriveTemperatureData } from "./drive-temperature/option";
import { driveWear } from "./drive-wear/definition";
import type { DriveWearData } from "./drive-wear/option";
import { driveWrites } from "./drive-writes/definition";
import type { DriveWritesData } from "./drive-writes/option";
import { sampleOf } from "./sample";

export const SAMPLE_START = Date.UTC(2026, 0, 5);
const DAYS = 330;
const NOW = SAMPLE_START + DAYS * DAY_MS;

const weeks = Array.from({ length: 47 }, (_, place) => place);

/** A drive that wears faster than the others, with a forecast. */
export function wearSample(): DriveWearData {
  return {
    name: "slot 7",
    points: Array.from({ length: DAYS }, (_, day) => [
      SAMPLE_START + day * DAY_MS,
      14 + 0.05 * day + 0.00025 * day * day,
    ]),
    neighbours: {
      name: "median of 15 drives",
      points: weeks.map((week) => [SAMPLE_START + week * 7 * DAY_MS, 9 + 0.28 * week]),
    },
    forecast: { at: Date.UTC(2027, 7, 15), from: Date.UTC(2027, 5, 10), until: Date.UTC(2027, 10, 2) },
    reason: "By the endurance that its model is rated for.",
    alertPercent: 90,
    since: SAMPLE_START,
    now: NOW,
  };
}

/** A warm summer, with a week without readings and a day with one. */
export function temperatureSample(): DriveTemperatureData {
  const days = Array.from({ length: DAYS }, (_, day) => {
    const mean = 42 + 4 * Math.sin(day / 50) + 1.5 * Math.sin(day);
    return { day: SAMPLE_START + day * DAY_MS, low: mean - 4, mean, high: mean + 8 };
  });
  const one = { day: SAMPLE_START + 104 * DAY_MS, low: 41, mean: 41, high: 41 };
  return { days: [...days.slice(0, 100), one, ...days.slice(108)], since: SAMPLE_START, now: NOW };
}

/** Weeks of two causes, a few of the third, and one that is unknown. */
export const WRITES_SAMPLE: DriveWritesData = {
  weeks: weeks.map((week) => ({
    start: SAMPLE_START + week * 7 * DAY_MS,
    runs: week === 12 ? null : (40 + 60 * Math.abs(Math.sin(week))) * 1e12,
    preparation: (12 + 20 * Math.abs(Math.cos(week))) * 1e12,
    other: week < 3 ? (55 - 15 * week) * 1e12 : week === 12 ? null : 0,
  })),
};

export const samples = [
  sampleOf(driveWear, wearSample),
  sampleOf(driveTemperature, temperatureSample),
  sampleOf(driveWrites, () => WRITES_SAMPLE),
];
