/** Bars held against those of the baseline: as differences in percent or as ratios. */
import type { Metric, TimeMetric } from "@/lib/metrics";
import { formatNumber, formatRelative, NOT_AVAILABLE } from "@/lib/units";
import { isNumber, withKind } from "@/lib/value-kind";
import { charts as words } from "@/messages/charts";
import type { Cell } from "../definition";
import type { Span } from "../repeats-behind";
import type { Bar, BarsData } from "./option";

export type BarNumbers = "absolute" | "relative" | "ratio";

/** A bar against that of the baseline in its group. */
export interface Change {
  /** Bar / baseline. */
  ratio: number;
  /** Whether a source calls one of the two approximate. */
  approximate: boolean;
}

/** What a chart draws of its bars. */
export interface Shown {
  label: string;
  unit: TimeMetric["unit"];
  /** Null draws no bar. */
  value: (bar: Bar) => number | null;
  text: (bar: Bar) => string;
  span: (bar: Bar, kind: "spans" | "intervals") => Span | null;
}

const DIGITS = { digits: 4 } as const;

/** Whether the bars are to be held against those of the baseline. */
export const isMeasured = ({ numbers = "absolute" }: BarsData): boolean => numbers !== "absolute";

/**
 * The bars of one group with what they are of the baseline's. Of a bound or of what was cut short nobody knows that, and a
 * baseline that is one itself, is marked invalid, is 0 or has several figures here is nothing to measure by.
 */
export function changesOf(bars: readonly Bar[], data: BarsData): Bar[] {
  const [base, ...others] = bars.filter(({ run }) => run === data.baseline);
  const isUsable = base && others.length === 0 && isNumber(base.kind) && !base.invalid && base.value > 0;
  if (!isMeasured(data) || !isUsable) return [...bars];
  return bars.map((bar) => {
    if (!isNumber(bar.kind)) return bar;
    const approximate = bar.kind !== "exact" || base.kind !== "exact";
    return { ...bar, change: { ratio: bar.value / base.value, approximate } };
  });
}

const ratioText = ({ numbers }: BarsData, ratio: number): string =>
  numbers === "ratio" ? `${formatNumber(ratio, DIGITS)} ×` : formatRelative(ratio);

/** What a reader sees of a difference in percent, or of a ratio. */
export function changeText(data: BarsData): (value: Cell) => string {
  return (value) => {
    if (typeof value !== "number") return NOT_AVAILABLE;
    return ratioText(data, data.numbers === "ratio" ? value : 1 + value / 100);
  };
}

/** What is drawn of bars that are held against the baseline's; null where they are drawn as they are. */
export function shownChange(data: BarsData, metric: Metric): Shown | null {
  if (!isMeasured(data)) return null;
  const isRatio = data.numbers === "ratio";
  return {
    label: isRatio ? words.bars.ratio(metric.label) : words.bars.relative(metric.label),
    unit: isRatio ? "1" : "percent",
    value: ({ change }) => change && (isRatio ? change.ratio : (change.ratio - 1) * 100),
    text: ({ change }) =>
      change ? withKind(ratioText(data, change.ratio), change.approximate ? "approximate" : "exact") : NOT_AVAILABLE,
    // Nothing is known of the interval of a ratio of medians.
    span: () => null,
  };
}
