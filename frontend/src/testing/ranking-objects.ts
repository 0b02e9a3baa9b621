/** Rankings as the API gives them, for tests. */
import type { Ranking } from "@/api/rankings";

export function aRanking(values: Partial<Ranking> = {}): Ranking {
  const figure = (workload: string, value: number, ratio: number | null, n = 1) => ({
    workload,
    value,
    n,
    min: value * 0.9,
    max: value * 1.1,
    ratio,
    runs: Array.from({ length: n }, (_, index) => `r-${index + 1}`),
  });
  const workload = (key: string, label: string, counted: boolean) => ({
    key,
    label,
    metric: "iops",
    metric_label: "IOPS",
    unit: "1/s",
    better: "higher" as const,
    chosen: true,
    counted,
  });
  return {
    profile: "shoot-out@2",
    runs_considered: 4,
    more_runs: false,
    reference: "c-1",
    workloads: [workload("aaaaaaaaaaaa", "4K read", true), workload("bbbbbbbbbbbb", "4K write", false)],
    configurations: [
      {
        configuration: { id: "00000000-0000-7000-8000-000000000001", number: "c-1", name: "RAID 10" },
        class_hash: "class-1",
        rating: 100,
        rank: 1,
        podium_rank: 1,
        worst_ratio: 1,
        best_ratio: 1,
        figures: [figure("aaaaaaaaaaaa", 40_000, 1, 3), figure("bbbbbbbbbbbb", 9_000, null)],
      },
      {
        configuration: { id: "00000000-0000-7000-8000-000000000002", number: "c-2", name: "RAID 5" },
        class_hash: "class-2",
        rating: 50,
        rank: 2,
        podium_rank: 2,
        worst_ratio: 0.5,
        best_ratio: 0.5,
        figures: [figure("aaaaaaaaaaaa", 20_000, 0.5)],
      },
    ],
    left_out: [{ reason: "not measured in steady state", figures: 2 }],
    profiles: [{ profile: "shoot-out@2", title: "Shoot-out", configurations: 2, runs: 4 }],
    ...values,
  };
}
