/** Panels on their grid: placed without gaps and without overlaps, moved and resized by steps. Pure. */
import { COLUMNS, DEFAULT_OPTIONS, MAX_PANELS, MAX_ROWS, type Panel, type Place } from "./document";

/** A row of the grid and the gap to the next one, in px. */
export const ROW_HEIGHT = 24;
export const ROW_GAP = 10;

/** The least that a chart can be read in. */
export const MIN_WIDTH = 2;
export const MIN_HEIGHT = 4;

export const heightOf = ({ h }: Pick<Place, "h">): number => h * ROW_HEIGHT + (h - 1) * ROW_GAP;

const isOver = (a: Place, b: Place): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** Move panels up as far as possible; of two that overlap, the first listed in `first` keeps its place. */
export function settled<Item extends Place & { id: string }>(panels: readonly Item[], first?: string): Item[] {
  const order = panels.toSorted((a, b) => a.y - b.y || Number(b.id === first) - Number(a.id === first) || a.x - b.x);
  const placed: Item[] = [];
  for (const panel of order) {
    const blockAt = (y: number) => placed.find((other) => isOver({ ...panel, y }, other));
    let { y } = panel;
    while (y > 0 && !blockAt(y - 1)) y -= 1;
    for (let block = blockAt(y); block; block = blockAt(y)) y = block.y + block.h;
    placed.push({ ...panel, y });
  }
  return panels.map(({ id, ...panel }) => placed.find((item) => item.id === id) ?? ({ id, ...panel } as Item));
}

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/** A step to the side, or past the neighbour above or below. */
export function moved(panels: readonly Panel[], id: string, [dx, dy]: readonly [number, number]): Panel[] {
  const own = panels.find((panel) => panel.id === id);
  if (!own) return [...panels];
  const x = clamp(own.x + dx, 0, COLUMNS - own.w);
  const inColumn = panels.filter((other) => other.id !== id && other.x < x + own.w && x < other.x + other.w);
  const above = inColumn.filter((other) => other.y < own.y).toSorted((a, b) => b.y - a.y)[0];
  const below = inColumn.filter((other) => other.y > own.y).toSorted((a, b) => a.y - b.y)[0];
  const y = dy < 0 ? (above?.y ?? 0) : dy > 0 ? (below ? below.y + below.h : own.y) : own.y;
  return settled(
    panels.map((other) => (other.id === id ? { ...other, x, y } : other)),
    id,
  );
}

export function resized(panels: readonly Panel[], id: string, [dw, dh]: readonly [number, number]): Panel[] {
  return settled(
    panels.map((panel) =>
      panel.id === id
        ? {
            ...panel,
            w: clamp(panel.w + dw, MIN_WIDTH, COLUMNS - panel.x),
            h: clamp(panel.h + dh, MIN_HEIGHT, MAX_ROWS),
          }
        : panel,
    ),
    id,
  );
}

/** Panels at the places that a reader dragged them to. */
export function rearranged(panels: readonly Panel[], places: readonly (Place & { id: string })[]): Panel[] {
  return panels.map((panel) => {
    const place = places.find(({ id }) => id === panel.id);
    return place ? { ...panel, x: place.x, y: place.y, w: place.w, h: place.h } : panel;
  });
}

/** An id that no panel has. */
export function freeId(panels: readonly Pick<Panel, "id">[]): string {
  let number = panels.length + 1;
  while (panels.some(({ id }) => id === `p${number}`)) number += 1;
  return `p${number}`;
}

/** Add a panel, below all others unless it has a place; return the same panels if there is no room for more. */
export function withPanel(
  panels: readonly Panel[],
  panel: Pick<Panel, "chart"> & Partial<Panel>,
): { panels: Panel[]; id: string } | null {
  if (panels.length >= MAX_PANELS) return null;
  const id = freeId(panels);
  const y = Math.max(0, ...panels.map((other) => other.y + other.h));
  const usual = {
    metric: "iops",
    workload: null,
    phase: null,
    factors: [],
    axis: null,
    options: DEFAULT_OPTIONS,
    x: 0,
    y,
    w: 6,
    h: 9,
  } as const;
  return { panels: settled([...panels, { ...usual, ...panel, id }]), id };
}

export const without = (panels: readonly Panel[], id: string): Panel[] =>
  settled(panels.filter((panel) => panel.id !== id));
