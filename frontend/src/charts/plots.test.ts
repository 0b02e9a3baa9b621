import { expect, it } from "vitest";
import { plotAt, plotsWithin } from "./plots";

const PLOTS = plotsWithin(
  [
    { left: 46, top: 26, width: 400, height: 100 },
    { left: 46, right: 64, top: 160, height: 100 },
    { left: "10%", top: 0, width: 10, height: 10 },
  ],
  500,
);

it("knows where the plots lie that are placed in numbers", () => {
  expect(PLOTS).toEqual([
    { index: 0, left: 46, top: 26, width: 400, height: 100 },
    { index: 1, left: 46, top: 160, width: 390, height: 100 },
  ]);
});

it("finds the plot at a place", () => {
  expect(plotAt(PLOTS, 46, 200)?.index).toBe(1);
  expect(plotAt(PLOTS, 45, 200)).toBeUndefined();
  expect(plotAt(PLOTS, 100, 140)).toBeUndefined();
});
