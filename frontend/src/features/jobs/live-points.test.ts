/** Points of the live chart. */
import { expect, test } from "vitest";
import { aSeries } from "@/testing/objects";
import { joinPoints, pointsOf } from "./live-points";

const point = (t_ms: number) => ({ t_ms, dt_ms: 1000, iops: t_ms, latency_mean_ns: null });

test("stored series become points at the end of their intervals, without the empty ones", () => {
  const iops = aSeries({ t0_ms: 2000, step_ms: 1000, mean: [5, null, 7] });
  const latency = aSeries({ t0_ms: 2000, step_ms: 1000, mean: [50, null, null] });

  expect(pointsOf(iops, latency)).toEqual([
    { t_ms: 3000, dt_ms: 1000, iops: 5, latency_mean_ns: 50 },
    { t_ms: 5000, dt_ms: 1000, iops: 7, latency_mean_ns: null },
  ]);
});

test("stored intervals keep their place: a short phase is no longer than it was", () => {
  const intervals = { start_ms: [0, 1083, 10958], end_ms: [209, 10958, 20957] };
  const iops = aSeries({ step_ms: 9999, mean: [5, 6, 7], intervals, last_ms: 20957 });
  const latency = aSeries({ step_ms: 9999, mean: [50, 60, 70], intervals, last_ms: 20957 });

  const points = pointsOf(iops, latency);

  expect(points.map(({ t_ms, dt_ms }) => [t_ms, dt_ms])).toEqual([
    [209, 209],
    [10958, 9875],
    [20957, 9999],
  ]);
  expect(joinPoints(points, [point(21957)]).at(-1)).toEqual(point(21957));
});

test("the last bucket ends with its last sample, so that what streams in after it is shown", () => {
  const iops = aSeries({ step_ms: 60_000, mean: [5, 7], last_ms: 70_000 });

  const points = pointsOf(iops, { ...iops, metric: "latency_mean_ns" });

  expect(points.map(({ t_ms, dt_ms }) => [t_ms, dt_ms])).toEqual([
    [60_000, 60_000],
    [70_000, 10_000],
  ]);
  expect(joinPoints(points, [point(71_000)]).map(({ t_ms }) => t_ms)).toEqual([60_000, 70_000, 71_000]);
});

test("an interval that only one of the series has by now is left to the stream", () => {
  const iops = aSeries({ mean: [5, 6], intervals: { start_ms: [0, 1000], end_ms: [1000, 2000] } });
  const latency = aSeries({ mean: [50], intervals: { start_ms: [0], end_ms: [1000] } });
  const streamed = { ...point(2000), latency_mean_ns: 60 };

  expect(joinPoints(pointsOf(iops, latency), [streamed])).toEqual([
    { t_ms: 1000, dt_ms: 1000, iops: 5, latency_mean_ns: 50 },
    streamed,
  ]);
});

test("streamed points follow the stored ones; those that were seen are left out", () => {
  const joined = joinPoints([point(1000), point(2000)], [point(2000), point(3000), point(3000), point(4000)]);

  expect(joined.map(({ t_ms }) => t_ms)).toEqual([1000, 2000, 3000, 4000]);
});
