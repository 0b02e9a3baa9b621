/** Bars held against those of the baseline: as differences in percent or as ratios. */
import type { Metric, TimeMetric } from "@/lib/metrics";
import { canMeasure, changeOf, isMeasured, shownChange } from "../changes";
import type { Span } from "../repeats-behind";
import type { Bar, BarsData } from "./option";

/** What a chart draws of its bars. */
export interface Shown {
  label: string;
  unit: TimeMetric["unit"];
  /** Null draws no bar. */
  value: (bar: Bar) => number | null;
  text: (bar: Bar) => string;
  span: (bar: Bar, kind: "spans" | "intervals") => Span | null;
}

/**
 * The bars of one group with what they are of the baseline's. Of a bound or of what was cut short nobody knows that, and a
 * baseline that is one itself, is marked invalid, is 0 or has several figures here is nothing to measure by.
 */
export function changesOf(bars: readonly Bar[], data: BarsData): Bar[] {
  const [base, ...others] = bars.filter(({ run }) => run === data.baseline);
  if (!isMeasured(data) || !base || others.length > 0 || !canMeasure(base)) return [...bars];
  return bars.map((bar) => ({ ...bar, change: changeOf(bar, base) }));
}

/** What is drawn of bars that are held against the baseline's; null where they are drawn as they are. */
export function shownBars(data: BarsData, metric: Metric): Shown | null {
  const shown = shownChange(data, metric);
  return (
    shown && {
      label: shown.label,
      unit: shown.unit,
      value: ({ change }) => shown.value(change),
      text: ({ change }) => shown.text(change),
      // Nothing is known of the interval of a ratio of medians.
      span: () => null,
    }
  );
}
