/** Distributions of response times for tests: everything has a plausible value, and a test names only what it is about. */
import type { LatencyDistribution, PhaseLatency, RunLatency } from "@/api/types";

export const PERCENTS = [0, 50, 90, 95, 99, 99.5, 99.9, 99.95, 99.99, 99.999];

/** A hundred thousand I/Os in three bins. */
export function aDistribution(changes: Partial<LatencyDistribution> = {}): LatencyDistribution {
  return {
    direction: "total",
    source: "bins",
    of: "lat",
    estimated: false,
    n: 100_000,
    percentiles_ns: [100_000, 100_000, 100_000, 400_000, 400_000, 9e6, 9e6, 9e6, 9e6, null],
    cdf: { value_ns: [100_000, 400_000, 9e6], upper_ns: [101_000, 404_000, null], percent: [90, 99, 100] },
    ...changes,
  };
}

export function aPhaseLatency(changes: Partial<PhaseLatency> = {}): PhaseLatency {
  return {
    phase_ordinal: 1,
    name: "4K random write",
    state: "finished",
    group: null,
    loop: null,
    rounds: [],
    block_bytes: 4096,
    read_percent: 0,
    random_percent: 100,
    threads: 1,
    queue_depth: 16,
    outstanding_ios: 16,
    offered_iops: null,
    distributions: [aDistribution()],
    ...changes,
  };
}

export function aRunLatency(changes: Partial<RunLatency> = {}): RunLatency {
  return {
    run_id: "run-1",
    run_number: "r-1",
    percents: PERCENTS,
    least_beyond: 10,
    items: [aPhaseLatency()],
    ...changes,
  };
}
