/** The queue depth chart in words and as a table. */
import { formatNumber } from "@/lib/units";
import { charts as words } from "@/messages/charts";
import { sweeps } from "@/messages/sweeps";
import { isMeasured } from "../changes";
import type { Cell, DataTable, TableColumn } from "../definition";
import { behindColumns } from "../repeats-behind";
import { changeColumns, measuredSentences, spreadSentences } from "../sweeps/measured-by";
import { kindText, metricColumn, textColumn } from "../sweeps/words";
import {
  type DepthCurve,
  type DepthPoint,
  depthCurves,
  depthMetrics,
  isPeakOpen,
  peakOf,
  type QueueDepthData,
} from "./curves";
import { figureText } from "./kinds";

const count = (value: Cell) => formatNumber(value as number | null, { digits: 12, trim: true });

const changesOf = ({ rateChange, latencyChange }: DepthPoint) => [rateChange, latencyChange];

export function queueDepthTable(data: QueueDepthData): DataTable {
  const { rate, latency } = depthMetrics(data);
  const curves = depthCurves(data);
  const behind = behindColumns(
    curves.flatMap(({ points }) => points),
    [rate, latency],
  );
  const change = changeColumns(
    data,
    [rate, latency],
    curves.flatMap(({ points }) => points.flatMap(changesOf)),
  );
  const columns: TableColumn[] = [
    textColumn(data.runs ? "Run" : "Configuration"),
    { label: "Outstanding I/O", unit: null, format: count },
    { label: "Threads", unit: null, format: count },
    { label: "Queue depth", unit: null, format: count },
    metricColumn(rate),
    metricColumn(latency),
    ...change.columns,
    textColumn(sweeps.columns.kind),
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
      ...change.cells(changesOf(point)),
      kindText(point.kind),
      ...behind.cells(point),
    ]),
  );
  return { caption: "Measurements over outstanding I/O", columns, rows };
}

function peak(curve: DepthCurve, curves: readonly DepthCurve[], data: QueueDepthData): string {
  const { name, points } = curve;
  const metrics = depthMetrics(data);
  const best = peakOf(curve);
  if (points.every(({ rate }) => rate === null)) return `${name} has no ${metrics.rate.label}.`;
  if (!best || best.rate === null) {
    return `${name} has an unknown peak: its values are bounds, ranges or incomplete.`;
  }
  const rate = figureText(`${metrics.rate.format(best.rate)}${metrics.rate.unit === "1/s" ? " IOPS" : ""}`, best.kind);
  const text = figureText(metrics.latency.format(best.latency), best.kind);
  const isNamed = metrics.latency.name === data.latencyMetric;
  const latency = best.latency === null ? "" : `, at ${isNamed ? words.latencyOf(metrics.latency.label, text) : text}`;
  const at = `${rate} with ${best.outstanding} outstanding I/O${latency}`;
  return isPeakOpen(curve, curves)
    ? `${name} has an unknown peak. The highest exact value is ${at}.`
    : `${name} peaks at ${at}.`;
}

/** Build the sentences about curves that are compared with the baseline's. */
function changeSentences(curves: readonly DepthCurve[]): string[] {
  const points = curves.flatMap((curve) => curve.points);
  const changesByCurve = curves.map((curve) => ({
    name: curve.name,
    figures: curve.points.flatMap(({ rate, rateChange, latency, latencyChange }) => [
      ...(rate === null ? [] : [rateChange]),
      ...(latency === null ? [] : [latencyChange]),
    ]),
  }));
  return measuredSentences(changesByCurve, points);
}

const NONE = "No measurements with known outstanding I/O.";

/** Describe the limits of the curves that the drawing does not show. */
export function depthRemarks(data: QueueDepthData): string {
  const curves = depthCurves(data);
  if (curves.length === 0) return NONE;
  const several = curves.some(
    (curve) =>
      new Set(curve.points.map(({ outstanding }) => outstanding)).size <
      curve.points.filter(({ rate }) => rate !== null).length,
  )
    ? [`Lines go through the highest ${depthMetrics(data).rate.label} at each load.`]
    : [];
  const { rate, latency } = depthMetrics(data);
  const behind = spreadSentences(
    data,
    curves.flatMap(({ points }) => points),
    [rate.name, latency.name],
  );
  const inexact = curves.some(({ points }) => points.some(({ kind }) => kind !== "exact")) ? [sweeps.notExact] : [];
  const isPooled = curves.some(({ points }) => points.some(({ n }) => (n ?? null) !== null));
  const singles = !isPooled && curves.every(({ style }) => style.single) ? [words.repeats.allSingle] : [];
  const measured = isMeasured(data) ? changeSentences(curves) : [];
  const invalid = curves.filter((curve) => curve.invalid).map(({ name }) => words.invalid.one(name));
  return [...invalid, ...several, ...measured, ...inexact, ...behind, ...singles].join(" ");
}

export function describeQueueDepth(data: QueueDepthData): string {
  const curves = depthCurves(data);
  if (curves.length === 0) return NONE;
  const counted = curves.filter(({ invalid }) => !invalid);
  return [...counted.map((curve) => peak(curve, curves, data)), depthRemarks(data)].filter(Boolean).join(" ");
}
