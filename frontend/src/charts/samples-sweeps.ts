/** Measurements of sweeps for tests of charts: plain formulas, so that every value can be computed by head. */
import { METRIC_NAMES } from "@/lib/metrics";
import type { MeasurementsData } from "./queue-depth/curves";
import type { Sample } from "./sample";
import { chartsFor, placeOf, type SweepKind } from "./sweeps/charts-for";
import { curvesOf } from "./sweeps/curves";
import type { SweepCurve } from "./sweeps/points";

export type SampleRow = Record<string, string | number | null>;

/** Defaults of a row: one 4 KiB random read at a time, over the whole target. */
const PLAIN: SampleRow = {
  run_number: "r-1",
  configuration: "RAID 10",
  phase_name: "Point",
  phase_state: "finished",
  block_bytes: 4096,
  read_percent: 100,
  random_percent: 100,
  threads: 1,
  queue_depth: 1,
  streams: 1,
  range_offset_bytes: 0,
  range_size_bytes: 1e12,
  range_offset_percent: 0,
  range_size_percent: 100,
  value_kind: "exact",
};

/** Rows as `GET /measurements` answers them. Outstanding I/O and throughput follow from the others unless given. */
export function sweepSource(rows: readonly SampleRow[]): MeasurementsData {
  const whole = rows.map((row) => {
    const full: SampleRow = { ...PLAIN, ...row };
    const { threads, queue_depth, iops, block_bytes } = full;
    const derived: SampleRow = {
      outstanding_ios: threads == null || queue_depth == null ? null : Number(threads) * Number(queue_depth),
      throughput_bytes_per_s: iops == null || block_bytes == null ? null : Number(iops) * Number(block_bytes),
    };
    return { ...derived, ...full };
  });
  const columns = new Set([
    ...whole.flatMap((row) => Object.keys(row)),
    ...METRIC_NAMES,
    ...["load_percent", "offered_iops", "group", "loop", "round", "block_mix", "particulars"],
  ]);
  return { source: Object.fromEntries([...columns].map((name) => [name, whole.map((row) => row[name] ?? null)])) };
}

/** Fewer runs have no extremes and no interval. */
const MIN_RUNS = 3;

/**
 * The rows as repeats taken together, `n` runs behind each; from three on they reach from 10 % below the figure to 20 % above
 * it, with an interval from 5 % below to 10 % above.
 */
export function withRepeats({ source }: MeasurementsData, n: (row: number) => number | null): MeasurementsData {
  const counts = (source.run_number ?? []).map((_, row) => n(row));
  const scaled = (column: string, factor: number, minRuns: number) =>
    counts.map((count, row) => {
      const value = source[column]?.[row];
      return (count ?? 0) >= minRuns && typeof value === "number" ? value * factor : null;
    });
  const spread = METRIC_NAMES.flatMap((column): [string, (number | null)[]][] => [
    [`${column}_low`, scaled(column, 0.9, 2)],
    [`${column}_high`, scaled(column, 1.2, 2)],
    [`${column}_ci95_low`, scaled(column, 0.95, MIN_RUNS)],
    [`${column}_ci95_high`, scaled(column, 1.1, MIN_RUNS)],
  ]);
  return { source: { ...source, n: counts, ...Object.fromEntries(spread) } };
}

/** The curves of one chart of these rows, each run by its number. */
export function curvesFor(data: MeasurementsData, kind: SweepKind): SweepCurve[] {
  const workloads = chartsFor(data).find((chart) => chart.kind === kind)?.workloads ?? [];
  const runs = [...new Set(data.source.run_number)].map((run) => ({ number: String(run), name: `${run} named` }));
  return curvesOf({ workloads, runs, place: placeOf(kind) });
}

const SHARES = [0, 50, 100];
const DEPTHS = [1, 4, 16, 64];

/** Shares of writes by depths: 1000 for each outstanding I/O, a tenth less for every 10 % of writes; `factor` times. */
export function surfaceRows(run = "r-1", factor = 1): SampleRow[] {
  return SHARES.flatMap((share) =>
    DEPTHS.map((depth) => ({
      run_number: run,
      configuration: run,
      block_bytes: 8192,
      read_percent: 100 - share,
      queue_depth: depth,
      iops: factor * 1000 * depth * (1 - share / 200),
    })),
  );
}

const STEPS = [2, 4, 8, 16];

/** Sixteen steps from 2T/2Q to 16T/16Q: IOPS are a thousand times the threads and ten times the depth. */
export function stepRows(run = "r-1"): SampleRow[] {
  return STEPS.flatMap((threads) =>
    STEPS.map((depth) => ({
      run_number: run,
      configuration: run,
      threads,
      queue_depth: depth,
      iops: 1000 * threads + 10 * depth,
      latency_mean_ns: 1e5 * depth,
      latency_max_ns: 1e6 * depth,
      latency_stddev_ns: 1e4 * depth,
    })),
  );
}

/** Shares of random I/O at one load: a tenth of the IOPS less for every 10 % of it. */
export function randomRows(run = "r-1"): SampleRow[] {
  return [0, 30, 60, 100].map((random_percent) => ({
    run_number: run,
    configuration: run,
    random_percent,
    iops: 1000 * (1 - random_percent / 200),
  }));
}

/** Working sets at the start of the target, as sizes or as shares of it, the last of which is all of it. */
export function workingSetRows(run = "r-1", unit: "bytes" | "percent" = "bytes"): SampleRow[] {
  return [1, 4, 16, 100].map((percent) => ({
    run_number: run,
    configuration: run,
    range_size_bytes: percent * 1e10,
    range_size_percent: unit === "percent" || percent === 100 ? percent : null,
    iops: 1000 - 5 * percent,
  }));
}

/** Powers of two from 512 bytes to 1 MiB; throughput grows with the size. */
export function blockRows(run = "r-1"): SampleRow[] {
  return Array.from({ length: 12 }, (_, power) => ({
    run_number: run,
    configuration: run,
    block_bytes: 512 * 2 ** power,
    iops: 100_000 / 2 ** (power / 2),
  }));
}

/** One to four streams at two depths, each further stream with a part of the addresses and a thread of its own. */
export function streamRows(): SampleRow[] {
  return [1, 2, 3, 4].flatMap((streams) =>
    [1, 8].map((depth) => ({
      block_bytes: 65_536,
      random_percent: 0,
      streams,
      threads: streams,
      queue_depth: depth,
      range_size_bytes: 25e9 * streams,
      range_size_percent: 25 * streams,
      iops: (1000 * depth) / streams,
    })),
  );
}

/** A hundred parts of a disk of 100 GB, from 200 MB/s down to 101 MB/s. */
export function addressRows(): SampleRow[] {
  return Array.from({ length: 100 }, (_, part) => ({
    block_bytes: 65_536,
    random_percent: 0,
    queue_depth: 2,
    range_offset_bytes: part * 1e9,
    range_size_bytes: 1e9,
    range_offset_percent: part,
    range_size_percent: 1,
    throughput_bytes_per_s: (200 - part) * 1e6,
  }));
}

/** Data for every chart of sweeps, by its id. */
export const SWEEP_SAMPLES: Record<string, unknown> = {
  "write-share": { metric: "iops", curves: curvesFor(sweepSource(surfaceRows()), "write-share") },
  "write-share-slice": {
    metric: "iops",
    over: "share",
    at: "4 outstanding I/O",
    curves: curvesFor(sweepSource(surfaceRows().filter(({ queue_depth }) => queue_depth === 4)), "share-slice"),
  },
  "thread-queue": { metric: "iops", curve: curvesFor(sweepSource(stepRows()), "thread-queue")[0] },
  "block-size": { curves: curvesFor(sweepSource(blockRows()), "block-size") },
  "load-steps": { by: "load", curves: curvesFor(sweepSource(stepRows()), "load-steps") },
  "axis-sweep": {
    metric: "throughput_bytes_per_s",
    axis: "block_size",
    workload: "random read, 1T/1Q",
    curves: curvesFor(
      sweepSource([...blockRows("r-1"), ...blockRows("r-2").map((row) => ({ ...row, iops: Number(row.iops) / 2 }))]),
      "block-size",
    ),
  },
  "address-space": { curves: curvesFor(sweepSource(addressRows()), "address-space") },
};

export const samples = Object.entries(SWEEP_SAMPLES).map(([id, data]): Sample => [id, () => data]);
