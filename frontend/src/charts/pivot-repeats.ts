/** What stands behind the figures of a table by factors, in the words and marks that all charts have for it. */
import type { PivotSpread } from "@/api/pivot";
import type { MetricName } from "@/lib/metrics";
import { charts as words } from "@/messages/charts";
import { type Behind, certaintyIn, drawnKinds, isSingle, pairSentences, type Span } from "./repeats-behind";

/** Absent in what was frozen before it was told. */
export type KnownSpread = PivotSpread | null | undefined;

export const isPooled = (spreads: readonly KnownSpread[]): boolean => spreads.some((spread) => (spread?.n ?? 0) > 1);

const pair = (low: number | null, high: number | null): Span | null =>
  low === null || high === null ? null : [low, high];

/** What stands behind a figure of a chart; nothing where none of its figures is of several runs. */
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

/** Those of the points that are drawn hollow where they are of one run, and what is said of them. */
interface Singles {
  singles?: readonly Behind[];
  hollow?: string;
}

/** What a chart says of the runs behind its points: a table takes their median, and a campaign their mean. */
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

/** Both ends as percent of another figure, which is taken as it stands. */
export const asPercent = ([low, high]: Span, of: number): Span => [(100 * low) / of, (100 * high) / of];
