/** Objects of the API for tests: complete, plain, and changed by what a test is about. */
import type { Drive, HealthValues, Job, Plan, Profile, Run, RunSummary, Series, Server, Verdict } from "@/api/types";

export const AT = "2026-11-21T01:00:00Z";

export function aVerdict(changes: Partial<Verdict> = {}): Verdict {
  return {
    status: "steady",
    metric: "iops",
    round_seconds: 60,
    window: [1, 5],
    first_steady_round: 5,
    average: 1000,
    range_pct: 4,
    slope_pct: 1,
    range_limit_pct: 20,
    slope_limit_pct: 10,
    rounds: [1010, 1000, 990, 1005, 995],
    sentence: "Steady in rounds 1 to 5.",
    t0_ms: 0,
    t1_ms: 300_000,
    phase_ordinal: 2,
    ...changes,
  };
}

export function aRunSummary(changes: Partial<RunSummary> = {}): RunSummary {
  return {
    id: "run-1",
    number: "r-1",
    title: "Quick 4K on rack-4",
    job: { id: "job-1", number: "j-1" },
    server: { id: "server-1", number: "s-1", name: "rack-4" },
    configuration: { id: "configuration-1", number: "c-1", name: "NVMe scratch" },
    profile: { name: "quick-4k", version: 1, title: "Quick 4K" },
    engine: "fio",
    engine_version: "fio-3.33",
    origin: "measured",
    state: "finished",
    data: "complete",
    scale: "full",
    verdict: null,
    headline: [{ metric: "iops", label: "IOPS, 4 KiB random write", value: 38_780, unit: "1/s", better: "higher" }],
    badges: [],
    failure: null,
    created_at: AT,
    started_at: AT,
    finished_at: AT,
    duration_s: 600,
    ...changes,
  };
}

export function aRun(changes: Partial<Run> = {}): Run {
  return {
    ...aRunSummary(),
    ranked: true,
    phases: [],
    configuration_snapshot: null,
    class_hash: null,
    instance_hash: null,
    attempts: [],
    artifact_count: 0,
    source: null,
    resumption: null,
    ...changes,
  };
}

export function aPlan(changes: Partial<Plan> = {}): Plan {
  return {
    scale: "full",
    estimated_seconds: 75,
    maximum_seconds: 200,
    bytes_written: 268_435_456,
    sample_count: 75,
    phases: [],
    job_files: [{ ordinal: 1, name: "fill", text: "[fill]\nrw=write\n" }],
    warnings: [],
    preparation: [],
    destroys: [],
    conditioning: [],
    conditioning_choice: "redo",
    ...changes,
  };
}

export function aJob(changes: Partial<Job> = {}): Job {
  return {
    id: "job-1",
    number: "j-1",
    name: "Quick 4K on rack-4",
    labels: {},
    server: { id: "server-1", number: "s-1", name: "rack-4" },
    engine: "fio",
    profile: { name: "quick-4k", version: 1, title: "Quick 4K", parameters: { seconds: 10 } },
    target: { kind: "file", path: null, size_bytes: 268_435_456 },
    configuration_name: null,
    repeats: 1,
    priority: 50,
    start_after: null,
    start_before: null,
    on_lost: "stop",
    preparation: [],
    conditioning: "redo",
    cancel_when: null,
    note: "",
    state: "queued",
    waiting_reason: null,
    failure: null,
    submitted_by: "ada",
    created_at: AT,
    started_at: null,
    finished_at: null,
    cancel_requested_at: null,
    estimated_seconds: 75,
    maximum_seconds: 200,
    plan: aPlan(),
    runs: [],
    run_counts: {},
    progress: null,
    ...changes,
  };
}

export function aServer(changes: Partial<Server> = {}): Server {
  return {
    id: "server-1",
    number: "s-1",
    name: "rack-4",
    transport: "local",
    address: null,
    port: null,
    username: null,
    state: "ready",
    state_reason: null,
    host_key_fingerprint: null,
    offered_host_key_fingerprint: null,
    lab_public_key: null,
    runner_version: "0.1.0",
    runner_sha256: null,
    fio_version: "fio-3.33",
    os_name: "Debian GNU/Linux 12",
    kernel: "6.1.0",
    architecture: "x86_64",
    cpu_model: "EPYC 9354P",
    cpu_sockets: 1,
    cpu_cores: 32,
    cpu_threads: 64,
    memory_bytes: 1024 ** 4,
    product_name: null,
    clock_offset_ms: null,
    warnings: [],
    last_error: null,
    discovery: "idle",
    discovered_at: AT,
    last_seen_at: AT,
    created_at: AT,
    drive_count: 0,
    busy_with: null,
    sandbox: null,
    launch: null,
    strangers: [],
    enrolments: { proposed: 0, active: 0, void: 0 },
    resync_requested: false,
    maintenance: null,
    reservation: null,
    board_name: null,
    bios_version: null,
    owner: null,
    note: "",
    tags: [],
    manual: {},
    tools: {},
    health_check_hours: null,
    health_check_due_at: null,
    ...changes,
  };
}

export function aDrive(changes: Partial<Drive> = {}): Drive {
  return {
    id: "drive-1",
    number: "d-1",
    server_id: "server-1",
    server: { id: "server-1", number: "s-1", name: "rack-4" },
    controller: null,
    enclosure_id: null,
    arrays: [],
    identity: null,
    kernel_name: "nvme1n1",
    path: "/dev/nvme1n1",
    location: null,
    slot: null,
    stable_id: "nvme-DRIVE_1",
    stable_ids: ["nvme-DRIVE_1"],
    vendor: null,
    model: "DRIVE",
    serial: "1",
    wwn: null,
    firmware: null,
    size_bytes: 1e12,
    logical_block_bytes: 512,
    physical_block_bytes: 4096,
    rotational: false,
    transport: "nvme",
    medium: null,
    rotation_rpm: null,
    drive_state: null,
    link_speed_gts: null,
    link_width: null,
    health: someHealth(),
    settings: {},
    mountpoints: [],
    filesystem: null,
    in_use_reasons: [],
    present: true,
    protected: false,
    enrolment: null,
    first_seen_at: AT,
    last_seen_at: AT,
    standing: "in_service",
    note: "",
    tags: [],
    manual: {},
    ...changes,
  };
}

/** What a drive says about itself: nothing, but for what a test is about. */
export function someHealth(changes: Partial<HealthValues> = {}): HealthValues {
  return {
    passed: null,
    used_percent: null,
    spare_percent: null,
    spare_threshold_percent: null,
    written_bytes: null,
    read_bytes: null,
    media_written_bytes: null,
    power_on_hours: null,
    power_cycles: null,
    unsafe_shutdowns: null,
    temperature_c: null,
    throttled_minutes: null,
    media_errors: null,
    reallocated_sectors: null,
    pending_sectors: null,
    link_errors: null,
    warnings: [],
    ...changes,
  };
}

/** What a drive says about its enrolment. */
export function anEnrolmentOf(changes: Partial<NonNullable<Drive["enrolment"]>> = {}): Drive["enrolment"] {
  return { id: "enrolment-1", state: "active", void_reason: null, expires_at: null, ...changes };
}

export function aProfile(changes: Partial<Profile> = {}): Profile {
  return {
    name: "quick-4k",
    version: 1,
    title: "Quick 4K",
    description: "Fills a file and reads it.",
    source: "",
    engines: ["fio"],
    writes: true,
    parameters: [{ name: "seconds", title: "Seconds per phase", unit: "s", default: 10, minimum: 2, maximum: 3600 }],
    phase_count: 2,
    estimated_seconds: 75,
    maximum_seconds: 200,
    ...changes,
  };
}

export function aSeries(changes: Partial<Series> = {}): Series {
  return {
    run_id: "run-1",
    metric: "iops",
    unit: "1/s",
    direction: "total",
    source: "status",
    estimated: false,
    phase: "all",
    t0_ms: 0,
    step_ms: 1000,
    min: [],
    mean: [],
    max: [],
    points: 0,
    last_ms: null,
    complete: false,
    phases: [],
    steady_window: null,
    ...changes,
  };
}
