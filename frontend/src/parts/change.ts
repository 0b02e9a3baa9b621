/** The direction and the value of a change, by which way of a metric is better. */
import { METRICS, type MetricName } from "@/lib/metrics";
import { changeSign, shortChange } from "@/lib/short-values";

export interface ChangeLook {
  text: string;
  arrow: "up" | "down" | null;
  /** Flat is no change, or one of which neither way is better. */
  tone: "good" | "bad" | "flat";
}

/** Return how a change in percent is shown; a fall of a latency is good. */
export function changeLook(percent: number, metric: MetricName | null): ChangeLook {
  const sign = changeSign(percent);
  const text = shortChange(percent);
  if (sign === 0) return { text, arrow: null, tone: "flat" };
  const arrow = sign > 0 ? "up" : "down";
  if (metric === null) return { text, arrow, tone: "flat" };
  return { text, arrow, tone: (METRICS[metric].better === "higher") === sign > 0 ? "good" : "bad" };
}
