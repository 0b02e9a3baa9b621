/** The duration of a run in words. */
import { expect, test } from "vitest";
import type { PhasePlan, Plan } from "@/api/types";
import { aPlan } from "@/testing/objects";
import { planTotal } from "./plan-total";

const phase = (estimated_seconds: number) => ({ estimated_seconds }) as PhasePlan;
const step = (max_seconds: number) => ({ max_seconds }) as NonNullable<Plan["preparation"]>[number];
const phases = [phase(2.3), phase(20), phase(30)];

test("what goes by around the phases is told, so that their sum is not missed in the whole", () => {
  expect(planTotal(aPlan({ phases, estimated_seconds: 58.3, max_seconds: 590 }))).toBe(
    "A run takes 58 s (52 s of phases, 6 s before, between and after the phases), at most 9 min 50 s.",
  );
});

test("preparation is a part of its own", () => {
  const preparation = [step(60), step(30)];
  expect(planTotal(aPlan({ phases, preparation, estimated_seconds: 142.4, max_seconds: 600 }))).toBe(
    "A run takes 2 min 22 s (52 s of phases, 1 min 30 s of preparation), at most 10 min.",
  );
});

test("a plan of phases alone is told in one figure", () => {
  expect(planTotal(aPlan({ phases, estimated_seconds: 52.3, max_seconds: 60 }))).toBe(
    "A run takes 52 s, at most 1 min.",
  );
});
