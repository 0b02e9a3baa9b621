/** Bars compared with those of the baseline: as differences in percent or as ratios. */
import type { Metric, TimeMetric } from "@/lib/metrics";
import { canMeasure, changeOf, isMeasured, shownChange } from "../changes";
import type { Span } from "../repeats-behind";
import type { Bar, BarsData } from "./option";

/** Values that a chart draws for its bars. */
export interface Shown {
  label: string;
  unit: TimeMetric["unit"];
  /** Null draws no bar. */
  value: (bar: Bar) => number | null;
  text: (bar: Bar) => string;
  span: (bar: Bar, kind: "spans" | "intervals") => Span | null;
}

/**
 * Return the bars of one group with their changes from the baseline's. A bound or a figure that was cut short has no
 * known change. A baseline is unusable if it is one itself, is marked invalid, is 0 or has several figures here.
 */
export function changesOf(bars: readonly Bar[], data: BarsData): Bar[] {
  const [base, ...others] = bars.filter(({ run }) => run === data.baseline);
  if (!isMeasured(data) || !base || others.length > 0 || !canMeasure(base)) return [...bars];
  return bars.map((bar) => ({ ...bar, change: changeOf(bar, base) }));
}

/** Return the values to draw for bars compared with the baseline; null where they are drawn as they are. */
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
