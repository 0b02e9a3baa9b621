/** Sentences and columns that all charts of sweeps share. */
import { METRICS, type Metric } from "@/lib/metrics";
import { formatBinaryBytes, formatCount, formatPercent } from "@/lib/units";
import { charts } from "@/messages/charts";
import { sweeps as words } from "@/messages/sweeps";
import type { WithNumbers } from "../changes";
import type { Cell, LegendItem, TableColumn } from "../definition";
import { type ChartTheme, styleOf } from "../theme";
import { changeSentences, spreadSentences } from "./measured-by";
import type { SweepCurve, SweepPoint } from "./points";

const { repeats } = charts;

/** A value of a metric with its unit; IOPS, which have none, with their name. */
export function valueText(metric: Metric, value: number): string {
  return words.rate(metric.format(value), metric === METRICS.iops ? metric.label : "");
}

/** Build the remarks on the points besides their values. */
export function remarks(points: readonly SweepPoint[]): string[] {
  return [
    ...(points.some(({ count }) => count > 1) ? [words.means] : []),
    ...(points.some(({ kind }) => kind !== "exact") ? [words.notExact] : []),
    ...(points.some(({ outstanding }) => outstanding === null) ? [words.unknownLoad] : []),
  ];
}

/** Drawn content of curves in these metrics. */
interface Drawn extends WithNumbers {
  curves: readonly SweepCurve[];
}

/** Build the remarks on them, including their baseline and the number of runs behind their points. */
export function lineRemarks({ curves, numbers }: Drawn, metrics: readonly Metric[]): string[] {
  const points = curves.flatMap((curve) => curve.points);
  const isPooled = points.some(({ n }) => (n ?? null) !== null);
  const names = metrics.map(({ name }) => name);
  return [
    ...changeSentences({ numbers }, curves, metrics),
    ...remarks(points),
    ...spreadSentences({ numbers }, points, names),
    ...(!isPooled && curves.length > 0 && curves.every(({ look }) => look.single) ? [repeats.allSingle] : []),
  ];
}

export const kindText = (kind: string): string => words.kinds[kind] ?? kind;

export const lineLegend = (curves: readonly SweepCurve[], theme: ChartTheme): LegendItem[] =>
  curves.map(({ name, look }) => ({ name, kind: "line", style: styleOf(theme, look), symbol: true }));

const plain = (value: Cell): string => (typeof value === "number" ? formatCount(value) : String(value ?? ""));

export const textColumn = (label: string): TableColumn => ({
  label,
  unit: null,
  format: (value) => String(value ?? ""),
});
export const countColumn = (label: string): TableColumn => ({ label, unit: null, format: plain });
export const bytesColumn = (label: string): TableColumn => ({
  label,
  unit: "bytes",
  format: (value) => formatBinaryBytes(value as number | null),
});
export const percentColumn = (label: string): TableColumn => ({
  label,
  unit: "percent",
  format: (value) => formatPercent(value as number | null, { digits: 4 }),
});
export const metricColumn = ({ label, unit, format }: Metric): TableColumn => ({
  label,
  unit,
  format: (value) => format(value as number | null, { digits: 4 }),
});
