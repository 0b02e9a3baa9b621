import { expect, test } from "vitest";
import { pictureOf } from "./result-picture";

test("each kind of thumbnail has its drawing", () => {
  expect(pictureOf({ kind: "time", lines: [[3, 2, 1]], window: [0.5, 0.9] }, "steady")).toEqual({
    kind: "curve",
    values: [3, 2, 1],
    band: [0.5, 0.9],
  });
  expect(pictureOf({ kind: "rounds", lines: [[1, 2]], window: null }, "not_steady")).toEqual({
    kind: "curve",
    values: [1, 2],
    tone: "warn",
  });
  expect(pictureOf({ kind: "bars", lines: [[1, null]], window: null }, null)).toEqual({ kind: "bars", values: [1, 0] });
  const sweep = {
    kind: "sweep" as const,
    lines: [
      [1, 2, 3],
      [2, 3, 4],
    ],
    window: null,
  };
  expect(pictureOf(sweep, null)).toEqual({ kind: "lines", series: sweep.lines });
});
