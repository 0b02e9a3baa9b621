/** Positions of the plots of a chart in its box, in CSS px. */
import type { ChartInstance } from "./runtime";

export interface Plot {
  /** The place of its grid and of its axes. */
  index: number;
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Grid {
  left?: unknown;
  right?: unknown;
  top?: unknown;
  width?: unknown;
  height?: unknown;
}

/** Return the plots of grids with numeric positions, as those of our charts have. */
export function plotsWithin(grids: readonly Grid[], whole: number): Plot[] {
  return grids.flatMap(({ left, right, top, width, height }, index) => {
    const own = typeof width === "number" ? width : whole - Number(left) - Number(right);
    const plot = { index, left: Number(left), top: Number(top), width: own, height: Number(height) };
    return Object.values(plot).every(Number.isFinite) ? [plot] : [];
  });
}

/**
 * Grids of each drawn chart: ECharts copies all of its data for this answer, which with many charts takes longer than a
 * frame.
 */
const drawnGrids = new WeakMap<ChartInstance, readonly Grid[]>();

export function rememberGrids(chart: ChartInstance, grids: readonly Grid[]): void {
  drawnGrids.set(chart, grids);
}

export const plotsOf = (chart: ChartInstance): Plot[] => plotsWithin(drawnGrids.get(chart) ?? [], chart.getWidth());

export function plotAt(plots: readonly Plot[], x: number, y: number): Plot | undefined {
  return plots.find(({ left, top, width, height }) => x >= left && x <= left + width && y >= top && y <= top + height);
}
