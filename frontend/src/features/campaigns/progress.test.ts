/** Progress of a campaign. */
import { expect, test } from "vitest";
import { aCampaign } from "@/testing/campaign-objects";
import { progressOf } from "./progress";

test("what is impossible is no part of what there is to do", () => {
  expect(progressOf(aCampaign({ cells_total: 12, cells_impossible: 2, cells_done: 5 }))).toEqual({
    done: 5,
    possible: 10,
    percent: 50,
    text: "5 of 10 cells measured, 2 impossible",
  });
});

test("what failed or is withheld has ended, and is told apart", () => {
  const counts = { cells_total: 10, cells_impossible: 0, cells_done: 5, cells_failed: 2, cells_withheld: 1 };
  expect(progressOf(aCampaign(counts))).toEqual({
    done: 5,
    possible: 10,
    percent: 80,
    text: "5 of 10 cells measured, 2 failed, 1 withheld",
  });
});

test("a campaign without a possible cell has no progress", () => {
  expect(progressOf(aCampaign({ cells_total: 2, cells_impossible: 2, cells_done: 0 })).percent).toBe(0);
});
