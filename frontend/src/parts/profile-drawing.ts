/** A small drawing of what a profile does, made of its phases. */

export interface DrawnPhase {
  kind: "fill" | "precondition" | "measure";
  /** Expected duration. */
  seconds: number;
  /** It is repeated until it is steady. */
  untilSteady: boolean;
  blockBytes: number;
  /** 0 to 100. */
  readPercent: number;
  randomPercent: number;
  threads: number;
  /** All outstanding I/O of the target. */
  outstanding: number;
  /** Requested load in percent of the highest; null where it is not limited. */
  loadPercent: number | null;
}

export type Shape = "settle" | "load" | "cells" | "depths" | "blocks" | "bars" | "time";

export type Mark =
  | { kind: "path"; d: string; tone: "first" | "second"; isDashed: boolean }
  | { kind: "rect"; x: number; y: number; width: number; height: number; tone: "first" | "second"; opacity: number }
  | { kind: "band"; x: number; y: number; width: number; height: number }
  | { kind: "dot"; x: number; y: number };

export const DRAWING = { width: 214, height: 72 } as const;

const PLOT = { left: 14, right: 200, top: 10, bottom: 62 } as const;
/** Cells and bars beyond these would be too small to see. */
const MAX = { rows: 6, columns: 8, bars: 10, depths: 9, lines: 2, dots: 6 } as const;
const MIN_CELLS = 6;

const distinct = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];
const sum = (phases: readonly DrawnPhase[]): number => phases.reduce((all, { seconds }) => all + seconds, 0);
const mixOf = ({ readPercent, randomPercent }: DrawnPhase): string => `${readPercent} ${randomPercent}`;

/** Return what is typical of the phases: what most of the time goes into, or what varies between the points. */
export function shapeOf(phases: readonly DrawnPhase[]): Shape {
  const measured = phases.filter(({ kind }) => kind === "measure");
  const settling = phases.filter(({ kind, untilSteady }) => kind === "precondition" && untilSteady);
  if (settling.length > 0 && sum(settling) > sum(measured)) return "settle";
  if (distinct(measured.map(({ loadPercent }) => loadPercent)).length > 2) return "load";
  const blocks = distinct(measured.map(({ blockBytes }) => blockBytes)).length;
  const mixes = distinct(measured.map(mixOf)).length;
  if (blocks > 1 && mixes > 1 && blocks * mixes >= MIN_CELLS) return "cells";
  if (distinct(measured.map(({ outstanding }) => outstanding)).length > 2) return "depths";
  if (blocks > 2) return "blocks";
  return mixes > 1 || blocks > 1 ? "bars" : "time";
}

/** Return the marks of the drawing, in a box of `DRAWING`. */
export function drawProfile(phases: readonly DrawnPhase[]): Mark[] {
  const measured = phases.filter(({ kind }) => kind === "measure");
  return DRAW[shapeOf(phases)](measured);
}

const DRAW: Readonly<Record<Shape, (measured: readonly DrawnPhase[]) => Mark[]>> = {
  settle: () => [{ kind: "band", x: 122, y: 8, width: 58, height: 56 }, path("M14 14h22c22 0 20 30 58 31h106")],
  load: () => [path("M16 56C110 54 170 50 186 12"), path("M186 8v56", "second", true)],
  time: () => [path("M14 16h40c10 0 12 26 22 27l10-2 8 3 9-4 8 4 10-3 9 3 70 0")],
  cells: (measured) =>
    cells(
      Math.min(distinct(measured.map(mixOf)).length, MAX.rows),
      Math.min(distinct(measured.map(({ blockBytes }) => blockBytes)).length, MAX.columns),
    ),
  depths: drawDepths,
  blocks: (measured) => {
    const sizes = distinct(measured.map(({ blockBytes }) => blockBytes)).toSorted((a, b) => a - b);
    return bars(
      spread(sizes, MAX.bars).map((_, index) => ({ share: saturating(index + 1, 2), tone: "first" as const })),
    );
  },
  bars: (measured) =>
    bars(
      spread(measured, MAX.bars).map(({ readPercent, randomPercent }) => ({
        // Random access and writes are the slower ones; the drawing knows no more than that.
        share: (randomPercent >= 50 ? 0.55 : 1) * (readPercent >= 50 ? 1 : 0.75),
        tone: readPercent >= 50 ? ("first" as const) : ("second" as const),
      })),
    ),
};

function path(d: string, tone: "first" | "second" = "first", isDashed = false): Mark {
  return { kind: "path", d, tone, isDashed };
}

/** Rises to 1, with a half at `half`. */
const saturating = (value: number, half: number): number => value / (value + half);

/** Return at most `max` of the values, from the first to the last. */
function spread<Value>(values: readonly Value[], max: number): Value[] {
  if (values.length <= max) return [...values];
  return Array.from(
    { length: max },
    (_, index) => values[Math.round((index * (values.length - 1)) / (max - 1))],
  ).filter((value): value is Value => value !== undefined);
}

function cells(rows: number, columns: number): Mark[] {
  const [width, height] = [(PLOT.right - PLOT.left) / columns, (PLOT.bottom - PLOT.top) / rows];
  return Array.from({ length: rows * columns }, (_, index): Mark => {
    const [x, y] = [index % columns, Math.floor(index / columns)];
    const opacity = 0.14 + 0.8 * ((x + 1) / columns) * (1 - y / (rows + 1));
    return {
      kind: "rect",
      x: PLOT.left + x * width + 1.5,
      y: PLOT.top + y * height + 1.25,
      width: width - 3,
      height: height - 2.5,
      tone: "first",
      opacity: Math.round(opacity * 100) / 100,
    };
  });
}

function bars(values: readonly { share: number; tone: "first" | "second" }[]): Mark[] {
  const room = (PLOT.right - PLOT.left) / values.length;
  const width = Math.min(room * 0.7, 34);
  return values.map(({ share, tone }, index): Mark => {
    const height = share * (PLOT.bottom - PLOT.top);
    return {
      kind: "rect",
      x: PLOT.left + index * room + (room - width) / 2,
      y: PLOT.bottom - height,
      width,
      height,
      tone,
      opacity: 0.85,
    };
  });
}

/** A line over the depths on a logarithmic axis; a second one where the threads vary. */
function drawDepths(measured: readonly DrawnPhase[]): Mark[] {
  const depths = spread(
    distinct(measured.map(({ outstanding }) => outstanding)).toSorted((a, b) => a - b),
    MAX.depths,
  );
  const lines = Math.min(distinct(measured.map(({ threads }) => threads)).length, MAX.lines);
  const [first = 1, last = 1] = [depths[0], depths.at(-1)];
  const octaves = Math.max(Math.log2(last / first), 1);
  const points = (line: number) =>
    depths.map((depth) => {
      const share = saturating(depth / first, Math.sqrt(last / first) * (1 + 2 * line));
      return {
        x: PLOT.left + (Math.log2(depth / first) / octaves) * (PLOT.right - PLOT.left),
        y: PLOT.bottom - share * (PLOT.bottom - PLOT.top),
      };
    });
  const marks = Array.from({ length: lines }, (_, line) => {
    const d = points(line).map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`);
    return path(d.join(""), line === 0 ? "first" : "second", line > 0);
  });
  if (lines > 1 || depths.length > MAX.dots) return marks;
  return [...marks, ...points(0).map((point): Mark => ({ kind: "dot", ...point }))];
}
