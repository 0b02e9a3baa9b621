/** Histograms over time as a chart takes them: slices with their percentiles, and the cells of a heat map. */
import type { Extent, TimeRange } from "../zoom";

/** One direction of one phase, as `histograms` of `GET /runs/{ref}/latency-over-time` has it. Columns are equally long. */
export interface HistogramOverTimeData {
  percents: readonly number[];
  min_beyond: number;
  slices: {
    t0_ms: readonly number[];
    t1_ms: readonly number[];
    ios: readonly number[];
    /** By percent, then by slice. */
    percentiles_ns: readonly (readonly (number | null)[])[];
  };
  cells: {
    low_ns: readonly number[];
    high_ns: readonly (number | null)[];
    slice: readonly number[];
    row: readonly number[];
    ios: readonly number[];
  };
  /** The stretch that is looked at: a picture shows it alone. */
  range?: TimeRange | null;
}

/** One cell with its edges; `high` of one without an end is where its row would end if it were like the others. */
export interface Cell {
  slice: number;
  from: number;
  to: number;
  low: number;
  high: number;
  open: boolean;
  ios: number;
}

/** Rows are an eighth of a power of two: so much higher than its beginning is the widest of them. */
const WIDEST_ROW = 1.125;
/** An axis by logarithms does not reach 0. */
const MIN_NS = 1;

const lowOf = ({ cells }: HistogramOverTimeData, row: number) => Math.max(cells.low_ns[row] ?? MIN_NS, MIN_NS);
const highOf = (data: HistogramOverTimeData, row: number) =>
  Math.max(data.cells.high_ns[row] ?? lowOf(data, row) * WIDEST_ROW, 2 * MIN_NS);

export function cellsOf(data: HistogramOverTimeData): Cell[] {
  const { slices, cells } = data;
  return cells.ios.map((ios, index) => {
    const [slice, row] = [cells.slice[index] ?? 0, cells.row[index] ?? 0];
    return {
      slice,
      from: slices.t0_ms[slice] ?? 0,
      to: slices.t1_ms[slice] ?? 0,
      low: lowOf(data, row),
      high: highOf(data, row),
      open: cells.high_ns[row] == null,
      ios,
    };
  });
}

/** The time of the phase, from its first I/O to the end of the last slice. */
export function extentOf({ slices }: Pick<HistogramOverTimeData, "slices">): Extent {
  return [0, Math.max(slices.t1_ms.at(-1) ?? 0, 1000)];
}

/** The lowest and the highest edge of all rows. */
export function limitsOf(data: HistogramOverTimeData): [low: number, high: number] {
  const last = data.cells.low_ns.length - 1;
  return last < 0 ? [1e5, 1e6] : [lowOf(data, 0), highOf(data, last)];
}

export type Point = [t_ms: number, ns: number | null];

/** Minimum length of a gap; clocks of intervals differ by less. */
const GAP_MS = 100;

/** Return true if there is a gap before a slice. */
function isAfterGap({ slices }: HistogramOverTimeData, index: number): boolean {
  return (slices.t0_ms[index] ?? 0) - (index > 0 ? (slices.t1_ms[index - 1] ?? 0) : 0) > GAP_MS;
}

export function gapsOf(data: HistogramOverTimeData): number {
  return data.slices.t0_ms.filter((_, index) => isAfterGap(data, index)).length;
}

/** Return a percentile as a line with steps: each slice has its value from end to end; gaps have no line. */
export function percentileLine(data: HistogramOverTimeData, place: number): Point[] {
  const { slices } = data;
  return slices.t0_ms.flatMap((from, index): Point[] => {
    const value = slices.percentiles_ns[place]?.[index] ?? null;
    const step: Point[] = [
      [from, value],
      [slices.t1_ms[index] ?? from, value],
    ];
    return isAfterGap(data, index) ? [[from, null], ...step] : step;
  });
}

/** The fastest and the slowest row of each slice that counted something. */
export function reachOf(data: HistogramOverTimeData): Map<number, { low: number; high: number | null }> {
  const reach = new Map<number, { low: number; high: number | null }>();
  const { cells } = data;
  for (const [index, slice] of cells.slice.entries()) {
    // Cells are in the order of their slices and rows: the first is the fastest, the last the slowest.
    const row = cells.row[index] ?? 0;
    const previous = reach.get(slice);
    reach.set(slice, { low: previous?.low ?? cells.low_ns[row] ?? 0, high: cells.high_ns[row] ?? null });
  }
  return reach;
}
