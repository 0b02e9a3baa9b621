/** Combinations that a number of drives allows. */
import { expect, test } from "vitest";
import { type Combination, combinationKey, combinationsOf, impossibility } from "./combinations";

const of = (
  layout: Combination["layout"],
  drives: number,
  over_provisioned_percent = 0,
  controllers: number | null = null,
): Combination => ({ layout, drives, over_provisioned_percent, controllers, model: null });

test("what cannot be built says why", () => {
  expect(impossibility(of("raid6", 2), 8)).toBe("RAID 6 needs at least 4 drives.");
  expect(impossibility(of("raid5", 2), null)).toBe("RAID 5 needs at least 3 drives.");
  expect(impossibility(of("raid10", 5), 8)).toContain("needs an even number of drives");
  expect(impossibility(of("raid5", 8), 6)).toBe("Needs 8 drives, 6 available.");
  expect(impossibility(of("raid6", 8, 20), 8)).toContain("cannot have a spare area");
  expect(impossibility(of("jbod", 5, 0, 2), 8)).toBe("5 drives cannot be taken evenly from 2 controllers.");
});

test("what can be built says nothing", () => {
  expect(impossibility(of("raid10", 4, 20), 4)).toBeNull();
  expect(impossibility(of("jbod", 1), 8)).toBeNull();
  expect(impossibility(of("raid6", 4), null)).toBeNull();
});

test("every combination has a name of its own", () => {
  const all = combinationsOf(["jbod", "raid10"], [4, 8], [0, 20]);
  expect(all).toHaveLength(8);
  expect(new Set(all.map(combinationKey)).size).toBe(8);
  expect(combinationKey(of("raid10", 8, 20))).toBe("raid10:8:20");
  expect(combinationsOf(["jbod"], [4], [0], [null, 2]).map(combinationKey)).toEqual(["jbod:4:0", "jbod:4:0:2"]);
  const models = combinationsOf(["raid5", "raid6"], [4], [0], [null], ["PM9A3", "S3710"]);
  expect(models.map(combinationKey)).toEqual([
    "raid5:4:0::PM9A3",
    "raid5:4:0::S3710",
    "raid6:4:0::PM9A3",
    "raid6:4:0::S3710",
  ]);
});
