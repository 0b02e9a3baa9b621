/** The run before one in its series. */
import { expect, test } from "vitest";
import { aRunSummary } from "@/testing/objects";
import { previousRun } from "./previous-run";

const at = (number: string, hour: number, changes = {}) => ({
  run: aRunSummary({ id: number, number, started_at: `2026-11-21T0${hour}:00:00Z`, ...changes }),
  class_hash: "ab",
});

test("it is the newest that started before, whether or not the run itself is in the history", () => {
  const items = [at("r-1", 1), at("r-2", 2), at("r-3", 3), at("r-4", 4)];
  expect(previousRun(aRunSummary({ id: "r-3", started_at: "2026-11-21T03:00:00Z" }), { items })?.number).toBe("r-2");
  expect(previousRun(aRunSummary({ id: "r-9", started_at: "2026-11-21T09:00:00Z" }), { items })?.number).toBe("r-4");
});

test("there is none before the first, and none that cannot be compared", () => {
  expect(
    previousRun(aRunSummary({ id: "r-1", started_at: "2026-11-21T01:00:00Z" }), { items: [at("r-1", 1)] }),
  ).toBeNull();
  const items = [at("r-1", 1, { configuration: null })];
  expect(previousRun(aRunSummary({ id: "r-2", started_at: "2026-11-21T02:00:00Z" }), { items })).toBeNull();
});
