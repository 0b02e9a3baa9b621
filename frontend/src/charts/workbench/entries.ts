/** Entries of the workbench: each has its place, its colour, and what charts have to know of it. */
import type { ComparedEntry, Comparison, DrawnRun } from "@/api/comparison";
import { isReading, type TimeMetricName } from "@/lib/metrics";
import { drawnName } from "../compared/entries";
import { repeatLooks } from "../compared/looks";
import type { ChosenRun } from "../queue-depth/curves";
import { type Look, THEMES } from "../theme";
import type { WorkbenchDocument } from "./document";

export interface Entry extends ComparedEntry {
  /** Name in charts, the label; a frozen page has the one that was frozen. */
  name: string;
  /** Its place among the entries of the comparison. */
  place: number;
  /** Its place in the palette: hiding or removing another changes nothing. */
  order: number;
  isBaseline: boolean;
  shown: boolean;
  /** Known data of its runs, in their order. */
  drawn: readonly DrawnRun[];
  /** Reason why it shares no workload with the baseline; null if it shares one. */
  apart: string | null;
  /** Its newest result is worse than usual; only where the page compares it with that. */
  isWorse?: boolean;
}

export type Colours = Readonly<Record<string, number>>;

/** The places of entries in the palette: those that they have already, and for the others the first that are free. */
function ordersOf(keys: readonly string[], colours: Colours): number[] {
  const taken = new Set(keys.flatMap((key) => colours[key] ?? []));
  let free = 0;
  return keys.map((key) => {
    const own = colours[key];
    if (own !== undefined) return own;
    while (taken.has(free)) free += 1;
    free += 1;
    return free - 1;
  });
}

/** The colours of those that stay when an entry is removed; none where they would have the same without. */
export function coloursWithout({ entries }: Pick<Comparison, "entries">, colours: Colours, removed: string): Colours {
  const keys = entries.map(({ key }) => key);
  const orders = ordersOf(keys, colours);
  const staying = keys.flatMap((key, place) => (key === removed ? [] : [[key, orders[place] ?? place] as const]));
  const usual = ordersOf(
    staying.map(([key]) => key),
    {},
  );
  return staying.every(([, order], place) => order === usual[place]) ? {} : Object.fromEntries(staying);
}

/** The factor that entries are grouped by, and whether those of one group have one colour. */
export type Grouping = Pick<WorkbenchDocument, "grouped_by" | "group_colours">;

const UNGROUPED: Grouping = { grouped_by: null, group_colours: false };

/** Return the values of the factor that groups the entries; null if it does not distinguish them. */
export function entryGroups(
  { factors: { rows } }: Pick<Comparison, "factors">,
  entries: readonly Placed[],
  { grouped_by }: Pick<Grouping, "grouped_by">,
): FactorValue[] | null {
  const row = rows.find(({ key }) => key === grouped_by);
  const groups = row ? factorValues(row, entries) : [];
  return groups.length > 1 ? groups : null;
}

/** Places in the palette that give entries of a group one colour and shapes of their own. */
function groupOrders(groups: readonly FactorValue[]): Map<string, number> {
  const count = THEMES.light.series.length;
  const taken = new Map<number, number>();
  return new Map(
    groups.flatMap(({ keys }, group) =>
      keys.map((key): [string, number] => {
        const colour = group % count;
        const before = taken.get(colour) ?? 0;
        taken.set(colour, before + 1);
        return [key, colour + count * before];
      }),
    ),
  );
}

/** The entries in the order of their groups, or of the comparison. */
export function entriesOf(
  comparison: Comparison,
  hidden: readonly string[],
  colours: Colours = {},
  grouping: Grouping = UNGROUPED,
): Entry[] {
  const entries = ungroupedEntries(comparison, hidden, colours);
  const groups = entryGroups(comparison, entries, grouping);
  if (!groups) return entries;
  const orders = grouping.group_colours ? groupOrders(groups) : new Map<string, number>();
  return groups.flatMap(({ keys }) =>
    entries.flatMap((entry) =>
      keys.includes(entry.key) ? [{ ...entry, order: orders.get(entry.key) ?? entry.order }] : [],
    ),
  );
}

function ungroupedEntries(comparison: Comparison, hidden: readonly string[], colours: Colours): Entry[] {
  const orders = ordersOf(
    comparison.entries.map(({ key }) => key),
    colours,
  );
  return comparison.entries.map((entry, place) => ({
    ...entry,
    name: entry.label,
    place,
    order: orders[place] ?? place,
    isBaseline: entry.key === comparison.baseline,
    shown: !hidden.includes(entry.key),
    drawn: entry.runs.flatMap(({ number }) => comparison.runs.find((run) => run.number === number) ?? []),
    apart: comparison.groups.find(({ entries }) => entries.includes(entry.key))?.reason ?? null,
  }));
}

/** Return an entry as charts identify it: by the number of its first run. */
export function chosenRun({ key, name, order, isBaseline, n, runs, drawn, isWorse }: Entry): ChosenRun {
  return {
    number: key,
    name: n === 0 ? drawnName(name, runs[0]) : name,
    order,
    baseline: isBaseline,
    single: n <= 1,
    ...(isWorse ? { isWorse } : {}),
    linkLimit: drawn[0]?.link_limit ?? null,
  };
}

/** A run whose curve is drawn, with the name and the look of that curve. */
export interface CurveRun extends Look {
  run: DrawnRun;
  name: string;
}

/** The runs of an entry with curves of a metric: all of them, or the first one alone. */
export function curveRuns(entry: Entry, isAlone: boolean, metric: TimeMetricName = "iops"): CurveRun[] {
  const withCurve = entry.drawn.filter(({ series, readings }) =>
    isReading(metric) ? readings.includes(metric) : series.length > 0,
  );
  const drawn = isAlone ? withCurve.slice(0, 1) : withCurve;
  const looks = repeatLooks({ order: entry.order, baseline: entry.isBaseline, isWorse: entry.isWorse }, drawn.length);
  return drawn.flatMap((run, place) => {
    const look = looks[place];
    const name = drawn.length > 1 ? `${entry.name} (${run.number})` : entry.name;
    const comparedRun = entry.runs.find(({ number }) => number === run.number);
    return look ? [{ ...look, single: entry.n <= 1, run, name: drawnName(name, comparedRun) }] : [];
  });
}

/** Hidden entries after one was shown or hidden; `solo` shows it alone, and all again where it is alone already. */
export function hiddenAfter(entries: readonly Entry[], key: string, solo: boolean): string[] {
  const hidden = entries.filter(({ shown }) => !shown).map((entry) => entry.key);
  if (!solo) return hidden.includes(key) ? hidden.filter((other) => other !== key) : [...hidden, key];
  const others = entries.map((entry) => entry.key).filter((other) => other !== key);
  const isAlone = !hidden.includes(key) && hidden.length === others.length;
  return isAlone ? [] : others;
}

/** Hidden entries after those with a value of a factor were shown or hidden. */
export function hiddenByValue(entries: readonly Entry[], keys: readonly string[], isShown: boolean): string[] {
  return entries.filter(({ key, shown }) => (keys.includes(key) ? !isShown : !shown)).map(({ key }) => key);
}

/** Hidden entries when those with a value of a factor are shown alone. */
export function hiddenBesides(entries: readonly Entry[], keys: readonly string[]): string[] {
  return entries.filter(({ key }) => !keys.includes(key)).map(({ key }) => key);
}

/** The entry after the baseline, the first after the last. */
export function nextBaseline(entries: readonly Entry[]): string | null {
  const place = entries.findIndex(({ isBaseline }) => isBaseline);
  return entries[(place + 1) % Math.max(entries.length, 1)]?.key ?? null;
}

/** The workload that the rail has a value of: the highest of those that the most entries have. */
export function headlinePoint({ points }: Comparison): Comparison["points"][number] | null {
  const valuesOf = ({ cells }: Comparison["points"][number]) => cells.flatMap(({ median }) => median ?? []);
  const maxCount = Math.max(0, ...points.map((point) => valuesOf(point).length));
  const fullest = points.filter((point) => maxCount > 0 && valuesOf(point).length === maxCount);
  const sum = (point: Comparison["points"][number]) => valuesOf(point).reduce((whole, value) => whole + value, 0);
  return fullest.toSorted((a, b) => sum(b) - sum(a))[0] ?? null;
}

/** A value of a factor, and the entries that have it. */
export interface FactorValue {
  /** Null for entries of which it is not known, or which it does not apply to. */
  value: string | null;
  state: "known" | "unknown" | "not_applicable";
  keys: readonly string[];
}

type FactorCell = Comparison["factors"]["rows"][number]["cells"][number];

const stateOf = ({ value, state }: FactorCell): FactorValue["state"] =>
  value !== null ? "known" : state === "not_applicable" ? "not_applicable" : "unknown";

type Placed = Pick<Entry, "key" | "place">;

/** The values of a factor in the order of the comparison, at the end what has none. */
export function factorValues(
  { cells }: Comparison["factors"]["rows"][number],
  entries: readonly Placed[],
): FactorValue[] {
  const keysOf = (isIt: (cell: FactorCell) => boolean) =>
    entries.flatMap(({ key, place }) => {
      const cell = cells[place];
      return cell && isIt(cell) ? [key] : [];
    });
  const values = [...new Set(cells.flatMap(({ value }) => value ?? []))];
  const knownValues = values.map((value): FactorValue => {
    return { value, state: "known", keys: keysOf((cell) => cell.value === value) };
  });
  const others = (["not_applicable", "unknown"] as const).map((state): FactorValue => {
    return { value: null, state, keys: keysOf((cell) => stateOf(cell) === state) };
  });
  return [...knownValues, ...others.filter(({ keys }) => keys.length > 0)];
}

/** Count the words that all texts have in common, from the end that `at` reads from. */
function sharedWords(
  parts: readonly (readonly string[])[],
  at: (words: readonly string[], place: number) => string | undefined,
) {
  const [first = [], ...others] = parts;
  let count = 0;
  while (count < first.length && others.every((words) => at(words, count) === at(first, count))) count += 1;
  return count;
}

const wordsOf = (texts: readonly string[]): string[][] => texts.map((text) => text.split(" "));

/** Names, unless the parts of one of them would be empty. */
const cutAll = (texts: readonly string[], cut: readonly string[]): string[] =>
  texts.length > 1 && cut.every((text) => text !== "") ? [...cut] : [...texts];

const COUNTED = /^(?:(\d+) x )?([^,;]+)(, \d+ missing)?$/;

/** The numbers of pieces of one model, with what is missing; null for several models. */
function countsOf(texts: readonly string[]): string[] | null {
  const matches = texts.map((text) => COUNTED.exec(text));
  const areOfOneModel = matches.every((match) => match !== null && match[2] === matches[0]?.[2]);
  return texts.length > 1 && areOfOneModel ? matches.map((match) => `${match?.[1] ?? 1}${match?.[3] ?? ""}`) : null;
}

/** The parts of some texts in which they differ: numbers of pieces, or without the words that all begin or end with. */
export function differingParts(texts: readonly string[]): string[] {
  const counts = countsOf(texts);
  if (counts) return counts;
  const parts = wordsOf(texts);
  const begin = sharedWords(parts, (words, place) => words[place]);
  const end = sharedWords(parts, (words, place) => words.at(-1 - place));
  return cutAll(
    texts,
    parts.map((words) => words.slice(begin, words.length - end).join(" ")),
  );
}
