/** Numbers of a run in words: with the metric's own unit, or the one a source printed. */
import type { Headline } from "@/api/types";
import { findMetric } from "@/lib/metrics";
import { formatNumber } from "@/lib/units";

export function formatHeadline({ metric, value, unit }: Headline): string {
  const known = findMetric(metric);
  if (known && known.unit === unit) return known.format(value, { digits: 4 });
  return `${formatNumber(value, { digits: 4 })} ${unit}`.trim();
}
