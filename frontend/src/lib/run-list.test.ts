/** Lists of runs in an address. */
import { expect, test } from "vitest";
import { MOST_RUNS, readRunList, readTooMany, writeRunList } from "./run-list";

test("a list is read in its order, each run once", () => {
  expect(readRunList("r-2, r-1,r-2,,<script>")).toEqual(["r-2", "r-1"]);
  expect(readRunList(undefined)).toEqual([]);
});

test("no more runs than a chart takes are read or written", () => {
  const many = Array.from({ length: 20 }, (_, index) => `r-${index + 1}`);

  expect(readRunList(many.join(","))).toHaveLength(MOST_RUNS);
  expect(readTooMany(many.join(","))).toEqual(many.slice(MOST_RUNS));
  expect(writeRunList(many)?.split(",")).toHaveLength(MOST_RUNS);
});

test("an empty list leaves the address", () => {
  expect(writeRunList([])).toBeUndefined();
});
