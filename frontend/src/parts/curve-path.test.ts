import { describe, expect, it } from "vitest";
import { drawCurve, sharedRange } from "./curve-path";

const BOX = { height: 30, padding: 5 };

describe("a small curve", () => {
  it("reaches from its lowest to its highest value within the padding", () => {
    expect(drawCurve([10, 20, 15], BOX)).toEqual({
      line: "M0 25L50 5L100 15",
      area: "M0 25L50 5L100 15L100 30L0 30Z",
      end: { x: 100, y: 15 },
    });
  });

  it("starts at a given value, and stays in its box beyond it", () => {
    expect(drawCurve([10, 20, -5], { ...BOX, low: 0, high: 20 }).line).toBe("M0 15L50 5L100 25");
  });

  it("has a gap where a value is missing, and its end at the last known one", () => {
    const { line, area, end } = drawCurve([1, 2, null, 3, null], BOX);
    expect(line.match(/M/g)).toHaveLength(2);
    expect(area.match(/Z/g)).toHaveLength(2);
    expect(end).toEqual({ x: 75, y: 5 });
  });

  it("lies in the middle when it is flat, also with one value", () => {
    expect(drawCurve([7, 7], BOX).line).toBe("M0 15L100 15");
    expect(drawCurve([7], BOX).end).toEqual({ x: 100, y: 15 });
  });

  it("is empty without values", () => {
    for (const values of [[], [null, null]]) expect(drawCurve(values, BOX)).toEqual({ line: "", area: "", end: null });
  });

  it("takes very many values", () => {
    const values = Array.from({ length: 200_000 }, (_, index) => index);
    expect(sharedRange([values])).toEqual({ low: 0, high: 199_999 });
  });
});

it("shares one range among curves, and none without values", () => {
  expect(
    sharedRange([
      [3, null],
      [9, 1],
    ]),
  ).toEqual({ low: 1, high: 9 });
  expect(sharedRange([[null], []])).toBeNull();
});
