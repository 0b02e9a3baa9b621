/** Measurements as points of sweeps: the load of each, what was measured there, and how exact that is. */
import { METRIC_NAMES, METRICS, type MetricName } from "@/lib/metrics";
import type { Change } from "../changes";
import type { MeasurementsData } from "../queue-depth/curves";
import { type Behind, behindAt, behindMerged } from "../repeats-behind";
import type { Look } from "../theme";

export type Values = Readonly<Partial<Record<MetricName, number | null>>>;

/** One load of a sweep with what was measured at it; base units, null is unknown. */
export interface SweepPoint extends Behind {
  blockBytes: number | null;
  readPercent: number | null;
  /** The share of random I/O; only of points that are drawn along it. */
  randomPercent?: number | null;
  threads: number | null;
  queueDepth: number | null;
  outstanding: number | null;
  streams: number | null;
  /** Start of the addresses and size of their range, in bytes and in percent of the target. */
  offsetBytes: number | null;
  sizeBytes: number | null;
  offsetPercent: number | null;
  sizePercent: number | null;
  values: Values;
  /** Number of measurements of the same load behind the values. */
  count: number;
  /** `exact`, what a published figure is instead, or `cut_short` for a phase that did not end as planned. */
  kind: string;
  /** The kind of each metric where they are not all the same. */
  kinds?: Readonly<Partial<Record<MetricName, string>>>;
  /** Changes of its values against the baseline's at the same place, where requested and possible. */
  changes?: Readonly<Partial<Record<MetricName, Change>>>;
}

/** Return the exactness of the value of a metric. */
export const kindOf = ({ kind, kinds }: Pick<SweepPoint, "kind" | "kinds">, metric: MetricName): string =>
  kinds?.[metric] ?? kind;

/** No more bytes a second can cross the links that `words` names. */
export interface LinkLimit {
  throughput_bytes_per_s: number;
  words: string;
}

/** Points of one run under one workload. */
export interface SweepCurve {
  name: string;
  look: Look;
  /** Limit of the links of its run, where that is known. */
  linkLimit?: LinkLimit;
  /** True if its run was marked invalid. */
  invalid?: true;
  points: readonly SweepPoint[];
}

/** Row of `GET /measurements`, with the properties that distinguish it from other workloads. */
export interface SweepRow extends SweepPoint {
  /** Its place among the rows of the answer. */
  index: number;
  run: string;
  /** True if the run was marked invalid. */
  invalid: boolean;
  configuration: string;
  phase: string;
  /** Loop and group, where the profile places them. */
  panel: string;
  randomPercent: number | null;
  blockMix: string | null;
  besides: string | null;
  /** End of a printed range that the values are; null for plain values. */
  end: "low" | "high" | null;
}

const ENDS: Record<string, "low" | "high"> = { range_low: "low", range_high: "high" };

/** Every row of the answer that has a figure. */
export function measuredRows({ source }: MeasurementsData): SweepRow[] {
  const behind = behindAt(source, METRIC_NAMES);
  const count = Math.max(0, ...Object.values(source).map(({ length }) => length));
  return Array.from({ length: count }, (_, index) => index).flatMap((index): SweepRow[] => {
    const number = (column: string): number | null => {
      const value = source[column]?.[index];
      return typeof value === "number" ? value : null;
    };
    const text = (column: string): string | null => {
      const value = source[column]?.[index];
      return typeof value === "string" && value !== "" ? value : null;
    };
    const values = Object.fromEntries(METRIC_NAMES.map((name) => [name, number(name)]));
    if (!METRIC_NAMES.some((name) => values[name] !== null)) return [];
    const kind = text("value_kind") ?? "exact";
    const cutShort = (text("phase_state") ?? "finished") !== "finished";
    const run = String(source.run_number?.[index] ?? "");
    return [
      {
        index,
        run,
        invalid: source.invalid?.[index] === 1,
        configuration: text("configuration") ?? run,
        phase: text("phase_name") ?? "",
        panel: [text("loop"), text("group")].filter(Boolean).join(", "),
        blockBytes: number("block_bytes"),
        blockMix: text("block_mix"),
        readPercent: number("read_percent"),
        randomPercent: number("random_percent"),
        threads: number("threads"),
        queueDepth: number("queue_depth"),
        outstanding: number("outstanding_ios"),
        streams: number("streams"),
        offsetBytes: number("range_offset_bytes"),
        sizeBytes: number("range_size_bytes"),
        offsetPercent: number("range_offset_percent"),
        sizePercent: number("range_size_percent"),
        besides: text("particulars"),
        values,
        count: 1,
        ...behind(index),
        kind: cutShort ? "cut_short" : kind,
        end: ENDS[kind] ?? null,
      },
    ];
  });
}

/** The rows that a sweep can be drawn of: without limited loads, single rounds of a loop, ratios and empty rows. */
export function sweepRows(measurements: MeasurementsData): SweepRow[] {
  const { source } = measurements;
  const has = (column: string, index: number) => typeof source[column]?.[index] === "number";
  return measuredRows(measurements).filter(
    ({ index }) =>
      !has("load_percent", index) &&
      !has("offered_iops", index) &&
      !has("round", index) &&
      source.value_kind?.[index] !== "ratio",
  );
}

/** The numbers of runs that people marked invalid: they are drawn, and counted nowhere. */
export function invalidRuns({ source }: MeasurementsData): string[] {
  const numbers = (source.run_number ?? []).filter((_, index) => source.invalid?.[index] === 1);
  return [...new Set(numbers.map(String))];
}

function merged(name: MetricName, rows: readonly SweepRow[]): number | null {
  const figures = rows.flatMap(({ values }) => values[name] ?? []);
  if (figures.length < 2) return figures[0] ?? null;
  const merge = METRICS[name].overRounds;
  if (merge === "mean") return figures.reduce((sum, value) => sum + value / figures.length, 0);
  return merge && Math[merge](...figures);
}

const inexactOf = (rows: readonly SweepRow[]): string | undefined => rows.find(({ kind }) => kind !== "exact")?.kind;

/** Return the kind of each metric, where rows of several kinds are drawn as one. */
function mergedKinds(rows: readonly SweepRow[]): Pick<SweepPoint, "kinds"> {
  if (new Set(rows.map(({ kind }) => kind)).size < 2) return {};
  const byName = METRIC_NAMES.map(
    (name) => [name, rows.filter(({ values }) => (values[name] ?? null) !== null)] as const,
  );
  return { kinds: Object.fromEntries(byName.map(([name, own]) => [name, inexactOf(own) ?? "exact"])) };
}

/**
 * Merge all measurements of one load into one point; rates and average latency are their mean. Phases that were cut
 * short count only where none ended as planned: otherwise they add no information about the load.
 */
export function mergeRows(all: readonly [SweepRow, ...SweepRow[]]): SweepPoint {
  const whole = all.filter(({ kind }) => kind !== "cut_short");
  const rows = whole.length > 0 ? whole : all;
  const [first] = all;
  const counts = METRIC_NAMES.map((name) => rows.filter(({ values }) => (values[name] ?? null) !== null).length);
  return {
    blockBytes: first.blockBytes,
    readPercent: first.readPercent,
    threads: first.threads,
    queueDepth: first.queueDepth,
    outstanding: first.outstanding,
    streams: first.streams,
    offsetBytes: first.offsetBytes,
    sizeBytes: first.sizeBytes,
    offsetPercent: first.offsetPercent,
    sizePercent: first.sizePercent,
    values: Object.fromEntries(METRIC_NAMES.map((name) => [name, merged(name, rows)])),
    // A source may print IOPS and latency in rows of their own: these are one measurement.
    count: Math.max(1, ...counts),
    ...behindMerged(rows, Math.max(1, ...counts)),
    kind: inexactOf(rows) ?? "exact",
    ...mergedKinds(rows),
  };
}

/** Known numbers of the points, each once, the smallest first. */
export function distinct(points: readonly SweepPoint[], value: (point: SweepPoint) => number | null): number[] {
  return [...new Set(points.flatMap((point) => value(point) ?? []))].toSorted((a, b) => a - b);
}

/** `16T/16Q`, as far as it is known; empty when nothing is. */
export function loadText({ threads, queueDepth }: Pick<SweepPoint, "threads" | "queueDepth">): string {
  const parts = [threads === null ? "" : `${threads}T`, queueDepth === null ? "" : `${queueDepth}Q`];
  return parts.filter(Boolean).join("/");
}

export interface Depth {
  /** Outstanding I/O, with threads and queue depth where several loads have as many. */
  label: string;
  outstanding: number;
  key: string;
}

const depthKey = (point: SweepPoint) => JSON.stringify([point.outstanding, point.threads, point.queueDepth]);

/** The loads of the points by what they have outstanding, the least first. */
export function depthsOf(points: readonly SweepPoint[]): Depth[] {
  const byDepth = new Map<string, SweepPoint>();
  for (const point of points) if ((point.outstanding ?? 0) > 0) byDepth.set(depthKey(point), point);
  const loads = [...byDepth].toSorted(
    ([, a], [, b]) => (a.outstanding ?? 0) - (b.outstanding ?? 0) || (a.threads ?? 0) - (b.threads ?? 0),
  );
  const several = new Set(loads.map(([, { outstanding }]) => outstanding)).size < loads.length;
  return loads.map(([key, point]) => ({
    key,
    outstanding: point.outstanding ?? 0,
    label: (several && loadText(point)) || String(point.outstanding),
  }));
}

/** Return true if the point is of that load. */
export const isAt = (point: SweepPoint, depth: Depth): boolean => depthKey(point) === depth.key;

/** The share of writes in percent. */
export const writeShare = ({ readPercent }: SweepPoint): number | null =>
  readPercent === null ? null : 100 - readPercent;

/**
 * Return the size of the range of addresses that begins at the start of the target. A share of it takes precedence over
 * bytes.
 */
export function workingSet({ offsetBytes, offsetPercent, sizeBytes, sizePercent }: SweepPoint): number | null {
  return (offsetPercent ?? offsetBytes ?? 0) === 0 ? (sizePercent ?? sizeBytes) : null;
}

/** Return true if all working sets are known as shares of their targets; otherwise those in bytes are comparable. */
export const inShares = (curves: readonly SweepCurve[]): boolean =>
  curves.every(({ points }) => points.every((point) => workingSet(point) === null || point.sizePercent !== null));

/** Return true if all positions are known in bytes; otherwise they are shares of targets of unknown size. */
export const inBytes = (curves: readonly SweepCurve[]): boolean =>
  curves.every(({ points }) => points.every(({ offsetBytes }) => offsetBytes !== null));
