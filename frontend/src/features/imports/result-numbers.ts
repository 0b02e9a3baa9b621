/** Numbers of a result beside its picture. */
import type { ImportResult, ReadMeasurement } from "@/api/types";
import type { MetricName } from "@/lib/metrics";
import { importPage as words } from "@/messages/imports";

export interface ResultNumber {
  label: string;
  metric: MetricName;
  value: number;
}

const MAX_NUMBERS = 3;

/** Return the figures of the measurement with the most IOPS, or with the most throughput where no IOPS are known. */
export function resultNumbers({
  measurements,
  measurements_count: count,
}: Pick<ImportResult, "measurements" | "measurements_count">): ResultNumber[] {
  const best = bestBy(measurements, "iops") ?? bestBy(measurements, "throughput_bytes_per_s");
  if (!best) return [];
  const numbers: [string, MetricName, number | null][] = [
    [count > 1 ? words.highestIOPS : words.columns.iops, "iops", best.iops],
    [words.columns.throughput, "throughput_bytes_per_s", best.iops === null ? best.throughput_bytes_per_s : null],
    [words.columns.p99, "latency_p99_ns", best.latency_p99_ns],
    [words.columns.mean, "latency_mean_ns", best.latency_mean_ns],
    [words.columns.throughput, "throughput_bytes_per_s", best.iops === null ? null : best.throughput_bytes_per_s],
  ];
  return numbers
    .flatMap(([label, metric, value]) => (value === null ? [] : [{ label, metric, value }]))
    .slice(0, MAX_NUMBERS);
}

function bestBy(
  measurements: readonly ReadMeasurement[],
  field: "iops" | "throughput_bytes_per_s",
): ReadMeasurement | null {
  const measured = measurements.filter((measurement) => measurement[field] !== null);
  return measured.toSorted((a, b) => (b[field] ?? 0) - (a[field] ?? 0))[0] ?? null;
}
