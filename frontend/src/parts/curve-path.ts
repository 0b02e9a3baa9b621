/** Paths of small curves, in a box 100 wide and as high as it is drawn. */

/** Width of every box; it is stretched to the width of its place, its lines are not. */
export const BOX_WIDTH = 100;

export interface CurveBox {
  height: number;
  /** Space above and below for half the width of the line. */
  padding?: number;
  /** The value at the lower edge; the lowest drawn one without. */
  low?: number;
  high?: number;
}

export interface CurveDrawing {
  /** One path for all stretches; a missing value parts two of them. */
  line: string;
  /** The same down to the lower edge. */
  area: string;
  /** Position of the last value. */
  end: { x: number; y: number } | null;
}

type Values = readonly (number | null)[];

const definedValues = (values: Values): number[] => values.filter((value): value is number => value !== null);
const short = (value: number): string => String(Math.round(value * 10) / 10);

/** Return the range that several curves share; null when they have no value. */
export function sharedRange(curves: readonly Values[]): { low: number; high: number } | null {
  const values = curves.flatMap(definedValues);
  if (values.length === 0) return null;
  return { low: values.reduce((a, b) => Math.min(a, b)), high: values.reduce((a, b) => Math.max(a, b)) };
}

/** Return the paths of one curve over the full width. */
export function drawCurve(values: Values, { height, padding = 2, low, high }: CurveBox): CurveDrawing {
  const range = sharedRange([values]);
  if (range === null) return { line: "", area: "", end: null };
  const bottom = low ?? range.low;
  // A flat curve lies in the middle.
  const span = (high ?? range.high) - bottom;
  const x = (index: number) => (values.length > 1 ? (index / (values.length - 1)) * BOX_WIDTH : BOX_WIDTH);
  const y = (value: number) => {
    const share = span > 0 ? Math.min(Math.max((value - bottom) / span, 0), 1) : 0.5;
    return height - padding - share * (height - 2 * padding);
  };
  const stretches = stretchesOf(values);
  const lines = stretches.map((stretch) =>
    stretch.map(([index, value], place) => `${place === 0 ? "M" : "L"}${short(x(index))} ${short(y(value))}`).join(""),
  );
  const areas = stretches.map((stretch, place) => {
    const [first, last] = [stretch[0]?.[0] ?? 0, stretch.at(-1)?.[0] ?? 0];
    return `${lines[place]}L${short(x(last))} ${height}L${short(x(first))} ${height}Z`;
  });
  const last = stretches.at(-1)?.at(-1);
  return {
    line: lines.join(""),
    area: areas.join(""),
    end: last ? { x: x(last[0]), y: y(last[1]) } : null,
  };
}

/** Neighbours that are known, with their places. */
function stretchesOf(values: Values): [index: number, value: number][][] {
  const stretches: [number, number][][] = [];
  let open: [number, number][] | null = null;
  values.forEach((value, index) => {
    if (value === null) {
      open = null;
      return;
    }
    if (open === null) {
      open = [];
      stretches.push(open);
    }
    open.push([index, value]);
  });
  return stretches;
}
