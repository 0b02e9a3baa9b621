/** The last minute of the stream of a run. */
import { expect, test } from "vitest";
import type { LivePoint } from "@/api/types";
import { aSeries } from "@/testing/objects";
import { liveTail } from "./live-tail";

const point = (t_ms: number, iops: number | null): LivePoint => ({
  run_id: "run-1",
  phase_ordinal: 1,
  phase_name: "Fill",
  kind: "fill",
  t_ms,
  dt_ms: 1000,
  iops,
  throughput_bytes_per_s: null,
  latency_mean_ns: null,
  latency_stddev_ns: null,
  latency_max_ns: null,
  latency_p99_ns: null,
});

test("streamed values follow the stored ones, and none is counted twice", () => {
  const stored = aSeries({ t0_ms: 0, step_ms: 1000, mean: [1, 2], intervals: null });
  expect(liveTail("iops", stored, [point(2000, 9), point(3000, 3)])).toEqual({
    value: 3,
    values: [1, 2, 3],
    at_ms: 3000,
  });
});

test("what is older than a minute is left out", () => {
  const streamed = [point(1000, 1), point(61_500, 2), point(62_000, null)];
  expect(liveTail("iops", undefined, streamed)).toEqual({ value: 2, values: [2, null], at_ms: 62_000 });
});

test("before the first value there is none", () => {
  expect(liveTail("iops", undefined, [])).toEqual({ value: null, values: [], at_ms: null });
});
