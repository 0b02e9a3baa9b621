/** Reliability of a percentile. */
import { expect, test } from "vitest";
import { thinTail } from "./percentiles";

test("a percentile needs ten values beyond it", () => {
  expect(thinTail(1000, 99)).toBeNull();
  expect(thinTail(999, 99)).toBeCloseTo(9.99);
  expect(thinTail(99_000, 99.99)).toBeCloseTo(9.9);
});

test("with an unknown count nothing is said", () => {
  expect(thinTail(null, 99.99)).toBeNull();
});
