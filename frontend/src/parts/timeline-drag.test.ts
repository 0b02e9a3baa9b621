import { describe, expect, it } from "vitest";
import { dropPlace, type MovableBar } from "./timeline-drag";

function placed(moveId: string | undefined, left: number, width: number) {
  const bar: MovableBar = { id: `${left}`, kind: "queued", start: 0, end: 1, title: "", ...(moveId ? { moveId } : {}) };
  return { bar, left, width };
}

const LINE = [placed(undefined, 0, 20), placed("a", 20, 20), placed("b", 40, 20), placed("c", 60, 20)];

describe("a bar that is dragged", () => {
  it("goes before the bar whose middle it has not passed", () => {
    expect(dropPlace(LINE, "c", 25)).toEqual({ id: "c", before: "a", after: null, left: 20, shifted: ["a", "b"] });
    expect(dropPlace(LINE, "c", 45)).toEqual({ id: "c", before: "b", after: "a", left: 40, shifted: ["b"] });
  });

  it("goes behind the last one", () => {
    expect(dropPlace(LINE, "a", 95)).toEqual({ id: "a", before: null, after: "c", left: 80, shifted: ["b", "c"] });
  });

  it("changes nothing at its own place", () => {
    expect(dropPlace(LINE, "b", 45)).toBeNull();
    expect(dropPlace(LINE, "a", 0)).toBeNull();
  });

  it("is not known where it does not wait", () => {
    expect(dropPlace(LINE, "z", 95)).toBeNull();
  });

  it("is placed the same among thousands", () => {
    const many = Array.from({ length: 5_000 }, (_, index) => placed(`j-${index}`, index / 50, 1 / 50));
    expect(dropPlace(many, "j-4999", 0)).toMatchObject({ before: "j-0", after: null, left: 0 });
    expect(dropPlace(many, "j-4999", 0)?.shifted).toHaveLength(4_999);
  });
});
