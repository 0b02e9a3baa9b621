/** The curves of a preview. */
import { expect, test } from "vitest";
import { atStepsOf, endsOf, spanOf } from "./peek-curve";

const curve = (step_ms: number, mean: (number | null)[]) => ({ t0_ms: 0, step_ms, mean });

test("an earlier run is drawn at the steps of the run", () => {
  expect(atStepsOf(curve(1000, [1, 2, 3, 4, 5]), curve(2000, [10, 20]))).toEqual([10, 10, 20, 20, null]);
});

test("a curve has its span and the values at its ends", () => {
  expect(spanOf(curve(500, [1, 2, 3]))).toBe(1.5);
  expect(endsOf(curve(1, [null, 4, 2, null]))).toEqual([4, 2]);
  expect(endsOf(curve(1, [null]))).toBeNull();
});
