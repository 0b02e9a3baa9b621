/** Positions of the cells of the map in three dimensions, and the faces between them. */
import type { Surface } from "../write-share/surface";

export interface DepthAxis {
  /** The place of each depth, in the order of the map. */
  places: number[];
  min: number;
  max: number;
  /** Label at a whole number. */
  label: (place: number) => string;
  /** True if distances have no meaning: loads with equally many I/Os outstanding would otherwise overlap. */
  isStepped: boolean;
}

/** Depths by their logarithm to base two; in equal steps where several loads have as many outstanding. */
export function depthAxis({ depths }: Pick<Surface, "depths">): DepthAxis {
  const isStepped = new Set(depths.map(({ outstanding }) => outstanding)).size < depths.length;
  const places = depths.map(({ outstanding }, index) => (isStepped ? index : Math.log2(outstanding)));
  const min = Math.floor(Math.min(...places));
  return {
    places,
    min,
    max: Math.max(min + 1, Math.ceil(Math.max(...places))),
    label: (place) => (isStepped ? (depths[place]?.label ?? "") : String(2 ** place)),
    isStepped,
  };
}

export interface Faces {
  /** Faces whose four corners were all measured. */
  drawn: number;
  /** Faces that have a corner which was not. */
  missing: number;
  /** Measured values that are the corner of no face. */
  values: number;
}

/** A face is drawn between four measured cells and nowhere else: nothing is made up in a gap. */
export function facesOf({ cells }: Pick<Surface, "cells">): Faces {
  const isMeasured = (y: number, x: number) => (cells[y]?.[x] ?? null) !== null;
  const isFace = (y: number, x: number) =>
    isMeasured(y, x) && isMeasured(y, x + 1) && isMeasured(y + 1, x) && isMeasured(y + 1, x + 1);
  const touches = (y: number, x: number) =>
    isFace(y, x) || isFace(y - 1, x) || isFace(y, x - 1) || isFace(y - 1, x - 1);
  const columns = cells[0]?.length ?? 0;
  const all = Math.max(cells.length - 1, 0) * Math.max(columns - 1, 0);
  const places = cells.flatMap((row, y) => row.map((_, x) => [y, x] as const));
  const drawn = places.filter(([y, x]) => isFace(y, x)).length;
  return {
    drawn,
    missing: all - drawn,
    values: places.filter(([y, x]) => isMeasured(y, x) && !touches(y, x)).length,
  };
}
