/** Places of rows of equal height in a scroller, however many they are. */

/** In px. Above it a browser draws at coarser places than pixels, and far above it nothing. */
export const MAX_HEIGHT = 4_000_000;

/**
 * Position of a reader: `top` among all rows, `scrolled` in the scroller. They differ where rows are higher than
 * `MAX_HEIGHT`.
 */
export interface Place {
  top: number;
  scrolled: number;
}

export interface Extent {
  /** Height of all rows. */
  rows: number;
  /** Height of the scroller, and how far it scrolls. */
  view: number;
  max: number;
}

export const bodyHeight = (rows: number): number => Math.min(rows, MAX_HEIGHT);

const maxTop = ({ rows, max }: Extent): number => max + rows - bodyHeight(rows);

/** Return the place after a scroll: a short one goes as far among the rows, a long one to its share of them. */
export function scrollTo(extent: Extent, from: Place, scrolled: number): Place {
  const end = maxTop(extent);
  if (end === extent.max) return { top: scrolled, scrolled };
  if (scrolled <= 0) return { top: 0, scrolled };
  if (scrolled >= extent.max) return { top: end, scrolled };
  const step = scrolled - from.scrolled;
  const top = Math.abs(step) <= 2 * extent.view ? from.top + step : (scrolled / extent.max) * end;
  return { top: Math.min(Math.max(top, 0), end), scrolled };
}

/** Return the place of a row among all of them with the share of the scroller that belongs to it. */
export function placeAt(extent: Extent, top: number): Place {
  const end = maxTop(extent);
  if (end === extent.max) return { top, scrolled: top };
  const share = Math.round((top / end) * extent.max);
  const scrolled = top <= 0 ? 0 : top >= end ? extent.max : Math.min(Math.max(share, 1), extent.max - 1);
  return { top, scrolled };
}

/** Rows from one to before another. */
export interface Span {
  from: number;
  to: number;
}

/** Return the rows of which the contents are drawn next, at most `step` more than before, those in sight first. */
export function nextFilled(filled: Span, drawn: Span, step: number): Span {
  const from = Math.max(filled.from, drawn.from);
  const to = Math.min(filled.to, drawn.to);
  if (from >= to) return { from: drawn.from, to: Math.min(drawn.from + step, drawn.to) };
  const below = Math.min(drawn.to - to, step);
  return { from: Math.max(drawn.from, from - (step - below)), to: to + below };
}

export interface PlacedRow {
  index: number;
  /** Room before it without rows, in px. */
  before: number;
}

/** Return these rows, in their order, with the room between them, and the room after the last one. */
export function placeRows(
  indexes: readonly number[],
  { rowHeight, rows, shift }: { rowHeight: number; rows: number; shift: number },
): { items: PlacedRow[]; after: number } {
  const height = bodyHeight(rows);
  let end = 0;
  const items = indexes.map((index, at) => {
    const room = height - (indexes.length - at) * rowHeight;
    const start = Math.max(end, Math.min(index * rowHeight - shift, room));
    const before = start - end;
    end = start + rowHeight;
    return { index, before };
  });
  return { items, after: Math.max(0, height - end) };
}
