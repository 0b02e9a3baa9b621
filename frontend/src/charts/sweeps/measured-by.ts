/** Curves of sweeps compared with that of the baseline: point by point, at the same place of the same workload. */
import { METRIC_NAMES, type Metric, type MetricName } from "@/lib/metrics";
import { charts as words } from "@/messages/charts";
import { words as bars } from "../bars/words";
import { type Change, changeOf, isMeasured, shownChange, type WithNumbers } from "../changes";
import type { Cell, TableColumn } from "../definition";
import { type Behind, pointSentences } from "../repeats-behind";
import type { SweepKind } from "./charts-for";
import { inBytes, kindOf, loadText, type SweepCurve, type SweepPoint, writeShare } from "./points";

/** Curve with its run and workload. */
export interface RunCurve extends SweepCurve {
  run: string;
  /** Workload of the curve; each of several in one chart has its own comparison. */
  workload: string;
}

type Load = Pick<SweepPoint, "threads" | "queueDepth">;

const isLike = (a: number | null, b: number | null): boolean => a === null || b === null || a === b;

/**
 * Return true if two loads may be the same, as far as both are known: eight threads of one are not one thread of eight.
 */
export const isLikeLoad = (a: Load, b: Load): boolean =>
  isLike(a.threads, b.threads) && isLike(a.queueDepth, b.queueDepth);

/** The place of a point on the horizontal axis of a chart; null where it has none. */
type PlaceOf = (point: SweepPoint) => string | null;

function placeIn(kind: SweepKind, curves: readonly SweepCurve[]): PlaceOf {
  const areBytes = inBytes(curves);
  const text = (place: number | null) => (place === null ? null : String(place));
  switch (kind) {
    case "block-size":
      return ({ blockBytes }) => text(blockBytes);
    case "streams":
      return ({ streams }) => text(streams);
    case "address-space":
      return ({ offsetBytes, offsetPercent }) => text(areBytes ? offsetBytes : offsetPercent);
    default:
      return (point) => {
        const load = text(point.outstanding) ?? loadText(point);
        return load === "" ? null : `${load} ${writeShare(point)}`;
      };
  }
}

const figureOf = (point: SweepPoint, metric: MetricName): number | null => point.values[metric] ?? null;

interface Base {
  point: SweepPoint;
  invalid: boolean;
}

/** Return the change of a figure against the baseline's at its place; null where that has none there, or several. */
function changeAt(point: SweepPoint, metric: MetricName, bases: readonly Base[]): Change | null {
  const value = figureOf(point, metric);
  const [base, ...others] = bases.flatMap((candidate) => {
    const baseValue = figureOf(candidate.point, metric);
    return baseValue === null
      ? []
      : [{ value: baseValue, kind: kindOf(candidate.point, metric), invalid: candidate.invalid }];
  });
  if (value === null || !base || others.length > 0) return null;
  return changeOf({ value, kind: kindOf(point, metric) }, base);
}

interface MeasuredAs extends WithNumbers {
  baseline?: string;
}

/**
 * Return the curves with the change of each point against the baseline's.
 * A point has no change where the baseline has no figure or several, or one that is no valid reference. The same
 * applies to a point whose own figure allows no comparison.
 */
export const measuredBy = (curves: readonly RunCurve[], kind: SweepKind, options: MeasuredAs): readonly RunCurve[] =>
  measuredAt(curves, placeIn(kind, curves), options);

/** The same with places of one's own. */
export function measuredAt(
  curves: readonly RunCurve[],
  place: PlaceOf,
  { numbers, baseline }: MeasuredAs,
): readonly RunCurve[] {
  if (!isMeasured({ numbers })) return curves;
  const keyOf = (workload: string, point: SweepPoint) => JSON.stringify([workload, place(point)]);
  const bases = new Map<string, Base[]>();
  for (const { workload, points, invalid = false } of curves.filter(({ run }) => run === baseline)) {
    for (const point of points.filter((candidate) => place(candidate) !== null)) {
      const key = keyOf(workload, point);
      bases.set(key, [...(bases.get(key) ?? []), { point, invalid }]);
    }
  }
  return curves.map((curve): RunCurve => {
    if (curve.invalid) return curve;
    const points = curve.points.map((point) => {
      const same = bases.get(keyOf(curve.workload, point))?.filter((base) => isLikeLoad(base.point, point)) ?? [];
      const changes = METRIC_NAMES.flatMap((metric) => {
        const change = changeAt(point, metric, same);
        return change ? [[metric, change]] : [];
      });
      return { ...point, changes: Object.fromEntries(changes) };
    });
    return { ...curve, points };
  });
}

/** Curve that is compared with the baseline's: its name, and the change of each of its figures. */
export interface MeasuredCurve {
  name: string;
  figures: readonly (Change | null)[];
}

/** Build the sentences about curves that are compared with the baseline's. */
export function measuredSentences(curves: readonly MeasuredCurve[], points: readonly Behind[]): string[] {
  const measured = curves.filter(({ figures }) => figures.length > 0);
  const without = measured.filter(({ figures }) => figures.every((change) => change === null));
  if (measured.length === 0) return [];
  return [
    words.changes.drawn,
    ...(without.length > 0 ? [words.changes.none(without.map(({ name }) => name).join(" · "))] : []),
    ...(measured.some(({ figures }) => figures.includes(null)) ? [words.changes.gaps] : []),
    ...(points.some(({ n }) => (n ?? 0) > 1) ? [bars.noIntervals] : []),
  ];
}

/** The same of curves of sweeps in some metrics; nothing where they are drawn as they are. */
export function changeSentences(
  data: WithNumbers,
  curves: readonly SweepCurve[],
  metrics: readonly Metric[],
): string[] {
  if (!isMeasured(data)) return [];
  const changesByCurve = curves.map(({ name, points }) => ({
    name,
    figures: metrics.flatMap((metric) =>
      points
        .filter((point) => figureOf(point, metric.name) !== null)
        .map(({ changes }) => changes?.[metric.name] ?? null),
    ),
  }));
  return measuredSentences(
    changesByCurve,
    curves.flatMap(({ points }) => points),
  );
}

/**
 * Build the sentences about the number of runs behind points; comparisons with the baseline have no whiskers to
 * describe.
 */
export const spreadSentences = (
  data: WithNumbers,
  points: readonly Behind[],
  metrics: readonly MetricName[],
): string[] => pointSentences(points, isMeasured(data) ? [] : metrics);

export interface ChangeColumns {
  columns: TableColumn[];
  cells: (changes: readonly (Change | null | undefined)[]) => Cell[];
}

/** Further columns of a table: each metric against the baseline's, and how exact that is where it is not all exact. */
export function changeColumns(
  data: WithNumbers,
  metrics: readonly Metric[],
  all: readonly (Change | null | undefined)[],
): ChangeColumns {
  const shown = metrics.flatMap((metric) => shownChange(data, metric) ?? []);
  if (shown.length === 0) return { columns: [], cells: () => [] };
  const hasApproximate = all.some((change) => change?.approximate);
  const exactness = (changes: readonly (Change | null | undefined)[]): Cell => {
    const existing = changes.filter((change) => change);
    if (existing.length === 0) return null;
    return words.changes.kinds[existing.some((change) => change?.approximate) ? "approximate" : "exact"];
  };
  return {
    columns: [
      ...shown.map(({ label, unit, cell }) => ({ label, unit, format: cell })),
      ...(hasApproximate
        ? [{ label: words.changes.kind, unit: null, format: (value: Cell) => String(value ?? "") }]
        : []),
    ],
    cells: (changes) => [
      ...shown.map(({ value }, index) => value(changes[index])),
      ...(hasApproximate ? [exactness(changes)] : []),
    ],
  };
}

/** The columns of the points of sweeps. */
export function pointChangeColumns(data: WithNumbers, metrics: readonly Metric[], curves: readonly SweepCurve[]) {
  const changesOf = ({ changes }: SweepPoint) => metrics.map(({ name }) => changes?.[name]);
  const { columns, cells } = changeColumns(
    data,
    metrics,
    curves.flatMap(({ points }) => points.flatMap(changesOf)),
  );
  return { columns, cells: (point: SweepPoint): Cell[] => cells(changesOf(point)) };
}
