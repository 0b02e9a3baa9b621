/** Attempts and what belongs to them for tests. */
import type { Attempt, OperationState, ProbeResult } from "@/api/types";
import { AT } from "./objects";

export function anAttempt(changes: Partial<Attempt> = {}): Attempt {
  return {
    id: "attempt-1",
    number: "a-1",
    ordinal: 1,
    state: "running",
    connectivity: "ok",
    last_contact_at: null,
    started_at: AT,
    finished_at: null,
    cancel_mode: null,
    resumed_from: null,
    probe_results: { prepare: [], start: [] },
    operations: [],
    neighbours: null,
    telemetry: null,
    warnings: [],
    stuck: false,
    events: [],
    ...changes,
  };
}

export function anOperation(changes: Partial<OperationState> = {}): OperationState {
  return {
    ordinal: 1,
    kind: "fill",
    title: "Fill the drive",
    state: "finished",
    message: null,
    started_at: AT,
    finished_at: AT,
    evidence: {},
    ...changes,
  };
}

export function aProbeResult(changes: Partial<ProbeResult> = {}): ProbeResult {
  return {
    id: "I6",
    device: "nvme-DRIVE_1",
    title: "Mounts",
    verdict: "refuse",
    reason: "It is mounted at /srv.",
    ...changes,
  };
}
