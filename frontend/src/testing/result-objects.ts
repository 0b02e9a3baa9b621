/** Objects of the API for tests of imports and comparisons: configurations, imports, phases and their measurements. */
import type { Configuration, Import, ImportResult, Measurement, Measurements, Phase } from "@/api/types";
import { AT } from "./objects";

export function aConfiguration(changes: Partial<Configuration> = {}): Configuration {
  return {
    id: "configuration-1",
    number: "c-1",
    name: "NVMe scratch",
    derived_name: null,
    class_hash: "ab",
    instance_hash: "cd",
    origin: "imported",
    snapshot: {},
    run_count: 1,
    labels: {},
    created_at: AT,
    facts: [],
    use: null,
    histories: [],
    ...changes,
  };
}

export function anImportResult(changes: Partial<ImportResult> = {}): ImportResult {
  return {
    index: 0,
    format: "fio",
    version: "fio-3.33",
    title: "4K random write",
    members: ["run/out.json"],
    members_count: 1,
    warnings: [],
    duplicate_of: null,
    run: null,
    measurements_count: 1,
    measurements: [aReadMeasurement()],
    series: [],
    numbers: [],
    statements_count: 0,
    suggested_configuration: null,
    ...changes,
  };
}

function aReadMeasurement(): ImportResult["measurements"][number] {
  return {
    name: "job1",
    host: null,
    phase: 0,
    workload: "4 KiB random write",
    block_bytes: 4096,
    read_percent: 0,
    random_percent: 100,
    threads: 1,
    queue_depth: 16,
    outstanding_ios: 16,
    offered_iops: null,
    iops: 38_780,
    throughput_bytes_per_s: 158_842_880,
    latency_mean_ns: 412_000,
    latency_p99_ns: null,
    value_kind: "exact",
    printed: null,
    error: null,
  };
}

export function anImport(changes: Partial<Import> = {}): Import {
  return {
    id: "import-1",
    number: "i-1",
    state: "ready",
    format: "auto",
    title: "",
    created_at: AT,
    created_by: "ada",
    files: { count: 1, bytes: 2048 },
    progress: { files_read: 1, files_total: 1, read_bytes: 2048, total_bytes: 2048, note: "" },
    error: null,
    unrecognised: [],
    unrecognised_count: 0,
    warnings: [],
    results: [],
    ...changes,
  };
}

export function aPhase(changes: Partial<Phase> = {}): Phase {
  return {
    id: "phase-1",
    ordinal: 1,
    name: "4K random write",
    kind: "measure",
    round: null,
    state: "finished",
    workload: { description: "4 KiB random write" },
    planned_seconds: null,
    started_at: AT,
    t0_ms: 0,
    t1_ms: 60_000,
    stop: null,
    stop_reason: "completed",
    exit_code: 0,
    message: null,
    has_series: true,
    measurement: null,
    ...changes,
  };
}

/** The columns of measurements at some depths of some runs. */
export function someMeasurements(rows: { run: string; outstanding: number | null; iops: number }[]): Measurements {
  return {
    dimensions: [],
    source: {
      run_number: rows.map(({ run }) => run),
      configuration: rows.map(() => null),
      phase_name: rows.map(() => "4K random write"),
      block_bytes: rows.map(() => 4096),
      read_percent: rows.map(() => 0),
      random_percent: rows.map(() => 100),
      outstanding_ios: rows.map(({ outstanding }) => outstanding),
      iops: rows.map(({ iops }) => iops),
      latency_mean_ns: rows.map(() => 412_000),
    },
  };
}

export function aMeasurement(changes: Partial<Measurement> = {}): Measurement {
  return {
    id: "measurement-1",
    engine: "fio",
    runtime_ms: 60_000,
    ios: 2_326_800,
    bytes: null,
    iops: 38_780,
    throughput_bytes_per_s: null,
    latency_n: null,
    latency_mean_ns: 412_000,
    latency_stddev_ns: null,
    latency_min_ns: null,
    latency_max_ns: null,
    latency_p50_ns: null,
    latency_p90_ns: null,
    latency_p99_ns: null,
    latency_p999_ns: null,
    latency_p9999_ns: null,
    percentiles_of: null,
    outstanding_ios: 16,
    little_ratio: null,
    preconditioned: null,
    steady: null,
    estimated: false,
    value_kind: "exact",
    badges: [],
    source_note: null,
    published_figures: [],
    parts: [],
    ...changes,
  };
}
