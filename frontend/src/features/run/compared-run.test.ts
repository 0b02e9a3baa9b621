/** The run that another one is compared with. */
import { expect, test } from "vitest";
import { aRunSummary } from "@/testing/objects";
import { changePercent, lastOfConfiguration } from "./compared-run";

const other = { id: "configuration-2", number: "c-2", name: "Two drives" };
const at = (number: string, hour: number, changes = {}) => ({
  run: aRunSummary({ id: number, number, started_at: `2026-11-21T0${hour}:00:00Z`, ...changes }),
  class_hash: "ab",
});
const own = aRunSummary({ id: "r-9", started_at: "2026-11-21T09:00:00Z" });

test("the last run is the newest earlier one of the same configuration", () => {
  const items = [at("r-1", 1), at("r-2", 2), at("r-3", 3, { configuration: other })];
  expect(lastOfConfiguration(own, { items })?.number).toBe("r-2");
});

test.each([
  ["failed", { state: "failed" }],
  ["invalid", { invalid: { at: "2026-11-21T05:00:00Z", by: null, reason: null } }],
])("a %s run is not compared with", (_, changes) => {
  expect(lastOfConfiguration(own, { items: [at("r-1", 1), at("r-2", 2, changes)] })?.number).toBe("r-1");
});

test("a run without a configuration has none", () => {
  expect(lastOfConfiguration({ ...own, configuration: null }, { items: [at("r-1", 1)] })).toBeNull();
});

test("a change is percent of the other value, and nothing of nothing", () => {
  expect(changePercent(150, 100)).toBe(50);
  expect(changePercent(150, 0)).toBeNull();
  expect(changePercent(null, 100)).toBeNull();
});
