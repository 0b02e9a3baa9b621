/** Text of a cell of the table: its value as measured, as a difference or as a ratio, or the reason why it has none. */
import type { Pivot, PivotCell } from "@/api/pivot";
import type { Numbers } from "@/charts/changes";
import { METRICS } from "@/lib/metrics";
import { formatNumber, formatPercent } from "@/lib/units";
import { isNumber, withKind } from "@/lib/value-kind";
import { factorTables as words } from "@/messages/factor-tables";

const DIGITS = { digits: 4 };

/** Cell that others can be compared with. */
export type Baseline = PivotCell & { value: number };

export interface Shown {
  view: Numbers;
  /** Null for absolute values, and where no cell has a figure. */
  baseline: Baseline | null;
}

/** The panel, row and column of a cell, as far as the table has them. */
export function placeOf({ panel, row, column }: Pick<PivotCell, "panel" | "row" | "column">): string[] {
  return [panel, row, column].filter((level): level is string => level !== null);
}

export function nameOfPlace(cell: Pick<PivotCell, "panel" | "row" | "column">): string {
  return placeOf(cell).join(", ") || words.all;
}

/** Return the reference of differences and ratios: `% against RAID 5, 8`; null for values as measured. */
export function againstText({ view, baseline }: Shown): string | null {
  if (baseline === null || view === "absolute") return null;
  return words.against[view](nameOfPlace(baseline));
}

/** Return the cells with numbers above zero: only these can be 100 %. */
export function baselines({ cells }: Pick<Pivot, "cells">): Baseline[] {
  return cells.filter(
    (cell): cell is Baseline =>
      cell.state === "measured" && cell.value !== null && cell.value > 0 && isNumber(cell.value_kind),
  );
}

/** The one that was chosen, where the table still has it, else the first one. */
export function baselineOf(pivot: Pick<Pivot, "cells">, chosen: readonly string[] | undefined): Baseline | null {
  const offered = baselines(pivot);
  const name = JSON.stringify(chosen ?? []);
  return offered.find((cell) => JSON.stringify(placeOf(cell)) === name) ?? offered[0] ?? null;
}

type Figures = Pick<Pivot["choice"]["metric"], "name">;

/** One value of a cell in the chosen view; a difference from an approximate figure is approximate, too. */
export function valueText(
  value: number | null,
  kind: string | null,
  metric: Figures,
  { view, baseline }: Shown,
): string {
  if (view === "absolute" || baseline === null) return withKind(METRICS[metric.name].format(value, DIGITS), kind);
  const ratio = value === null ? null : value / baseline.value;
  const valueKind = kind === "exact" && baseline.value_kind === "approximate" ? "approximate" : kind;
  if (view === "ratio") return withKind(`${formatNumber(ratio, { digits: 3 })}×`, valueKind);
  return withKind(formatPercent(ratio === null ? null : (ratio - 1) * 100, { digits: 3, sign: true }), valueKind);
}

/** Return the text of a measured cell. */
export function figureText(cell: PivotCell, metric: Figures, shown: Shown): string {
  if (cell.value !== null) return valueText(cell.value, cell.value_kind, metric, shown);
  return words.between(valueText(cell.low, "exact", metric, shown), valueText(cell.high, "exact", metric, shown));
}

/** The 95 % interval of the mean of its repeats; null for fewer than three, and for differences, which have none. It stops at 0. */
export function intervalText(cell: PivotCell, metric: Figures, { view, baseline }: Shown): string | null {
  if (cell.ci95_low === null || cell.ci95_high === null || (view !== "absolute" && baseline !== null)) return null;
  const text = (value: number) => METRICS[metric.name].format(value, DIGITS);
  return words.interval(text(Math.max(cell.ci95_low, 0)), text(cell.ci95_high));
}

/** Return the range of its repeats; null for a single result. */
export function spreadText(cell: PivotCell, metric: Figures, shown: Shown): string | null {
  if (cell.n < 2 || cell.min === null || cell.max === null) return null;
  const ends = words.between(valueText(cell.min, "exact", metric, shown), valueText(cell.max, "exact", metric, shown));
  return `${words.repeats(cell.n)}, ${ends}`;
}

/** Return the reason why results were not merged: `2 values differ by Controllers`. */
export function differingText({ groups, differs }: PivotCell): string {
  const knownFactors = differs.filter((factor) => factor.known);
  const labels = (knownFactors.length > 0 ? knownFactors : differs).map(({ label }) => label).join(", ");
  return knownFactors.length > 0 ? words.several(groups, labels) : words.mayDiffer(groups, labels);
}

/** Return the complete text of a cell in one line. */
export function cellText(cell: PivotCell, metric: Figures, shown: Shown): string {
  if (cell.state === "several") return differingText(cell);
  if (cell.state !== "measured") return words.states[cell.state];
  const spread = [spreadText(cell, metric, shown), intervalText(cell, metric, shown)].filter(Boolean).join(", ");
  return [figureText(cell, metric, shown), spread && `(${spread})`].filter(Boolean).join(" ");
}
