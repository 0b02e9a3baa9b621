/**
 * Spread behind a figure of several runs, and its description, by one rule for all charts.
 * The figure is the median of the runs that count. From three runs on a whisker covers Student's 95 % interval of their
 * mean.
 * Of two runs both values are drawn, and a figure of one run is drawn hollow.
 */
import type { Metric, MetricName } from "@/lib/metrics";
import { charts as words } from "@/messages/charts";
import type { Cell, TableColumn } from "./definition";

export type Span = readonly [low: number, high: number];
export type Spans = Readonly<Partial<Record<MetricName, Span>>>;

/** Absent in what was frozen before intervals were, and where nothing was taken together. */
export interface Behind {
  /** Runs behind the values: one beside others that are repeats; null where no runs were taken together. */
  n?: number | null;
  /** Measurements of one load that were averaged; one unless given. */
  count?: number;
  /** Lowest and highest of the runs. */
  spans?: Spans;
  /** 95 % interval of the mean of the runs. */
  intervals?: Spans;
}

/** Known runs and spread behind one figure in one metric. */
export interface FigureCertainty {
  /** Runs; unknown where nothing was counted. */
  n: number | null | undefined;
  /** Lowest and highest of the runs. */
  span: Span | null | undefined;
  /** 95 % interval of their mean. */
  interval: Span | null | undefined;
}

/** Drawn form of the spread. */
export type Certainty = { kind: "interval" | "span" | "both"; ends: Span };

/**
 * Return the certainty of a figure: of three runs and more the 95 % interval, of two both values, of one nothing.
 * The interval ends at 0, since no measured value is below. Without a known interval of three or more, the span from
 * their lowest to their highest value is drawn.
 */
export function certaintyOf({ n, span, interval }: FigureCertainty): Certainty | null {
  if (n === 1) return null;
  if (n === 2) return span ? { kind: "both", ends: span } : null;
  if (interval) return { kind: "interval", ends: [Math.max(interval[0], 0), interval[1]] };
  return span ? { kind: "span", ends: span } : null;
}

/** The same of one metric of a point. */
export function certaintyIn({ n, spans, intervals }: Behind, metric: MetricName): Certainty | null {
  return certaintyOf({ n, span: spans?.[metric], interval: intervals?.[metric] });
}

type Columns = Readonly<Record<string, readonly unknown[]>>;

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

/** Both ends at a row of `<column>_low` and `<column>_high`; null unless both are known. */
export function spanAt(source: Columns, column: string, row: number): Span | null {
  const [low, high] = [source[`${column}_low`]?.[row], source[`${column}_high`]?.[row]];
  return isNumber(low) && isNumber(high) ? [low, high] : null;
}

/** Return the number of runs behind each row. Among merged repeats, a row without a count is one run. */
export function countsOf(source: Columns): (row: number) => number | null {
  const counts = source.n ?? [];
  const isPooled = counts.some(isNumber);
  return (row) => {
    const n = counts[row];
    return isNumber(n) ? n : isPooled ? 1 : null;
  };
}

/** Return the spread behind the metrics of each row of `GET /measurements` with merged repeats. */
export function behindAt(source: Columns, metrics: readonly MetricName[]): (row: number) => Behind {
  const countAt = countsOf(source);
  const all = (row: number, suffix: string): Spans =>
    Object.fromEntries(
      metrics.flatMap((name) => {
        const span = spanAt(source, `${name}${suffix}`, row);
        return span ? [[name, span]] : [];
      }),
    );
  return (row) => {
    const n = countAt(row);
    return n === null ? {} : { n, spans: all(row, ""), intervals: all(row, "_ci95") };
  };
}

/** Merge the spread of several rows that are drawn as one; of `count` averaged measurements nothing is known. */
export function behindMerged(rows: readonly Behind[], count: number): Behind {
  const counts = new Set(rows.map(({ n }) => n ?? null));
  const [n = null] = counts;
  if (count > 1 || counts.size > 1 || n === null) return {};
  const all = (spans: readonly (Spans | undefined)[]): Spans => Object.assign({}, ...spans);
  return { n, spans: all(rows.map(({ spans }) => spans)), intervals: all(rows.map(({ intervals }) => intervals)) };
}

/** Return true if the figure is of one run beside others of several: it is drawn hollow. */
export const isSingle = ({ n }: Behind): boolean => n === 1;

/**
 * Name the rule behind the interval of a figure, or the reason for its absence: `3 runs, Student's 95 % interval of
 * their mean`.
 */
export function ruleText({ n, count = 1 }: Behind, hasInterval: boolean): string {
  if (count > 1) return words.repeats.averaged(count);
  if (n === undefined || n === null) return words.repeats.oneMeasurement;
  if (n === 1) return words.repeats.one;
  return hasInterval ? words.repeats.interval(n) : words.repeats.few(n);
}

/** `n = 3` or `one run`; empty where no runs were taken together. */
export function countText({ n }: Behind): string {
  if (n === undefined || n === null) return "";
  return n === 1 ? words.repeats.ofOne : words.repeats.of(n);
}

const isPooled = (points: readonly Behind[]): boolean => points.some(({ n }) => (n ?? 0) > 1);

/** Return the kinds of marks that are drawn behind the points in some metrics. */
export function drawnKinds(points: readonly Behind[], metrics: readonly MetricName[]): ReadonlySet<Certainty["kind"]> {
  return new Set(points.flatMap((point) => metrics.flatMap((name) => certaintyIn(point, name)?.kind ?? [])));
}

/** Build the sentences about figures of two runs. */
export function pairSentences(points: readonly Behind[], drawn: ReadonlySet<Certainty["kind"]>): string[] {
  const { both, two } = words.repeats;
  if (drawn.has("both")) return [both];
  return points.some(({ n }) => n === 2) ? [two] : [];
}

const hasAny = (points: readonly Behind[], kind: "spans" | "intervals", metrics: readonly MetricName[]): boolean =>
  points.some((point) => metrics.some((name) => point[kind]?.[name] !== undefined));

/** Build the sentences about the runs behind the points of a chart, which are drawn in those metrics. */
export function pointSentences(points: readonly Behind[], metrics: readonly MetricName[]): string[] {
  const { spans, medians, broad, hollow } = words.repeats;
  const drawn = drawnKinds(points, metrics);
  return [
    ...(isPooled(points) ? [drawn.has("span") ? spans : medians] : []),
    ...(drawn.has("interval") ? [broad] : []),
    ...pairSentences(points, drawn),
    ...(points.some(isSingle) ? [hollow] : []),
  ];
}

/** The same of bars. */
export function barSentences(bars: readonly Behind[], metrics: readonly MetricName[]): string[] {
  const { barSpans, broad, barHollow } = words.repeats;
  const drawn = drawnKinds(bars, metrics);
  return [
    ...(drawn.has("span") ? [barSpans] : []),
    ...(drawn.has("interval") ? [broad] : []),
    ...pairSentences(bars, drawn),
    ...(bars.some(isSingle) ? [barHollow] : []),
  ];
}

/** The same of the cells of a map, which has no room for whiskers. */
export function cellSentences(cells: readonly Behind[], isDelta: boolean): string[] {
  return [
    ...(isPooled(cells) ? [words.repeats.cells] : []),
    ...(isPooled(cells) && isDelta ? [words.repeats.differences] : []),
    ...(cells.some(isSingle) ? [words.repeats.cellHollow] : []),
  ];
}

export interface BehindColumns {
  columns: TableColumn[];
  cells: (point: Behind | null | undefined) => Cell[];
}

/** Optional columns, for a table that already has equivalents. */
interface Without {
  withCount?: boolean;
  withExtremes?: boolean;
}

/** Further columns of a table: how many runs, both ends of each metric, and the rule in words; none where all is of one. */
export function behindColumns(
  points: readonly Behind[],
  metrics: readonly Metric[],
  { withCount = true, withExtremes = true }: Without = {},
): BehindColumns {
  if (points.every(({ n, count = 1 }) => (n ?? null) === null && count === 1)) return { columns: [], cells: () => [] };
  const available = (kind: "spans" | "intervals") => metrics.filter(({ name }) => hasAny(points, kind, [name]));
  const [spans, intervals] = [withExtremes ? available("spans") : [], available("intervals")];
  const names = metrics.map(({ name }) => name);
  const columns = [
    ...(withCount ? [textColumn(words.repeats.count)] : []),
    ...spans.flatMap((metric) => words.repeats.extremes.map((end) => endColumn(metric, end))),
    ...intervals.flatMap((metric) => words.repeats.ends.map((end) => endColumn(metric, end))),
    textColumn(words.repeats.rule),
  ];
  return {
    columns,
    cells: (point) =>
      point === null || point === undefined
        ? columns.map(() => null)
        : [
            ...(withCount ? [countOf(point)] : []),
            ...spans.flatMap(({ name }) => point.spans?.[name] ?? [null, null]),
            ...intervals.flatMap(({ name }) => point.intervals?.[name] ?? [null, null]),
            ruleText(point, hasAny([point], "intervals", names)),
          ],
  };
}

const countOf = ({ n, count = 1 }: Behind): number => (count > 1 ? count : (n ?? 1));

const textColumn = (label: string): TableColumn => ({ label, unit: null, format: (value) => String(value ?? "") });

const endColumn = (metric: Metric, end: string): TableColumn => ({
  label: words.repeats.end(metric.label, end),
  unit: metric.unit,
  format: (value) => (value === null ? "" : metric.format(value as number, { digits: 4 })),
});
