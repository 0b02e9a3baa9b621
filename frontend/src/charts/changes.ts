/** Figures compared with those of a baseline: as differences in percent or as ratios. */
import type { Metric, TimeMetric } from "@/lib/metrics";
import { formatNumber, formatRelative, NOT_AVAILABLE } from "@/lib/units";
import { isNumber, withKind } from "@/lib/value-kind";
import { charts as words } from "@/messages/charts";
import { words as bars } from "./bars/words";
import type { Cell } from "./definition";

/** Number format that a reader can choose. */
export type Numbers = "absolute" | "relative" | "ratio";

/** Part of a chart's data with the number format; absolute by default. */
export interface WithNumbers {
  numbers?: Numbers;
}

/** A figure against that of the baseline. */
export interface Change {
  /** Figure / baseline. */
  ratio: number;
  /** True if a source calls one of the two approximate. */
  approximate: boolean;
}

export interface Held {
  value: number;
  kind: string;
  /** True if its run was marked invalid. */
  invalid?: boolean;
}

/** Formats in which changes are drawn, described and exported. */
export interface ShownChange {
  label: string;
  /** A shorter form with its unit, for the title of an axis: small multiples have the name of a curve before it. */
  axis: string;
  unit: TimeMetric["unit"];
  value: (change: Change | null | undefined) => number | null;
  text: (change: Change | null | undefined) => string;
  /** Text of a value in a table. */
  cell: (value: Cell) => string;
}

const DIGITS = { digits: 4 } as const;

/** Return true if figures are to be compared with those of the baseline. */
export const isMeasured = ({ numbers = "absolute" }: WithNumbers): boolean => numbers !== "absolute";

/** Return true if a figure can be a baseline: not a bound, not cut short, not marked invalid and not 0. */
export const canMeasure = ({ value, kind, invalid }: Held): boolean => isNumber(kind) && !invalid && value > 0;

/** Return the change of a figure from the baseline's; null for a bound and for a figure that was cut short. */
export function changeOf(own: Held, base: Held): Change | null {
  if (!isNumber(own.kind) || !canMeasure(base)) return null;
  return { ratio: own.value / base.value, approximate: own.kind !== "exact" || base.kind !== "exact" };
}

/** Return the title of an axis of changes of a metric. */
export const axisText = ({ numbers }: WithNumbers, metric: string): string =>
  numbers === "ratio" ? words.changes.axis.ratio(metric) : words.changes.axis.relative(metric);

/** Return the format for changes of a metric; null where figures are shown as they are. */
export function shownChange(data: WithNumbers, metric: Metric): ShownChange | null {
  if (!isMeasured(data)) return null;
  const isRatio = data.numbers === "ratio";
  const ratioText = (ratio: number) => (isRatio ? `${formatNumber(ratio, DIGITS)} ×` : formatRelative(ratio));
  return {
    label: isRatio ? bars.ratio(metric.label) : bars.relative(metric.label),
    axis: axisText(data, metric.label),
    unit: isRatio ? "1" : "percent",
    value: (change) => (change ? (isRatio ? change.ratio : (change.ratio - 1) * 100) : null),
    text: (change) =>
      change ? withKind(ratioText(change.ratio), change.approximate ? "approximate" : "exact") : NOT_AVAILABLE,
    cell: (value) => (typeof value === "number" ? ratioText(isRatio ? value : 1 + value / 100) : NOT_AVAILABLE),
  };
}
