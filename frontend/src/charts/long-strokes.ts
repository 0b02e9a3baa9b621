/**
 * Long lines are stroked in pieces. A browser that draws without a graphics processor sorts every edge of a path for each row of
 * pixels: a noisy line of 1,500 readings takes it seven times as long in one stroke as in pieces of 64 readings.
 */

/** Number of segments of one piece: with far fewer the calls count, with far more the edges do. */
export const PIECE_SEGMENTS = 64;

/** The methods that this listens to; all others of a context stay as they are. */
export type StrokeContext = Pick<
  CanvasRenderingContext2D,
  | "beginPath"
  | "moveTo"
  | "lineTo"
  | "closePath"
  | "arc"
  | "arcTo"
  | "ellipse"
  | "rect"
  | "quadraticCurveTo"
  | "bezierCurveTo"
  | "stroke"
  | "getLineDash"
  | "lineDashOffset"
  | "strokeStyle"
  | "globalAlpha"
  | "shadowBlur"
>;

/** Methods of Path2D that a path needs for a stroke of its own. */
export type PiecePath = Pick<Path2D, "moveTo" | "lineTo">;

/** Anything but straight lines is stroked as it always was. */
const OTHER_SHAPES = ["closePath", "arc", "arcTo", "ellipse", "rect", "quadraticCurveTo", "bezierCurveTo"] as const;

/** One polyline of the path that a context has open: x and y in turn, in the units of the context. */
type Line = number[];

/**
 * Return true if the stroke is opaque. Where pieces overlap, translucent ink would be darker, and a shadow would fall
 * twice.
 */
function isOpaque({ strokeStyle, globalAlpha, shadowBlur }: StrokeContext): boolean {
  return typeof strokeStyle === "string" && strokeStyle.startsWith("#") && globalAlpha === 1 && shadowBlur === 0;
}

/** Strokes one line piece by piece; each begins one segment early, so that every corner is joined in one of them. */
function strokeLine(
  context: StrokeContext,
  line: Line,
  newPath: () => PiecePath,
  stroke: (path: PiecePath) => void,
): void {
  const segments = line.length / 2 - 1;
  const isDashed = context.getLineDash().length > 0;
  const offset = context.lineDashOffset;
  let travelled = 0;
  for (let first = 0; first < segments; first += PIECE_SEGMENTS) {
    const begin = Math.max(first - 1, 0);
    const end = Math.min(first + PIECE_SEGMENTS, segments);
    const path = newPath();
    path.moveTo(line[2 * begin] ?? 0, line[2 * begin + 1] ?? 0);
    for (let point = begin + 1; point <= end; point += 1) path.lineTo(line[2 * point] ?? 0, line[2 * point + 1] ?? 0);
    if (isDashed) context.lineDashOffset = offset + travelled;
    stroke(path);
    // The next piece begins at the last but one point of this one.
    if (isDashed) {
      for (let point = begin + 1; point < end; point += 1) {
        travelled += Math.hypot(
          (line[2 * point] ?? 0) - (line[2 * point - 2] ?? 0),
          (line[2 * point + 1] ?? 0) - (line[2 * point - 1] ?? 0),
        );
      }
    }
  }
  context.lineDashOffset = offset;
}

/** From now on this context strokes long lines in pieces. The path that it has open is what it would be without. */
export function strokeInPieces(context: StrokeContext, newPath: () => PiecePath = () => new Path2D()): void {
  let lines: Line[] = [];
  let hasOtherShapes = false;
  const native = {
    beginPath: context.beginPath.bind(context),
    moveTo: context.moveTo.bind(context),
    lineTo: context.lineTo.bind(context),
    stroke: context.stroke.bind(context),
  };
  context.beginPath = () => {
    lines = [];
    hasOtherShapes = false;
    native.beginPath();
  };
  context.moveTo = (x, y) => {
    lines.push([x, y]);
    native.moveTo(x, y);
  };
  context.lineTo = (x, y) => {
    const open = lines.at(-1);
    if (open) open.push(x, y);
    else lines.push([x, y]);
    native.lineTo(x, y);
  };
  for (const name of OTHER_SHAPES) {
    const draw = context[name].bind(context) as (...values: unknown[]) => void;
    context[name] = (...values: unknown[]) => {
      hasOtherShapes = true;
      draw(...values);
    };
  }
  context.stroke = (path?: Path2D) => {
    if (path !== undefined) return native.stroke(path);
    const isLong = lines.some((line) => line.length / 2 - 1 > PIECE_SEGMENTS);
    if (!isLong || hasOtherShapes || !isOpaque(context)) return native.stroke();
    for (const line of lines) strokeLine(context, line, newPath, native.stroke as (path: PiecePath) => void);
  };
}
