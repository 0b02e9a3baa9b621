/** The middle of some values. */
import { expect, test } from "vitest";
import { medianOf } from "./median";

test("the median of an even number lies between the middle two", () => {
  expect(medianOf([4, 1, 3, 2])).toBe(2.5);
  expect(medianOf([])).toBeNull();
});
