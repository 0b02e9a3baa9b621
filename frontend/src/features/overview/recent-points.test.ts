import { expect, test } from "vitest";
import { aSeries } from "@/testing/objects";
import { recentPoints } from "./recent-points";

test("points stand in the middle of their intervals, and gaps stay gaps", () => {
  const series = aSeries({ t0_ms: 10_000, step_ms: 5000, mean: [1, null, 3], last_ms: 25_000 });
  expect(recentPoints(series)).toEqual({
    metric: "iops",
    t_ms: [12_500, 17_500, 22_500],
    values: [1, null, 3],
    step_ms: 5000,
  });
});

test("buckets that phases have of their own stand where they lie", () => {
  const intervals = { start_ms: [0, 5000, 12_000], end_ms: [5000, 10_000, 15_000] };
  const series = aSeries({ step_ms: 5000, mean: [1, 2, 3], intervals, resolution: "buckets", last_ms: 15_000 });
  expect(recentPoints(series).t_ms).toEqual([2500, 7500, 13_500]);
});

test("what is older than the last five minutes is left out", () => {
  const series = aSeries({ t0_ms: 0, step_ms: 100_000, mean: [1, 2, 3, 4, 5], last_ms: 500_000 });
  expect(recentPoints(series).values).toEqual([3, 4, 5]);
});

test("a run without readings has no points", () => {
  expect(recentPoints(aSeries()).values).toEqual([]);
});
