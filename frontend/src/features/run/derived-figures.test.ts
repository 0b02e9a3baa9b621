/** Derived figures in words. */
import { expect, test } from "vitest";
import { curveFigures, limitText, pointText } from "./derived-figures";

const POINT = { phase_ordinal: 1, x: 32, outstanding_ios: 32, iops: 57_469.8, latency_mean_ns: 553_689 };
const LIMIT = { limit_ns: 1e6, iops: 57_469.8, interpolated: false, limit_reached: true };

test("a curve has its burst, its plateau and the way there, each with its rule", () => {
  const burst = { iops: 29_560.5, length_ms: 60_000 };

  const figures = curveFigures({ phase_ordinal: 1, burst, plateau: 9546.1, time_to_plateau_ms: 1_860_000 });

  expect(figures.map(({ name, value }) => [name, value])).toEqual([
    ["Burst", "29.56k IOPS for 1 min"],
    ["Plateau", "9.546k IOPS"],
    ["Time to the plateau", "31 min"],
  ]);
  expect(figures.every(({ rule }) => rule.endsWith("."))).toBe(true);
});

test("what a curve does not have is left out", () => {
  const flat = curveFigures({ phase_ordinal: 1, burst: null, plateau: 100, time_to_plateau_ms: null });

  expect(flat.map(({ name }) => name)).toEqual(["Plateau"]);
  expect(curveFigures(null)).toEqual([]);
});

test("a point says at which load it lies, in the unit of its sweep", () => {
  expect(pointText(POINT, { by: "outstanding_ios" })).toBe("57.47k at 32");
  expect(pointText({ ...POINT, x: 60_000 }, { by: "offered_iops" })).toBe("57.47k at 60.00k");
  expect(pointText(null, { by: "outstanding_ios" })).toBe("–");
});

test("a maximum at a latency says whether it was read between two steps, never met or never exceeded", () => {
  expect(limitText(LIMIT)).toBe("57.47k");
  expect(limitText({ ...LIMIT, interpolated: true })).toBe("≈ 57.47k");
  expect(limitText({ ...LIMIT, iops: null })).toBe("never reached");
  expect(limitText({ ...LIMIT, limit_reached: false })).toBe("at least 57.47k");
});
