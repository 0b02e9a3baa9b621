/** What the page draws of each entry: its runs, its look, whether it is shown. */
import type { ComparedEntry, Comparison, DrawnRun } from "@/api/comparison";
import { drawnName } from "@/charts/compared/entries";
import type { ChosenRun } from "@/charts/queue-depth/curves";
import { lookOwners, lookPlaces } from "./looks";

export interface ShownEntry extends ComparedEntry {
  /** The place of its look. */
  order: number;
  isBaseline: boolean;
  shown: boolean;
  /** Its first run. */
  run: DrawnRun | null;
}

export function shownEntries(
  comparison: Comparison,
  { looks, hidden }: { looks: readonly string[]; hidden: readonly string[] },
): ShownEntry[] {
  const places = lookPlaces(comparison.entries, lookOwners(comparison.entries, looks));
  return comparison.entries.map((entry) => ({
    ...entry,
    order: places.get(entry.key) ?? 0,
    isBaseline: entry.key === comparison.baseline,
    shown: !hidden.includes(entry.key),
    run: comparison.runs.find(({ number }) => number === entry.key) ?? null,
  }));
}

/** How charts know an entry: by the number of its first run. */
export function chosenRun({ key, label, order, isBaseline, runs, run, n }: ShownEntry): ChosenRun {
  return {
    number: key,
    name: drawnName(runs.length > 1 ? `${label} (n = ${n})` : label, n === 0 ? runs[0] : undefined),
    order,
    baseline: isBaseline,
    single: n <= 1,
    linkLimit: run?.link_limit ?? null,
  };
}

/** Hidden entries after the box of one was used; `solo` shows it alone, and all again where it is alone already. */
export function hiddenAfter(entries: readonly ShownEntry[], key: string, solo: boolean): string[] {
  const hidden = entries.filter(({ shown }) => !shown).map((entry) => entry.key);
  if (!solo) return hidden.includes(key) ? hidden.filter((other) => other !== key) : [...hidden, key];
  const others = entries.map((entry) => entry.key).filter((other) => other !== key);
  const alone = !hidden.includes(key) && hidden.length === others.length;
  return alone ? [] : others;
}
