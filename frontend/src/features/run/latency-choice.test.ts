/** Selection of the drawn distributions. */
import { expect, test } from "vitest";
import { aDistribution, aPhaseLatency } from "@/testing/latency-objects";
import { chosenResults, directionsOf, resultName, resultRemarks } from "./latency-choice";

const ordinals = (items: ReturnType<typeof chosenResults>) => items.map(({ phase_ordinal }) => phase_ordinal);
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => aPhaseLatency({ phase_ordinal: index + 1 }));

test("a few are all drawn, of many some from the first to the last", () => {
  expect(ordinals(chosenResults(many(8), "total", undefined))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(ordinals(chosenResults(many(56), "total", undefined))).toEqual([1, 12, 23, 34, 45, 56]);
});

test("an address chooses what exists, in the order of the run and never more than colours", () => {
  expect(ordinals(chosenResults(many(20), "total", "7,2,99,x"))).toEqual([2, 7]);
  expect(chosenResults(many(20), "total", "1,2,3,4,5,6,7,8,9,10")).toHaveLength(8);
  expect(chosenResults(many(20), "read", "1")).toEqual([]);
});

test("directions are those that some result has", () => {
  const reads = aPhaseLatency({ distributions: [aDistribution(), aDistribution({ direction: "read" })] });
  expect(directionsOf([aPhaseLatency(), reads])).toEqual(["total", "read"]);
  expect(directionsOf([])).toEqual([]);
});

test("a cell says which rounds it is of, and a phase that was cut short that it was", () => {
  expect(resultName(aPhaseLatency({ phase_ordinal: 3, name: "Read QD16" }))).toBe("3. Read QD16");
  expect(resultName(aPhaseLatency({ name: "4K", loop: "IOPS", rounds: [21, 22, 25] }))).toBe(
    "4K (IOPS, rounds 21 to 25)",
  );
  const printed = aDistribution({ source: "printed", estimated: true });
  expect(resultRemarks(aPhaseLatency({ state: "cancelled" }), printed)).toEqual([
    "as published",
    "estimated",
    "cancelled",
  ]);
});
