import { expect, test } from "vitest";
import { aComparison, anEntry } from "@/testing/comparison-objects";
import { chosenRun, hiddenAfter, shownEntries } from "./view-model";

const comparison = aComparison({ entries: [anEntry("r-1"), anEntry("r-2"), anEntry("r-3")], baseline: "r-2" });
const entries = (hidden: string[]) => shownEntries(comparison, { looks: [], hidden });

test("hiding an entry changes the look of no other", () => {
  expect(entries(["r-1"]).map(({ order, shown }) => [order, shown])).toEqual([
    [0, false],
    [1, true],
    [2, true],
  ]);
});

test("the baseline and single runs are known to the charts", () => {
  expect(entries([]).map(chosenRun)).toMatchObject([
    { number: "r-1", baseline: false, single: true },
    { number: "r-2", baseline: true, single: true },
    { number: "r-3", baseline: false, single: true },
  ]);
});

test("a box hides and shows, with Alt one stands alone and then all again", () => {
  expect(hiddenAfter(entries([]), "r-1", false)).toEqual(["r-1"]);
  expect(hiddenAfter(entries(["r-1", "r-3"]), "r-1", false)).toEqual(["r-3"]);
  expect(hiddenAfter(entries([]), "r-2", true)).toEqual(["r-1", "r-3"]);
  expect(hiddenAfter(entries(["r-1", "r-3"]), "r-2", true)).toEqual([]);
});

test("a curve whose figures do not count says why, and one that counts does not", () => {
  const [entry] = entries([]);
  const [first] = entry?.runs ?? [];
  if (!entry || !first) throw new Error("the comparison has an entry");
  const invalid = { ...first, left_out: "marked invalid" };
  expect(chosenRun({ ...entry, runs: [invalid], n: 0 }).name).toBe("System r-1 (marked invalid)");
  expect(chosenRun({ ...entry, runs: [first, invalid], n: 1 }).name).toBe("System r-1 (n = 1)");
});
