import { expect, test } from "vitest";
import { DEFAULT_OPTIONS, type Panel } from "./document";
import { moved, resized, settled, without, withPanel } from "./grid";

const panel = (id: string, x: number, y: number, w: number, h: number): Panel => ({
  id,
  chart: "bars",
  metric: "iops",
  workload: null,
  phase: null,
  factors: [],
  axis: null,
  options: DEFAULT_OPTIONS,
  ...{ x, y, w, h },
});
const places = (panels: readonly Panel[]) => Object.fromEntries(panels.map(({ id, x, y, w, h }) => [id, [x, y, w, h]]));
const panels = [panel("a", 0, 0, 6, 9), panel("b", 6, 0, 6, 9), panel("c", 0, 9, 12, 10)];

test("panels that overlap or float are put in order", () => {
  const loose = [panel("a", 0, 5, 6, 9), panel("b", 3, 7, 6, 4), panel("c", 9, 30, 3, 4)];
  expect(places(settled(loose))).toEqual({ a: [0, 0, 6, 9], b: [3, 9, 6, 4], c: [9, 0, 3, 4] });
});

test("a panel moves past its neighbours by steps", () => {
  expect(places(moved(panels, "c", [0, -1]))).toEqual({ c: [0, 0, 12, 10], a: [0, 10, 6, 9], b: [6, 10, 6, 9] });
  expect(places(moved(panels, "a", [0, 1]))).toEqual({ b: [6, 0, 6, 9], c: [0, 9, 12, 10], a: [0, 19, 6, 9] });
  expect(places(moved(panels, "b", [1, 0]))).toEqual(places(panels));
  expect(places(moved(panels, "b", [-1, 0]))).toMatchObject({ b: [5, 0, 6, 9], a: [0, 9, 6, 9] });
});

test("a panel grows and pushes others down, within limits", () => {
  expect(places(resized(panels, "a", [0, 3]))).toMatchObject({ a: [0, 0, 6, 12], c: [0, 12, 12, 10] });
  expect(places(resized(panels, "b", [4, -20]))).toMatchObject({ b: [6, 0, 6, 4] });
});

test("a panel is added below and removed without a gap", () => {
  const added = withPanel(panels, { chart: "table" });
  expect(added?.id).toBe("p4");
  expect(places(added?.panels ?? []).p4).toEqual([0, 19, 6, 9]);
  expect(places(without(panels, "a"))).toEqual({ b: [6, 0, 6, 9], c: [0, 9, 12, 10] });
  const many = Array.from({ length: 24 }, (_, index) => panel(`q${index}`, 0, index, 1, 1));
  expect(withPanel(many, { chart: "bars" })).toBeNull();
});
