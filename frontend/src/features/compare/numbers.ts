/** A figure of a comparison as the reader chose to see it: as it is, as a difference in percent, or as a ratio. */
import type { Metric } from "@/lib/metrics";
import { formatNumber, formatRelative, NOT_AVAILABLE } from "@/lib/units";
import { withKind } from "@/lib/value-kind";
import { compare as words } from "@/messages/compare";
import type { Numbers } from "./choice";

const DIGITS = { digits: 4 } as const;

export interface ComparedCell {
  median: number | null;
  /** Entry / baseline. */
  ratio: number | null;
  /** Whether the source calls a value behind it approximate. */
  approximate?: boolean;
  /** Whether a percentile behind it was interpolated within wide buckets. */
  estimated?: boolean;
}

/** `31.2k`, `≈ 31.2k`, `31.2k (estimated)`, `+31 %` or `1.310 ×`; a change below a twentieth of a percent is `0 %`. */
export function figureText(cell: ComparedCell, metric: Metric, numbers: Numbers): string {
  const { median, ratio, approximate, estimated } = cell;
  const told = (text: string) => {
    const known = withKind(text, approximate ? "approximate" : "exact");
    return estimated ? words.estimated(known) : known;
  };
  if (median === null) return NOT_AVAILABLE;
  if (numbers === "absolute") return told(metric.format(median, DIGITS));
  if (ratio === null) return NOT_AVAILABLE;
  return told(numbers === "ratio" ? `${formatNumber(ratio, DIGITS)} ×` : formatRelative(ratio));
}
