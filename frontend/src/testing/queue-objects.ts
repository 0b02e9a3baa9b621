/** Objects of the queue and of the lab's care for tests. */
import type { LabState, QueueItem } from "@/api/types";
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
