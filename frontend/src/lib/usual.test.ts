import { expect, test } from "vitest";
import { judgeHistory } from "./usual";

test("a drop is worse for as long as it lasts, and the level before it stays usual", () => {
  const { worse, usual } = judgeHistory([100, 101, 99, 100, 88, 89, 100.5, 88], "higher");
  expect(worse).toEqual([false, false, false, false, true, true, false, true]);
  expect(usual).toEqual({ median: 100, low: 99, high: 101, count: 5 });
});

test("of latency a rise is worse, and a fall is not", () => {
  expect(judgeHistory([10, 10.1, 9.9, 14], "lower").worse.at(-1)).toBe(true);
  expect(judgeHistory([10, 10.1, 9.9, 6], "lower").worse.at(-1)).toBe(false);
});

test("a change of less than two percent is never worse, however steady the results were", () => {
  expect(judgeHistory([100, 100, 100, 98.5], "higher").worse.at(-1)).toBe(false);
  expect(judgeHistory([100, 100, 100, 97], "higher").worse.at(-1)).toBe(true);
});

test("fewer than three earlier results have no usual one", () => {
  expect(judgeHistory([100, 101, 50], "higher")).toEqual({ worse: [false, false, false], usual: null });
  expect(judgeHistory([], "higher")).toEqual({ worse: [], usual: null });
});
