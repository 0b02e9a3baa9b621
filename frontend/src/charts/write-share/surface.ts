/** A surface: one metric of one configuration by the share of writes and the number of outstanding I/O. */
import { METRICS, type Metric, type MetricName } from "@/lib/metrics";
import type { WithNumbers } from "../changes";
import { type Depth, depthsOf, distinct, isAt, type SweepCurve, type SweepPoint, writeShare } from "../sweeps/points";
import { type Limits, limitsOf } from "../sweeps/scale";

export interface WriteShareData extends WithNumbers {
  metric: MetricName;
  /** One configuration; or two, of which the first is drawn as its difference from the second. */
  curves: readonly SweepCurve[];
  /** One scale for several charts; that of the values themselves unless given. */
  limits?: Limits;
}

/** Content of a cell: a value, or the difference of two in percent of the second. */
export interface SurfaceCell {
  share: number;
  depth: Depth;
  value: number;
  /** The values behind a difference. */
  of?: readonly [a: number, b: number];
  /** Points behind the values. */
  points: readonly SweepPoint[];
}

export interface Surface {
  metric: Metric;
  isDelta: boolean;
  /** Shares of writes in percent, the least first. */
  shares: number[];
  depths: Depth[];
  /** By share and depth; null was not measured, in one of two. */
  cells: (SurfaceCell | null)[][];
}

/** Ends of a range are no values: only plain values are drawn. */
const isValue = ({ kind }: SweepPoint) => !kind.startsWith("range_");
/** A bound has no known difference, and work that was cut short is not comparable with complete work. */
const isNoSide = ({ kind }: SweepPoint) => kind.endsWith("_bound") || kind === "cut_short";

const pointAt = (curve: SweepCurve | undefined, share: number, depth: Depth): SweepPoint | undefined =>
  curve?.points.find((point) => isValue(point) && writeShare(point) === share && isAt(point, depth));

/** Return the point behind the value of a cell; null without a value. */
export function knownAt(curve: SweepCurve, share: number, depth: Depth, metric: MetricName): SweepPoint | null {
  const point = pointAt(curve, share, depth);
  return (point?.values[metric] ?? null) === null ? null : (point ?? null);
}

/** Return the value of a configuration in a cell; null where it was not measured there. */
export function valueAt(curve: SweepCurve | undefined, share: number, depth: Depth, metric: MetricName): number | null {
  return pointAt(curve, share, depth)?.values[metric] ?? null;
}

/**
 * Return the kind of the value of a cell, of the first of some configurations where it is not exact; null without a
 * value.
 */
export function kindAt(curves: readonly SweepCurve[], share: number, depth: Depth, metric: MetricName): string | null {
  const points = curves.flatMap((curve) => pointAt(curve, share, depth) ?? []);
  const kinds = points.filter(({ values }) => (values[metric] ?? null) !== null).map(({ kind }) => kind);
  return kinds.find((kind) => kind !== "exact") ?? kinds[0] ?? null;
}

export function surfaceOf({ metric: name, curves }: WriteShareData): Surface {
  const [first, second] = curves;
  const isDelta = second !== undefined;
  const usable = (point: SweepPoint) => isValue(point) && !(isDelta && isNoSide(point));
  const own = curves.map((curve) => ({ ...curve, points: curve.points.filter(usable) }));
  const points = own.flatMap((curve) => curve.points);
  const shares = distinct(points, writeShare);
  const depths = depthsOf(points);
  const cell = (share: number, depth: Depth): SurfaceCell | null => {
    const a = valueAt(own[0], share, depth, name);
    if (!first || a === null) return null;
    const behind = own.flatMap((curve) => knownAt(curve, share, depth, name) ?? []);
    if (!isDelta) return { share, depth, value: a, points: behind };
    const b = valueAt(own[1], share, depth, name);
    return b ? { share, depth, value: (100 * (a - b)) / b, of: [a, b], points: behind } : null;
  };
  return {
    metric: METRICS[name],
    isDelta,
    shares,
    depths,
    cells: shares.map((share) => depths.map((depth) => cell(share, depth))),
  };
}

export const knownCells = ({ cells }: Surface): SurfaceCell[] => cells.flat().filter((cell) => cell !== null);

/** The ends of the scale; null without a value. */
export function surfaceLimits(data: WriteShareData, surface: Surface): Limits | null {
  return data.limits ?? limitsOf(knownCells(surface).map(({ value }) => value));
}

/** A loss cannot be larger; a few cells that gain many times as much must not leave the others without colour. */
const STRONGEST = 100;

/** The difference in percent from which on the colour is the strongest, on either side of zero. */
export const maxDifference = (surface: Surface): number =>
  Math.min(STRONGEST, Math.max(0, ...knownCells(surface).map(({ value }) => Math.abs(value))));
