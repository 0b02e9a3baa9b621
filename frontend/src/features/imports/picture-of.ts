/** Data for the preview picture of a result before it is stored. */
import type { ImportResult, ReadMeasurement } from "@/api/types";
import { METRICS, type MetricName } from "@/lib/metrics";

export interface PictureBar {
  label: string;
  value: number;
}

export type Picture =
  | { kind: "curve"; metric: MetricName; values: readonly (number | null)[]; seconds: number }
  | { kind: "load"; points: readonly { iops: number; latency: number }[] }
  | { kind: "bars"; metric: MetricName; bars: readonly PictureBar[] };

/** More bars could not be read. */
const MAX_BARS = 8;
const MIN_LOADS = 3;

type Measured = Pick<ImportResult, "measurements" | "curve">;

/** Return the load curve, the bars of several points, or the curve over time; null where there is nothing to draw. */
export function pictureOf({ measurements, curve }: Measured): Picture | null {
  const loads = loadPoints(measurements);
  if (loads.length >= MIN_LOADS) return { kind: "load", points: loads };
  const metric = measurements.some(({ iops }) => iops !== null) ? "iops" : "throughput_bytes_per_s";
  const measured = measurements.filter((measurement) => figureOf(measurement, metric) !== null);
  if (measured.length > 1) return { kind: "bars", metric, bars: barsOf(measured, metric) };
  const over = curve?.values.some((value) => value !== null) ? curve : null;
  if (over) {
    const name = over.metric in METRICS ? (over.metric as MetricName) : "iops";
    return { kind: "curve", metric: name, values: over.values, seconds: over.end_ms / 1000 };
  }
  return measured.length > 0 ? { kind: "bars", metric, bars: barsOf(measured, metric) } : null;
}

const figureOf = (measurement: ReadMeasurement, metric: "iops" | "throughput_bytes_per_s"): number | null =>
  metric === "iops" ? measurement.iops : measurement.throughput_bytes_per_s;

function loadPoints(measurements: readonly ReadMeasurement[]) {
  const offered = measurements.filter(({ offered_iops }) => offered_iops !== null);
  return offered
    .flatMap(({ iops, latency_mean_ns: latency }) => (iops === null || latency === null ? [] : [{ iops, latency }]))
    .toSorted((a, b) => a.iops - b.iops);
}

function barsOf(measured: readonly ReadMeasurement[], metric: "iops" | "throughput_bytes_per_s"): PictureBar[] {
  const depths = new Set(measured.map(({ outstanding_ios }) => outstanding_ios));
  const byDepth = depths.size === measured.length && !depths.has(null);
  return measured.slice(0, MAX_BARS).map((measurement, index) => ({
    label: byDepth ? String(measurement.outstanding_ios) : String(index + 1),
    value: figureOf(measurement, metric) ?? 0,
  }));
}
