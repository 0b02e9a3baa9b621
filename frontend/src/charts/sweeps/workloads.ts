/** Grouping of rows that were measured under one workload, whatever a sweep varies, and the name of such a workload. */
import { formatBinaryBytes, formatPercent } from "@/lib/units";
import { loadText, type SweepRow } from "./points";

/** Properties that make up a workload. */
export type Dimension = "block" | "read" | "random" | "load" | "streams" | "range" | "besides";

const DIMENSIONS: readonly Dimension[] = ["block", "read", "random", "load", "streams", "range", "besides"];

/** Rows of one workload, of one or several runs. */
export interface Workload {
  /** Name of the workload, unique within its chart. */
  name: string;
  rows: readonly SweepRow[];
}

function valueIn(row: SweepRow, dimension: Dimension): unknown {
  switch (dimension) {
    case "block":
      return row.blockBytes ?? row.blockMix;
    case "read":
      return row.readPercent;
    case "random":
      return row.randomPercent;
    case "load":
      // The outstanding I/O of a row may be known alone.
      return row.outstanding === null ? null : [row.threads, row.queueDepth, row.outstanding];
    // A source without data on streams and addresses is taken to have used the defaults.
    case "streams":
      return row.streams ?? 1;
    case "range":
      // A share of the target comes before bytes: whole targets of two sizes are the same workload.
      return [row.offsetPercent ?? row.offsetBytes ?? 0, row.sizePercent ?? row.sizeBytes ?? 100];
    case "besides":
      return row.besides;
  }
}

/**
 * Properties that rows of one workload must have; where a source lacks one, its own name of the workload replaces it.
 */
const NEEDED: ReadonlySet<Dimension> = new Set(["block", "read", "random", "load"]);

/** Longer mixes of block sizes are not spelt out in a name. */
const LONG_MIX = 24;

const isUnknown = (row: SweepRow, varied: ReadonlySet<Dimension>): boolean =>
  [...NEEDED].some((dimension) => !varied.has(dimension) && valueIn(row, dimension) === null);

function keyOf(row: SweepRow, varied: ReadonlySet<Dimension>): string {
  const fixed = DIMENSIONS.filter((dimension) => !varied.has(dimension));
  const values = fixed.map((dimension) => valueIn(row, dimension));
  return JSON.stringify([...values, isUnknown(row, varied) ? row.phase : null]);
}

function groupBy<Item>(items: readonly Item[], key: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return [...groups.values()];
}

/**
 * Splits rows where one run was at one place in several panels of its profile, such as before and after a change:
 * these are measurements of different states and no points of one curve.
 */
function byPanel(rows: readonly SweepRow[], place: (row: SweepRow) => string): SweepRow[][] {
  const clash = groupBy(rows, (row) => `${row.run} ${row.end} ${place(row)}`).some(
    (same) => new Set(same.map(({ panel }) => panel)).size > 1,
  );
  return clash ? groupBy(rows, ({ panel }) => panel) : [[...rows]];
}

/** `8 KiB random write, 16T/16Q`, without what varies and what is unknown. */
function nameOf(row: SweepRow, varied: ReadonlySet<Dimension>): string {
  const mix = (row.blockMix ?? "").length > LONG_MIX ? "mixed sizes" : row.blockMix;
  const size = row.blockBytes === null ? mix : formatBinaryBytes(row.blockBytes);
  const order = { 100: "random", 0: "sequential" }[row.randomPercent ?? -1];
  const direction = { 100: "read", 0: "write" }[row.readPercent ?? -1];
  const has = (dimension: Dimension, text: string | null | undefined) => (varied.has(dimension) ? null : text);
  const pattern = [
    has("block", size),
    has("random", order ?? (row.randomPercent === null ? null : `${formatPercent(row.randomPercent)} random`)),
    has("read", direction ?? (row.readPercent === null ? null : `${formatPercent(row.readPercent)} reads`)),
  ];
  const words = pattern.filter(Boolean).join(" ");
  // If a source does not give all of it, its own name of the workload identifies it.
  const phaseName = isUnknown(row, varied) && row.phase !== words ? row.phase : "";
  return [
    [phaseName, words].filter(Boolean).join(": "),
    has("load", loadText(row)),
    has("streams", row.streams !== null && row.streams > 1 ? `${row.streams} streams` : null),
    has("range", rangeText(row)),
    has("besides", row.besides),
  ]
    .filter(Boolean)
    .join(", ");
}

function rangeText({ offsetBytes, offsetPercent, sizePercent, sizeBytes }: SweepRow): string | null {
  const start = offsetPercent ?? (offsetBytes === 0 ? 0 : null);
  if (sizePercent === 100 || (sizePercent === null && sizeBytes === null)) return null;
  const size = sizePercent === null ? formatBinaryBytes(sizeBytes) : formatPercent(sizePercent);
  if (start === 0) return `the first ${size}`;
  return `${size} from ${start === null ? formatBinaryBytes(offsetBytes) : formatPercent(start)} on`;
}

/** The workloads among the rows when what is `varied` does not count, each under a name of its own. */
export function workloadsOf(
  rows: readonly SweepRow[],
  dimensions: readonly Dimension[],
  place: (row: SweepRow) => string,
): Workload[] {
  const varied = new Set(dimensions);
  const groups = groupBy(rows, (row) => keyOf(row, varied)).flatMap((same) => byPanel(same, place));
  const named = groups.flatMap((group) => {
    const [first] = group;
    return first ? [{ name: nameOf(first, varied) || first.phase, first, rows: group }] : [];
  });
  return unlike(
    unlike(named, ({ panel }) => panel),
    ({ phase }) => phase,
  ).map(({ name, rows: own }, index, all) => {
    const before = all.slice(0, index).filter((other) => other.name === name).length;
    return { name: before > 0 ? `${name} (${before + 1})` : name, rows: own };
  });
}

interface Named extends Workload {
  first: SweepRow;
}

/** Names that several have get more words. */
function unlike(named: readonly Named[], more: (row: SweepRow) => string): Named[] {
  return named.map((own) => {
    const shared = named.some((other) => other !== own && other.name === own.name);
    const words = more(own.first);
    return shared && words ? { ...own, name: `${own.name} (${words})` } : own;
  });
}

/** Rows by run, in order of first appearance. */
export const byRun = (rows: readonly SweepRow[]): SweepRow[][] => groupBy(rows, ({ run }) => run);

/** Group rows that were measured at the same place. */
export const byPlace = (rows: readonly SweepRow[], place: (row: SweepRow) => string): SweepRow[][] =>
  groupBy(rows, place);
