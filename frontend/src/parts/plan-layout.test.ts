import { expect, it } from "vitest";
import { type PlanStep, placeSteps } from "./plan-layout";

const step = (seconds: number): PlanStep => ({ name: `${seconds} s`, detail: "", seconds, kind: "prepare" });

it("starts each step where the one before ends", () => {
  const { steps, end } = placeSteps([step(240), step(3720), step(0), step(8640)], 1_000_000);
  expect(steps.map(({ start }) => start)).toEqual([1_000_000, 1_240_000, 4_960_000, 4_960_000]);
  expect(end).toBe(13_600_000);
});

it("ends where it starts without steps", () => expect(placeSteps([], 5)).toEqual({ steps: [], end: 5 }));
