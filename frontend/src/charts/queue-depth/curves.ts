/** Measurements as curves over outstanding I/O: one for each configuration or run, and each of its workloads. */
import { METRICS, type Metric, type MetricName } from "@/lib/metrics";
import { formatBinaryBytes, formatPercent } from "@/lib/units";
import { type Behind, behindAt, isSingle } from "../repeats-behind";
import type { LinkLimit } from "../sweeps/points";
import type { Look } from "../theme";

export type MeasurementColumn = readonly (string | number | boolean | null)[];

/**
 * The answer of `GET /measurements`: one array for each column, all of the same length. Where repeats are taken together,
 * `n` counts them, `<column>_low` and `<column>_high` are their extremes, and `<column>_ci95_low` and `<column>_ci95_high`
 * the 95 % interval of their mean.
 */
export interface MeasurementsData {
  source: Record<string, MeasurementColumn>;
}

/** Runs that are laid over each other: each has a name and keeps its look, whatever the others have. */
export interface ChosenRun extends Omit<Look, "order" | "variant"> {
  number: string;
  name: string;
  /** Its place among all looks; its place in the list unless said otherwise. */
  order?: number;
  /** What the links under it can carry; null or absent where that is not known. */
  linkLimit?: LinkLimit | null;
}

export interface QueueDepthData extends MeasurementsData {
  /** The metric to draw instead of IOPS or average latency, whichever it is like. */
  metric?: MetricName;
  runs?: readonly ChosenRun[];
}

export interface DepthPoint extends Behind {
  outstanding: number;
  threads: number | null;
  queueDepth: number | null;
  /** IOPS or throughput, in the unit of its metric. */
  rate: number | null;
  latency: number | null;
}

export interface DepthCurve {
  name: string;
  style: Look;
  points: DepthPoint[];
}

const number = (value: unknown): number | null => (typeof value === "number" ? value : null);

/** What a row's workload is called: `4 KiB, 70 % read, 100 % random`; a column `workload` says it in other words. */
function workloadName(cell: (column: string) => unknown): string {
  const given = cell("workload");
  if (typeof given === "string") return given;
  const block = number(cell("block_bytes"));
  const read = number(cell("read_percent"));
  const random = number(cell("random_percent"));
  return [
    block === null ? "" : formatBinaryBytes(block),
    read === null ? "" : `${formatPercent(read)} read`,
    random === null ? "" : `${formatPercent(random)} random`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** What the upper and the lower panel show. */
export function depthMetrics({ metric }: QueueDepthData): { rate: Metric; latency: Metric } {
  const chosen = metric ? METRICS[metric] : METRICS.iops;
  return chosen.unit === "ns" ? { rate: METRICS.iops, latency: chosen } : { rate: chosen, latency: METRICS.lat_mean };
}

interface Row {
  configuration: string;
  run: string;
  workload: string;
  point: DepthPoint;
}

function rowsOf(data: QueueDepthData): Row[] {
  const { source } = data;
  const { rate, latency } = depthMetrics(data);
  const depths = source.outstanding_ios ?? [];
  const behind = behindAt(source, [rate.name, latency.name]);
  return depths.flatMap((outstanding, index): Row[] => {
    const cell = (column: string): unknown => source[column]?.[index] ?? null;
    const point = {
      outstanding: number(outstanding) ?? 0,
      threads: number(cell("threads")),
      queueDepth: number(cell("queue_depth")),
      rate: number(cell(rate.column)),
      latency: number(cell(latency.column)),
      ...behind(index),
    };
    const run = String(cell("run_number") ?? "");
    // A point whose load was limited says nothing about its depth.
    const limited = number(cell("load_percent")) !== null;
    // A logarithmic axis has no place for zero, and a point without both values has none in either panel.
    const drawable = !limited && point.outstanding > 0 && (point.rate !== null || point.latency !== null);
    return drawable
      ? [{ configuration: String(cell("configuration") ?? run), run, workload: workloadName(cell), point }]
      : [];
  });
}

/** What tells the curves of a run page apart: their configuration, with the run where one configuration ran twice. */
function titlesOf(rows: readonly Row[]): (row: Row) => string {
  const runs = new Set(rows.map(({ run }) => run)).size;
  const configurations = new Set(rows.map(({ configuration }) => configuration)).size;
  return ({ configuration, run }) => (runs > configurations ? `${configuration} (${run})` : configuration);
}

/** The curves in order of first appearance; a name says only what tells them apart. */
export function depthCurves(data: QueueDepthData): DepthCurve[] {
  const rows = rowsOf(data);
  const workloads = new Set(rows.map(({ workload }) => workload)).size;
  const chosen = new Map(data.runs?.map((run, place) => [run.number, { ...run, order: run.order ?? place }]));
  const titleOf = titlesOf(rows);
  const curves = new Map<string, { run: string; points: DepthPoint[] }>();
  for (const row of rows) {
    const title = chosen.get(row.run)?.name ?? titleOf(row);
    const name = (workloads > 1 ? [title, row.workload].filter(Boolean).join(": ") : title) || "Measured";
    const { points } = curves.get(name) ?? { points: [] };
    curves.set(name, { run: row.run, points: [...points, row.point] });
  }
  const seen = new Map<string, number>();
  return [...curves].map(([name, { run, points }], position) => {
    const place = chosen.get(run);
    const variant = seen.get(run) ?? 0;
    seen.set(run, variant + 1);
    const ofRepeats = points.some(({ n }) => (n ?? null) !== null) ? { single: points.every(isSingle) } : {};
    return {
      name,
      style: place
        ? { order: place.order, variant, baseline: place.baseline, single: place.single }
        : { order: position, variant: 0, ...ofRepeats },
      points: points.toSorted((a, b) => a.outstanding - b.outstanding || (a.threads ?? 0) - (b.threads ?? 0)),
    };
  });
}

/** The point with the highest rate; null when none is known. */
export function peakOf({ points }: DepthCurve): DepthPoint | null {
  return points.reduce<DepthPoint | null>((top, point) => ((point.rate ?? -1) > (top?.rate ?? -1) ? point : top), null);
}

/**
 * The points that the line goes through: of several with the same outstanding I/O, as two threads of one and one thread
 * of two, the one with the highest rate. The others are drawn beside it.
 */
export function linePoints({ points }: DepthCurve, value: (point: DepthPoint) => number | null): DepthPoint[] {
  const best = new Map<number, DepthPoint>();
  // A source may print IOPS and latency apart: a point without the value says nothing in this panel.
  for (const point of points.filter((candidate) => value(candidate) !== null)) {
    const before = best.get(point.outstanding);
    if (!before || (point.rate ?? -1) > (before.rate ?? -1)) best.set(point.outstanding, point);
  }
  return [...best.values()];
}
