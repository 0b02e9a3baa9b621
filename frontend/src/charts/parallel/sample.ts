/** Nine configurations under one workload; one of them has no percentile, and four meet what is asked for. */
import type { ParallelData } from "./option";

export function parallelSample(): ParallelData {
  return {
    axes: ["iops", "bandwidth", "lat_mean", "lat_p99"],
    lines: Array.from({ length: 9 }, (_, order) => {
      const iops = 20_000 * (order + 1);
      return {
        name: `RAID ${order} (r-${order + 1})`,
        look: { order },
        values: {
          iops,
          bandwidth: iops * 4096,
          lat_mean: 16e9 / iops,
          lat_p99: order === 4 ? null : (16e9 / iops) * (order % 3 === 0 ? 9 : 3),
        },
      };
    }),
    ranges: { iops: { from: 100_000, to: null } },
  };
}
