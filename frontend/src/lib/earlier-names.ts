/** Names that metrics and fields had before, in one table: addresses are read under both, frozen data keep the earlier ones. */
import { METRICS, type MetricName } from "./metrics";

const METRIC_NAMES: Readonly<Record<string, MetricName>> = Object.fromEntries(
  Object.values(METRICS).map(({ key, name }) => [key, name]),
);
const FIELD_NAMES: Readonly<Record<string, string>> = {
  average: "mean",
  bytes_per_s: "throughput_bytes_per_s",
  cov_percent: "cv_percent",
  least: "min",
  least_beyond: "min_beyond",
  most: "max",
  range_limit_pct: "range_limit_percent",
  range_pct: "range_percent",
  slope_limit_pct: "slope_limit_percent",
  slope_pct: "slope_percent",
};
/** Column of measurements, also with a suffix such as `_low`. */
const [EARLIER_COLUMN, PRESENT_COLUMN] = ["bandwidth_bytes_per_s", "throughput_bytes_per_s"];
/** Fields of frozen data that name a metric. */
const METRIC_PLACES = new Set(["metric", "latencyMetric", "axes"]);
const KEY_OF = new Map(Object.entries(METRIC_NAMES).map(([key, name]) => [name as string, key]));

/** The metric that an address or an earlier release means; undefined for none of ours. */
export function readMetric(value: unknown): MetricName | undefined {
  if (typeof value !== "string") return undefined;
  const name = Object.hasOwn(METRIC_NAMES, value) ? METRIC_NAMES[value] : value;
  if (name === EARLIER_COLUMN) return "throughput_bytes_per_s";
  return name !== undefined && Object.hasOwn(METRICS, name) ? (name as MetricName) : undefined;
}

/** Frozen data of a chart under the names of today; data of today stay as they are. */
export function presentNames(data: unknown): unknown {
  return renamed(data, presentField, presentMetric);
}

/** Data that are going to be frozen, under the names that frozen data have. */
export function frozenNames(data: unknown): unknown {
  return renamed(data, frozenField, frozenMetric);
}

type Rename = (name: string, within: string) => string;

function renamed(data: unknown, field: Rename, metric: (name: string) => string, within = ""): unknown {
  if (Array.isArray(data)) {
    if (METRIC_PLACES.has(within)) return data.map((entry) => (typeof entry === "string" ? metric(entry) : entry));
    // Long arrays are numbers: they are the same array afterwards.
    return data.some(isObject) ? data.map((entry) => renamed(entry, field, metric, within)) : data;
  }
  if (!isObject(data)) return typeof data === "string" && METRIC_PLACES.has(within) ? metric(data) : data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [field(name, within), renamed(value, field, metric, name)]),
  );
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const column = (name: string, from: string, to: string): string =>
  name === from || name.startsWith(`${from}_`) ? to + name.slice(from.length) : name;

const presentMetric = (name: string): string =>
  Object.hasOwn(METRIC_NAMES, name) ? (METRIC_NAMES[name] ?? name) : name;

function presentField(name: string): string {
  if (Object.hasOwn(FIELD_NAMES, name)) return FIELD_NAMES[name] ?? name;
  return presentMetric(column(name, EARLIER_COLUMN, PRESENT_COLUMN));
}

const frozenMetric = (name: string): string => KEY_OF.get(name) ?? name;

/** Columns of measurements have names of their own; everywhere else a name is that of a metric. */
function frozenField(name: string, within: string): string {
  if (within === "source") return column(name, PRESENT_COLUMN, EARLIER_COLUMN);
  if (within === "linkLimit" && name === "throughput_bytes_per_s") return "bytes_per_s";
  return frozenMetric(name);
}
