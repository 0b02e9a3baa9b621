/** From the answer of `GET /measurements` to what can be explored: workloads, and a line for each run under one of them. */

import { METRIC_NAMES, METRICS, type MetricName } from "@/lib/metrics";
import type { MeasurementsData } from "../queue-depth/curves";
import { invalidRuns, mergeRows, type SweepRow, sweepRows, type Values } from "../sweeps/points";
import { byRun, workloadsOf } from "../sweeps/workloads";

export interface Candidate {
  run: string;
  configuration: string;
  /** The configuration with the run, unlike any other. */
  name: string;
  values: Values;
  /** `exact`, or what the figures are instead. */
  kind: string;
}

export interface ExploredWorkload {
  name: string;
  candidates: Candidate[];
  /** Runs whose phase under this workload did not end as planned. */
  cutShort: string[];
}

/** Available axes, in the order of the choice; the tail of the distribution is before its middle. */
const OFFERED: readonly MetricName[] = [
  "iops",
  "throughput_bytes_per_s",
  "latency_mean_ns",
  ...METRIC_NAMES.filter((name) => (METRICS[name].percent ?? 0) >= 99),
  "latency_p50_ns",
  "latency_max_ns",
  "latency_stddev_ns",
];
const MAX_DEFAULT_AXES = 5;

/** A bound or an end of a range is no figure to filter by. */
const isFigure = ({ end, kind }: SweepRow): boolean => end === null && !kind.endsWith("_bound");

function candidateOf(rows: readonly SweepRow[]): Candidate[] {
  const [first, ...others] = rows;
  if (!first) return [];
  const { run, configuration } = first;
  const { values, kind } = mergeRows([first, ...others]);
  return [{ run, configuration, name: `${configuration} (${run})`, values, kind }];
}

/** Every workload with the runs that did it, the one that most of them did first; invalid runs are in none. */
export function exploredWorkloads(measurements: MeasurementsData): ExploredWorkload[] {
  const invalid = new Set(invalidRuns(measurements));
  const rows = sweepRows(measurements).filter((row) => isFigure(row) && !invalid.has(row.run));
  return workloadsOf(rows, [], () => "")
    .map(({ name, rows: own }) => {
      const whole = own.filter(({ kind }) => kind !== "cut_short");
      const cutShort = byRun(own).filter((same) => same.every(({ kind }) => kind === "cut_short"));
      return {
        name,
        candidates: byRun(whole).flatMap(candidateOf),
        cutShort: cutShort.flatMap(([row]) => row?.run ?? []),
      };
    })
    .filter(({ candidates }) => candidates.length > 0)
    .toSorted((a, b) => b.candidates.length - a.candidates.length);
}

const measuredCount = (candidates: readonly Candidate[], name: MetricName): number =>
  candidates.filter(({ values }) => (values[name] ?? null) !== null).length;

/** The axes that are drawn: what all of them have a figure of, else what most have. */
export function axesOf(candidates: readonly Candidate[]): MetricName[] {
  const whole = OFFERED.filter((name) => measuredCount(candidates, name) === candidates.length);
  if (whole.length > 1) return whole.slice(0, MAX_DEFAULT_AXES);
  const offered = OFFERED.filter((name) => measuredCount(candidates, name) > 0);
  return offered.toSorted((a, b) => measuredCount(candidates, b) - measuredCount(candidates, a)).slice(0, 2);
}
