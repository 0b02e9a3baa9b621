/** Selecting a range of a list. */
import { expect, test } from "vitest";
import { selectThrough } from "./select-through";

const LISTED = ["r-5", "r-4", "r-3", "r-2", "r-1"];

test("with Shift all rows between two boxes follow the one that was used last", () => {
  expect(selectThrough([], LISTED, { from: null, to: "r-4" })).toEqual(["r-4"]);
  expect(selectThrough(["r-4"], LISTED, { from: "r-4", to: "r-2" })).toEqual(["r-4", "r-3", "r-2"]);
  expect(selectThrough(["r-2"], LISTED, { from: "r-2", to: "r-4" })).toEqual(["r-2", "r-4", "r-3"]);
  expect(selectThrough(["r-4", "r-3", "r-2", "r-9"], LISTED, { from: "r-4", to: "r-3" })).toEqual(["r-2", "r-9"]);
});

test("a box that was used on another page of the list begins no range", () => {
  expect(selectThrough(["r-9"], LISTED, { from: "r-9", to: "r-1" })).toEqual(["r-9", "r-1"]);
});

test("a range ends where no more may be selected", () => {
  expect(selectThrough(["r-5"], LISTED, { from: "r-5", to: "r-1" }, 3)).toEqual(["r-5", "r-4", "r-3"]);
});
