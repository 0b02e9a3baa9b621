/** Measurements as load curves: latency over achieved IOPS, one for each maximum whose shares were offered. */
import { isNumber } from "@/lib/value-kind";
import type { WithNumbers } from "../changes";
import type { ChosenRun, MeasurementsData } from "../queue-depth/curves";
import { kindAt } from "../queue-depth/kinds";
import { type Behind, behindAt, isSingle } from "../repeats-behind";
import type { Look } from "../theme";

export interface LoadData extends MeasurementsData, WithNumbers {
  runs?: readonly ChosenRun[];
}

export interface LoadPoint extends Behind {
  /** Percent of maximum in percent; null for the maximum itself, which had no limit. */
  percent: number | null;
  requested: number | null;
  achieved: number;
  latency: number;
  /** `exact`, what a published figure is instead, or `cut_short` for a phase that did not end as planned. */
  kind: string;
}

export interface LoadCurve {
  name: string;
  look: Look;
  /** True if its run was marked invalid: XX. */
  invalid: boolean;
  /** In order of the offered load: the line may turn back where the target gives less than before. */
  points: LoadPoint[];
  maximum: LoadPoint | null;
}

/** Maximum deviation of a point from the request that still counts as measured at that load. */
export const TOLERANCE = 0.02;

const number = (value: unknown): number | null => (typeof value === "number" ? value : null);

/**
 * The name of a curve without that of its point: `4K random read` of `4K random read: 80 %` and `4K random read: max`,
 * and as Vdbench writes it, `oltp` of `oltp_(80%)`.
 */
const curveName = (phase: string) => phase.replace(/(: (max|[0-9.]+ %)|_\([0-9.]+%\))$/, "");

interface Row {
  run: string;
  configuration: string;
  curve: string;
  threads: number | null;
  invalid: boolean;
  point: LoadPoint;
}

function rowsOf({ source }: LoadData): Row[] {
  const behind = behindAt(source, ["iops", "latency_mean_ns"]);
  return (source.phase_name ?? []).flatMap((phase, index): Row[] => {
    const cell = (column: string): unknown => source[column]?.[index] ?? null;
    const [achieved, latency] = [number(cell("iops")), number(cell("latency_mean_ns"))];
    // A logarithmic axis has no place for zero, and a ratio is neither a rate nor a latency.
    if (achieved === null || latency === null || latency <= 0 || cell("value_kind") === "ratio") return [];
    const run = String(cell("run_number") ?? "");
    const [percent, requested] = [number(cell("load_percent")), number(cell("offered_iops"))];
    const invalid = cell("invalid") === 1;
    const point = { percent, requested, achieved, latency, kind: kindAt(source, index), ...behind(index) };
    const configuration = String(cell("configuration") ?? run);
    return [{ run, configuration, curve: curveName(String(phase)), threads: number(cell("threads")), invalid, point }];
  });
}

/** The curves in order of first appearance. */
export function loadCurves(data: LoadData): LoadCurve[] {
  const groups = new Map<string, Row[]>();
  for (const row of rowsOf(data)) {
    // Vdbench loops over threads without another name: each number of them has a maximum of its own.
    const key = JSON.stringify([row.run, row.curve, row.threads]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const curves = [...groups.values()].filter((rows) => rows.some(({ point }) => point.percent !== null));
  const nameOf = ({ run, curve, threads }: Row): string => {
    const alike = curves.filter(([first]) => first?.run === run && first.curve === curve);
    return alike.length > 1 && threads !== null ? `${curve}, ${threads}T` : curve;
  };
  const several = new Set(curves.map(([first]) => first?.run)).size > 1;
  const chosen = new Map(data.runs?.map((run, place) => [run.number, { ...run, order: run.order ?? place }]));
  const variants = new Map<string, number>();
  return curves.map((rows, order) => {
    const [first] = rows;
    const name = first ? nameOf(first) : "";
    const run = first?.run ?? "";
    const chosenRun = several ? chosen.get(run) : undefined;
    const title = chosenRun?.name ?? `${first?.configuration} (${run})`;
    const variant = variants.get(run) ?? 0;
    variants.set(run, variant + 1);
    const points = rows.map(({ point }) => point);
    return {
      name: several ? `${title}: ${name}` : name,
      look: chosenRun
        ? { order: chosenRun.order, variant, baseline: chosenRun.baseline, single: chosenRun.single }
        : { order, ...(points.some(({ n }) => (n ?? null) !== null) ? { single: points.every(isSingle) } : {}) },
      invalid: first?.invalid === true,
      points: points.filter(({ percent }) => percent !== null).toSorted((a, b) => (a.percent ?? 0) - (b.percent ?? 0)),
      maximum: points.find(({ percent, requested }) => percent === null && requested === null) ?? null,
    };
  });
}

/** Return true if the requested load is more than the target delivers without a limit. */
export const isBeyond = ({ percent }: LoadPoint): boolean => percent !== null && percent > 100;

/**
 * Return true if the point was measured at the requested load. A point that was cut short did not hold it for the
 * planned time, and a bound leaves the achieved load open.
 */
export const isHeld = ({ achieved, requested, kind }: LoadPoint): boolean =>
  isNumber(kind) && requested !== null && Math.abs(achieved - requested) <= TOLERANCE * requested;

/** The highest load that the target held; null when it held none. */
export function lastHeld({ points }: LoadCurve): LoadPoint | null {
  return points.findLast((point) => isHeld(point)) ?? null;
}
