/** Target of a bar that is dragged along its row. */
import type { PlacedBar, TimelineBar } from "./timeline-layout";

export interface MovableBar extends TimelineBar {
  /** Names the bar to the one who moves it; a bar without it stays. */
  moveId?: string;
}

/** A bar between its neighbours of the same row; null at an end. */
export interface BarMove {
  id: string;
  before: string | null;
  after: string | null;
}

export interface DropPlace extends BarMove {
  /** Place of the mark, in percent of the track. */
  left: number;
  /** The bars that the move shifts. */
  shifted: readonly string[];
}

type Placed = Pick<PlacedBar<MovableBar>, "bar" | "left" | "width">;

/** Return the place of a bar whose pointer is at `at` percent of the track; null where that changes nothing. */
export function dropPlace(placed: readonly Placed[], id: string, at: number): DropPlace | null {
  const line = placed.filter(({ bar }) => bar.moveId !== undefined);
  const from = line.findIndex(({ bar }) => bar.moveId === id);
  const others = line.filter((_, index) => index !== from);
  const to = others.filter(({ left, width }) => left + width / 2 < at).length;
  if (from < 0 || to === from) return null;
  const next = others[to];
  const last = others.at(-1);
  return {
    id,
    before: next?.bar.moveId ?? null,
    after: others[to - 1]?.bar.moveId ?? null,
    left: next ? next.left : last ? last.left + last.width : 0,
    shifted: others.slice(Math.min(from, to), Math.max(from, to)).flatMap(({ bar }) => bar.moveId ?? []),
  };
}
