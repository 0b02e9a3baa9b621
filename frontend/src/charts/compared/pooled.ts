/** Measurements of repeats that are taken together: one row for each workload, with medians and what they lie between. */

import { meanInterval } from "@/lib/interval";
import { medianOf } from "@/lib/median";
import { METRIC_NAMES } from "@/lib/metrics";

type Value = string | number | boolean | null;
type Columns = Record<string, readonly Value[]>;

export interface PooledEntry {
  /** The number of its first run, which the rows then have. */
  key: string;
  /** Numbers of all runs that were taken together. */
  all: readonly string[];
  /** Numbers of those whose figures count. */
  runs: readonly string[];
}

/** Fewer repeats have no interval. */
const MIN_INTERVAL = 3;
const PAIR = 2;
/** Column endings of the spread of repeats behind a figure. */
const SPREAD = ["_low", "_high", "_ci95_low", "_ci95_high"] as const;
const FIGURES: ReadonlySet<string> = new Set([...METRIC_NAMES, "offered_iops"]);
/** Columns that differ between repeats of the same workload. */
const OF_ONE_RUN: ReadonlySet<string> = new Set([
  "run_id",
  "run_number",
  "configuration",
  "phase_ordinal",
  "round",
  "in_window",
  "latency_n",
  "little_ratio",
  "percentiles_estimated",
]);
/** Columns that are true for a pooled figure if they are true for one repeat behind it. */
const OF_ANY_RUN: ReadonlySet<string> = new Set(["percentiles_estimated"]);

/**
 * The columns with one row for each workload of an entry of several runs. `n` counts its repeats, `<column>_low` and
 * `<column>_high` are their extremes, `<column>_ci95_low` and `<column>_ci95_high` the 95 % interval of
 * their mean from three on. Rows of entries of one run stay as they are; of an entry of
 * several those that do not count are left out, also where only one of them counts.
 */
export function pooledColumns(source: Columns, entries: readonly PooledEntry[]): Record<string, Value[]> {
  const names = Object.keys(source);
  const length = source.run_number?.length ?? 0;
  const together = entries.filter(({ all }) => all.length > 1);
  const entryOf = new Map(together.flatMap((entry) => entry.runs.map((run) => [run, entry] as const)));
  const hidden = new Set(together.flatMap(({ all }) => all));
  const groups = new Map<string, number[]>();
  for (let row = 0; row < length; row += 1) {
    const run = String(source.run_number?.[row]);
    const entry = entryOf.get(run);
    if (entry && isFinished(source, row)) {
      const sharedNames = names.filter((name) => !FIGURES.has(name) && !OF_ONE_RUN.has(name));
      const key = JSON.stringify([entry.key, ...sharedNames.map((name) => source[name]?.[row] ?? null)]);
      groups.set(key, [...(groups.get(key) ?? []), row]);
    } else if (!entry && !hidden.has(run)) {
      groups.set(`row ${row}`, [row]);
    }
  }
  const figures = names.filter((name) => FIGURES.has(name));
  const columns: Record<string, Value[]> = Object.fromEntries(
    [...names, "n", ...figures.flatMap((name) => SPREAD.map((end) => name + end))].map((name) => [name, []]),
  );
  for (const rows of groups.values()) {
    const [first = 0] = rows;
    const entry = entryOf.get(String(source.run_number?.[first]));
    for (const name of names) {
      const cells = rows.map((row) => source[name]?.[row] ?? null);
      const values = cells.filter((value) => typeof value === "number");
      const figure = entry !== undefined && FIGURES.has(name);
      const value = figure ? medianOf(values) : OF_ANY_RUN.has(name) ? anyOf(cells) : (cells[0] ?? null);
      columns[name]?.push(entry && name === "run_number" ? entry.key : value);
      if (FIGURES.has(name)) {
        const enough = entry !== undefined && values.length >= MIN_INTERVAL;
        // Both values of two repeats; with more repeats, two known values do not describe the others.
        const extremes = enough || (entry !== undefined && values.length === PAIR && rows.length === PAIR);
        columns[`${name}_low`]?.push(extremes ? Math.min(...values) : null);
        columns[`${name}_high`]?.push(extremes ? Math.max(...values) : null);
        const [low, high] = (enough ? meanInterval(values) : null) ?? [null, null];
        columns[`${name}_ci95_low`]?.push(low);
        columns[`${name}_ci95_high`]?.push(high);
      }
    }
    columns.n?.push(entry ? rows.length : null);
  }
  return columns;
}

/** Return true if one value is true; otherwise null if one is unknown. */
function anyOf(values: readonly Value[]): Value {
  return values.find(Boolean) ?? (values.includes(null) ? null : (values[0] ?? null));
}

/** A phase that was cut short is no repeat of one that was not. */
function isFinished(source: Columns, row: number): boolean {
  const state = source.phase_state?.[row];
  return state === undefined || state === null || state === "finished";
}
