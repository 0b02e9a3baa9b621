/** Numbers of a run in words: with the metric's own unit, or the one a source printed. */
import type { Headline } from "@/api/types";
import { findMetric } from "@/lib/metrics";
import { joinShort, NO_VALUE, type ShortValue, shortValue } from "@/lib/short-values";
import { formatNumber } from "@/lib/units";

/** With three digits, and without a unit that its label names. */
export function shortHeadline({ metric, value, unit }: Headline): string {
  const knownMetric = findMetric(metric);
  if (!knownMetric || knownMetric.unit !== unit) return `${formatNumber(value, { digits: 3 })} ${unit}`.trim();
  const short = shortValue(knownMetric.name, value);
  return knownMetric.name === "iops" ? short.number : joinShort(short);
}

/** Return the one number of a result, short. */
export function figureValue(figure: Pick<Headline, "metric" | "unit" | "value"> | null): ShortValue {
  if (!figure) return { number: NO_VALUE, unit: "" };
  const metric = findMetric(figure.metric);
  if (metric && metric.unit === figure.unit) return shortValue(metric.name, figure.value);
  return { number: formatNumber(figure.value), unit: figure.unit };
}
