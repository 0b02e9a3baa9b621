/** The lab at a glance, for tests. */
import type { LabCounts, Overview, OverviewAlert, RecentResult, RunUnderWay, ServerGlance } from "@/api/types";
import { AT, aRunSummary } from "./objects";

const NO_ENTRIES: LabCounts["entry_counts"] = {
  runs: 0,
  dashboards: 0,
  permalinks: 0,
  campaigns: 0,
  profiles: 0,
  drives: 0,
  arrays: 0,
  configurations: 0,
};

export function someCounts({ entry_counts, ...changes }: DeepCounts = {}): LabCounts {
  return {
    has_measured: true,
    server_count: 0,
    under_way_count: 0,
    waiting_count: 0,
    entry_counts: { ...NO_ENTRIES, ...entry_counts },
    ...changes,
  };
}

type DeepCounts = Partial<Omit<LabCounts, "entry_counts">> & { entry_counts?: Partial<LabCounts["entry_counts"]> };

export function anOverview(changes: Partial<Overview> = {}): Overview {
  return {
    has_measured: true,
    entry_counts: NO_ENTRIES,
    servers: { items: [], counts: {} },
    under_way: { items: [], count: 0, waiting_count: 0 },
    queue: { from_at: AT, to_at: AT, lanes: [], clear_at: null },
    ended: [],
    last_visit_at: null,
    new_result_count: 0,
    alerts: { items: [], counts: { critical: 0, warning: 0, notice: 0 } },
    comparison: [],
    look_back_days: 7,
    ...changes,
  };
}

export function aServerGlance(changes: Partial<ServerGlance> = {}): ServerGlance {
  return {
    id: "server-1",
    number: "s-1",
    name: "rack-4",
    is_local: false,
    use: "idle",
    reason: null,
    runs: [],
    waiting_count: 0,
    last_seen_at: AT,
    state: "ready",
    product_name: "PowerEdge R760",
    hardware: [],
    temperature_c: null,
    temperature_at: null,
    unreachable_since: null,
    rebuild: null,
    next_run: null,
    ...changes,
  };
}

export function aRunUnderWay(changes: Partial<RunUnderWay> = {}): RunUnderWay {
  return {
    id: "run-1",
    number: "r-1",
    title: "Quick 4K on rack-4",
    state: "running",
    job: { id: "job-1", number: "j-1", name: "nightly" },
    server: { id: "server-1", number: "s-1", name: "rack-4" },
    cancelling: false,
    progress: {
      run_number: "r-1",
      phase_ordinal: 2,
      phase_count: 8,
      phase_name: "Precondition",
      percent: 25,
      elapsed_seconds: 30,
      remaining_seconds: 90,
      estimated_finish_at: AT,
      steady: null,
    },
    configuration: null,
    workload: "4K random write",
    segments: [
      { name: "Fill", state: "done", phase_count: 1, planned_seconds: 20, percent: 100 },
      { name: "Precondition", state: "running", phase_count: 1, planned_seconds: 60, percent: 50 },
      { name: "QD", state: "planned", phase_count: 6, planned_seconds: 40, percent: 0 },
    ],
    live: {
      phase_ordinal: 2,
      at_ms: 30_000,
      iops: 38_780,
      throughput_bytes_per_s: 158_842_880,
      latency_mean_ns: 206_000,
    },
    curve: { kind: "time", lines: [[60_000, 45_000, 38_780]], window: null },
    temperature_c: 41,
    ...changes,
  };
}

export function anAlert(changes: Partial<OverviewAlert> = {}): OverviewAlert {
  return {
    severity: "warning",
    kind: "drive_wearing_out",
    message: "Samsung 470 in rack-4 has used 91 % of its rated endurance.",
    link: { component: "drive", id: "drive-1", number: "d-1", name: "Samsung 470" },
    at: null,
    server: { id: "server-1", number: "s-1", name: "rack-4" },
    waiting_count: 0,
    ...changes,
  };
}

export function aRecentResult(changes: Partial<RecentResult> = {}): RecentResult {
  return {
    ...aRunSummary(),
    figure: {
      metric: "iops",
      label: "IOPS at steady state",
      value: 38_780,
      unit: "1/s",
      better: "higher",
      workload: "4K random write",
    },
    change: null,
    thumbnail: null,
    is_new: false,
    ...changes,
  };
}
