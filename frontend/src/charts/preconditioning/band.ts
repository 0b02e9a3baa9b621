/** The outline of the band around a curve: no finer than the pixels that it is drawn on, and no longer than what is in sight. */
import type { TimeCurve } from "./panels";

type Edges = NonNullable<TimeCurve["band"]> & Pick<TimeCurve, "t">;

/** Place of a band, in CSS px: `left` and `right` are the sides of the plot. */
export interface BandPlace {
  x: (moment: number) => number;
  y: (value: number) => number;
  left: number;
  right: number;
}

/** Intervals that share a column of pixels, as one: from the lowest to the highest of them. */
interface Column {
  x: number;
  low: number;
  high: number;
}

/** The intervals of one piece of a band as columns, with the nearest one beyond either side of the plot. */
function columnsOf({ t, low, high }: Edges, [first, last]: readonly [number, number], place: BandPlace): Column[] {
  const columns: Column[] = [];
  let before: Column | undefined;
  for (let position = first; position <= last; position += 1) {
    const column = { x: place.x(t[position] ?? 0), low: low[position] ?? 0, high: high[position] ?? 0 };
    if (column.x < place.left) {
      before = column;
      continue;
    }
    if (before) columns.push(before);
    before = undefined;
    const open = columns.at(-1);
    if (open && open.x >= place.left && Math.floor(open.x) === Math.floor(column.x)) {
      open.low = Math.min(open.low, column.low);
      open.high = Math.max(open.high, column.high);
    } else {
      columns.push(column);
    }
    if (column.x > place.right) break;
  }
  return columns;
}

/** The outline of one piece of a band, [first, last] position, as points in px: its top from left to right, then its bottom back. */
export function bandOutline(
  edges: Edges,
  piece: readonly [first: number, last: number],
  floor: number,
  place: BandPlace,
): number[][] {
  const columns = columnsOf(edges, piece, place);
  const edge = (side: "low" | "high") => columns.map((column) => [column.x, place.y(Math.max(column[side], floor))]);
  return [...edge("high"), ...edge("low").reverse()];
}
