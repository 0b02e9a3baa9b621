import { expect, test } from "vitest";
import { aDistribution, aPhaseLatency } from "@/testing/latency-objects";
import { namesOf, ordinalOf, resultName } from "./results";

const result = (name: string, depth: number, ordinal: number) =>
  aPhaseLatency({
    name,
    phase_ordinal: ordinal,
    threads: 1,
    queue_depth: depth,
    outstanding_ios: depth,
    distributions: [aDistribution()],
  });

test("percentiles are of the result that the most entries have, near QD 32", () => {
  const one = [result("Read QD1", 1, 1), result("Read QD16", 16, 2), result("Read QD64", 64, 3)];
  const other = [result("Read QD1", 1, 5), result("Read QD16", 16, 6)];
  expect(resultName([one, other], null)).toBe("Read QD16");
  expect(resultName([one, other], "Read QD64")).toBe("Read QD64");
  expect(resultName([one, other], "Write")).toBeNull();
  expect(ordinalOf(other, "Read QD16")).toBe(6);
  expect(resultName([[], []], null)).toBeNull();
});

test("results of one name are told apart by their load", () => {
  const items = [result("read", 1, 1), result("read", 32, 2)];
  expect(namesOf([items])).toEqual(["read, 1T/1Q", "read, 1T/32Q"]);
  expect(ordinalOf(items, "read, 1T/32Q")).toBe(2);
});
