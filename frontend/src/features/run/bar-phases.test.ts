/** The phases of a run as segments of its bar. */
import { expect, test } from "vitest";
import { aPhase } from "@/testing/result-objects";
import { barPhases, presentPhase } from "./bar-phases";

const phases = [
  aPhase({ id: "1", ordinal: 1, name: "Fill", state: "finished", t0_ms: 0, t1_ms: 30_000, planned_seconds: 20 }),
  aPhase({ id: "2", ordinal: 2, name: "Read", state: "running", t0_ms: 30_000, t1_ms: null, planned_seconds: 10 }),
  aPhase({ id: "3", ordinal: 3, name: "Write", state: "planned", t0_ms: null, t1_ms: null, planned_seconds: 10 }),
];

test("a phase is as long as it took, else as planned, and the present one is filled to its share", () => {
  expect(barPhases(phases, 35_000)).toEqual([
    { name: "Fill", shortName: "Fill", seconds: 30, state: "done" },
    { name: "Read", shortName: "Read", seconds: 10, state: "now", share: 0.5 },
    { name: "Write", shortName: "Write", seconds: 10, state: "to_come" },
  ]);
});

test("phases of one kind are told apart by what differs, not by what they begin with", () => {
  const named = ["Precondition", "Read QD1", "Read QD2"].map((name) => aPhase({ name, state: "planned" }));
  expect(barPhases(named, null).map(({ shortName }) => shortName)).toEqual(["Precondition", "QD1", "QD2"]);
});

test("a phase that takes longer than planned is full and no more", () => {
  expect(barPhases(phases, 90_000)[1]?.share).toBe(1);
});

test("the present phase is the one that runs", () => {
  expect(presentPhase(phases, null)?.name).toBe("Read");
  expect(presentPhase([], null)).toBeUndefined();
});

test("phases that a stop cut off are not done, and one that was not needed is", () => {
  const states = (...given: ("finished" | "skipped" | "cancelled")[]) =>
    barPhases(
      phases.map((phase, place) => ({ ...phase, state: given[place] ?? "finished" })),
      null,
    ).map(({ state }) => state);
  expect(states("finished", "cancelled", "skipped")).toEqual(["done", "to_come", "to_come"]);
  expect(states("finished", "skipped", "finished")).toEqual(["done", "done", "done"]);
});
