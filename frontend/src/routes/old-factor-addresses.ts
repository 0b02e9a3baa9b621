/**
 * Addresses of Results by factors, Explore and Rankings, each as the search of the workbench that shows the same.
 *
 * Filters become the query, axes and metrics panels. What a function cannot read it drops.
 */

import { COLUMNS } from "@/charts/workbench/document";
import { parseWorkbenchSearch, type WorkbenchSearch } from "@/features/workbench/address";
import { readMetric } from "@/lib/earlier-names";
import { METRICS, type MetricName } from "@/lib/metrics";
import { bothQueries, queryOfRuns, queryValue } from "@/lib/query-parts";
import { MAX_RUNS } from "@/lib/run-list";
import { type OldSearch, type PanelChoice, panelRows } from "./old-addresses";

type Choice = Omit<PanelChoice, "h" | "metric"> & { metric?: MetricName };

const HEIGHT = 12;
/** The pages took as many runs as these. */
const MAX_OLD_RUNS = 60;

/** Panels in rows of one height. */
const evenRows = (rows: readonly (readonly Choice[])[]): string =>
  panelRows(rows.map((row) => row.map((choice) => ({ metric: "iops", ...choice, h: HEIGHT }))));

function textIn(value: unknown): string | undefined {
  const text = typeof value === "number" || typeof value === "boolean" ? String(value) : value;
  return typeof text === "string" && text.trim() !== "" && text.length <= 4000 ? text : undefined;
}

const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.flatMap((item) => textIn(item) ?? []) : []);

/** The runs of an address, each once. */
function runsIn(value: unknown): string[] {
  const parts = (textIn(value) ?? "").split(",").map((part) => part.trim());
  return [...new Set(parts.filter((part) => /^[\w-]{1,64}$/.test(part)))].slice(0, MAX_OLD_RUNS);
}

const either = (queries: readonly string[]): string =>
  queries.length > 1 ? queries.map((query) => `(${query})`).join(" OR ") : (queries[0] ?? "");

interface ChosenRuns {
  runs: readonly string[];
  /** Further runs, which these queries find. */
  queries?: readonly string[];
  /** Conditions that all of them must meet. */
  conditions?: readonly string[];
}

/** Chosen runs where they are all there is, or else a query: it takes more runs, but only by their numbers. */
function entriesOf({ runs, queries = [], conditions = [] }: ChosenRuns): WorkbenchSearch {
  if (queries.length === 0 && conditions.length === 0 && runs.length <= MAX_RUNS) return { runs: runs.join(",") };
  const numbers = runs.filter((run) => /^r-\d+$/i.test(run));
  const query = either([...(numbers.length > 0 ? [queryOfRuns(numbers)] : []), ...queries]);
  return { query: conditions.reduce(bothQueries, query), newest: MAX_RUNS };
}

/** The search as the workbench has it, which drops what is no part of it. */
const opened = (entries: WorkbenchSearch, more: WorkbenchSearch): WorkbenchSearch =>
  parseWorkbenchSearch({ ...entries, ...more });

/** Factors of results, and the fields of queries that have the same values. */
const FIELDS: Readonly<Record<string, string>> = {
  "array.level": "raid",
  "array.condition": "condition",
  "array.strip": "strip",
  "controllers.firmware": "controller_firmware",
  "drives.count": "drives",
  "drives.firmware": "firmware",
  "run.origin": "origin",
  "run.scale": "scale",
  "run.server": "server",
};
const WORKLOAD = "workload.name";
/** Several pieces that differ, which no field has in one value. */
const SEVERAL = /^\d+ x |, /;

/** Return the condition of a fixed factor for runs; runs that it does not apply to stay. */
function conditionOf(pair: string): string[] {
  const [key = "", value = ""] = cutPair(pair);
  const field = FIELDS[key];
  if (field === undefined || SEVERAL.test(value)) return [];
  if (value === "unknown" || value === "not applicable") return [`-${field}:*`];
  return [`(${field}:${queryValue(value)} OR -${field}:*)`];
}

function cutPair(pair: string): [key: string, value: string] | [] {
  const place = pair.indexOf("=");
  return place > 0 && place < pair.length - 1 ? [pair.slice(0, place), pair.slice(place + 1)] : [];
}

/** `/compare/pivot`: results of runs, of a campaign or of a query by two factors. */
export function oldPivot(raw: OldSearch): WorkbenchSearch {
  const runs = runsIn(raw.runs);
  const campaign = textIn(raw.campaign);
  const query = textIn(raw.q);
  const queries = [...(campaign ? [`campaign:${queryValue(campaign)}`] : []), ...(query ? [query] : [])];
  if (runs.length === 0 && queries.length === 0) return {};
  const fixed = textsIn(raw.fixed);
  const workload = fixed.flatMap((pair) => (cutPair(pair)[0] === WORKLOAD ? (cutPair(pair)[1] ?? []) : []))[0] ?? null;
  const axes = [textIn(raw.rows), textIn(raw.columns)].filter((key) => key !== undefined);
  const map = { chart: "heat_map", metric: readMetric(raw.metric) ?? "iops", workload } as const;
  return opened(entriesOf({ runs, queries, conditions: fixed.flatMap(conditionOf) }), {
    numbers: raw.view === "relative" || raw.view === "ratio" ? raw.view : undefined,
    panels: evenRows([[{ ...map, factors: [...new Set(axes)], w: COLUMNS }]]),
  });
}

const DEFAULT_AXES: readonly MetricName[] = ["iops", "throughput_bytes_per_s", "latency_mean_ns"];
const COUNTED = ["state:finished", "validity:valid"];
/** `4 KiB random write, 16T/16Q` */
const NAMED_LOAD = /^(\d+) ?([KM]i?B) (random|sequential) (read|write)(?:, (\d+)T\/(\d+)Q)?$/;

/** The load that a name of a workload spells out, which the ranges beside it are of. */
function loadConditions(name: string): string[] {
  const [, size, unit, order, direction, threads, depth] = NAMED_LOAD.exec(name) ?? [];
  if (size === undefined) return [];
  const load = [
    `bs:${size}${unit}`,
    `random:${order === "random" ? 100 : 0}`,
    `read:${direction === "read" ? 100 : 0}`,
  ];
  return threads === undefined ? load : [...load, `threads:${threads}`, `thread_qd:${depth}`];
}

function rangeConditions(given: unknown): string[] {
  const ranges = typeof given === "object" && given !== null ? Object.entries(given) : [];
  return ranges.flatMap(([key, pair]) => {
    const metric = readMetric(key);
    const { field, unit: base } = metric ? METRICS[metric] : { field: null, unit: null };
    if (field === null || !Array.isArray(pair)) return [];
    const unit = base === "ns" ? "ns" : "";
    const end = (sign: string, value: unknown) =>
      typeof value === "number" && Number.isFinite(value) && value >= 0 ? [`${field}${sign}${value}${unit}`] : [];
    return [...end(">=", pair[0]), ...end("<=", pair[1])];
  });
}

/** `/compare/explore`: runs whose metrics lie within ranges. */
export function oldExplore(raw: OldSearch): WorkbenchSearch {
  const runs = runsIn(raw.runs);
  const ranges = rangeConditions(raw.ranges);
  const conditions = [...(ranges.length > 0 ? loadConditions(textIn(raw.workload) ?? "") : []), ...ranges];
  const query = textIn(raw.q);
  const selection = runs.length > 0 ? { runs } : { runs, queries: query ? [query] : [], conditions: COUNTED };
  const axes = textsIn(raw.axes).flatMap((name) => readMetric(name) ?? []);
  const metrics = axes.length > 1 ? [...new Set(axes)].slice(0, 6) : DEFAULT_AXES;
  const bars = metrics.map((metric): Choice => ({ chart: "bars", metric, w: 4 }));
  const [metric = "iops"] = metrics;
  return opened(entriesOf({ ...selection, conditions: [...(selection.conditions ?? []), ...conditions] }), {
    panels: evenRows([
      bars.slice(0, 3),
      bars.slice(3),
      [
        { chart: "scatter", metric, w: 6 },
        { chart: "table", metric, w: 6 },
      ],
    ]),
  });
}

/** `/rankings`: the rating of chosen runs, or of all runs of a profile. */
export function oldRanking(raw: OldSearch): WorkbenchSearch {
  const runs = runsIn(raw.runs);
  const profile = /^[\w.-]{1,100}@\d{1,9}$/.exec(textIn(raw.profile) ?? "")?.[0];
  const isAll = raw.all === true || raw.all === "true";
  // By rule only whole runs of our own are ranked.
  const ranked = isAll ? COUNTED : [...COUNTED, "origin:measured", "scale:full"];
  const selection =
    runs.length > 0 ? { runs } : { runs, queries: profile ? [`profile:${profile}`] : [], conditions: ranked };
  return opened(entriesOf(selection), {
    panels: evenRows([
      [
        { chart: "rank", w: 6 },
        { chart: "bars", w: 6 },
      ],
      [{ chart: "table", w: COLUMNS }],
    ]),
  });
}
