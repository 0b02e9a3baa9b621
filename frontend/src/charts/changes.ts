/** Figures held against those of a baseline: as differences in percent or as ratios. */
import type { Metric, TimeMetric } from "@/lib/metrics";
import { formatNumber, formatRelative, NOT_AVAILABLE } from "@/lib/units";
import { isNumber, withKind } from "@/lib/value-kind";
import { charts as words } from "@/messages/charts";
import type { Cell } from "./definition";

/** How a reader wants to see figures. */
export type Numbers = "absolute" | "relative" | "ratio";

/** The part of a chart's data that says so; as they are unless given. */
export interface WithNumbers {
  numbers?: Numbers;
}

/** A figure against that of the baseline. */
export interface Change {
  /** Figure / baseline. */
  ratio: number;
  /** Whether a source calls one of the two approximate. */
  approximate: boolean;
}

export interface Held {
  value: number;
  kind: string;
  /** Whether its run was marked invalid. */
  invalid?: boolean;
}

/** What changes are drawn, told and exported as. */
export interface ShownChange {
  label: string;
  /** A shorter form with its unit, for the title of an axis: small multiples have the name of a curve before it. */
  axis: string;
  unit: TimeMetric["unit"];
  value: (change: Change | null | undefined) => number | null;
  text: (change: Change | null | undefined) => string;
  /** What a reader sees of a value in a table. */
  cell: (value: Cell) => string;
}

const DIGITS = { digits: 4 } as const;

/** Whether figures are to be held against those of the baseline. */
export const isMeasured = ({ numbers = "absolute" }: WithNumbers): boolean => numbers !== "absolute";

/** Whether others can be held against a figure: not one that is a bound, was cut short, is marked invalid or is 0. */
export const canMeasure = ({ value, kind, invalid }: Held): boolean => isNumber(kind) && !invalid && value > 0;

/** What a figure is of that of the baseline; null of a bound and of what was cut short. */
export function changeOf(own: Held, base: Held): Change | null {
  if (!isNumber(own.kind) || !canMeasure(base)) return null;
  return { ratio: own.value / base.value, approximate: own.kind !== "exact" || base.kind !== "exact" };
}

/** What an axis of changes of a metric is called. */
export const axisText = ({ numbers }: WithNumbers, metric: string): string =>
  numbers === "ratio" ? words.changes.axis.ratio(metric) : words.changes.axis.relative(metric);

/** How changes of a metric are shown; null where figures are shown as they are. */
export function shownChange(data: WithNumbers, metric: Metric): ShownChange | null {
  if (!isMeasured(data)) return null;
  const isRatio = data.numbers === "ratio";
  const ratioText = (ratio: number) => (isRatio ? `${formatNumber(ratio, DIGITS)} ×` : formatRelative(ratio));
  return {
    label: isRatio ? words.bars.ratio(metric.label) : words.bars.relative(metric.label),
    axis: axisText(data, metric.label),
    unit: isRatio ? "1" : "percent",
    value: (change) => (change ? (isRatio ? change.ratio : (change.ratio - 1) * 100) : null),
    text: (change) =>
      change ? withKind(ratioText(change.ratio), change.approximate ? "approximate" : "exact") : NOT_AVAILABLE,
    cell: (value) => (typeof value === "number" ? ratioText(isRatio ? value : 1 + value / 100) : NOT_AVAILABLE),
  };
}
