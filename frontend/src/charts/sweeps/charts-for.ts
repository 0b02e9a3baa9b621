/** Charts that the sweeps of some measurements can fill. */
import type { MeasurementsData } from "../queue-depth/curves";
import { depthsOf, distinct, type SweepRow, sweepRows, writeShare } from "./points";
import { byRun, type Dimension, type Workload, workloadsOf } from "./workloads";

export type SweepKind =
  | "queue-depth"
  | "thread-queue"
  | "load-steps"
  | "load-curve"
  | "write-share"
  | "share-slice"
  | "depth-slice"
  | "block-size"
  | "streams"
  | "address-space";

/** A chart and the workloads that have a sweep for it; a load curve finds its own. */
export interface SweepChart {
  kind: SweepKind;
  workloads: readonly Workload[];
}

const load = ({ threads, queueDepth, outstanding }: SweepRow) => JSON.stringify([threads, queueDepth, outstanding]);
const position = (row: SweepRow) => row.offsetBytes ?? row.offsetPercent;

const varies = (rows: readonly SweepRow[], value: (row: SweepRow) => number | null, min = 2) =>
  new Set(rows.flatMap((row) => value(row) ?? [])).size >= min;

/** A share of writes with fewer is two workloads, not a sweep. */
const MIN_SHARES = 3;
const MIN_POSITIONS = 3;

/** Return true if the rows of one run fill a part of the plane, and not only a line through it. */
function isPlane(rows: readonly SweepRow[], x: (row: SweepRow) => unknown, y: (row: SweepRow) => unknown): boolean {
  const [columns, lines] = [x, y].map((value) => new Set(rows.map((row) => JSON.stringify(value(row)))).size);
  const cells = new Set(rows.map((row) => JSON.stringify([x(row), y(row)]))).size;
  return columns !== undefined && lines !== undefined && cells > Math.max(columns, lines) && cells > 2;
}

const loadedRows = (rows: readonly SweepRow[]) => rows.filter(({ outstanding }) => (outstanding ?? 0) > 0);

/** Return true if the share of writes varies at one depth. */
const hasShareSlice = (rows: readonly SweepRow[]) =>
  depthsOf(rows).some(({ key }) =>
    varies(
      rows.filter((row) => depthsOf([row])[0]?.key === key),
      writeShare,
      MIN_SHARES,
    ),
  );

const isSurface = (rows: readonly SweepRow[]) =>
  varies(rows, writeShare, MIN_SHARES) && depthsOf(rows).length > 1 && isPlane(loadedRows(rows), load, writeShare);

export interface SweepRule {
  varied: readonly Dimension[];
  place: (row: SweepRow) => string;
  /** Return true if the rows of one run under one workload are a sweep of this kind. */
  applies: (rows: readonly SweepRow[]) => boolean;
  /** True if each queue depth of a thread is a sweep of its own, where threads vary with something else. */
  isByDepth?: true;
}

interface Rule extends SweepRule {
  kind: SweepKind;
}

const overLoads = { varied: ["load"] as const, place: load };
const overShares = {
  varied: ["read", "load"] as const,
  place: (row: SweepRow) => `${load(row)} ${row.readPercent}`,
};
const bothVary = (rows: readonly SweepRow[]) =>
  varies(rows, ({ threads }) => threads) && varies(rows, ({ queueDepth }) => queueDepth);

const RULES: readonly Rule[] = [
  { kind: "write-share", ...overShares, applies: isSurface },
  { kind: "share-slice", ...overShares, applies: hasShareSlice },
  { kind: "depth-slice", ...overShares, applies: isSurface },
  { kind: "queue-depth", ...overLoads, applies: (rows) => varies(loadedRows(rows), ({ outstanding }) => outstanding) },
  {
    kind: "thread-queue",
    ...overLoads,
    applies: (rows) =>
      bothVary(rows) &&
      isPlane(
        rows,
        ({ threads }) => threads,
        ({ queueDepth }) => queueDepth,
      ),
  },
  { kind: "load-steps", ...overLoads, applies: bothVary },
  {
    kind: "block-size",
    varied: ["block"],
    place: ({ blockBytes }) => String(blockBytes),
    applies: (rows) => varies(rows, ({ blockBytes }) => blockBytes),
  },
  {
    kind: "streams",
    // Every further stream comes with a thread and a part of the addresses of its own.
    varied: ["streams", "range", "load"],
    place: ({ streams, queueDepth }) => `${streams} ${queueDepth}`,
    applies: (rows) => varies(rows, ({ streams }) => streams),
    isByDepth: true,
  },
  {
    kind: "address-space",
    varied: ["range"],
    place: (row) => String(position(row)),
    applies: (rows) => varies(rows, position, MIN_POSITIONS),
  },
];

/**
 * Return the function that identifies the load of a row: equal keys of one run are measurements of the same load in a
 * chart.
 */
export function placeOf(kind: SweepKind): (row: SweepRow) => string {
  return RULES.find((rule) => rule.kind === kind)?.place ?? load;
}

/** The workloads of which at least one run has a sweep of this kind. */
export function sweptWorkloads(rule: SweepRule, rows: readonly SweepRow[]): Workload[] {
  const parts = rule.isByDepth
    ? distinct(rows, ({ queueDepth }) => queueDepth).map((depth) => ({
        suffix: `, ${depth}Q each`,
        rows: rows.filter(({ queueDepth }) => queueDepth === depth),
      }))
    : [{ suffix: "", rows }];
  return parts.flatMap(({ suffix, rows: part }) =>
    workloadsOf(part, rule.varied, rule.place)
      .map(({ name, rows: own }) => ({ name: `${name}${suffix}`, rows: own }))
      .filter(({ rows: own }) => byRun(own).some(rule.applies)),
  );
}

/**
 * The charts, in the order in which they are shown. Rows of one run that differ in more than a chart has axes for are
 * workloads of their own: no line goes from one to the other.
 */
export function chartsFor(measurements: MeasurementsData): SweepChart[] {
  const rows = sweepRows(measurements);
  const charts = RULES.map((rule) => ({ kind: rule.kind, workloads: sweptWorkloads(rule, rows) }));
  const inSurface = new Set(
    charts.find(({ kind }) => kind === "write-share")?.workloads.flatMap((workload) => workload.rows),
  );
  const loads = (measurements.source.load_percent ?? []).some((percent) => percent !== null);
  return [
    ...(loads ? [{ kind: "load-curve" as const, workloads: [] }] : []),
    ...charts
      // The slices of a surface say more than eleven curves over its depth.
      .map((chart) =>
        chart.kind === "queue-depth"
          ? {
              ...chart,
              workloads: chart.workloads.filter((workload) => workload.rows.some((row) => !inSurface.has(row))),
            }
          : chart,
      )
      .filter(({ workloads }) => workloads.length > 0),
  ];
}
