/** What the page draws of each entry: its runs, its look, whether it is shown. */
import type { ComparedEntry, Comparison, DrawnRun } from "@/api/comparison";
import type { ChosenRun } from "@/charts/queue-depth/curves";
import { compare as words } from "@/messages/compare";
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

/** What a curve is called: one whose figures do not count says why. */
export function drawnName(name: string, run: ComparedEntry["runs"][number] | undefined): string {
  return run?.left_out ? words.drawnOnly(name, run.left_out) : name;
}

/** The numbers of the runs of an entry whose figures count. */
export function countedRuns({ runs }: Pick<ComparedEntry, "runs">): string[] {
  return runs.filter(({ left_out }) => left_out === null).map(({ number }) => number);
}

/** Hidden entries after the box of one was used; `solo` shows it alone, and all again where it is alone already. */
export function hiddenAfter(entries: readonly ShownEntry[], key: string, solo: boolean): string[] {
  const hidden = entries.filter(({ shown }) => !shown).map((entry) => entry.key);
  if (!solo) return hidden.includes(key) ? hidden.filter((other) => other !== key) : [...hidden, key];
  const others = entries.map((entry) => entry.key).filter((other) => other !== key);
  const alone = !hidden.includes(key) && hidden.length === others.length;
  return alone ? [] : others;
}
