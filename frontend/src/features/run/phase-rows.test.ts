/** Rows of the Gantt chart. */
import { expect, test } from "vitest";
import { aPhase } from "@/testing/result-objects";
import { phaseRows } from "./phase-rows";

test("a loop is one row, phases outside of it one each", () => {
  const loop = Array.from({ length: 6 }, (_, index) =>
    aPhase({ ordinal: index + 2, name: `cell ${index % 2}`, loop: "IOPS", round: Math.floor(index / 2) + 1 }),
  );
  const rows = phaseRows([aPhase({ name: "Fill", kind: "fill" }), ...loop, aPhase({ ordinal: 8, name: "Read" })]);

  expect(rows.map(({ label }) => label)).toEqual(["1. Fill", "IOPS: rounds 1 to 3, 2 phases each", "8. Read"]);
  expect(rows.map(({ bars }) => bars.length)).toEqual([1, 6, 1]);
  expect(rows[0]?.bars[0]).toMatchObject({ word: "finished", kind: "fill", t0_ms: 0, t1_ms: 60_000, planned_ms: null });
});

test("many phases of one kind and group are folded", () => {
  const many = Array.from({ length: 40 }, (_, index) =>
    aPhase({ ordinal: index + 2, group: index < 30 ? "4K" : null, planned_seconds: 60 }),
  );
  const rows = phaseRows([aPhase({ name: "Fill", kind: "fill" }), ...many]);

  expect(rows.map(({ label }) => label)).toEqual(["1. Fill", "4K: 30 phases", "measure: 10 phases"]);
  expect(rows[1]?.bars[0]?.planned_ms).toBe(60_000);
});
