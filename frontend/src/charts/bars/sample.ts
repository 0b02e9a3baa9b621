/** Two workloads of three configurations, one figure of them unknown and one not exact. */
import { sampleOf } from "../sample";
import { bars } from "./definition";

export const samples = [
  sampleOf(bars, () => ({
    metric: "iops",
    measurements: {
      source: {
        configuration: ["RAID 0", "RAID 10", "RAID 5", "RAID 0", "RAID 10", "RAID 5"],
        run_number: ["r-1", "r-2", "r-3", "r-1", "r-2", "r-3"],
        phase_name: ["4K read", "4K read", "4K read", "4K write", "4K write", "4K write"],
        iops: [310_000, 300_000, 290_000, 250_000, null, 42_000],
        latency_mean_ns: [0.8e6, 0.9e6, 0.9e6, 1e6, null, 6e6],
        value_kind: ["exact", "exact", "approximate", "exact", "exact", "exact"],
      },
    },
  })),
];
