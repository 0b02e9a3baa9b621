/** The queue depth chart in words and as a table. */
import type { Metric } from "@/lib/metrics";
import { formatNumber } from "@/lib/units";
import type { Cell, DataTable, TableColumn } from "../definition";
import { type DepthCurve, depthCurves, depthMetrics, peakOf, type QueueDepthData } from "./curves";

const text = (value: Cell) => String(value ?? "");
const count = (value: Cell) => formatNumber(value as number | null, { digits: 12, trim: true });

export function queueDepthTable(data: QueueDepthData): DataTable {
  const { rate, latency } = depthMetrics(data);
  const curves = depthCurves(data);
  const repeated = curves.some(({ points }) => points.some(({ n }) => n !== null));
  const intervals = hasIntervals(curves);
  const column = ({ label, unit, format }: Metric): TableColumn => ({
    label,
    unit,
    format: (value) => format(value as number | null, { digits: 4 }),
  });
  const columns: TableColumn[] = [
    { label: data.runs ? "Run" : "Configuration", unit: null, format: text },
    { label: "Outstanding I/O", unit: null, format: count },
    { label: "Threads", unit: null, format: count },
    { label: "Queue depth", unit: null, format: count },
    column(rate),
    column(latency),
    ...(repeated
      ? [
          { label: "Repeats", unit: null, format: count },
          ...[rate, latency].flatMap((metric) =>
            ["lowest", "highest"].map((edge) => ({ ...column(metric), label: `${metric.label}, ${edge}` })),
          ),
        ]
      : []),
    ...(intervals
      ? [rate, latency].flatMap((metric) =>
          ["from", "to"].map((edge) => ({ ...column(metric), label: `${metric.label}, 95 % interval ${edge}` })),
        )
      : []),
  ];
  const rows = curves.flatMap(({ name, points }) =>
    points.map((point): Cell[] => [
      name,
      point.outstanding,
      point.threads,
      point.queueDepth,
      point.rate,
      point.latency,
      ...(repeated ? [point.n, ...(point.rateSpan ?? [null, null]), ...(point.latencySpan ?? [null, null])] : []),
      ...(intervals ? [...(point.rateInterval ?? [null, null]), ...(point.latencyInterval ?? [null, null])] : []),
    ]),
  );
  return { caption: "Measurements over outstanding I/O", columns, rows };
}

function hasIntervals(curves: readonly DepthCurve[]): boolean {
  return curves.some(({ points }) =>
    points.some(({ rateInterval, latencyInterval }) => rateInterval ?? latencyInterval),
  );
}

function peak(curve: DepthCurve, data: QueueDepthData): string {
  const { name } = curve;
  const metrics = depthMetrics(data);
  const best = peakOf(curve);
  if (!best || best.rate === null) return `${name} has no ${metrics.rate.label}.`;
  const rate = `${metrics.rate.format(best.rate)}${metrics.rate.unit === "1/s" ? " IOPS" : ""}`;
  const latency = best.latency === null ? "" : `, at ${metrics.latency.format(best.latency)}`;
  return `${name} peaks at ${rate} with ${best.outstanding} outstanding I/O${latency}.`;
}

export function describeQueueDepth(data: QueueDepthData): string {
  const curves = depthCurves(data);
  const several = curves.some(
    (curve) =>
      new Set(curve.points.map(({ outstanding }) => outstanding)).size <
      curve.points.filter(({ rate }) => rate !== null).length,
  )
    ? [`Lines go through the highest ${depthMetrics(data).rate.label} at each number of outstanding I/O.`]
    : [];
  const spans = curves.some(({ points }) => points.some(({ rateSpan, latencySpan }) => rateSpan ?? latencySpan))
    ? ["Points are medians of their repeats, whiskers reach from the lowest to the highest."]
    : [];
  const intervals = hasIntervals(curves) ? ["Broad lines are the 95 % interval of the mean of the repeats."] : [];
  return curves.length > 0
    ? [...curves.map((curve) => peak(curve, data)), ...several, ...spans, ...intervals].join(" ")
    : "There is no measurement with a known number of outstanding I/O.";
}
