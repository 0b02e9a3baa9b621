/** The load curves in words and as a table. */
import { METRICS } from "@/lib/metrics";
import { formatIops, formatLatency, formatNumber } from "@/lib/units";
import { charts as words } from "@/messages/charts";
import type { Cell, DataTable, TableColumn } from "../definition";
import { behindColumns, pointSentences } from "../repeats-behind";
import { isBeyond, type LoadCurve, type LoadData, lastHeld, loadCurves } from "./curves";

const text = (value: Cell) => String(value ?? "");
const rate = (label: string): TableColumn => ({
  label,
  unit: METRICS.iops.unit,
  format: (value) => formatIops(value as number | null, { digits: 4 }),
});

export function loadCurveTable(data: LoadData): DataTable {
  const curves = loadCurves(data);
  const behind = behindColumns(
    curves.flatMap(({ points, maximum }) => [...(maximum ? [maximum] : []), ...points]),
    [METRICS.iops, METRICS.lat_mean],
  );
  const columns: TableColumn[] = [
    { label: "Curve", unit: null, format: text },
    {
      label: "Share of the maximum",
      unit: "percent",
      format: (value) =>
        value === null ? "no limit" : `${formatNumber(value as number, { digits: 4, trim: true })} %`,
    },
    rate("Requested IOPS"),
    rate("Achieved IOPS"),
    {
      label: METRICS.lat_mean.label,
      unit: METRICS.lat_mean.unit,
      format: (value) => formatLatency(value as number | null, { digits: 4 }),
    },
    ...behind.columns,
  ];
  const rows = curves.flatMap(({ name, points, maximum }) =>
    [...(maximum ? [maximum] : []), ...points].map((point): Cell[] => [
      name,
      point.percent,
      point.requested,
      point.achieved,
      point.latency,
      ...behind.cells(point),
    ]),
  );
  return { caption: "Latency over offered load", columns, rows };
}

function held(curve: LoadCurve): string {
  const { name, maximum } = curve;
  const most = maximum ? `${name} reaches ${formatIops(maximum.achieved)} IOPS without a limit` : name;
  const last = lastHeld(curve);
  if (!last) return `${most}${maximum ? " and" : ""} holds none of the loads that were requested.`;
  const share = `${formatNumber(last.percent, { digits: 4, trim: true })} %`;
  return `${most}${maximum ? " and" : ""} holds a load of ${share}, ${formatIops(last.achieved)} IOPS, at ${formatLatency(last.latency)}.`;
}

export function describeLoadCurves(data: LoadData): string {
  const curves = loadCurves(data);
  if (curves.length === 0) return "There is no measurement of a load that was a share of a maximum.";
  const beyond = curves.some(({ points }) => points.some(isBeyond))
    ? ["Large symbols mark loads above 100 % of the maximum, which the target cannot be expected to hold."]
    : [];
  const points = curves.flatMap((curve) => curve.points);
  const singles =
    points.every(({ n }) => (n ?? null) === null) && curves.every(({ look }) => look.single)
      ? [words.repeats.allSingle]
      : [];
  return [...curves.map(held), ...beyond, ...pointSentences(points, ["iops", "lat_mean"]), ...singles].join(" ");
}
