/** Lists of runs in an address. */
import { expect, test } from "vitest";
import { MOST_RUNS, readRunList, readTooMany, selectThrough, writeRunList } from "./run-list";

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

test("with Shift all rows between two boxes follow the one that was used last", () => {
  const listed = ["r-5", "r-4", "r-3", "r-2", "r-1"];
  expect(selectThrough([], listed, { from: null, to: "r-4" })).toEqual(["r-4"]);
  expect(selectThrough(["r-4"], listed, { from: "r-4", to: "r-2" })).toEqual(["r-4", "r-3", "r-2"]);
  expect(selectThrough(["r-2"], listed, { from: "r-2", to: "r-4" })).toEqual(["r-2", "r-4", "r-3"]);
  expect(selectThrough(["r-4", "r-3", "r-2", "r-9"], listed, { from: "r-4", to: "r-3" })).toEqual(["r-2", "r-9"]);
  // The box of before may be on another page of the list.
  expect(selectThrough(["r-9"], listed, { from: "r-9", to: "r-1" })).toEqual(["r-9", "r-1"]);
});
