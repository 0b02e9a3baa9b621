/** Unusual health values of a drive, compared with its own limits and with drives of its model. */
import { expect, test } from "vitest";
import type { DriveNeighbours } from "@/api/types";
import { someHealth } from "@/testing/objects";
import { type CheckedDrive, driveChecks } from "./drive-checks";

const NEIGHBOURS: DriveNeighbours = {
  scope: "server",
  drive_count: 7,
  wear: [{ at: "2026-11-21T01:00:00Z", used_percent: 22 }],
  used_percent: 20,
  temperature_c: 43,
};

const texts = (changes: Partial<CheckedDrive>) =>
  driveChecks({ health: someHealth(), neighbours: null, usedPercent: null, alertPercent: 90, ...changes });

test("a drive that reports nothing says so", () => {
  expect(texts({})).toEqual([{ tone: "warn", text: "Its health has not been read yet." }]);
});

test("faults come first, then warnings, then what is in order", () => {
  const health = someHealth({ passed: false, media_errors: 2, link_errors: 0 });
  expect(texts({ health }).map(({ tone }) => tone)).toEqual(["err", "warn", "ok"]);
});

test.each([
  [52, []],
  [53, ["10 K hotter than other drives of this model. Check the airflow."]],
])("%i °C beside drives at 43 °C", (temperature_c, expected) => {
  const health = someHealth({ passed: true, temperature_c });
  const warnings = texts({ health, neighbours: NEIGHBOURS }).filter(({ tone }) => tone === "warn");
  expect(warnings.map(({ text }) => text)).toEqual(expected);
});

test.each([
  [40, []],
  [66, ["Worn 3 times as much as other drives of this model"]],
])("%i %% used beside drives at 22 %%", (usedPercent, expected) => {
  const checks = texts({ health: someHealth({ passed: true }), neighbours: NEIGHBOURS, usedPercent });
  expect(checks.filter(({ tone }) => tone === "warn").map(({ text }) => text)).toEqual(expected);
});

test("spare blocks at their threshold are a fault, and wear beyond the alert a warning", () => {
  const health = someHealth({ spare_percent: 10, spare_threshold_percent: 10 });
  expect(texts({ health, usedPercent: 91 }).map(({ tone }) => tone)).toEqual(["err", "warn"]);
});
