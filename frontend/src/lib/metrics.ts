/** The table of metrics: under which names they travel, what they are called, their unit and which direction is better. */
import { METRIC_TABLE, READING_TABLE } from "./generated/metric-table";
import {
  formatBytesPerSecond,
  formatIops,
  formatLatency,
  formatNumber,
  formatPercent,
  formatTemperature,
  type NumberStyle,
  type Quantity,
} from "./units";

export type MetricName = keyof typeof METRIC_TABLE;
export type TelemetryMetricName = keyof typeof READING_TABLE;

/** Metrics that only a server reports during a run; they exist only over time and are never compared. */
export const READINGS = [
  "temperature",
  "cpu",
  "utilisation",
  "queue",
  "interrupts",
] as const satisfies readonly TelemetryMetricName[];

/** What a server reports over time, in the order of its panels: what the devices did first, then how the server fared. */
export const TELEMETRY_METRICS = [
  "iops",
  "throughput_bytes_per_s",
  "utilisation",
  "queue",
  "cpu",
  "temperature",
] as const satisfies readonly TimeMetricName[];

export const isReading = (metric: string): metric is TelemetryMetricName => READINGS.some((name) => name === metric);

/** Metric that can be drawn over time. */
export type TimeMetricName = MetricName | TelemetryMetricName;

export interface TimeMetric {
  /** Name as a series, as a field and as a column of measurements. */
  name: TimeMetricName;
  label: string;
  /** Label where there is little room. */
  short: string;
  /** Base unit of stored values. */
  unit: "1/s" | "bytes/s" | "ns" | "1" | "percent" | "degC";
  /** Format a value with its unit; 3 significant digits unless specified. */
  format: (value: Quantity, style?: NumberStyle) => string;
}

export interface Metric extends TimeMetric {
  name: MetricName;
  /** Name in frozen data. */
  key: string;
  unit: "1/s" | "bytes/s" | "ns";
  better: "higher" | "lower";
  /** Merge of the rounds of a loop; null where that needs their distributions. */
  overRounds: "mean" | "min" | "max" | null;
  /** Field of queries; null for a metric that they do not compare. */
  field: string | null;
  /** Percent of a percentile. */
  percent: number | null;
}

const FORMATS: Record<TimeMetric["unit"], TimeMetric["format"]> = {
  "1/s": formatIops,
  "bytes/s": formatBytesPerSecond,
  ns: formatLatency,
  "1": formatNumber,
  percent: formatPercent,
  degC: formatTemperature,
};

/** Return the metrics of a table with their names and formats. */
const metricsOf = <Name extends string, Facts extends Pick<TimeMetric, "unit">>(table: Record<Name, Facts>) =>
  Object.fromEntries(
    Object.entries<Facts>(table).map(([name, facts]) => [name, { name, ...facts, format: FORMATS[facts.unit] }]),
  ) as Record<Name, Facts & Pick<TimeMetric, "format"> & { name: Name }>;

export const METRICS: Record<MetricName, Metric> = metricsOf(METRIC_TABLE);

export const METRIC_NAMES = Object.keys(METRICS) as MetricName[];

export const TIME_METRICS: Record<TimeMetricName, TimeMetric> = { ...METRICS, ...metricsOf(READING_TABLE) };

/** Return the metric of that name, which is also the name of its column; null for an unknown one. */
export function findMetric(given: string): Metric | null {
  return Object.values(METRICS).find(({ name }) => name === given) ?? null;
}

/** Unit of a whole axis: `unit` is in its title (null if the labels contain it), `format` writes one tick. */
export interface AxisScale {
  unit: string | null;
  /** Number of base units in one `unit`. */
  factor: number;
  format: (value: number) => string;
}

const AXIS_UNITS: Record<"bytes/s" | "ns", [factor: number, unit: string][]> = {
  "bytes/s": [
    [1e9, "GB/s"],
    [1e6, "MB/s"],
    [1e3, "kB/s"],
    [1, "B/s"],
  ],
  ns: [
    [1e9, "s"],
    [1e6, "ms"],
    [1e3, "µs"],
  ],
};

const PLAIN_AXIS_UNITS = { "1": null, percent: "%", degC: "\u00B0C" } as const;

/** The scale of an axis that reaches up to `maximum` base units. */
export function axisScale({ unit: base }: Pick<TimeMetric, "unit">, maximum: number): AxisScale {
  if (base === "1/s") return { unit: null, factor: 1, format: (value) => formatIops(value, { digits: 4, trim: true }) };
  if (base === "1" || base === "percent" || base === "degC") {
    return {
      unit: PLAIN_AXIS_UNITS[base],
      factor: 1,
      format: (value) => formatNumber(value, { digits: 4, trim: true }),
    };
  }
  const units = AXIS_UNITS[base];
  const [factor, unit] = units.find(([step]) => maximum >= step) ?? units[units.length - 1] ?? [1, base];
  return { unit, factor, format: (value) => formatNumber(value / factor, { digits: 4, trim: true }) };
}
