/** Nine configurations under one workload; one of them has no percentile, and four meet the requested ranges. */

import { sampleOf } from "../sample";
import { parallel } from "./definition";
import type { ParallelData } from "./option";

export function parallelSample(): ParallelData {
  return {
    axes: ["iops", "throughput_bytes_per_s", "latency_mean_ns", "latency_p99_ns"],
    lines: Array.from({ length: 9 }, (_, order) => {
      const iops = 20_000 * (order + 1);
      return {
        name: `RAID ${order} (r-${order + 1})`,
        look: { order },
        values: {
          iops,
          throughput_bytes_per_s: iops * 4096,
          latency_mean_ns: 16e9 / iops,
          latency_p99_ns: order === 4 ? null : (16e9 / iops) * (order % 3 === 0 ? 9 : 3),
        },
      };
    }),
    ranges: { iops: { from: 100_000, to: null } },
  };
}

export const samples = [sampleOf(parallel, parallelSample)];
