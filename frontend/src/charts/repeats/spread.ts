/** Spread of repeated measurements about their median, for the chart of repeats. */
import type { MetricName } from "@/lib/metrics";

/** One measured point of a job, as `GET /jobs/{ref}/repeats` gives it. */
export interface RepeatedPoint {
  phase_ordinal: number;
  name: string;
  metric: MetricName;
  unit: string;
  /** One for each run, null where it has no such figure. */
  values: readonly (number | null)[];
  n: number;
  median: number | null;
  /** Indexes of the outliers, counted from 0. */
  outliers: readonly number[];
  cv_percent: number | null;
}

export interface RepeatsData {
  /** Numbers of the runs, in the order of the values. */
  runs: readonly string[];
  items: readonly RepeatedPoint[];
}

/** Rows of a chart that a page can hold; of more points those that spread most are drawn. */
export const MAX_ROWS = 40;
/** Fewer values than this are weak evidence, and are drawn hollow. */
export const FEWEST_FIRM = 3;
/** Number of values from which a box shows more than its points. */
export const FEWEST_BOXED = 5;

/** Deviations from the median, in percent of it. */
export interface Box {
  low: number;
  quarter: number;
  middle: number;
  threeQuarters: number;
  high: number;
}

export interface Deviation {
  run: string;
  value: number;
  percent: number;
  outlier: boolean;
}

export interface SpreadRow {
  point: RepeatedPoint;
  label: string;
  deviations: Deviation[];
  box: Box | null;
}

/** The value below which a share of sorted values lies, read between two of them where it has to be. */
export function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)] ?? Number.NaN;
  const high = sorted[Math.ceil(place)] ?? low;
  return low + (high - low) * (place % 1);
}

function boxOf(percents: readonly number[]): Box | null {
  if (percents.length < FEWEST_BOXED) return null;
  const sorted = percents.toSorted((a, b) => a - b);
  const at = (share: number) => quantile(sorted, share);
  return { low: at(0), quarter: at(0.25), middle: at(0.5), threeQuarters: at(0.75), high: at(1) };
}

/** The points of the job as rows, in the order of their phases; one without a known median has none. */
export function spreadRows({ runs, items }: RepeatsData): SpreadRow[] {
  const drawable = items.filter(({ median }) => median !== null && median > 0);
  const chosen =
    drawable.length > MAX_ROWS
      ? new Set(drawable.toSorted((a, b) => (b.cv_percent ?? -1) - (a.cv_percent ?? -1)).slice(0, MAX_ROWS))
      : new Set(drawable);
  return drawable
    .filter((point) => chosen.has(point))
    .map((point) => {
      const median = point.median ?? 1;
      const deviations = point.values.flatMap((value, index): Deviation[] =>
        value === null
          ? []
          : [
              {
                run: runs[index] ?? "",
                value,
                percent: (100 * (value - median)) / median,
                outlier: point.outliers.includes(index),
              },
            ],
      );
      return {
        point,
        label: `${point.phase_ordinal}. ${point.name} (n = ${point.n})`,
        deviations,
        box: boxOf(deviations.map(({ percent }) => percent)),
      };
    });
}
