/** The queue depth chart in words and as a table. */
import { METRICS } from "@/lib/metrics";
import { formatNumber } from "@/lib/units";
import type { Cell, DataTable, TableColumn } from "../definition";
import { type DepthCurve, depthCurves, type MeasurementsData, peakOf } from "./option";

const text = (value: Cell) => String(value ?? "");
const count = (value: Cell) => formatNumber(value as number | null, { digits: 12, trim: true });

export function queueDepthTable(data: MeasurementsData): DataTable {
  const { iops, lat_mean } = METRICS;
  const columns: TableColumn[] = [
    { label: "Configuration", unit: null, format: text },
    { label: "Outstanding I/O", unit: null, format: count },
    { label: "Threads", unit: null, format: count },
    { label: "Queue depth", unit: null, format: count },
    { label: iops.label, unit: iops.unit, format: (value) => iops.format(value as number | null, { digits: 4 }) },
    {
      label: lat_mean.label,
      unit: lat_mean.unit,
      format: (value) => lat_mean.format(value as number | null, { digits: 4 }),
    },
  ];
  const rows = depthCurves(data).flatMap(({ name, points }) =>
    points.map((point): Cell[] => [
      name,
      point.outstanding,
      point.threads,
      point.queueDepth,
      point.iops,
      point.latency,
    ]),
  );
  return { caption: "Measurements over outstanding I/O", columns, rows };
}

function peak(curve: DepthCurve): string {
  const { name } = curve;
  const best = peakOf(curve);
  if (!best || best.iops === null) return `${name} has no IOPS.`;
  const latency = best.latency === null ? "" : `, at ${METRICS.lat_mean.format(best.latency)}`;
  return `${name} peaks at ${METRICS.iops.format(best.iops)} IOPS with ${best.outstanding} outstanding I/O${latency}.`;
}

export function describeQueueDepth(data: MeasurementsData): string {
  const curves = depthCurves(data);
  return curves.length > 0
    ? curves.map(peak).join(" ")
    : "There is no measurement with a known number of outstanding I/O.";
}
