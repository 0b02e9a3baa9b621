import { expect, test } from "vitest";
import { parseDashboardSearch, wallBoards } from "./view-search";

test.each([
  [{ every: 0 }, { every: 0 }],
  [
    { every: 60, rotate: "pinned" },
    { every: 60, rotate: "pinned" },
  ],
  [
    { rotate: "b-2,b-3", light: true },
    { rotate: "b-2,b-3", light: true },
  ],
  [{ every: 1, rotate: "b-2,x" }, {}],
  [{ every: 4_000, rotate: 5, light: 1 }, {}],
])("%j of the address is read as %j", (raw, read) => {
  expect(parseDashboardSearch(raw)).toEqual(read);
});

test("each dashboard has one turn", () => {
  expect(wallBoards("b-1", undefined, ["b-2"])).toEqual(["b-1"]);
  expect(wallBoards("b-1", "pinned", ["b-2", "b-1"])).toEqual(["b-1", "b-2"]);
  expect(wallBoards("b-1", "b-3,b-3", [])).toEqual(["b-1", "b-3"]);
});
