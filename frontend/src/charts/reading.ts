/** Keyboard reading of a chart: the row that a key leads to, and the text of a row. Pure. */
import { formatCount } from "@/lib/units";
import { reader as words } from "@/messages/reader";
import type { DataTable } from "./definition";
import type { ZoomStep } from "./zoom";

const FAR = 10;
const STEPS: Record<string, (place: number, last: number) => number> = {
  ArrowRight: (place) => place + 1,
  ArrowLeft: (place) => place - 1,
  PageDown: (place) => place + FAR,
  PageUp: (place) => place - FAR,
  Home: () => 0,
  End: (_, last) => last,
};
const ZOOMS: Record<string, ZoomStep> = { "+": "in", "=": "in", "-": "out", "0": "all" };
/** Other actions of a focused chart that a key triggers. */
export type FigureKey = "table" | "full" | "log" | "edit";
const FIGURE_KEYS: Record<string, FigureKey> = { t: "table", f: "full", y: "log", e: "edit" };
const MOVES: Record<string, ZoomStep> = { ArrowLeft: "earlier", ArrowRight: "later" };

type Press = Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">;

/** Return the zoom step of a key; null for every other key. */
export function zoomOf({ key, shiftKey }: Press): ZoomStep | null {
  return (shiftKey && MOVES[key]) || ZOOMS[key] || null;
}

/** Return the action of a letter; null for every other key. Caps Lock changes nothing. */
export function figureKeyOf({ key, shiftKey }: Press): FigureKey | null {
  return shiftKey ? null : (FIGURE_KEYS[key.toLowerCase()] ?? null);
}

/** Return true if a key with these modifiers belongs to the browser. */
export function isForBrowser({ ctrlKey, metaKey, altKey }: Press): boolean {
  return ctrlKey || metaKey || altKey;
}

/** The row, from 0, that a key leads to from `place` (null before the first) among `count`; null for every other key. */
export function placeAfter(key: string, place: number | null, count: () => number): number | null {
  const step = STEPS[key];
  if (!step) return null;
  const last = Math.max(count() - 1, 0);
  // Reading begins at an end.
  const first = key === "ArrowLeft" || key === "End" ? last : 0;
  const next = place === null ? first : step(Math.min(place, last), last);
  return Math.min(Math.max(next, 0), last);
}

/** One row in words, with its place among all. */
export function readingOf({ columns, rows }: DataTable, place: number): string {
  const at = Math.min(place, rows.length - 1);
  const row = rows[at];
  if (!row) return words.nothing;
  const cells = columns.map(({ label, format }, column) => words.cell(label, format(row[column] ?? null)));
  return words.row(at + 1, formatCount(rows.length), cells);
}
