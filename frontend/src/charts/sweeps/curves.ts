/** Workloads of some runs as curves: named by their differences, each run with its own look. */
import type { ChosenRun } from "../queue-depth/curves";
import { isSingle } from "../repeats-behind";
import type { Look } from "../theme";
import type { RunCurve } from "./measured-by";
import { mergeRows, type SweepRow } from "./points";
import { byPlace, byRun, type Workload } from "./workloads";

/** Maximum of curves that a chart can distinguish; above it the reader chooses a workload. */
export const MAX_CURVES = 8;

export interface CurvesIn {
  workloads: readonly Workload[];
  runs: readonly ChosenRun[];
  baseline?: string;
  /** Rows with the same place are measurements of one load. */
  place: (row: SweepRow) => string;
  /** Names curves by their run even where there is only one. */
  byRuns?: true;
  /** Gives points their share of random I/O, for charts along it. */
  withRandom?: boolean;
}

/** Return the name of a run. */
export function runName(row: SweepRow, runs: readonly ChosenRun[]): string {
  return runs.find(({ number }) => number === row.run)?.name ?? `${row.configuration} (${row.run})`;
}

function lookOf(run: string, runs: readonly ChosenRun[], baseline: string | undefined): Look | null {
  const place = runs.findIndex(({ number }) => number === run);
  const chosen = runs[place];
  if (!chosen) return null;
  const { order = place, single, isWorse } = chosen;
  return { order, baseline: chosen.baseline ?? run === baseline, single, isWorse };
}

const END_WORDS = { low: ", from", high: ", up to" } as const;

/** The curves, run by run in the order of the runs; the two ends of printed ranges are curves of their own. */
export function curvesOf({ workloads, runs, baseline, place, byRuns, withRandom }: CurvesIn): RunCurve[] {
  const numbers = new Set(workloads.flatMap(({ rows }) => rows.map(({ run }) => run)));
  const areOfRuns = byRuns ?? numbers.size > 1;
  const orderOf = (run: string) => {
    const order = runs.findIndex(({ number }) => number === run);
    return order < 0 ? runs.length : order;
  };
  const parts = workloads.flatMap((workload, index) =>
    byRun(workload.rows).flatMap((rows) =>
      [null, "low" as const, "high" as const].flatMap((end) => {
        const own = rows.filter((row) => row.end === end);
        const [first] = own;
        return first ? [{ workload, index, end, first, rows: own }] : [];
      }),
    ),
  );
  const variants = new Map<string, number>();
  return parts
    .toSorted((a, b) => orderOf(a.first.run) - orderOf(b.first.run) || a.index - b.index)
    .map(({ workload, end, first, rows }, position) => {
      const run = runName(first, runs);
      const whole = workloads.length > 1 ? `${run}: ${workload.name}` : run;
      const name = areOfRuns ? whole : workload.name;
      const look = areOfRuns ? lookOf(first.run, runs, baseline) : null;
      const variant = variants.get(first.run) ?? 0;
      variants.set(first.run, variant + 1);
      // Among several curves of one run a filled point marks repeats, whatever its place in the palette.
      const ofRepeats = rows.some(({ n }) => (n ?? null) !== null) ? { single: rows.every(isSingle) } : {};
      const linkLimit = runs.find(({ number }) => number === first.run)?.linkLimit;
      return {
        name: `${name}${end ? END_WORDS[end] : ""}`,
        look: look ? { ...look, variant } : { order: position, ...ofRepeats },
        ...(linkLimit ? { linkLimit } : {}),
        ...(first.invalid ? { invalid: true as const } : {}),
        run: first.run,
        workload: workload.name,
        points: byPlace(rows, place).flatMap(([one, ...others]) => {
          if (!one) return [];
          const point = mergeRows([one, ...others]);
          return [withRandom ? { ...point, randomPercent: one.randomPercent } : point];
        }),
      };
    });
}

/** The workloads that one chart draws, given how many runs there are: all of them, or the one that was chosen. */
export function drawnWorkloads(
  workloads: readonly Workload[],
  chosen: string | undefined,
  maxCurves = MAX_CURVES,
): readonly Workload[] {
  const curves = workloads.reduce((sum, { rows }) => sum + byRun(rows).length, 0);
  if (workloads.length < 2 || curves <= maxCurves) return workloads;
  return [workloads.find(({ name }) => name === chosen) ?? workloads[0]].filter((workload) => workload !== undefined);
}
