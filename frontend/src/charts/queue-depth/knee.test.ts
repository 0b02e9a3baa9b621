import { describe, expect, it } from "vitest";
import { kneeIndex } from "./knee";

const DEPTHS = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const curve = (rate: (depth: number) => number) => DEPTHS.map((depth) => [depth, rate(depth)] as const);
/** Grows with the load until the device is busy, and stays there. */
const busyFrom = (depth: number) => curve((load) => 1000 * Math.min(load, depth));

describe("kneeIndex", () => {
  it.each([4, 8, 16, 32, 64])("is where a device that is busy from depth %i becomes busy", (depth) => {
    expect(DEPTHS[kneeIndex(busyFrom(depth)) ?? -1]).toBe(depth);
  });

  it("is the same in any unit, and on top of a constant", () => {
    const [small, large] = [curve((load) => Math.min(load, 16)), curve((load) => 5 + 1e6 * Math.min(load, 16))];
    expect(kneeIndex(small)).toBe(kneeIndex(large));
  });

  it("is found before a fall", () => {
    expect(DEPTHS[kneeIndex(curve((load) => (load <= 32 ? load : 32 - load / 20))) ?? -1]).toBe(32);
  });

  it.each([
    ["a straight line over the logarithm", curve((load) => 1 + Math.log2(load))],
    ["growth without an end", curve((load) => load)],
    ["a constant", curve(() => 5)],
    ["a slow bend", curve((load) => load / (load + 60))],
    ["three points", busyFrom(2).slice(0, 3)],
    ["nothing", []],
  ])("is none of %s", (_, points) => {
    expect(kneeIndex(points)).toBeNull();
  });
});
