/** Repeats behind the figures of a table by factors, in the words and marks that all charts use for them. */
import type { PivotSpread } from "@/api/pivot";
import type { MetricName } from "@/lib/metrics";
import { charts as words } from "@/messages/charts";
import { type Behind, certaintyIn, drawnKinds, isSingle, pairSentences, type Span } from "./repeats-behind";

/** Spread of the repeats; absent in data that were frozen before it was recorded. */
export type KnownSpread = PivotSpread | null | undefined;

export const isPooled = (spreads: readonly KnownSpread[]): boolean => spreads.some((spread) => (spread?.n ?? 0) > 1);

const pair = (low: number | null, high: number | null): Span | null =>
  low === null || high === null ? null : [low, high];

/** Return the repeats behind a figure of a chart; nothing where no figure has several runs. */
export function behindSpread(spread: KnownSpread, metric: MetricName, pooled: boolean): Behind {
  if (!pooled || !spread) return {};
  const [span, interval] = [pair(spread.min, spread.max), pair(spread.ci95_low, spread.ci95_high)];
  return {
    n: spread.n,
    // The lowest and the highest of one run are the figure itself.
    spans: span && spread.n > 1 ? { [metric]: span } : {},
    intervals: interval ? { [metric]: interval } : {},
  };
}

/** The farthest of a figure and the marks behind it. */
export function reachOf(value: number, behind: Behind, metric: MetricName): number {
  return Math.max(value, certaintyIn(behind, metric)?.ends[1] ?? value);
}

/** Points of one run that are drawn hollow, and the text about them. */
interface Singles {
  singles?: readonly Behind[];
  hollow?: string;
}

/** Describe the runs behind the points of a chart: a table takes their median, and a campaign their mean. */
export function spreadSentences(
  points: readonly Behind[],
  metric: MetricName,
  { singles = points, hollow = words.repeats.hollow }: Singles = {},
): string[] {
  const { figureSpans, broad } = words.repeats;
  const drawn = drawnKinds(points, [metric]);
  return [
    ...(drawn.has("span") ? [figureSpans] : []),
    ...(drawn.has("interval") ? [broad] : []),
    ...pairSentences(points, drawn),
    ...(singles.some(isSingle) ? [hollow] : []),
  ];
}

/** Return both ends as percent of another figure, which is taken unchanged. */
export const asPercent = ([low, high]: Span, of: number): Span => [(100 * low) / of, (100 * high) / of];
