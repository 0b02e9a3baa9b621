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
  | "throughput_bytes_per_s"
  | "latency_mean_ns"
  | "latency_stddev_ns"
  | "latency_min_ns"
  | "latency_max_ns"
  | "latency_p50_ns"
  | "latency_p90_ns"
  | "latency_p99_ns"
  | "latency_p999_ns"
  | "latency_p9999_ns";

/** Metrics that only a server reports during a run; they exist only over time and are never compared. */
export const READINGS = ["temperature", "cpu", "utilisation", "queue", "interrupts"] as const;
export type TelemetryMetricName = (typeof READINGS)[number];

export const isReading = (metric: string): metric is TelemetryMetricName => READINGS.some((name) => name === metric);

/** Metric that can be drawn over time. */
export type TimeMetricName = MetricName | TelemetryMetricName;

export interface TimeMetric {
  /** Name as a series. */
  name: TimeMetricName;
  label: string;
  /** Base unit of stored values. */
  unit: "1/s" | "bytes/s" | "ns" | "1" | "percent" | "degC";
  /** Format a value with its unit; 3 significant digits unless specified. */
  format: (value: Quantity, style?: NumberStyle) => string;
}

export interface Metric extends TimeMetric {
  name: MetricName;
  /** Name as a field and as a column of measurements: the same. */
  column: string;
  unit: "1/s" | "bytes/s" | "ns";
  better: "higher" | "lower";
}

const latency = (name: MetricName, label: string): Metric => ({
  name,
  column: name,
  label,
  unit: "ns",
  better: "lower",
  format: formatLatency,
});

export const METRICS: Record<MetricName, Metric> = {
  iops: { name: "iops", column: "iops", label: "IOPS", unit: "1/s", better: "higher", format: formatIops },
  throughput_bytes_per_s: {
    name: "throughput_bytes_per_s",
    column: "throughput_bytes_per_s",
    label: "Throughput",
    unit: "bytes/s",
    better: "higher",
    format: formatBytesPerSecond,
  },
  latency_mean_ns: latency("latency_mean_ns", "Mean latency"),
  latency_stddev_ns: latency("latency_stddev_ns", "Latency standard deviation"),
  latency_min_ns: latency("latency_min_ns", "Minimum latency"),
  latency_max_ns: latency("latency_max_ns", "Maximum latency"),
  latency_p50_ns: latency("latency_p50_ns", "Median latency"),
  latency_p90_ns: latency("latency_p90_ns", "p90 latency"),
  latency_p99_ns: latency("latency_p99_ns", "p99 latency"),
  latency_p999_ns: latency("latency_p999_ns", "p99.9 latency"),
  latency_p9999_ns: latency("latency_p9999_ns", "p99.99 latency"),
};

const TELEMETRY: Record<TelemetryMetricName, TimeMetric> = {
  queue: { name: "queue", label: "I/Os in flight", unit: "1", format: formatNumber },
  utilisation: { name: "utilisation", label: "Device utilisation", unit: "percent", format: formatPercent },
  cpu: { name: "cpu", label: "Processor utilisation", unit: "percent", format: formatPercent },
  temperature: { name: "temperature", label: "Drive temperature", unit: "degC", format: formatTemperature },
  interrupts: { name: "interrupts", label: "Interrupts", unit: "1/s", format: formatIops },
};

export const TIME_METRICS: Record<TimeMetricName, TimeMetric> = { ...METRICS, ...TELEMETRY };

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
