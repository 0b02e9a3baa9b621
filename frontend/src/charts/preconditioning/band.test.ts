import { describe, expect, it } from "vitest";
import { bandOutline } from "./band";

const PLACE = { x: (moment: number) => moment / 10, y: (value: number) => 100 - value, left: 0, right: 400 };

function edges(count: number, low: (index: number) => number, high: (index: number) => number, step = 10) {
  const places = Array.from({ length: count }, (_, index) => index);
  return {
    t: Float64Array.from(places, (index) => index * step),
    low: Float64Array.from(places, low),
    high: Float64Array.from(places, high),
  };
}

describe("bandOutline", () => {
  it("runs along the top and back along the bottom, a point for each interval that has room", () => {
    const three = edges(
      3,
      (index) => index,
      (index) => 10 + index,
    );
    expect(bandOutline(three, [0, 2], 0, PLACE)).toEqual([
      [0, 90],
      [1, 89],
      [2, 88],
      [2, 98],
      [1, 99],
      [0, 100],
    ]);
  });

  it("keeps the lowest and the highest of the intervals that share a column of pixels", () => {
    const crowded = edges(
      4_000,
      (index) => (index === 1_234 ? 1 : 40),
      (index) => (index === 2_345 ? 90 : 50),
      1,
    );
    const outline = bandOutline(crowded, [0, 3_999], 0, PLACE);
    expect(outline).toHaveLength(2 * 400);
    const heights = outline.map(([, y]) => y);
    expect(heights.filter((y) => y === 10)).toHaveLength(1);
    expect(heights.filter((y) => y === 99)).toHaveLength(1);
    expect(outline.find(([, y]) => y === 10)?.[0]).toBeCloseTo(234, 0);
    expect(outline.find(([, y]) => y === 99)?.[0]).toBeCloseTo(123, 0);
  });

  it("reaches one interval beyond either side of the plot and no further", () => {
    const long = edges(
      1_000,
      () => 1,
      () => 2,
    );
    const xs = bandOutline(long, [0, 999], 0, { ...PLACE, left: 100.5, right: 200.5 }).map(([x]) => x ?? Number.NaN);
    expect([Math.min(...xs), Math.max(...xs)]).toEqual([100, 201]);
    expect(xs).toHaveLength(2 * 102);
  });

  it("is empty for a piece that is out of sight to the left", () => {
    const early = edges(
      10,
      () => 1,
      () => 2,
    );
    expect(bandOutline(early, [0, 9], 0, { ...PLACE, left: 50, right: 100 })).toEqual([]);
  });

  it("never goes below the floor of a logarithmic axis", () => {
    const zero = edges(
      2,
      () => 0,
      () => 10,
    );
    expect(bandOutline(zero, [0, 1], 5, PLACE).map(([, y]) => y)).toEqual([90, 90, 95, 95]);
  });
});
