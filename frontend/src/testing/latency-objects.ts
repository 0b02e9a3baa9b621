/** Distributions of response times for tests: everything has a plausible value, and a test names only what it is about. */
import type {
  LatencyDistribution,
  LatencySpan,
  PhaseHistograms,
  PhaseLatency,
  RunLatency,
  TimedPhase,
} from "@/api/types";

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
    min_beyond: 10,
    items: [aPhaseLatency()],
    ...changes,
  };
}

export function aTimedPhase(changes: Partial<TimedPhase> = {}): TimedPhase {
  return {
    phase_ordinal: 1,
    name: "4K random write",
    kind: "precondition",
    state: "finished",
    loop: null,
    round: null,
    directions: ["total", "write"],
    slices: 3,
    ios: 60_000,
    ...changes,
  };
}

/** Three slices of a minute, the last of which is slower. */
export function phaseHistograms(changes: Partial<PhaseHistograms> = {}): PhaseHistograms {
  return {
    phase_ordinal: 1,
    name: "4K random write",
    state: "finished",
    direction: "total",
    of: "lat",
    result_ios: 60_000,
    percents: [50, 99, 99.9],
    min_beyond: 10,
    slices: {
      t0_ms: [0, 60_000, 120_000],
      t1_ms: [60_000, 120_000, 180_000],
      ios: [20_000, 20_000, 20_000],
      percentiles_ns: [
        [100_000, 100_000, 400_000],
        [400_000, 400_000, 900_000],
        [null, null, null],
      ],
    },
    cells: {
      low_ns: [98_304, 393_216, 851_968],
      high_ns: [106_496, 425_984, 917_504],
      slice: [0, 0, 1, 1, 2, 2],
      row: [0, 1, 0, 1, 1, 2],
      ios: [19_000, 1000, 19_000, 1000, 19_000, 1000],
    },
    span: aLatencySpan(),
    ...changes,
  };
}

export function aLatencySpan(changes: Partial<LatencySpan> = {}): LatencySpan {
  return { from_ms: 0, to_ms: 180_000, percents: PERCENTS, distribution: aDistribution(), ...changes };
}
