/** Phase of each run that a chart over time draws, and the start of time in it. Pure. */
import type { DrawnRun } from "@/api/comparison";
import type { Alignment } from "./document";
import type { CurveRun, Entry } from "./entries";

/** Kinds of phases whose figures are results; the first of them is where time begins unless a panel draws another. */
const MEASURED = ["measure", "published"];

const firstOf = ({ phases }: DrawnRun, names: readonly string[]) =>
  phases.find(({ kind, name }) => names.includes(kind) || names.includes(name));

/** The moment of a run that time is counted from; undefined for the beginning of what is drawn, null where it has none. */
function zeroOf(run: DrawnRun, align: Alignment, phase: string | null): number | null | undefined {
  if (align === "steady") return run.steady_ms;
  if (align === "phase") return firstOf(run, phase === null ? MEASURED : [phase])?.t0_ms ?? null;
  return phase === null ? undefined : run.phases[0]?.t0_ms;
}

export interface AlignedCurve extends CurveRun {
  zero_ms: number | undefined;
}

export interface AlignedCurves {
  drawn: readonly AlignedCurve[];
  /** Names of curves that are left out: without the phase, and without the moment that the others are aligned by. */
  withoutPhase: readonly string[];
  unaligned: readonly string[];
}

export function alignedCurves(
  curves: readonly CurveRun[],
  { align, phase }: { align: Alignment; phase: string | null },
): AlignedCurves {
  const hasPhase = ({ run }: CurveRun) => phase === null || firstOf(run, [phase]) !== undefined;
  const candidates = curves.filter(hasPhase).map((curve) => ({ ...curve, zero_ms: zeroOf(curve.run, align, phase) }));
  return {
    drawn: candidates.flatMap(({ zero_ms, ...curve }) => (zero_ms === null ? [] : [{ ...curve, zero_ms }])),
    withoutPhase: curves.filter((curve) => !hasPhase(curve)).map(({ name }) => name),
    unaligned: candidates.filter(({ zero_ms }) => zero_ms === null).map(({ name }) => name),
  };
}

export interface PhaseChoices {
  kinds: readonly string[];
  /** Those of the most runs first. */
  names: readonly string[];
}

/** The phases that panels can be of: those that the entries have curves of. */
export function phaseChoices(entries: readonly Entry[]): PhaseChoices {
  const runs = entries.flatMap(({ drawn }) => drawn);
  const kinds = new Set(runs.flatMap(({ phases }) => phases.map(({ kind }) => kind)));
  const counts = new Map<string, number>();
  for (const { phases } of runs) {
    for (const name of new Set(phases.map((phase) => phase.name))) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const names = [...counts].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
  return { kinds: [...kinds], names: names.filter((name) => !kinds.has(name)) };
}
