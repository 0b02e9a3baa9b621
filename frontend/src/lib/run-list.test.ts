/** Lists of runs in an address. */
import { expect, test } from "vitest";
import { MAX_RUNS, workbenchOf, writeRunList } from "./run-list";

test("no more runs than a workbench takes are written", () => {
  const many = Array.from({ length: MAX_RUNS + 8 }, (_, index) => `r-${index + 1}`);

  expect(writeRunList(many)).toBe(many.slice(0, MAX_RUNS).join(","));
});

test("an empty list leaves the address", () => {
  expect(writeRunList([])).toBeUndefined();
});

test("runs that a workbench does not take are counted", () => {
  const many = Array.from({ length: MAX_RUNS + 8 }, (_, index) => `r-${index + 1}`);

  expect(workbenchOf(many)).toEqual({ runs: writeRunList(many), left: 8 });
  expect(workbenchOf(["r-1"])).toEqual({ runs: "r-1" });
});
