/** The table of metrics: under which names they travel, what they are called, their unit and which direction is better. */
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

export type MetricName =
  | "iops"
  | "bandwidth"
  | "lat_mean"
  | "lat_stddev"
  | "lat_min"
  | "lat_max"
  | "lat_p50"
  | "lat_p90"
  | "lat_p99"
  | "lat_p999"
  | "lat_p9999";

/** What a server tells of itself while a run goes on; these are over time only and are never compared. */
export type TelemetryMetricName = "queue" | "utilisation" | "cpu" | "temperature";

/** Whatever can be drawn over time. */
export type TimeMetricName = MetricName | TelemetryMetricName;

export interface TimeMetric {
  /** Name as a series. */
  name: TimeMetricName;
  label: string;
  /** Base unit of stored values. */
  unit: "1/s" | "bytes/s" | "ns" | "1" | "percent" | "degC";
  /** A value with its unit; 3 significant digits unless said otherwise. */
  format: (value: Quantity, style?: NumberStyle) => string;
}

export interface Metric extends TimeMetric {
  name: MetricName;
  /** Name as a field of a measurement and as a column of measurements. */
  column: string;
  unit: "1/s" | "bytes/s" | "ns";
  better: "higher" | "lower";
}

const latency = (name: MetricName, column: string, label: string): Metric => ({
  name,
  column,
  label,
  unit: "ns",
  better: "lower",
  format: formatLatency,
});

export const METRICS: Record<MetricName, Metric> = {
  iops: { name: "iops", column: "iops", label: "IOPS", unit: "1/s", better: "higher", format: formatIops },
  bandwidth: {
    name: "bandwidth",
    column: "bandwidth_bytes_per_s",
    label: "Throughput",
    unit: "bytes/s",
    better: "higher",
    format: formatBytesPerSecond,
  },
  lat_mean: latency("lat_mean", "latency_mean_ns", "Average latency"),
  lat_stddev: latency("lat_stddev", "latency_stddev_ns", "Latency standard deviation"),
  lat_min: latency("lat_min", "latency_min_ns", "Minimum latency"),
  lat_max: latency("lat_max", "latency_max_ns", "Maximum latency"),
  lat_p50: latency("lat_p50", "latency_p50_ns", "Median latency"),
  lat_p90: latency("lat_p90", "latency_p90_ns", "90 % latency"),
  lat_p99: latency("lat_p99", "latency_p99_ns", "99 % latency"),
  lat_p999: latency("lat_p999", "latency_p999_ns", "99.9 % latency"),
  lat_p9999: latency("lat_p9999", "latency_p9999_ns", "99.99 % latency"),
};

const TELEMETRY: Record<TelemetryMetricName, TimeMetric> = {
  queue: { name: "queue", label: "I/Os in flight", unit: "1", format: formatNumber },
  utilisation: { name: "utilisation", label: "Device utilisation", unit: "percent", format: formatPercent },
  cpu: { name: "cpu", label: "Processor utilisation", unit: "percent", format: formatPercent },
  temperature: { name: "temperature", label: "Drive temperature", unit: "degC", format: formatTemperature },
};

export const TIME_METRICS: Record<TimeMetricName, TimeMetric> = { ...METRICS, ...TELEMETRY };

/** The metric behind a series name or a measurement's column; null when it is none of ours. */
export function findMetric(nameOrColumn: string): Metric | null {
  return Object.values(METRICS).find(({ name, column }) => name === nameOrColumn || column === nameOrColumn) ?? null;
}

/** One unit for a whole axis: `unit` stands in its title (null when the labels say all), `format` writes one tick. */
export interface AxisScale {
  unit: string | null;
  /** How many base units are one of `unit`. */
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
