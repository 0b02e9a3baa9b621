/** Campaigns of the API for tests: complete, plain, and changed by what a test is about. */
import type {
  CalendarSlot,
  Campaign,
  CampaignMatrix,
  CampaignPart,
  CampaignPlan,
  CampaignQuestion,
  CampaignResults,
  MatrixCell,
  MatrixColumn,
  MatrixRow,
  Proposal,
  ResultLine,
  StateFigures,
} from "@/api/types";
import { AT } from "./objects";

/** The server of campaigns with one server. */
const ON = { id: "server-1", number: "s-1", name: "rack-4" };

export function aRow(changes: Partial<MatrixRow> = {}): MatrixRow {
  return {
    row: 0,
    server: ON,
    name: "RAID 5 of 8",
    layout: "raid5",
    drives: 8,
    chunk_bytes: 65_536,
    over_provisioned_percent: 0,
    size_bytes: null,
    copy_to: null,
    controllers: null,
    stable_ids: [],
    model: null,
    ...changes,
  };
}

export function aColumn(changes: Partial<MatrixColumn> = {}): MatrixColumn {
  return { column: 0, label: "4K random write", profile: "quick-4k", scale: "full", state: "optimal", ...changes };
}

export function aCell(changes: Partial<MatrixCell> = {}): MatrixCell {
  return {
    row: 0,
    column: 0,
    state: "planned",
    reason: null,
    position: 1,
    generation: 1,
    superseded: false,
    estimated_seconds: 600,
    job_number: null,
    run_number: null,
    metric: null,
    value: null,
    unit: null,
    phase_name: null,
    condition: null,
    verdict: null,
    rebuild_seconds: null,
    ...changes,
  };
}

export function aMeasuredCell(changes: Partial<MatrixCell> = {}): MatrixCell {
  return aCell({
    state: "measured",
    job_number: "j-7",
    run_number: "r-7",
    metric: "iops",
    value: 862_769,
    unit: "1/s",
    phase_name: "Read QD32",
    condition: "optimal",
    ...changes,
  });
}

export function aMatrix(changes: Partial<CampaignMatrix> = {}): CampaignMatrix {
  return { rows: [aRow()], columns: [aColumn()], cells: [aCell()], ...changes };
}

export function aSlot(changes: Partial<CalendarSlot> = {}): CalendarSlot {
  return {
    server: ON,
    row: 0,
    column: 0,
    generation: 1,
    title: "RAID 5 of 8, 4K random write, optimal",
    job_number: null,
    run_number: null,
    starts_at: AT,
    ends_at: "2026-11-21T02:00:00Z",
    certainty: "rough",
    ...changes,
  };
}

export function aProposal(changes: Partial<Proposal> = {}): Proposal {
  return {
    measure: "shorter_points",
    title: "Shorter points",
    available: true,
    accepted: false,
    saves_seconds: 3600,
    fits: true,
    reason: "Points of 60 s instead of 300 s.",
    ...changes,
  };
}

export function aPlannedCell(changes: Partial<CampaignPlan["order"][number]> = {}): CampaignPlan["order"][number] {
  return {
    server: ON,
    row: 0,
    column: 0,
    title: "RAID 5 of 8, 4K random write, optimal",
    drives: ["nvme-A"],
    preparation: ["Create an array"],
    preparation_seconds: 120,
    estimated_seconds: 600,
    ...changes,
  };
}

export function someCampaignPlan(changes: Partial<CampaignPlan> = {}): CampaignPlan {
  return {
    cells_total: 1,
    cells_impossible: 0,
    estimated_seconds: 600,
    estimated_finish_at: "2026-11-21T02:00:00Z",
    deadline: null,
    fits: null,
    proposals: [],
    matrix: aMatrix(),
    order: [aPlannedCell()],
    parts: [],
    destroys: [],
    expected_writes: null,
    endurance: [],
    sample_count: 600,
    warnings: [],
    ...changes,
  };
}

export function aCampaign(changes: Partial<Campaign> = {}): Campaign {
  return {
    id: "campaign-1",
    number: "m-1",
    name: "RAID levels of the new controller",
    note: "",
    labels: {},
    server: ON,
    parent: null,
    parts: [],
    engine: "fio",
    state: "running",
    cells_total: 12,
    cells_impossible: 2,
    cells_done: 4,
    cells_failed: 0,
    cells_withheld: 0,
    cell_states: [["measured", "planned"]],
    estimated_seconds: 7200,
    estimated_finish_at: "2026-11-21T03:00:00Z",
    deadline: null,
    fits: null,
    proposals: [],
    waiting_reason: null,
    pending_decision: null,
    priority: 50,
    repeats: 1,
    submitted_by: "ada",
    created_at: AT,
    started_at: AT,
    finished_at: null,
    request: {},
    drives: ["nvme-A"],
    ...changes,
  };
}

export function aPart(changes: Partial<CampaignPart> = {}): CampaignPart {
  return {
    id: "campaign-2",
    number: "m-2",
    server: ON,
    state: "running",
    cells_total: 6,
    cells_impossible: 1,
    cells_done: 2,
    cells_failed: 0,
    cells_withheld: 0,
    estimated_seconds: 3600,
    estimated_finish_at: "2026-11-21T02:00:00Z",
    fits: null,
    waiting_reason: null,
    pending_decision: null,
    ...changes,
  };
}

export function aQuestion(changes: Partial<CampaignQuestion> = {}): CampaignQuestion {
  return {
    campaign: "m-1",
    created_at: AT,
    reason: "The drive ending in 0001 failed while RAID 5 of 8 was measured.",
    cells: [[0, 0]],
    choices: ["redo", "keep_both", "stop"],
    repeat_seconds: 3120,
    default_choice: null,
    decides_at: null,
    ...changes,
  };
}

export function someFigures(changes: Partial<StateFigures> = {}): StateFigures {
  return {
    state: "optimal",
    cell_state: "measured",
    reason: null,
    condition: "optimal",
    iops: 862_769,
    throughput_bytes_per_s: 3.534e9,
    latency_mean_ns: 1.48e6,
    latency_p99_ns: 3.2e6,
    rebuild_seconds: null,
    generation: 1,
    job_number: "j-7",
    run_numbers: ["r-7"],
    badges: [],
    repeats: [],
    ...changes,
  };
}

export function aResultLine(changes: Partial<ResultLine> = {}): ResultLine {
  return {
    row: 0,
    server: ON,
    configuration: "RAID 5 of 8",
    layout: "raid5",
    drives: 8,
    controllers: null,
    over_provisioned_percent: 0,
    workload: "4K random write",
    phase: null,
    generation: 1,
    figure: "iops",
    figures: [someFigures()],
    ...changes,
  };
}

export function someResults(changes: Partial<CampaignResults> = {}): CampaignResults {
  return {
    number: "m-1",
    name: "RAID levels of the new controller",
    states: ["optimal"],
    lines: [aResultLine()],
    ...changes,
  };
}
