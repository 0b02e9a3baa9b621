/** A sample of curves over queue depth of which two have a knee, for the gallery. */

import { rateLatency } from "../rate-latency/definition";
import { sampleOf } from "../sample";
import { DEPTH_LATENCY, type QueueDepthData } from "./curves";
import { queueDepth } from "./definition";

const DEPTHS = Array.from({ length: 9 }, (_, power) => 2 ** power);
/** Rates per outstanding I/O, and the depth from which the array is busy; the last one only slows down. */
const ARRAYS = [
  { configuration: "RAID 10", ratePerIo: 9000, maxRate: 290_000 },
  { configuration: "RAID 5", ratePerIo: 8000, maxRate: 132_000 },
  { configuration: "RAID 6", ratePerIo: 600, maxRate: Number.POSITIVE_INFINITY },
];

export function kneeSample(): QueueDepthData {
  const rows = ARRAYS.flatMap(({ configuration, ratePerIo, maxRate }, run) =>
    DEPTHS.map((depth) => {
      const iops = Math.min(ratePerIo * depth, maxRate * (1 + depth / 10_000));
      return { run: `r-${run + 1}`, configuration, depth, iops, latency: (depth / iops) * 1e9 };
    }),
  );
  const same = <Value>(value: Value) => rows.map(() => value);
  return {
    latencyMetric: DEPTH_LATENCY,
    source: {
      run_number: rows.map(({ run }) => run),
      configuration: rows.map(({ configuration }) => configuration),
      phase_name: same("4K random read"),
      block_bytes: same(4096),
      read_percent: same(100),
      random_percent: same(100),
      threads: same(1),
      queue_depth: rows.map(({ depth }) => depth),
      outstanding_ios: rows.map(({ depth }) => depth),
      iops: rows.map(({ iops }) => iops),
      latency_mean_ns: rows.map(({ latency }) => latency),
      latency_p99_ns: rows.map(({ latency }) => 3 * latency),
    },
  };
}

export const samples = [sampleOf(queueDepth, kneeSample), sampleOf(rateLatency, kneeSample)];
