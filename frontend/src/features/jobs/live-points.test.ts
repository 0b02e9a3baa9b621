/** Points of the live chart. */
import { expect, test } from "vitest";
import { aSeries } from "@/testing/objects";
import { joinPoints, pointsOf } from "./live-points";

const point = (t_ms: number) => ({ t_ms, dt_ms: 1000, iops: t_ms, lat_mean_ns: null });

test("stored series become points at the end of their intervals, without the empty ones", () => {
  const iops = aSeries({ t0_ms: 2000, step_ms: 1000, mean: [5, null, 7] });
  const latency = aSeries({ t0_ms: 2000, step_ms: 1000, mean: [50, null, null] });

  expect(pointsOf(iops, latency)).toEqual([
    { t_ms: 3000, dt_ms: 1000, iops: 5, lat_mean_ns: 50 },
    { t_ms: 5000, dt_ms: 1000, iops: 7, lat_mean_ns: null },
  ]);
});

test("streamed points follow the stored ones; those that were seen are left out", () => {
  const joined = joinPoints([point(1000), point(2000)], [point(2000), point(3000), point(3000), point(4000)]);

  expect(joined.map(({ t_ms }) => t_ms)).toEqual([1000, 2000, 3000, 4000]);
});
