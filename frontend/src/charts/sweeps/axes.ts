/** Workloads of some runs that have a sweep, the axes of their sweeps, and the properties that these hold fixed. */
import { METRICS, type MetricName } from "@/lib/metrics";
import { formatBinaryBytes, formatPercent } from "@/lib/units";
import { sweeps as words } from "@/messages/sweeps";
import type { MeasurementsData } from "../queue-depth/curves";
import { SWEEP_AXES, type SweepAxis } from "./axis-names";
import { type SweepRule, sweptWorkloads } from "./charts-for";
import { loadText, type SweepPoint, type SweepRow, sweepRows, workingSet, writeShare } from "./points";
import { byRun, type Dimension, type Workload } from "./workloads";

/** Fewer places are workloads beside each other, which bars show better. */
const MIN_PLACES = 3;

interface AxisRule extends Omit<SweepRule, "applies" | "place"> {
  /** The place of a point on the axis; null where it has none. */
  at: (point: SweepPoint) => number | string | null;
  /** Metrics that are meaningful along it, the most meaningful first. */
  telling: readonly MetricName[];
}

const LOADED: readonly MetricName[] = ["iops", "latency_p99_ns", "latency_mean_ns", "throughput_bytes_per_s"];
const STREAMED: readonly MetricName[] = ["throughput_bytes_per_s", "latency_mean_ns", "iops"];

const RULES: Record<SweepAxis, AxisRule> = {
  block_size: {
    varied: ["block"],
    at: ({ blockBytes }) => blockBytes,
    telling: ["iops", "throughput_bytes_per_s", "latency_p99_ns", "latency_mean_ns"],
  },
  write_share: { varied: ["read"], at: writeShare, telling: LOADED },
  random_share: { varied: ["random"], at: ({ randomPercent }) => randomPercent ?? null, telling: LOADED },
  working_set: { varied: ["range"], at: workingSet, telling: LOADED },
  // Every further stream comes with a thread and a part of the addresses of its own.
  streams: {
    varied: ["streams", "range", "load"],
    at: ({ streams }) => streams,
    isByDepth: true,
    telling: STREAMED,
  },
  position: {
    varied: ["range"],
    at: ({ offsetBytes, offsetPercent }) => offsetBytes ?? offsetPercent,
    telling: STREAMED,
  },
  threads: { varied: ["load"], at: ({ threads }) => threads, isByDepth: true, telling: LOADED },
  load: {
    varied: ["load"],
    at: (point) => (point.threads === null || point.queueDepth === null ? null : loadText(point)),
    telling: LOADED,
  },
};

/** The place of a point on an axis, exactly; null where it has none. */
export const placeOn = (axis: SweepAxis, point: SweepPoint): number | string | null => RULES[axis].at(point);

/** Return the function that identifies the places of a sweep along an axis. */
export const axisPlace =
  (axis: SweepAxis) =>
  (point: SweepPoint): string | null => {
    const place = placeOn(axis, point);
    return place === null ? null : String(place);
  };

const placesIn = (rows: readonly SweepRow[], axis: SweepAxis): number =>
  new Set(rows.flatMap((row) => axisPlace(axis)(row) ?? [])).size;

/** Steps of load need both of what they are named by. */
const isSwept = (rows: readonly SweepRow[], axis: SweepAxis): boolean =>
  placesIn(rows, axis) >= MIN_PLACES &&
  (axis !== "load" ||
    [rows.map(({ threads }) => threads), rows.map(({ queueDepth }) => queueDepth)].every(
      (values) => new Set(values.filter((value) => value !== null)).size > 1,
    ));

export interface AxisSweep {
  axis: SweepAxis;
  /** Those of the most runs first, of these those with the most places. */
  workloads: readonly Workload[];
  /** Metrics with values, the most meaningful first. */
  metrics: readonly MetricName[];
}

/** Count the runs with a sweep of it; a single point of another run does not count. */
const runsIn = ({ rows }: Workload, axis: SweepAxis): number => byRun(rows).filter((own) => isSwept(own, axis)).length;

function sweepAlong(axis: SweepAxis, rows: readonly SweepRow[]): AxisSweep[] {
  const { varied, isByDepth, telling } = RULES[axis];
  const rule: SweepRule = {
    varied,
    place: (row) => String(axisPlace(axis)(row)),
    applies: (own) => isSwept(own, axis),
    ...(isByDepth ? { isByDepth } : {}),
  };
  const workloads = sweptWorkloads(rule, rows).toSorted(
    (a, b) => runsIn(b, axis) - runsIn(a, axis) || placesIn(b.rows, axis) - placesIn(a.rows, axis),
  );
  const metrics = telling.filter((name) => workloads[0]?.rows.some(({ values }) => (values[name] ?? null) !== null));
  return workloads.length > 0 && metrics.length > 0 ? [{ axis, workloads, metrics }] : [];
}

/** Steps of load are also visible over queue depth: every other axis shows more. */
const isOfLoad = ({ axis }: AxisSweep): boolean => axis === "threads" || axis === "load";

/** The axes that some runs are swept along, that of the most runs and places first. */
export function axisSweeps(measurements: MeasurementsData): AxisSweep[] {
  const rows = sweepRows(measurements);
  const measureOf = ({ workloads: [first], axis }: AxisSweep): [runs: number, places: number] =>
    first ? [runsIn(first, axis), placesIn(first.rows, axis)] : [0, 0];
  return SWEEP_AXES.flatMap((axis) => sweepAlong(axis, rows)).toSorted((a, b) => {
    const [[runsA, placesA], [runsB, placesB]] = [measureOf(a), measureOf(b)];
    return Number(isOfLoad(a)) - Number(isOfLoad(b)) || runsB - runsA || placesB - placesA;
  });
}

/** Axes that are often swept at several loads each. */
const OF_SURFACES: ReadonlySet<SweepAxis> = new Set(["write_share", "random_share", "working_set"]);

/** The workload that is drawn unless one is chosen: of several alike, which differ in their load, the middle one. */
export function usualWorkload({ workloads, axis }: AxisSweep): Workload | null {
  const [first] = workloads;
  if (!first) return null;
  const alike = workloads.filter(
    (workload) =>
      runsIn(workload, axis) === runsIn(first, axis) && placesIn(workload.rows, axis) === placesIn(first.rows, axis),
  );
  return OF_SURFACES.has(axis) ? (alike[Math.floor((alike.length - 1) / 2)] ?? first) : first;
}

/** `random reads`, or `random` and `70 % reads` apart; without what varies and what is unknown. */
function patternTexts({ randomPercent, readPercent }: SweepRow, isFixed: (dimension: Dimension) => boolean): string[] {
  const { fixed } = words;
  const order =
    randomPercent === null || !isFixed("random") ? [] : [fixed.random(formatPercent(randomPercent), randomPercent)];
  const direction =
    readPercent === null || !isFixed("read") ? [] : [fixed.reads(formatPercent(readPercent), readPercent)];
  return readPercent === 0 || readPercent === 100 ? [[...order, ...direction].join(" ")] : [...order, ...direction];
}

function loadTexts({ threads, queueDepth, outstanding }: SweepRow, axis: SweepAxis): string[] {
  const { fixed } = words;
  const isVaried = RULES[axis].varied.includes("load");
  if (threads === null && queueDepth === null) return isVaried || outstanding === null ? [] : [fixed.load(outstanding)];
  return [
    ...(threads === null || isVaried ? [] : [fixed.threads(threads)]),
    ...(queueDepth === null || axis === "load" ? [] : [fixed.depth(queueDepth)]),
  ];
}

/** Describe the properties that all points of a sweep share. */
export function heldFixed(axis: SweepAxis, { rows }: Workload): string[] {
  const [row] = rows;
  if (!row) return [];
  const { fixed } = words;
  const isFixed = (dimension: Dimension) => !RULES[axis].varied.includes(dimension);
  const { blockBytes, streams } = row;
  return [
    ...(isFixed("block") && blockBytes !== null ? [fixed.block(formatBinaryBytes(blockBytes))] : []),
    ...patternTexts(row, isFixed),
    ...loadTexts(row, axis),
    ...(isFixed("streams") && streams !== null && streams > 1 ? [fixed.streams(streams)] : []),
  ].filter(Boolean);
}

/** Return the title of a chart of a metric along an axis. */
export const sweepTitle = (metric: MetricName, axis: SweepAxis): string =>
  words.along(METRICS[metric].label, words.axisNames[axis]);
