/** Steps on the axis of time. */
import { expect, test } from "vitest";
import type { Run } from "@/api/types";
import { phaseSteps } from "@/components/plan-steps";
import { aPhasePlan } from "@/testing/profile-objects";
import { measuredSteps, placedByPlan, placedByRun } from "./placed-steps";

const STEPS = phaseSteps([
  aPhasePlan({ estimated_seconds: 30 }),
  aPhasePlan({ ordinal: 2, name: "Read QD1", kind: "measure", estimated_seconds: 5 }),
  aPhasePlan({ ordinal: 3, name: "Read QD2", kind: "measure", estimated_seconds: 5 }),
  aPhasePlan({ ordinal: 4, name: "Fill again", estimated_seconds: 10 }),
]);
const timed = (...spans: (readonly [number, number] | null)[]) =>
  ({
    phases: spans.map((span, index) => ({ ordinal: index + 1, t0_ms: span?.[0] ?? null, t1_ms: span?.[1] ?? null })),
  }) as Pick<Run, "phases">;

test("estimates share the width", () => {
  expect(placedByPlan(STEPS).map(({ from, to }) => [from, to])).toEqual([
    [0, 0.6],
    [0.6, 0.8],
    [0.8, 1],
  ]);
});

test("a run places its steps where they were, and leaves out what did not run", () => {
  const measured = measuredSteps(STEPS, timed([1000, 3000], [3000, 4000], [4500, 5000], null));
  expect(measured.map(({ from_ms, to_ms }) => [from_ms, to_ms])).toEqual([
    [1000, 3000],
    [3000, 5000],
  ]);
  expect(placedByRun(measured).map(({ from, to }) => [from, to])).toEqual([
    [0, 0.5],
    [0.5, 1],
  ]);
});
