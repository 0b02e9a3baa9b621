/** A figure of a comparison as the reader chose to see it: as it is, as a difference in percent, or as a ratio. */
import type { Metric } from "@/lib/metrics";
import { formatNumber, NOT_AVAILABLE } from "@/lib/units";
import type { Numbers } from "./choice";

const DIGITS = { digits: 4 } as const;

export interface ComparedCell {
  median: number | null;
  /** Entry / baseline. */
  ratio: number | null;
}

/** `31.2k`, `+31 %` or `1.310 ×`; a change below a tenth of a percent is `0 %`. */
export function figureText({ median, ratio }: ComparedCell, metric: Metric, numbers: Numbers): string {
  if (median === null) return NOT_AVAILABLE;
  if (numbers === "absolute") return metric.format(median, DIGITS);
  if (ratio === null) return NOT_AVAILABLE;
  if (numbers === "ratio") return `${formatNumber(ratio, DIGITS)} ×`;
  return relativeText(ratio);
}

export function relativeText(ratio: number): string {
  const percent = (ratio - 1) * 100;
  if (Math.abs(percent) < 0.05) return "0 %";
  return `${formatNumber(percent, { digits: Math.abs(percent) < 10 ? 2 : 3, trim: true, sign: true })} %`;
}
