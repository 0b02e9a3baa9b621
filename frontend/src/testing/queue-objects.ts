/** Objects of the queue and of the lab's care for tests. */
import type { LabState, QueueItem, QueueSchedule, QueueWait, ScheduledJob } from "@/api/types";
import { AT } from "./objects";

export function aQueueItem(changes: Partial<QueueItem> = {}): QueueItem {
  return {
    job_id: "job-1",
    job_number: "j-1",
    job_name: "Quick 4K on rack-4",
    run_id: "run-1",
    run_number: "r-1",
    attempt_id: "attempt-1",
    server: { id: "server-1", number: "s-1", name: "rack-4" },
    state: "waiting",
    attempt_state: "queued",
    priority: 50,
    position: 1,
    waiting_reason: "rack-4 is busy with r-7.",
    since: AT,
    ...changes,
  };
}

export function aLabState(changes: Partial<LabState> = {}): LabState {
  return {
    version: "0.2.0",
    demo_data: true,
    server_time: AT,
    public_key: null,
    paused: false,
    reason: null,
    since: null,
    by: null,
    ...changes,
  };
}

export function aWait(changes: Partial<QueueWait> = {}): QueueWait {
  return { kind: "queued", until: null, reason: null, ahead: [], ahead_count: 0, ...changes };
}

export function aScheduledJob(changes: Partial<ScheduledJob> = {}): ScheduledJob {
  return {
    job_number: "j-1",
    run_number: "r-1",
    title: "Quick 4K on rack-4",
    profile_title: "Quick 4K",
    server: { id: "server-1", number: "s-1", name: "rack-4" },
    state: "waiting",
    run_count: 1,
    position: 1,
    line_length: 1,
    start_order: 1,
    priority: 50,
    submitted_by: "ada",
    campaign_number: null,
    starts_at: AT,
    ends_at: AT,
    estimated_seconds: 3_600,
    wait: null,
    ...changes,
  };
}

export function aSchedule(changes: Partial<QueueSchedule> = {}): QueueSchedule {
  return {
    queue: { from_at: AT, to_at: AT, lanes: [], clear_at: null },
    lane_count: changes.queue?.lanes.length ?? 0,
    servers: [],
    under_way: { items: [], count: 0, waiting_count: 0 },
    jobs: [],
    job_count: changes.jobs?.length ?? 0,
    found_count: changes.jobs?.length ?? 0,
    waiting_server_count: 1,
    clear_at: null,
    unknown_servers: [],
    ...changes,
  };
}
