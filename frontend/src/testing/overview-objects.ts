/** The lab at a glance, for tests. */
import type { Overview, RecentResult, RunUnderWay, ServerGlance } from "@/api/types";
import { AT, aRunSummary } from "./objects";

export function anOverview(changes: Partial<Overview> = {}): Overview {
  return {
    has_measured: true,
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
    product_name: null,
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
    workload: null,
    segments: [],
    live: null,
    curve: null,
    temperature_c: null,
    ...changes,
  };
}

export function aRecentResult(changes: Partial<RecentResult> = {}): RecentResult {
  return { ...aRunSummary(), figure: null, change: null, thumbnail: null, is_new: false, ...changes };
}
