/** The map of a table of results by factors, and its words. Pure. */
import type { Pivot } from "@/api/pivot";
import { isEmptyState } from "@/lib/empty-cells";
import { METRICS } from "@/lib/metrics";
import type { FactorBarsData } from "../factor-bars/option";
import type { Entry } from "../workbench/entries";
import { WORKLOAD } from "./requests";
import { words } from "./words";

/** The map of a table, which has one panel at most; null for one without a value. */
export function mapOf(
  { choice, panels, rows, columns, cells }: Pivot,
  metric: FactorBarsData["metric"],
): FactorBarsData | null {
  const panel = panels[0] ?? null;
  const drawn = cells.filter((cell) => cell.panel === panel);
  if (drawn.every(({ state }) => isEmptyState(state) || state === "impossible")) return null;
  return { metric, rowLabel: choice.row_label, columnLabel: choice.column_label, rows, columns, cells: drawn };
}

const UNNAMED: ReadonlySet<string> = new Set(["unknown", "none", "not applicable"]);

/** The panel of a table that is drawn, and what is fixed for it: the workload first. */
function namesOf({ choice, panels }: Pivot): string[] {
  const fixed = choice.fixed.toSorted((a, b) => Number(b.key === WORKLOAD) - Number(a.key === WORKLOAD));
  const [first] = panels;
  const { panel, panel_label: label } = choice;
  const drawn = first && label && panel !== WORKLOAD ? `${label}: ${first}` : first;
  return [...(drawn ? [drawn] : []), ...fixed.map(nameOf)];
}

/** Return the value as a name. One that is unknown or does not apply needs the name of its factor. */
function nameOf({ label, value }: Pivot["choice"]["fixed"][number]): string {
  return UNNAMED.has(value) ? `${label}: ${value}` : value;
}

/**
 * Return a remark with the number of runs if these are not the entries, and the factors that its cells do not merge.
 */
function remarkOf(table: Pivot, map: FactorBarsData, isOfQuery: boolean): string {
  const mixed = map.cells.filter(({ state }) => state === "several");
  const differing = [...new Set(mixed.flatMap(({ differs }) => differs.map(({ label }) => label)))];
  const { panel, panel_label } = table.choice;
  const levels = panel === WORKLOAD ? [] : (table.factors.find(({ key }) => key === panel)?.levels ?? []);
  return [
    levels.length > 1 && panel_label ? words.otherMaps(levels.length - 1, panel_label) : "",
    isOfQuery ? words.covered(table.runs.length, table.more_runs) : "",
    mixed.length > 0 ? words.mixed(mixed.length, differing.slice(0, 3).join(", ")) : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** Return the map with the cells of worse entries marked; the same map if there are none. */
export function withWorse(map: FactorBarsData, shown: readonly Entry[]): FactorBarsData {
  const worseRuns = shown.flatMap(({ isWorse, runs }) => (isWorse ? runs.map(({ number }) => number) : []));
  return worseRuns.length > 0 ? { ...map, worseRuns } : map;
}

export function mapWords(table: Pivot, map: FactorBarsData, { isOfQuery }: { isOfQuery: boolean }) {
  const remark = remarkOf(table, map, isOfQuery);
  return {
    title: words.mapOf(map.rowLabel, map.columnLabel),
    subtitle: [...namesOf(table), METRICS[map.metric].label].join(", "),
    ...(remark ? { remark } : {}),
  };
}
