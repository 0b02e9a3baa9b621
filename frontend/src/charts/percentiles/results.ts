/** Distribution that represents each entry in a chart of percentiles. Pure. */
import type { PhaseLatency } from "@/api/types";
import { workbench } from "@/messages/workbench";
import type { Numbers } from "../changes";
import { countedRuns } from "../compared/entries";
import { loadText } from "../sweeps/points";
import type { Panel } from "../workbench/document";
import type { Entry } from "../workbench/entries";
import type { PanelData } from "../workbench/panel-data";

/** Queue depth that a chart of percentiles shows unless another is chosen, as far as there is one like it. */
const USUAL_DEPTH = 32;

/** Return the run that represents an entry: percentiles of several runs cannot be averaged. */
export const countedRun = (entry: Pick<Entry, "key" | "runs">): string => countedRuns(entry)[0] ?? entry.key;

const hasTotal = ({ distributions }: PhaseLatency): boolean =>
  distributions.some(({ direction }) => direction === "total");

/** Return the name of a result, with its load if several results share one name. */
export function resultLabel(item: PhaseLatency, items: readonly PhaseLatency[]): string {
  const isShared = items.filter(({ name }) => name === item.name).length > 1;
  const load = loadText({ threads: item.threads, queueDepth: item.queue_depth });
  return isShared && load ? `${item.name}, ${load}` : item.name;
}

/** Names of the results that have a distribution, those that the most entries have first. */
export function namesOf(runs: readonly (readonly PhaseLatency[])[]): string[] {
  const counts = new Map<string, number>();
  for (const items of runs) {
    for (const name of new Set(items.filter(hasTotal).map((item) => resultLabel(item, items)))) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
}

/** The name of the result that is drawn: the chosen one, or of those that the most entries have the one nearest to the usual depth. */
export function resultName(runs: readonly (readonly PhaseLatency[])[], chosen: string | null): string | null {
  const names = namesOf(runs);
  if (chosen !== null) return names.includes(chosen) ? chosen : null;
  const isNamed = (item: PhaseLatency, items: readonly PhaseLatency[], name: string) =>
    resultLabel(item, items) === name;
  const having = (name: string) => runs.filter((items) => items.some((item) => isNamed(item, items, name))).length;
  const maxRuns = names[0] === undefined ? 0 : having(names[0]);
  const distance = (name: string) => {
    const results = runs.flatMap((items) => items.find((item) => isNamed(item, items, name)) ?? []);
    const depth = results[0]?.outstanding_ios ?? null;
    return depth === null || depth <= 0 ? Number.POSITIVE_INFINITY : Math.abs(Math.log2(depth / USUAL_DEPTH));
  };
  const shared = names.filter((name) => having(name) === maxRuns);
  return shared.toSorted((a, b) => (distance(a) === distance(b) ? 0 : distance(a) - distance(b)))[0] ?? null;
}

/** The ordinal of the result with that name; the last where there are several. */
export function ordinalOf(items: readonly PhaseLatency[], name: string): number | null {
  return items.findLast((item) => resultLabel(item, items) === name && hasTotal(item))?.phase_ordinal ?? null;
}

/** Return the display of percentiles: the setting of the whole workbench, or ratios if only the panel has them. */
export const numbersOf = ({ options }: Pick<Panel, "options">, { numbers }: Pick<PanelData, "numbers">): Numbers =>
  numbers === "absolute" && options.ratio ? "ratio" : numbers;

/**
 * Return a remark naming the entries without results, and noting that one run represents repeats; undefined if all is
 * drawn.
 */
export function resultsRemark(shown: readonly Entry[], ordinals: readonly (number | null)[]): string | undefined {
  const words = workbench.panels;
  const without = shown.filter((_, place) => ordinals[place] === null).map(({ name }) => name);
  const isOfOne = shown.some((entry) => entry.runs.length > 1);
  const remark = [without.length > 0 ? words.without(without.join(", ")) : "", isOfOne ? words.oneRunEach : ""];
  return remark.filter(Boolean).join(" ") || undefined;
}
