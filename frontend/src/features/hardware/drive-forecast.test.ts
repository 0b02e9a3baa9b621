/** The forecast of a drive in facts, and what its charts are given. */
import { expect, test } from "vitest";
import { aForecast, aLife } from "@/testing/hardware-objects";
import { forecastFacts, forecastNote, temperatureData, wearData, writesData } from "./drive-forecast";

const NOW = Date.UTC(2026, 10, 28);
const fact = (name: string, changes = {}) => forecastFacts(aForecast(changes)).find((one) => one.name === name)?.value;

test("dates are months, with their interval", () => {
  expect(fact("100 % of rated")).toBe("Aug 2027");
  expect(fact("95 % interval")).toBe("Jun to Nov 2027");
  expect(fact("95 % interval", { exhausted_latest_at: null })).toBe("Jun 2027 or later");
  expect(fact("Alert at 90\u00a0%")).toBe("Jun 2027");
});

test("what is unknown, reached or far away is said", () => {
  expect(fact("100 % of rated", { remaining_days: null, exhausted_at: null })).toBeNull();
  expect(fact("100 % of rated", { remaining_days: 5e5, exhausted_at: null })).toBe("in more than 100 years");
  expect(fact("100 % of rated", { used_percent: 104 })).toBe("reached");
  expect(fact("Alert at 90\u00a0%", { used_percent: 95, alert_at: null })).toBe("reached");
  expect(fact("95 % interval", { exhausted_earliest_at: null })).toBeNull();
});

test("a forecast without an interval is said and not drawn", () => {
  const forecast = aForecast({ exhausted_earliest_at: null, exhausted_latest_at: null, week_count: 2 });
  expect(wearData("slot 7", aLife({ forecast }), NOW).forecast).toBeNull();
  expect(forecastNote(forecast)).toBe(
    "From 80 readings over 90 days. An interval needs 4 weeks of readings. There are 2.",
  );
});

test("the axis begins with the period, else with the first reading", () => {
  const wear = [{ at: "2026-03-01T00:00:00Z", used_percent: 3 }];
  expect(wearData("slot 7", aLife({ wear }), NOW).since).toBe(Date.UTC(2026, 2, 1));
  const since = "2025-11-28T00:00:00Z";
  expect(wearData("slot 7", aLife({ wear, since }), NOW).since).toBe(Date.UTC(2025, 10, 28));
  expect(temperatureData(aLife(), NOW)).toEqual({ days: [], since: NOW, now: NOW });
});

test("unknown bytes stay unknown", () => {
  const weeks = [{ start: "2026-11-02", run_bytes: 1, preparation_bytes: 0, other_bytes: null }];
  expect(writesData(aLife({ weeks })).weeks).toEqual([
    { start: Date.UTC(2026, 10, 2), runs: 1, preparation: 0, other: null },
  ]);
});
