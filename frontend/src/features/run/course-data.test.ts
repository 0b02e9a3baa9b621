/** A run as its chart over time draws it. */
import { describe, expect, it } from "vitest";
import { aPlan, aRun, aSeries, aVerdict } from "@/testing/objects";
import { aPhase } from "@/testing/result-objects";
import { drawingTurn, ioStart, meanBetween, plannedCourse, windowOf, windowSoFar } from "./course-data";

const done = aPhase({
  id: "1",
  ordinal: 1,
  name: "Fill",
  state: "finished",
  started_at: "2026-11-21T01:00:10Z",
  t0_ms: 10_000,
  t1_ms: 70_000,
});
const running = aPhase({
  id: "2",
  ordinal: 2,
  name: "Precondition",
  state: "running",
  t0_ms: 70_000,
  t1_ms: null,
  planned_seconds: 100,
});
const planned = (ordinal: number) =>
  aPhase({
    id: String(ordinal),
    ordinal,
    name: `QD ${ordinal}`,
    state: "planned",
    t0_ms: null,
    t1_ms: null,
    planned_seconds: 50,
  });

describe("plannedCourse", () => {
  const run = aRun({ phases: [done, running, planned(3), planned(4)] });

  it("ends where the lab expects the end, and shares the time between the phases to come", () => {
    const { phases, future } = plannedCourse(run, 120_000, 150);
    expect(phases.map(({ t0_ms, t1_ms }) => [t0_ms, t1_ms])).toEqual([
      [10_000, 70_000],
      [70_000, 170_000],
      [170_000, 220_000],
      [220_000, 270_000],
    ]);
    expect(future).toMatchObject({ from_ms: 170_000, to_ms: 270_000 });
  });

  it("has nothing to come once nothing is left", () => {
    expect(plannedCourse(aRun({ phases: [done] }), 70_000, null)).toEqual({
      phases: [{ name: "Fill", t0_ms: 10_000, t1_ms: 70_000 }],
      future: null,
    });
  });
});

it("the first I/O has its moment by any phase that began", () => {
  expect(ioStart({ phases: [planned(1), done] })).toBe(Date.parse("2026-11-21T01:00:00Z"));
  expect(ioStart({ phases: [planned(1)] })).toBeNull();
});

describe("windowSoFar", () => {
  const steady = {
    kind: "phase" as const,
    name: "Precondition",
    round: 3,
    max_rounds: 20,
    filled: 2,
    window: 5,
    tracked: [],
  };
  const stop = { kind: "steady", round_seconds: 10, spacing: 1 } as const;
  const plan = aPlan({ phases: [{ ordinal: 2, stop }] as never });

  it("covers the last rounds that are filled", () => {
    expect(windowSoFar({ phases: [done, running] }, steady, plan)).toMatchObject({ t0_ms: 80_000, t1_ms: 100_000 });
  });

  it("is none before the first round", () => {
    expect(windowSoFar({ phases: [running] }, { ...steady, filled: 0 }, plan)).toBeNull();
    expect(windowSoFar({ phases: [running] }, null, plan)).toBeNull();
  });
});

it("only a steady verdict has a window", () => {
  expect(windowOf(aVerdict())?.label).toBe("steady, rounds 1 to 5: range 4\u00a0%, slope 1\u00a0%");
  expect(windowOf(aVerdict({ status: "not_steady" }))).toBeNull();
});

it("a mean counts what lies in its span alone", () => {
  const series = aSeries({ t0_ms: 0, step_ms: 1000, mean: [1, 2, null, 4] });
  expect(meanBetween(series, 0, 2000)).toBe(1.5);
  expect(meanBetween(series, 2000, 3000)).toBeNull();
});

describe("drawingTurn", () => {
  const at = (...seconds: number[]) => seconds.map((second) => ({ t_ms: second * 1000 }));
  const remaining = (seconds: number) => ({ remaining_seconds: seconds });

  it("draws the planned time with the first progress, before any point", () => {
    expect(drawingTurn([], remaining(7200))).not.toBe(drawingTurn([], null));
  });

  it.each([
    [60, 1],
    [2400, 2],
    [7200, 5],
  ])("with %i s to come draws again after %i s", (left, step) => {
    const turns = new Set(Array.from({ length: 20 }, (_, second) => drawingTurn(at(100 + second), remaining(left))));
    expect(turns.size).toBe(20 / step);
  });

  it("draws each second while the end is unknown", () => {
    expect(drawingTurn(at(1), null)).not.toBe(drawingTurn(at(2), null));
  });
});
