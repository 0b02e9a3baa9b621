/** Measurements as curves over outstanding I/O: one for each configuration or run, and each of its workloads. */
import { METRICS, type Metric, type MetricName } from "@/lib/metrics";
import { isNumber } from "@/lib/value-kind";
import { type Change, canMeasure, changeOf, isMeasured, type WithNumbers } from "../changes";
import { type Behind, isSingle } from "../repeats-behind";
import { placeOf } from "../sweeps/charts-for";
import { isLikeLoad } from "../sweeps/measured-by";
import { type LinkLimit, type SweepRow, sweepRows } from "../sweeps/points";
import { byRun, workloadsOf } from "../sweeps/workloads";
import type { Look } from "../theme";
import { kneeIndex } from "./knee";

export type MeasurementColumn = readonly (string | number | boolean | null)[];

/**
 * The answer of `GET /measurements`: one array for each column, all of the same length. Where repeats are taken together,
 * `n` counts them, `<column>_low` and `<column>_high` are their extremes, and `<column>_ci95_low` and `<column>_ci95_high`
 * the 95 % interval of their mean.
 */
export interface MeasurementsData {
  source: Record<string, MeasurementColumn>;
}

/** Runs of an overlay: each has a name and keeps its look, independent of the others. */
export interface ChosenRun extends Omit<Look, "order" | "variant"> {
  number: string;
  name: string;
  /** Index among all looks; by default its index in the list. */
  order?: number;
  /** Maximum rate of the links under it; null or absent if unknown. */
  linkLimit?: LinkLimit | null;
}

export interface QueueDepthData extends MeasurementsData, WithNumbers {
  /** The metric to draw instead of IOPS or the latency, whichever it is like. */
  metric?: MetricName;
  /** Metric of the lower panel where a point has it, else the mean latency; older frozen data have none. */
  latencyMetric?: MetricName;
  runs?: readonly ChosenRun[];
  /** Number of the run that the others are measured by. */
  baseline?: string;
  /** True if the baseline has no curve of its own; the others are still compared with it. */
  isBaselineHidden?: boolean;
  /** The one of its panels that is drawn; both unless given. */
  only?: "rate" | "latency";
  /** True if vertical axes are logarithmic. */
  log?: boolean;
  /** Marks that are not drawn beside the curves. */
  without?: readonly DepthMark[];
  /** True if the names of curves have their last value behind them. */
  withEndValues?: boolean;
  /** True if lines show the maximum rate of the links of the runs. */
  withLinkLimit?: boolean;
}

export type DepthMark = "interval" | "knee";

/** The latency of charts that are drawn or frozen today. */
export const DEPTH_LATENCY: MetricName = "latency_p99_ns";

export interface DepthPoint extends Behind {
  outstanding: number;
  threads: number | null;
  queueDepth: number | null;
  /** IOPS or throughput, in the unit of its metric. */
  rate: number | null;
  latency: number | null;
  /** `exact`, what a published figure is instead, or `cut_short` for a phase that did not end as planned. */
  kind: string;
  /** Change of both from the baseline's at the same load; null where that is unknown or was not requested. */
  rateChange: Change | null;
  latencyChange: Change | null;
}

export interface DepthCurve {
  name: string;
  run: string;
  /** True if its run was marked invalid: XX. */
  invalid: boolean;
  style: Look;
  points: DepthPoint[];
}

/** Return the metrics of the upper and the lower panel. */
export function depthMetrics(data: QueueDepthData): { rate: Metric; latency: Metric } {
  const { metric = "iops", latencyMetric } = data;
  const chosen = METRICS[metric];
  if (chosen.unit === "ns") return { rate: METRICS.iops, latency: chosen };
  const isKnown = latencyMetric && sweepRows(data).some(({ values }) => (values[latencyMetric] ?? null) !== null);
  return { rate: chosen, latency: METRICS[isKnown ? latencyMetric : "latency_mean_ns"] };
}

interface Row {
  configuration: string;
  run: string;
  invalid: boolean;
  workload: Under;
  point: DepthPoint;
}

/** A printed range is two curves: nothing is known of where between its ends the figure lies. */
const END_WORDS = { low: ", from", high: ", up to" } as const;

const isSweep = (rows: readonly SweepRow[]) => new Set(rows.map(({ outstanding }) => outstanding)).size > 1;

/** The workload of a row: what it is called, and whether it is drawn. */
interface Under {
  name: string;
  isDrawn: boolean;
}

/**
 * The workload of each row, as the column `workload` calls it or else by what was measured. One that was measured at a
 * single depth is not drawn beside those that are sweeps over depths.
 */
function workloadsUnder({ source }: QueueDepthData, rows: readonly SweepRow[]): (row: SweepRow) => Under {
  const given = source.workload;
  if (given) return ({ index }) => ({ name: String(given[index] ?? ""), isDrawn: true });
  const all = workloadsOf(rows, ["load"], placeOf("queue-depth"));
  const swept = new Set(all.filter((workload) => byRun(workload.rows).some(isSweep)));
  const byIndex = new Map(
    all.flatMap((workload) =>
      workload.rows.map(({ index, end }): [number, Under] => [
        index,
        { name: `${workload.name}${end ? END_WORDS[end] : ""}`, isDrawn: swept.size === 0 || swept.has(workload) },
      ]),
    ),
  );
  return ({ index }) => byIndex.get(index) ?? { name: "", isDrawn: true };
}

function rowsOf(data: QueueDepthData): Row[] {
  const { rate, latency } = depthMetrics(data);
  const pointOf = (row: SweepRow): DepthPoint => ({
    outstanding: row.outstanding ?? 0,
    threads: row.threads,
    queueDepth: row.queueDepth,
    rate: row.values[rate.name] ?? null,
    latency: row.values[latency.name] ?? null,
    kind: row.kind,
    rateChange: null,
    latencyChange: null,
    n: row.n,
    spans: row.spans,
    intervals: row.intervals,
  });
  // A logarithmic axis has no place for zero, and a point without both values has none in either panel.
  const drawable = sweepRows(data).filter(
    ({ outstanding, values }) =>
      (outstanding ?? 0) > 0 && ((values[rate.name] ?? null) !== null || (values[latency.name] ?? null) !== null),
  );
  const workloadOf = workloadsUnder(data, drawable);
  const rows = drawable.map((row) => ({
    configuration: row.configuration,
    run: row.run,
    invalid: row.invalid,
    workload: workloadOf(row),
    point: pointOf(row),
  }));
  return isMeasured(data) ? measuredRows(rows, data.baseline) : rows;
}

/** The rows with what their points are of the baseline's at the same load of the same workload. */
function measuredRows(rows: readonly Row[], baseline: string | undefined): Row[] {
  const bases = rows.filter(({ run }) => run === baseline);
  const changeAt = ({ invalid, workload, point }: Row, name: "rate" | "latency"): Change | null => {
    const value = point[name];
    if (invalid || value === null) return null;
    const [base, ...others] = bases.flatMap((row) => {
      const baseValue = row.point[name];
      const isSame =
        row.workload.name === workload.name &&
        row.point.outstanding === point.outstanding &&
        isLikeLoad(row.point, point);
      return isSame && baseValue !== null ? [{ value: baseValue, kind: row.point.kind, invalid: row.invalid }] : [];
    });
    return base && others.length === 0 && canMeasure(base) ? changeOf({ value, kind: point.kind }, base) : null;
  };
  return rows.map((row) => ({
    ...row,
    point: { ...row.point, rateChange: changeAt(row, "rate"), latencyChange: changeAt(row, "latency") },
  }));
}

/**
 * Return the distinguishing titles of the curves of a run page: their configuration, with the run where one
 * configuration ran twice.
 */
function titlesOf(rows: readonly Row[]): (row: Row) => string {
  const runs = new Set(rows.map(({ run }) => run)).size;
  const configurations = new Set(rows.map(({ configuration }) => configuration)).size;
  return ({ configuration, run }) => (runs > configurations ? `${configuration} (${run})` : configuration);
}

/** Return the one workload of all curves, which their names omit; empty where there are several. */
export function depthWorkload(data: QueueDepthData): string {
  const names = new Set(rowsOf(data).map(({ workload }) => workload.name));
  const [only = "", ...others] = names;
  return others.length > 0 ? "" : only;
}

/** Return the curves in order of first appearance; a name has only the parts that distinguish it. */
export function depthCurves(data: QueueDepthData): DepthCurve[] {
  const all = rowsOf(data);
  const workloads = new Set(all.map(({ workload }) => workload.name)).size;
  const hidden = data.isBaselineHidden ? data.baseline : undefined;
  const rows = all.filter(({ workload, run }) => workload.isDrawn && run !== hidden);
  const chosen = new Map(data.runs?.map((run, place) => [run.number, { ...run, order: run.order ?? place }]));
  const titleOf = titlesOf(rows);
  const isAlone = new Set(all.map(({ run }) => run)).size === 1;
  const curves = new Map<string, { run: string; invalid: boolean; points: DepthPoint[] }>();
  for (const row of rows) {
    const title = isAlone && workloads > 1 ? "" : (chosen.get(row.run)?.name ?? titleOf(row));
    const name = (workloads > 1 ? [title, row.workload.name].filter(Boolean).join(": ") : title) || "Measured";
    const { points } = curves.get(name) ?? { points: [] };
    curves.set(name, { run: row.run, invalid: row.invalid, points: [...points, row.point] });
  }
  const seen = new Map<string, number>();
  return [...curves].map(([name, { run, invalid, points }], position) => {
    const place = chosen.get(run);
    const variant = seen.get(run) ?? 0;
    seen.set(run, variant + 1);
    const ofRepeats = points.some(({ n }) => (n ?? null) !== null) ? { single: points.every(isSingle) } : {};
    return {
      name,
      run,
      invalid,
      style: place
        ? { order: place.order, variant, baseline: place.baseline, single: place.single, isWorse: place.isWorse }
        : { order: position, variant: 0, ...ofRepeats },
      points: points.toSorted((a, b) => a.outstanding - b.outstanding || (a.threads ?? 0) - (b.threads ?? 0)),
    };
  });
}

/** Return true if the first point is better known than the second, or equally well and of a higher rate. */
function isAbove(point: DepthPoint, other: DepthPoint): boolean {
  const [own, others] = [isNumber(point.kind), isNumber(other.kind)];
  return own === others ? (point.rate ?? -1) > (other.rate ?? -1) : own;
}

/** The point with the highest rate that is no bound and was not cut short; null when none is known or none counts. */
export function peakOf({ invalid, points }: DepthCurve): DepthPoint | null {
  if (invalid) return null;
  return points
    .filter(({ rate, kind }) => rate !== null && isNumber(kind))
    .reduce<DepthPoint | null>((top, point) => (top === null || isAbove(point, top) ? point : top), null);
}

/** Return true if bounds, ranges and figures that were cut short leave the peak open: one of them may be above it. */
export function isPeakOpen(curve: DepthCurve, curves: readonly DepthCurve[]): boolean {
  const top = peakOf(curve)?.rate ?? null;
  if (top === null) return true;
  const ends = curves
    .filter(({ run }) => run === curve.run)
    .flatMap(({ points }) => points.filter(({ kind }) => kind === "range_high"));
  return [...curve.points.filter(({ kind }) => !isNumber(kind)), ...ends].some(
    ({ rate, kind }) => rate !== null && (rate > top || (kind !== "upper_bound" && kind !== "range_high")),
  );
}

/**
 * The points that the line goes through: of several with the same outstanding I/O, as two threads of one and one thread
 * of two, the one with the highest rate, and none that is a bound or was cut short where another is not. The others are
 * drawn beside it.
 */
export function linePoints({ points }: DepthCurve, value: (point: DepthPoint) => number | null): DepthPoint[] {
  const best = new Map<number, DepthPoint>();
  // A source may print IOPS and latency apart: a point without the value adds nothing to this panel.
  for (const point of points.filter((candidate) => value(candidate) !== null)) {
    const before = best.get(point.outstanding);
    if (!before || isAbove(point, before)) best.set(point.outstanding, point);
  }
  return [...best.values()];
}

/** The most that the links of each run can carry, in the unit of the rate that is drawn: each once, with whose it is. */
export function linkLimits(data: QueueDepthData): { value: number; names: readonly string[] }[] {
  const { rate } = depthMetrics(data);
  const blocks = new Set((data.source.block_bytes ?? []).filter((block) => typeof block === "number"));
  const [block, ...others] = blocks;
  // Without a block size in common bytes are no number of I/Os.
  const bytes = rate.unit === "bytes/s" ? 1 : others.length === 0 ? block : undefined;
  if (!data.withLinkLimit || isMeasured(data) || data.only === "latency" || !bytes) return [];
  const values = (data.runs ?? []).flatMap(({ name, linkLimit }) =>
    linkLimit ? [{ name, value: linkLimit.throughput_bytes_per_s / bytes }] : [],
  );
  return [...new Set(values.map(({ value }) => value))].map((value) => ({
    value,
    names: values.filter((entry) => entry.value === value).map(({ name }) => name),
  }));
}

/** The point at which more load begins to cost more than it gives; null where bounds or what was cut short leave it open. */
export function kneeOf(curve: DepthCurve): DepthPoint | null {
  const points = linePoints(curve, ({ rate }) => rate);
  if (curve.invalid || !points.every(({ kind }) => isNumber(kind))) return null;
  const index = kneeIndex(points.map(({ outstanding, rate }) => [outstanding, rate ?? 0]));
  return index === null ? null : (points[index] ?? null);
}
