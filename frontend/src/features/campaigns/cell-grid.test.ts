/** The matrix of a campaign as a table. */
import { expect, test } from "vitest";
import { aCell, aColumn, aMatrix } from "@/testing/campaign-objects";
import { cellsByField, cellTitle, columnGroups, statesOf } from "./cell-grid";

const COLUMNS = [
  aColumn({ column: 0, label: "Reads", state: "optimal" }),
  aColumn({ column: 1, label: "Reads", state: "rebuilding" }),
  aColumn({ column: 2, label: "Writes", state: "optimal" }),
  aColumn({ column: 3, label: "Writes", state: "rebuilding" }),
];

test("columns of one workload stand together and can be narrowed to one state", () => {
  const numbers = (state?: "rebuilding") =>
    columnGroups(COLUMNS, state).map(({ label, columns }) => [label, columns.map(({ column }) => column)]);

  expect(numbers()).toEqual([
    ["Reads", [0, 1]],
    ["Writes", [2, 3]],
  ]);
  expect(numbers("rebuilding")).toEqual([
    ["Reads", [1]],
    ["Writes", [3]],
  ]);
  expect(statesOf(COLUMNS)).toEqual(["optimal", "rebuilding"]);
});

test("a workload that is named twice has two groups", () => {
  const twice = [aColumn({ column: 0 }), aColumn({ column: 1 })];
  expect(columnGroups(twice, undefined)).toHaveLength(2);
});

test("the newest generation of a field comes first", () => {
  const cells = [aCell({ generation: 1, superseded: true }), aCell({ generation: 2 }), aCell({ row: 1 })];
  const at = cellsByField(aMatrix({ cells }));

  expect(at(0, 0).map(({ generation }) => generation)).toEqual([2, 1]);
  expect(at(1, 0)).toHaveLength(1);
  expect(at(7, 7)).toEqual([]);
});

test("a cell is named by what it is made of", () => {
  expect(cellTitle(aMatrix(), 0, 0)).toBe("RAID 5 of 8, 4K random write, optimal");
  expect(cellTitle(aMatrix(), 7, 0)).toBe("4K random write, optimal");
});
