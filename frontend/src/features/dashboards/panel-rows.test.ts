/** The picture of a dashboard has its first panels in its own layout. */
import { expect, test } from "vitest";
import { aPanel } from "@/testing/dashboard-objects";
import { panelRows } from "./panel-rows";

test("panels side by side are one row, whose last one takes what is free", () => {
  const panels = [
    aPanel({ id: "right", x: 6, w: 4 }),
    aPanel({ id: "left", x: 0, w: 6 }),
    aPanel({ id: "below", y: 10, w: 12 }),
    aPanel({ id: "third", y: 20, w: 12 }),
  ];
  expect(panelRows(panels).map((row) => row.map(({ id, span }) => [id, span]))).toEqual([
    [
      ["left", 6],
      ["right", 6],
    ],
    [["below", 12]],
  ]);
});

test("a panel that does not fit beside the others begins a row", () => {
  const panels = [aPanel({ id: "a", w: 8 }), aPanel({ id: "b", x: 0, y: 4, w: 8 })];
  expect(panelRows(panels).map((row) => row.length)).toEqual([1, 1]);
  expect(panelRows([])).toEqual([]);
});
