/** The plan by configuration, and the cells by state. */
import { expect, test } from "vitest";
import { aCell, aMatrix, aMeasuredCell, aRow } from "@/testing/campaign-objects";
import { countCells } from "./cell-counts";
import { planSteps } from "./plan-steps";

const ROWS = ["one", "two", "three", "four"].map((name, row) => aRow({ row, name }));
const MATRIX = aMatrix({
  rows: ROWS,
  cells: [
    aCell({ row: 0, position: 5 }),
    aMeasuredCell({ row: 1, position: 1 }),
    aMeasuredCell({ row: 1, generation: 2, position: 1, superseded: true }),
    aMeasuredCell({ row: 2, position: 2 }),
    aCell({ row: 2, column: 1, position: 3, state: "failed" }),
    aCell({ row: 3, state: "impossible", position: null, estimated_seconds: null }),
  ],
});

test("configurations stand in the order in which they run, each with its state and what it takes", () => {
  expect(
    planSteps(MATRIX).map(({ name, state, seconds, done, possible }) => [name, state, seconds, done, possible]),
  ).toEqual([
    ["two", "done", 600, 1, 1],
    ["three", "failed", 1200, 1, 2],
    ["one", "waiting", 600, 0, 1],
    ["four", "left", null, 0, 0],
  ]);
});

test("cells are counted by state; what gave way is none, and what waits for a decision is apart", () => {
  expect(countCells(MATRIX, [])).toEqual([
    ["measured", 2],
    ["planned", 1],
    ["failed", 1],
    ["impossible", 1],
  ]);
  expect(countCells(MATRIX, [0])).toContainEqual(["blocked", 1]);
});
