import { describe, expect, it } from "vitest";
import { gaugePlace, LIMIT_PLACE, MAX_ROUND_BARS, roundBars } from "./steady";

describe("bars of rounds", () => {
  it("are as high as their share of the highest, with the window last and open ones behind", () => {
    const bars = roundBars({ values: [100, 50, 40, 42], filled: 2, max: 6 });
    expect(bars.map(({ height }) => height)).toEqual([100, 50, 40, 42, 30, 30]);
    expect(bars.map(({ kind }) => kind)).toEqual(["done", "done", "window", "window", "open", "open"]);
    expect(bars.map(({ round }) => round)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("are open before the first round", () => {
    expect(roundBars({ values: [], filled: 0, max: 3 }).every(({ kind }) => kind === "open")).toBe(true);
  });

  it("show the latest rounds where many are possible", () => {
    const early = roundBars({ values: [9, 8], filled: 2, max: 100 });
    expect(early).toHaveLength(MAX_ROUND_BARS);
    expect(early[0]?.round).toBe(1);
    const late = roundBars({ values: Array.from({ length: 60 }, () => 5), filled: 5, max: 100 });
    expect(late).toHaveLength(MAX_ROUND_BARS);
    expect(late.at(-1)?.round).toBe(64);
    expect(late.filter(({ kind }) => kind === "window").map(({ round }) => round)).toEqual([56, 57, 58, 59, 60]);
    const full = roundBars({ values: Array.from({ length: 100 }, () => 5), filled: 5, max: 100 });
    expect(full.at(-1)).toMatchObject({ round: 100, kind: "window" });
  });

  it("have a height of their own where a value is missing or nothing", () => {
    expect(roundBars({ values: [null, 0, 10], filled: 0, max: 3 }).map(({ height }) => height)).toEqual([30, 4, 100]);
    expect(roundBars({ values: [0, 0], filled: 0, max: 2 }).map(({ height }) => height)).toEqual([30, 30]);
  });
});

it.each([
  [20, 20, LIMIT_PLACE],
  [14.1, 20, 47],
  [3.15, 10, 21],
  [-1, 20, 0],
  [80, 20, 100],
  [0, 0, 0],
  [1, 0, 100],
])("a value of %d with a limit of %d lies at %d percent", (value, limit, place) => {
  expect(gaugePlace(value, limit)).toBeCloseTo(place, 5);
});
