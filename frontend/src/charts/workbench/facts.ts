/** Charts that the measurements of a workbench can fill, and the workloads for them. Pure. */
import type { Comparison } from "@/api/comparison";
import type { Measurements } from "@/api/types";
import { METRIC_NAMES, type MetricName } from "@/lib/metrics";
import { barGroups } from "../bars/option";
import type { MeasurementsData } from "../queue-depth/curves";
import { type AxisSweep, axisSweeps } from "../sweeps/axes";
import { chartsFor } from "../sweeps/charts-for";
import type { Workload } from "../sweeps/workloads";
import type { Entry } from "./entries";

export interface Facts {
  /** Workloads with a sweep over queue depths, the one that the most entries have first. */
  depths: readonly Workload[];
  /** Sweeps along other axes, that of the most entries first. */
  sweeps: readonly AxisSweep[];
  /** Headings of all workloads with a figure, those that the most entries have first. */
  workloads: readonly string[];
  hasLoads: boolean;
  hasCurves: boolean;
  /** True if a p99 latency is known at several loads. */
  hasTails: boolean;
  /** Rows and columns of a map: two factors that differ. */
  factors: readonly [rows: string, columns: string] | null;
}

const runsIn = ({ rows }: Workload): number => new Set(rows.map(({ run }) => run)).size;

/** Factors that differ, by their keys in a comparison, and what they are called in a pivot. */
const MAP_FACTORS = [
  ["array.level", "array.level"],
  ["drives", "drives.count"],
  ["controllers", "controllers"],
  ["drives.firmware", "drives.firmware"],
  ["controllers.firmware", "controllers.firmware"],
  ["array.condition", "array.condition"],
] as const;

/** `4 x Intel S3500 480 GB` and `7 x Intel S3500 480 GB, 1 missing` differ in their number alone. */
const modelOf = (drives: string | null): string | null => drives?.replace(/^\d+ x |, \d+ missing$/g, "") ?? null;

function mapFactors({ factors: { rows } }: Comparison): Facts["factors"] {
  const differing = MAP_FACTORS.flatMap(([key, pivotKey]) => {
    const row = rows.find((candidate) => candidate.key === key && candidate.state === "differs");
    if (!row) return [];
    const models = new Set(row.cells.map(({ value }) => modelOf(value)));
    return [key === "drives" && models.size > 1 ? "drives.model" : pivotKey];
  });
  const [first, second] = differing;
  return first !== undefined && second !== undefined ? [first, second] : null;
}

/** Return the metric of the first measurements that have one: IOPS if available, otherwise any other. */
export function mainMetric({ source }: MeasurementsData): MetricName {
  return METRIC_NAMES.find((name) => source[name]?.some((value) => value !== null)) ?? "iops";
}

export function factsOf(comparison: Comparison, entries: readonly Entry[], measurements: Measurements): Facts {
  const charts = chartsFor(measurements);
  const depths = charts.find(({ kind }) => kind === "queue-depth")?.workloads ?? [];
  const groups = barGroups({ metric: mainMetric(measurements), measurements });
  return {
    depths: depths.toSorted((a, b) => runsIn(b) - runsIn(a)),
    sweeps: axisSweeps(measurements),
    workloads: groups.toSorted((a, b) => b.bars.length - a.bars.length).map(({ workload }) => workload),
    hasLoads: charts.some(({ kind }) => kind === "load-curve"),
    hasCurves: entries.some(({ drawn }) => drawn.some(({ series }) => series.length > 0)),
    hasTails: depths.some(({ rows }) => rows.some(({ values }) => (values.latency_p99_ns ?? null) !== null)),
    factors: mapFactors(comparison),
  };
}
