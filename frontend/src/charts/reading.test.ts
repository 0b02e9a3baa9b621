import { describe, expect, it } from "vitest";
import { figureKeyOf, isForBrowser, placeAfter, readingOf, zoomOf } from "./reading";

const count = () => 25;
const press = (key: string, held: Partial<KeyboardEvent> = {}) =>
  ({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held }) as KeyboardEvent;

describe("placeAfter", () => {
  it("begins at an end and goes row by row, ten at a time, to the ends and no further", () => {
    expect(placeAfter("ArrowRight", null, count)).toBe(0);
    expect(placeAfter("ArrowLeft", null, count)).toBe(24);
    expect(placeAfter("ArrowRight", 3, count)).toBe(4);
    expect(placeAfter("PageDown", 20, count)).toBe(24);
    expect(placeAfter("PageUp", 5, count)).toBe(0);
    expect(placeAfter("End", 3, count)).toBe(24);
    expect(placeAfter("Home", 3, count)).toBe(0);
  });

  it("leaves every other key alone, without counting, and stays at 0 where nothing is to be read", () => {
    const never = () => {
      throw new Error("it was counted");
    };
    expect(placeAfter("a", null, never)).toBeNull();
    expect(placeAfter("ArrowRight", null, () => 0)).toBe(0);
  });
});

describe("zoomOf", () => {
  it("zooms by plus and minus and moves by the arrows with Shift", () => {
    expect(["+", "=", "-"].map((key) => zoomOf(press(key)))).toEqual(["in", "in", "out"]);
    expect(zoomOf(press("ArrowLeft", { shiftKey: true }))).toBe("earlier");
    expect(zoomOf(press("0"))).toBe("all");
    expect(zoomOf(press("ArrowLeft"))).toBeNull();
  });
});

describe("figureKeyOf", () => {
  it("knows the letters that act on the figure", () => {
    expect(["t", "T", "f", "y", "x"].map((key) => figureKeyOf(press(key)))).toEqual([
      "table",
      "table",
      "full",
      "log",
      null,
    ]);
    expect(figureKeyOf(press("T", { shiftKey: true }))).toBeNull();
  });
});

describe("isForBrowser", () => {
  it("leaves what is pressed together with Ctrl, Alt or the command key to the browser", () => {
    expect(isForBrowser(press("ArrowLeft", { altKey: true }))).toBe(true);
    expect(isForBrowser(press("ArrowLeft", { shiftKey: true }))).toBe(false);
  });
});

describe("readingOf", () => {
  const format = (value: unknown) => `<${String(value)}>`;
  const table = { caption: "", columns: [{ label: "Round", unit: null, format }], rows: [[1], [2]] };

  it("says a row in words with its place, and the last one for a place that is gone", () => {
    expect(readingOf(table, 0)).toBe("Round: <1> (1 of 2)");
    expect(readingOf(table, 7)).toBe("Round: <2> (2 of 2)");
    expect(readingOf({ ...table, rows: [] }, 0)).toBe("No readings.");
  });
});
