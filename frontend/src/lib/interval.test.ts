import { expect, test } from "vitest";
import { meanInterval } from "./interval";

test("the interval is that of Student's t about the mean", () => {
  // Mean 100, standard deviation 10: 4.302653 * 10 / sqrt(3).
  expect(meanInterval([90, 100, 110])).toEqual([expect.closeTo(75.1586, 3), expect.closeTo(124.8414, 3)]);
  expect(meanInterval([1, 2, 3, 4, 5])).toEqual([expect.closeTo(1.03676, 4), expect.closeTo(4.96324, 4)]);
  expect(meanInterval([5, 5, 5])).toEqual([5, 5]);
});

test("under three repeats, and over twelve, nothing is said", () => {
  expect(meanInterval([1, 2])).toBeNull();
  expect(meanInterval(Array.from({ length: 12 }, (_, index) => index))).not.toBeNull();
  expect(meanInterval(Array.from({ length: 13 }, (_, index) => index))).toBeNull();
});
