/** The load curves in words and as a table. */
import { METRICS } from "@/lib/metrics";
import { formatIops, formatLatency, formatNumber } from "@/lib/units";
import { isNumber } from "@/lib/value-kind";
import { charts as words } from "@/messages/charts";
import { sweeps } from "@/messages/sweeps";
import { isMeasured } from "../changes";
import type { Cell, DataTable, TableColumn } from "../definition";
import { figureText } from "../queue-depth/kinds";
import { behindColumns, pointSentences } from "../repeats-behind";
import { kindText, textColumn } from "../sweeps/words";
import { isBeyond, type LoadCurve, type LoadData, type LoadPoint, lastHeld, loadCurves } from "./curves";

const rate = (label: string): TableColumn => ({
  label,
  unit: METRICS.iops.unit,
  format: (value) => formatIops(value as number | null, { digits: 4 }),
});

export function loadCurveTable(data: LoadData): DataTable {
  const curves = loadCurves(data);
  const behind = behindColumns(
    curves.flatMap(({ points, maximum }) => [...(maximum ? [maximum] : []), ...points]),
    [METRICS.iops, METRICS.latency_mean_ns],
  );
  const columns: TableColumn[] = [
    textColumn(sweeps.columns.curve),
    {
      label: "Percent of maximum",
      unit: "percent",
      format: (value) =>
        value === null ? "no limit" : `${formatNumber(value as number, { digits: 4, trim: true })} %`,
    },
    rate("Requested IOPS"),
    rate("Achieved IOPS"),
    {
      label: METRICS.latency_mean_ns.label,
      unit: METRICS.latency_mean_ns.unit,
      format: (value) => formatLatency(value as number | null, { digits: 4 }),
    },
    textColumn(sweeps.columns.kind),
    ...behind.columns,
  ];
  const rows = curves.flatMap(({ name, points, maximum }) =>
    [...(maximum ? [maximum] : []), ...points].map((point): Cell[] => [
      name,
      point.percent,
      point.requested,
      point.achieved,
      point.latency,
      kindText(point.kind),
      ...behind.cells(point),
    ]),
  );
  return { caption: "Latency over offered load", columns, rows };
}

const NONE = "No measurements at a percentage of a maximum.";

function held(curve: LoadCurve): string {
  const { name } = curve;
  // A maximum that is a bound or was cut short is not known to be reached by the target.
  const maximum = curve.maximum && isNumber(curve.maximum.kind) ? curve.maximum : null;
  const rateText = ({ achieved, kind }: LoadPoint) => figureText(`${formatIops(achieved)} IOPS`, kind);
  const opening = maximum ? `${name} reaches ${rateText(maximum)} without a limit` : name;
  const last = lastHeld(curve);
  if (!last) return `${opening}${maximum ? " and" : ""} reaches none of the requested loads.`;
  const share = `${formatNumber(last.percent, { digits: 4, trim: true })} %`;
  return `${opening}${maximum ? " and" : ""} holds a load of ${share}, ${rateText(last)}, at ${figureText(formatLatency(last.latency), last.kind)}.`;
}

export function describeLoadCurves(data: LoadData): string {
  const curves = loadCurves(data);
  if (curves.length === 0) return NONE;
  const counted = curves.filter(({ invalid }) => !invalid);
  return [...counted.map(held), loadRemarks(data)].filter(Boolean).join(" ");
}

/** Return the remarks on the curves that the drawing does not show. */
export function loadRemarks(data: LoadData): string {
  const curves = loadCurves(data);
  if (curves.length === 0) return NONE;
  const invalid = curves.filter((curve) => curve.invalid).map(({ name }) => words.invalid.one(name));
  const beyond = curves.some(({ points }) => points.some(isBeyond))
    ? ["Large symbols mark loads above 100 % of the maximum, which the target may not reach."]
    : [];
  const points = curves.flatMap((curve) => curve.points);
  const all = curves.flatMap((curve) => [...(curve.maximum ? [curve.maximum] : []), ...curve.points]);
  const inexact = all.some(({ kind }) => kind !== "exact") ? [sweeps.notExact] : [];
  const singles =
    points.every(({ n }) => (n ?? null) === null) && curves.every(({ look }) => look.single)
      ? [words.repeats.allSingle]
      : [];
  const absolute = isMeasured(data) ? [words.changes.absolute] : [];
  return [
    ...absolute,
    ...invalid,
    ...beyond,
    ...inexact,
    ...pointSentences(points, ["iops", "latency_mean_ns"]),
    ...singles,
  ].join(" ");
}
