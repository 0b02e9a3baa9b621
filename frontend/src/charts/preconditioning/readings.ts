/**
 * Curves from the answer of `GET /series`: a coarse one of the whole, with the stored samples of a stretch inserted.
 */
import type { TimeMetricName } from "@/lib/metrics";
import { formatNumber } from "@/lib/units";
import type { Extent, TimeRange } from "../zoom";
import type { Panel, PhaseSpan, TimeCurve } from "./panels";

/** One answer of `GET /series`: interval i covers [t0_ms + i * step_ms, t0_ms + (i + 1) * step_ms); null is a gap. */
export interface SeriesData {
  metric: string;
  estimated: boolean;
  t0_ms: number;
  step_ms: number;
  min: (number | null)[];
  mean: (number | null)[];
  max: (number | null)[];
  /** Place of each interval instead of that, if the intervals are as stored or phases have some of their own. */
  intervals?: { start_ms: number[]; end_ms: number[] } | null;
  /**
   * Resolution of the intervals: `stored` if all of them are as stored; absent in data that were frozen before curves
   * recorded it.
   */
  resolution?: "buckets" | "stored";
  phases: PhaseSpan[];
  steady_window: { t0_ms: number; t1_ms: number; label: string } | null;
  /** The same metric of a stretch of it, drawn in place of what is here. */
  detail?: SeriesData | null;
}

type Curve = Pick<TimeCurve, "t" | "value" | "band" | "borders">;

export function hasReadings({ mean }: SeriesData): boolean {
  return mean.some((value) => value !== null);
}

/** Intervals as [start, end], with an empty one wherever nothing was recorded between two of them. */
function spansOf({ intervals }: SeriesData): { start: number; end: number; place: number }[] {
  if (!intervals) return [];
  return intervals.end_ms.flatMap((end, place) => {
    const start = intervals.start_ms[place] ?? end;
    const before = intervals.end_ms[place - 1] ?? start;
    const own = { start, end, place };
    return start - before > (end - start) / 2 ? [{ start: before, end: start, place: -1 }, own] : [own];
  });
}

/** Columns of answers, which never change: a chart is drawn repeatedly while its reader moves. */
const columns = new WeakMap<(number | null)[], Float64Array>();

function columnOf(values: (number | null)[]): Float64Array {
  const cached = columns.get(values);
  if (cached) return cached;
  const column = Float64Array.from(values, (value) => value ?? Number.NaN);
  columns.set(values, column);
  return column;
}

/** The middles of intervals of one length. */
function middles({ mean, t0_ms, step_ms }: SeriesData): Float64Array {
  const t = new Float64Array(mean.length);
  for (let place = 0; place < t.length; place += 1) t[place] = t0_ms + (place + 0.5) * step_ms;
  return t;
}

function plainCurve(metric: TimeMetricName, series: SeriesData): Curve {
  const spans = series.intervals ? spansOf(series) : null;
  const column = (values: (number | null)[]) =>
    spans ? Float64Array.from(spans, ({ place }) => values[place] ?? Number.NaN) : columnOf(values);
  const low = column(series.min);
  const high = column(series.max);
  return {
    t: spans ? Float64Array.from(spans, ({ start, end }) => (start + end) / 2) : middles(series),
    // The highest latency is drawn from the intervals' maxima: their mean would hide the peaks.
    value: metric === "latency_max_ns" ? high : column(series.mean),
    band: high.some((value, index) => value > (low[index] ?? value)) ? { low, high } : null,
  };
}

function joined(pieces: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let place = 0;
  for (const piece of pieces) {
    whole.set(piece, place);
    place += piece.length;
  }
  return whole;
}

function joinedCurves(curves: readonly Curve[]): Curve {
  const banded = curves.some(({ band, t }) => band && t.length > 0);
  const edge = (side: "low" | "high") =>
    joined(curves.map(({ t, band }) => band?.[side] ?? new Float64Array(t.length).fill(Number.NaN)));
  return {
    t: joined(curves.map(({ t }) => t)),
    value: joined(curves.map(({ value }) => value)),
    band: banded ? { low: edge("low"), high: edge("high") } : null,
  };
}

function filtered<Whole extends Curve>(curve: Whole, keep: (moment: number) => boolean): Whole {
  const { t, value, band } = curve;
  const within = (values: Float64Array) => values.filter((_, index) => keep(t[index] ?? Number.NaN));
  return {
    ...curve,
    t: t.filter(keep),
    value: within(value),
    band: band && { low: within(band.low), high: within(band.high) },
  };
}

/** Return the work of a phase from its name: the same in every round of a loop. */
export function workOf(name: string): string {
  return name.replace(/^Round \d+(: |$)/, "");
}

/**
 * Return the start of each phase with other work than the one before it, by the position of its first reading. Rounds
 * of one loop are one course.
 */
function bordersOf({ t }: Curve, phases: readonly PhaseSpan[]): Map<number, number> {
  const borders = phases.flatMap(({ name, t0_ms }, place) => {
    const before = phases[place - 1];
    return before && workOf(before.name) !== workOf(name) ? [t0_ms] : [];
  });
  const byPosition = new Map<number, number>();
  let position = 0;
  for (const border of borders) {
    while (position < t.length && (t[position] ?? 0) < border) position += 1;
    if (position > 0 && position < t.length && !byPosition.has(position)) byPosition.set(position, border);
  }
  return byPosition;
}

/** The curve with a gap between phases that did other work: a line from one to the other would be of no work at all. */
export function apartByPhase(curve: Curve, phases: readonly PhaseSpan[]): Curve {
  const borders = bordersOf(curve, phases);
  if (borders.size === 0) return curve;
  const { t, value, band } = curve;
  const withGaps = (values: Float64Array, gap: (position: number) => number) =>
    Float64Array.from(
      [...values].flatMap((reading, position) => (borders.has(position) ? [gap(position), reading] : [reading])),
    );
  const none = () => Number.NaN;
  // Between the two readings, even if one of them is right on the border.
  const at = (position: number) => {
    const [before, after] = [t[position - 1] ?? 0, t[position] ?? 0];
    const border = borders.get(position) ?? before;
    return border > before && border < after ? border : (before + after) / 2;
  };
  return {
    t: withGaps(t, at),
    value: withGaps(value, none),
    band: band && { low: withGaps(band.low, none), high: withGaps(band.high, none) },
    borders: [...borders.keys()].map(at),
  };
}

/** A series as a curve; where its detail lies, that is the curve. */
export function seriesCurve(metric: TimeMetricName, series: SeriesData): Curve {
  const whole = plainCurve(metric, series);
  const { detail, phases } = series;
  if (!detail || !hasReadings(detail)) return apartByPhase(whole, phases);
  const fine = plainCurve(metric, detail);
  const [first = 0, last = 0] = [fine.t[0], fine.t.at(-1)];
  const before = filtered(whole, (moment) => moment < first);
  return apartByPhase(joinedCurves([before, fine, filtered(whole, (moment) => moment > last)]), phases);
}

/** The panels with nothing but what lies in a stretch: what its reader sees is what the table has. */
export function panelsWithin(panels: Panel[], range: TimeRange | null | undefined): Panel[] {
  if (!range) return panels;
  const seen = (moment: number) => moment >= range.from && moment <= range.to;
  return panels.map((panel) => ({ ...panel, curves: panel.curves.map((curve) => filtered(curve, seen)) }));
}

/** Return the start of the first interval of a series and the end of its last one. */
function reach({ intervals, mean, t0_ms, step_ms }: SeriesData): [start: number | undefined, end: number | undefined] {
  return intervals
    ? [intervals.start_ms[0], intervals.end_ms.at(-1)]
    : mean.length > 0
      ? [t0_ms, t0_ms + mean.length * step_ms]
      : [undefined, undefined];
}

/** From the first to the last moment of some series and of their phases; a detail never widens it. */
export function extentOf(series: readonly SeriesData[]): Extent {
  const measured = series.filter(hasReadings);
  const spans = measured.map(reach);
  const phases = measured.flatMap((entry) => entry.phases);
  const starts = [...spans.map(([start]) => start), ...phases.map(({ t0_ms }) => t0_ms)];
  const ends = [...spans.map(([, end]) => end), ...phases.map(({ t1_ms }) => t1_ms)];
  const certain = (values: (number | null | undefined)[]) => values.filter((value): value is number => value != null);
  const first = Math.min(...certain(starts));
  const last = Math.max(...certain(ends));
  return Number.isFinite(first) && Number.isFinite(last) ? [first, Math.max(last, first + 1000)] : [0, 1000];
}

/** The same series counted from a moment of its run: from where its own readings may begin unless another is given. */
export function countedFrom(series: SeriesData, zero_ms = series.t0_ms): SeriesData {
  return shifted(series, -zero_ms);
}

function shifted(series: SeriesData, by: number): SeriesData {
  const { intervals, detail, phases, steady_window: steady } = series;
  const moved = (moments: number[]) => moments.map((moment) => moment + by);
  return {
    ...series,
    t0_ms: series.t0_ms + by,
    intervals: intervals && { start_ms: moved(intervals.start_ms), end_ms: moved(intervals.end_ms) },
    detail: detail && shifted(detail, by),
    phases: phases.map((phase) => ({
      ...phase,
      t0_ms: phase.t0_ms + by,
      t1_ms: phase.t1_ms === null ? null : phase.t1_ms + by,
    })),
    steady_window: steady && { ...steady, t0_ms: steady.t0_ms + by, t1_ms: steady.t1_ms + by },
  };
}

/** Describe the stored samples that are drawn of a series: `every stored second`, `58-second means`. */
export function samplesOf(series: SeriesData, range: TimeRange | null | undefined): string | null {
  const { detail } = series;
  const drawn = range && detail && hasReadings(detail) ? detail : series;
  if (!hasReadings(drawn)) return null;
  const { intervals, resolution } = drawn;
  if (!intervals || resolution === "buckets") {
    const means = `${formatNumber(drawn.step_ms / 1000, { trim: true })}-second means`;
    // Phases are cut into parts of their own, which are not all equally long.
    return intervals ? `about ${means}` : means;
  }
  const lengths = intervals.end_ms.flatMap((end, place) => {
    const start = intervals.start_ms[place] ?? end;
    return !range || (end > range.from && start < range.to) ? [end - start] : [];
  });
  const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)];
  if (Math.round(shortest / 1000) === 1 && Math.round(longest / 1000) === 1) return "every stored second";
  // Readings are never quite regular; a difference of up to a tenth still counts as one number.
  const alike = shortest > 0 && longest / shortest < 1.1;
  return alike
    ? `every stored sample of ${formatNumber(longest / 1000, { digits: 2, trim: true })} s`
    : "every stored sample";
}
