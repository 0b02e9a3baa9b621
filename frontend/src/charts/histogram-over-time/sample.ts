/** Sample data of response times over time: twenty minutes of writes that slow down, stall once and have one gap. */

import { sampleOf } from "../sample";
import { histogramOverTime } from "./definition";
import type { HistogramOverTimeData } from "./slices";

const MINUTES = 20;
const ROWS = 40;
const LOWEST_NS = 65_536;
/** I/Os in the cell of most of them; each row away from it has a third of the one before it. */
const PEAK_IOS = 60_000;
const STALL = 12;
const GAP = 15;

/** Eight rows to every power of two, as the lab makes them. */
function edge(row: number): number {
  return Math.round(LOWEST_NS * 2 ** Math.floor(row / 8) * (1 + (row % 8) / 8));
}

export function histogramOverTimeSample(): HistogramOverTimeData {
  const minutes = Array.from({ length: MINUTES }, (_, minute) => minute).filter((minute) => minute !== GAP);
  const counts = minutes.map((minute) =>
    Array.from({ length: ROWS }, (_, row) => {
      const centre = 6 + minute / 2;
      const away = Math.abs(row - centre) + Math.max(centre - row, 0);
      return minute === STALL ? 0 : Math.floor(PEAK_IOS / 3 ** (away * 0.7));
    }),
  );
  const ios = counts.map((column) => column.reduce((sum, count) => sum + count, 0));
  const percents = [50, 99, 99.9, 99.99, 99.999];
  const percentile = (column: readonly number[], total: number, percent: number): number | null => {
    if (total * (1 - percent / 100) < 10) return null;
    let reached = 0;
    const row = column.findIndex((count) => {
      reached += count;
      return reached >= (total * percent) / 100;
    });
    return Math.round((edge(row) + edge(row + 1)) / 2);
  };
  const cells = counts.flatMap((column, slice) =>
    column.flatMap((count, row) => (count > 0 ? [{ slice, row, count }] : [])),
  );
  return {
    percents,
    min_beyond: 10,
    slices: {
      t0_ms: minutes.map((minute) => minute * 60_000),
      t1_ms: minutes.map((minute) => (minute + 1) * 60_000),
      ios,
      percentiles_ns: percents.map((percent) =>
        counts.map((column, index) => percentile(column, ios[index] ?? 0, percent)),
      ),
    },
    cells: {
      low_ns: Array.from({ length: ROWS }, (_, row) => edge(row)),
      high_ns: Array.from({ length: ROWS }, (_, row) => edge(row + 1)),
      slice: cells.map(({ slice }) => slice),
      row: cells.map(({ row }) => row),
      ios: cells.map(({ count }) => count),
    },
  };
}

export const samples = [sampleOf(histogramOverTime, histogramOverTimeSample)];
