/** Helpers of the panels that are drawn from measurements: entries, their rows, and what is left out. Pure. */
import type { Measurements } from "@/api/types";
import { workbench } from "@/messages/workbench";
import { isMeasured } from "../changes";
import type { Figure } from "./contract";
import type { Entry } from "./entries";
import type { PanelData } from "./panel-data";

const words = workbench.panels;

/** The data of a chart with what it leaves out, or why it has none. */
export type Drawn<Data> = { data: Data; workload: string; remark?: string } | { reason: string };

/** The rows of some entries. */
export function rowsOf({ source }: Measurements, entries: readonly Entry[]): Measurements["source"] {
  const keys = new Set(entries.flatMap(({ key, runs }) => [key, ...runs.map(({ number }) => number)]));
  const places = (source.run_number ?? []).flatMap((run, place) => (keys.has(String(run)) ? [place] : []));
  return Object.fromEntries(
    Object.entries(source).map(([column, values]) => [column, places.map((place) => values[place] ?? null)]),
  ) as Measurements["source"];
}

/** The baseline where it is hidden: others are compared with it all the same. */
export function hiddenBaseline({ entries, numbers }: PanelData): Entry[] {
  return isMeasured({ numbers }) ? entries.filter(({ isBaseline, shown }) => isBaseline && !shown) : [];
}

/** The names of entries that have none of what is drawn. */
export function remarkOf(shown: readonly Entry[], hasIt: (entry: Entry) => boolean): { remark?: string } {
  const without = shown.filter((entry) => !hasIt(entry)).map(({ name }) => name);
  return without.length > 0 ? { remark: words.without(without.join(", ")) } : {};
}

export const isOf = ({ key, runs }: Entry, run: string): boolean =>
  key === run || runs.some(({ number }) => number === run);

export const joined = (...parts: (string | false | null | undefined)[]): string => parts.filter(Boolean).join(", ");

/** Return what is drawn with its words. */
export function named<Data>(
  drawn: Drawn<Data>,
  wordsOf: (data: Data, workload: string) => { title?: string; subtitle: string },
): Figure<Data> {
  if ("reason" in drawn) return drawn;
  const { data, workload, remark } = drawn;
  return { data, ...wordsOf(data, workload), ...(remark ? { remark } : {}) };
}
