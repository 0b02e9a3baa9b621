import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { firstAndLast } from "./first-and-last";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("the first of many calls acts, and the last", () => {
  const act = vi.fn();
  const { call, cancel } = firstAndLast(act, 100);
  for (let step = 0; step < 20; step += 1) {
    call();
    vi.advanceTimersByTime(50);
  }
  expect(act).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(100);
  expect(act).toHaveBeenCalledTimes(2);
  call();
  cancel();
  vi.advanceTimersByTime(1000);
  expect(act).toHaveBeenCalledTimes(3);
});
