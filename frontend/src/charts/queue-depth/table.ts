/** The queue depth chart in words and as a table. */
import { formatNumber } from "@/lib/units";
import { charts as words } from "@/messages/charts";
import type { Cell, DataTable, TableColumn } from "../definition";
import { behindColumns, pointSentences } from "../repeats-behind";
import { metricColumn } from "../sweeps/words";
import { type DepthCurve, depthCurves, depthMetrics, peakOf, type QueueDepthData } from "./curves";

const text = (value: Cell) => String(value ?? "");
const count = (value: Cell) => formatNumber(value as number | null, { digits: 12, trim: true });

export function queueDepthTable(data: QueueDepthData): DataTable {
  const { rate, latency } = depthMetrics(data);
  const curves = depthCurves(data);
  const behind = behindColumns(
    curves.flatMap(({ points }) => points),
    [rate, latency],
  );
  const columns: TableColumn[] = [
    { label: data.runs ? "Run" : "Configuration", unit: null, format: text },
    { label: "Outstanding I/O", unit: null, format: count },
    { label: "Threads", unit: null, format: count },
    { label: "Queue depth", unit: null, format: count },
    metricColumn(rate),
    metricColumn(latency),
    ...behind.columns,
  ];
  const rows = curves.flatMap(({ name, points }) =>
    points.map((point): Cell[] => [
      name,
      point.outstanding,
      point.threads,
      point.queueDepth,
      point.rate,
      point.latency,
      ...behind.cells(point),
    ]),
  );
  return { caption: "Measurements over outstanding I/O", columns, rows };
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
  const { rate, latency } = depthMetrics(data);
  const behind = pointSentences(
    curves.flatMap(({ points }) => points),
    [rate.name, latency.name],
  );
  const isPooled = curves.some(({ points }) => points.some(({ n }) => (n ?? null) !== null));
  const singles = !isPooled && curves.every(({ style }) => style.single) ? [words.repeats.allSingle] : [];
  return curves.length > 0
    ? [...curves.map((curve) => peak(curve, data)), ...several, ...behind, ...singles].join(" ")
    : "There is no measurement with a known number of outstanding I/O.";
}
