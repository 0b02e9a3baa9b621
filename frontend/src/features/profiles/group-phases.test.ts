/** Phases by panel. */
import { expect, test } from "vitest";
import type { PhasePlan } from "@/api/types";
import { groupPhases } from "./group-phases";

test("neighbours of one group stand together, in order", () => {
  const phases = [null, "a", "a", "b", "a"].map((group, index) => ({ ordinal: index + 1, group }) as PhasePlan);
  expect(groupPhases(phases).map(({ group, phases: own }) => [group, own.length])).toEqual([
    [null, 1],
    ["a", 2],
    ["b", 1],
    ["a", 1],
  ]);
});
