import { describe, expect, it } from "vitest";
import { PIECE_SEGMENTS, type PiecePath, type StrokeContext, strokeInPieces } from "./long-strokes";

type Point = [number, number];

/** A path that remembers its points. */
class RememberedPath implements PiecePath {
  points: Point[] = [];
  moveTo(x: number, y: number) {
    this.points.push([x, y]);
  }
  lineTo(x: number, y: number) {
    this.points.push([x, y]);
  }
}

/** A context that remembers what was stroked, and with which offset of its dashes. */
class RememberedContext {
  strokeStyle: StrokeContext["strokeStyle"] = "#2563eb";
  globalAlpha = 1;
  shadowBlur = 0;
  lineDashOffset = 0;
  dash: number[] = [];
  open: Point[] = [];
  strokes: { points: Point[]; offset: number }[] = [];
  beginPath() {
    this.open = [];
  }
  moveTo(x: number, y: number) {
    this.open.push([x, y]);
  }
  lineTo(x: number, y: number) {
    this.open.push([x, y]);
  }
  closePath() {}
  arc() {}
  arcTo() {}
  ellipse() {}
  rect() {}
  quadraticCurveTo() {}
  bezierCurveTo() {}
  getLineDash() {
    return this.dash;
  }
  stroke(path?: unknown) {
    this.strokes.push({
      points: path instanceof RememberedPath ? path.points : [...this.open],
      offset: this.lineDashOffset,
    });
  }
}

function listening(): RememberedContext & StrokeContext {
  const context = new RememberedContext() as RememberedContext & StrokeContext;
  strokeInPieces(context, () => new RememberedPath());
  return context;
}

const zigzag = (count: number): Point[] => Array.from({ length: count }, (_, place) => [place * 3, place % 2 ? 4 : 0]);

function draw(context: StrokeContext, points: readonly Point[]) {
  points.forEach(([x, y], place) => {
    if (place === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  });
}

/** The segments of all strokes, each once however often it was stroked. */
function segmentsOf({ strokes }: RememberedContext): string[] {
  const all = strokes.flatMap(({ points }) => points.slice(1).map((to, place) => `${points[place]} ${to}`));
  return [...new Set(all)];
}

describe("strokeInPieces", () => {
  it("strokes every segment of a long line, in pieces that share one", () => {
    const context = listening();
    const points = zigzag(3 * PIECE_SEGMENTS + 8);
    context.beginPath();
    draw(context, points);
    context.stroke();
    expect(context.strokes.map((stroke) => stroke.points.length)).toEqual([65, 66, 66, 9]);
    expect(segmentsOf(context)).toEqual(points.slice(1).map((to, place) => `${points[place]} ${to}`));
  });

  it("leaves a gap where a line has one", () => {
    const context = listening();
    const before = zigzag(100);
    const after = zigzag(20).map(([x, y]): Point => [x + 1000, y]);
    context.beginPath();
    draw(context, before);
    draw(context, after);
    context.stroke();
    expect(segmentsOf(context)).toHaveLength(99 + 19);
    expect(segmentsOf(context)).not.toContain(`${before.at(-1)} ${after[0]}`);
  });

  it("strokes a line that ends where a piece does without an empty piece after it", () => {
    const context = listening();
    context.beginPath();
    draw(context, zigzag(2 * PIECE_SEGMENTS + 1));
    context.stroke();
    expect(context.strokes).toHaveLength(2);
  });

  it("goes on with the dashes where the piece before left them", () => {
    const context = listening();
    context.dash = [8, 4];
    context.lineDashOffset = 2;
    context.beginPath();
    // Each segment is five long: 3 to the right, 4 up or down.
    draw(context, zigzag(PIECE_SEGMENTS * 2 + 11));
    context.stroke();
    const begins = [0, PIECE_SEGMENTS - 1, 2 * PIECE_SEGMENTS - 1];
    expect(context.strokes.map(({ offset }) => offset)).toEqual(begins.map((segment) => 2 + 5 * segment));
    expect(context.strokes.map(({ points }) => points[0]?.[0])).toEqual(begins.map((segment) => 3 * segment));
    expect(context.lineDashOffset).toBe(2);
  });

  it.each([
    ["short", (context: StrokeContext) => draw(context, zigzag(PIECE_SEGMENTS + 1))],
    [
      "translucent",
      (context: StrokeContext) => {
        draw(context, zigzag(300));
        context.strokeStyle = "rgba(37, 99, 235, 0.5)";
      },
    ],
    [
      "faded",
      (context: StrokeContext) => {
        draw(context, zigzag(300));
        context.globalAlpha = 0.4;
      },
    ],
    [
      "in shadow",
      (context: StrokeContext) => {
        draw(context, zigzag(300));
        context.shadowBlur = 3;
      },
    ],
    [
      "not of lines alone",
      (context: StrokeContext) => {
        draw(context, zigzag(300));
        context.closePath();
      },
    ],
  ])("strokes a path at once that is %s", (_, prepare) => {
    const context = listening();
    context.beginPath();
    prepare(context);
    context.stroke();
    expect(context.strokes).toHaveLength(1);
    expect(context.strokes[0]?.points).toEqual(context.open);
  });

  it("forgets the path before, and what it was made of", () => {
    const context = listening();
    context.beginPath();
    draw(context, zigzag(300));
    context.rect(0, 0, 1, 1);
    context.beginPath();
    draw(context, zigzag(200));
    context.stroke();
    expect(segmentsOf(context)).toHaveLength(199);
  });

  it("leaves the open path as it was, so that it can be stroked and filled again", () => {
    const context = listening();
    context.beginPath();
    draw(context, zigzag(200));
    context.stroke();
    expect(context.open).toEqual(zigzag(200));
  });

  it("strokes a path that it is given", () => {
    const context = listening();
    const given = new RememberedPath();
    draw(context, zigzag(300));
    given.moveTo(1, 2);
    given.lineTo(3, 4);
    context.stroke(given as unknown as Path2D);
    expect(context.strokes.map(({ points }) => points)).toEqual([given.points]);
  });
});
