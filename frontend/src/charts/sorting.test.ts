import { describe, expect, it } from "vitest";
import { nextSorting, sortedRows } from "./sorting";

const rows = [
  ["r-10", 5],
  ["r-9", null],
  ["r-2", 40],
];
const names = (column: number, descending: boolean) => sortedRows(rows, { column, descending }).map(([name]) => name);

describe("sortedRows", () => {
  it("goes by numbers as numbers, and by the numbers in words", () => {
    expect(names(1, false)).toEqual(["r-10", "r-2", "r-9"]);
    expect(names(0, false)).toEqual(["r-2", "r-9", "r-10"]);
  });

  it("has what is unknown last in both directions", () => {
    expect(names(1, true)).toEqual(["r-2", "r-10", "r-9"]);
  });

  it("leaves the order of the chart alone without a column, and never changes the rows themselves", () => {
    expect(sortedRows(rows, null)).toBe(rows);
    names(0, true);
    expect(rows[0]?.[0]).toBe("r-10");
  });
});

it("goes upwards, downwards and back to the order of the chart", () => {
  const up = nextSorting(null, 1);
  const down = nextSorting(up, 1);
  expect([up, down, nextSorting(down, 1)]).toEqual([
    { column: 1, descending: false },
    { column: 1, descending: true },
    null,
  ]);
  expect(nextSorting(down, 0)).toEqual({ column: 0, descending: false });
});
