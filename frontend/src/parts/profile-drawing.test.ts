import { describe, expect, it } from "vitest";
import { DRAWING, type DrawnPhase, drawProfile, type Mark, shapeOf } from "./profile-drawing";

const PHASE: DrawnPhase = {
  kind: "measure",
  seconds: 60,
  untilSteady: false,
  blockBytes: 4096,
  readPercent: 100,
  randomPercent: 100,
  threads: 1,
  outstanding: 1,
  loadPercent: null,
};
const phase = (changes: Partial<DrawnPhase> = {}): DrawnPhase => ({ ...PHASE, ...changes });
const settling = (seconds: number) => phase({ kind: "precondition", untilSteady: true, seconds });
const depths = (count: number, changes: Partial<DrawnPhase> = {}) =>
  Array.from({ length: count }, (_, index) => phase({ outstanding: 2 ** index, ...changes }));
const mixes = [0, 5, 35, 50, 65, 95, 100];
const blocks = [512, 4096, 8192, 16_384, 32_768, 65_536, 131_072, 1_048_576];
const matrix = mixes.flatMap((readPercent) => blocks.map((blockBytes) => phase({ readPercent, blockBytes })));

const PROFILES: Record<string, DrawnPhase[]> = {
  "a quick look": [phase({ kind: "fill" }), settling(20), ...depths(6, { seconds: 5 })],
  "a steady-state write": [phase({ kind: "fill" }), settling(8640), ...depths(7, { seconds: 600 })],
  "an IOPS matrix": [settling(600), ...matrix],
  "depths by threads": [1, 4, 16].flatMap((threads) => depths(9, { threads })),
  "a load curve": [10, 20, 50, 80, 100, 120].map((loadPercent) => phase({ loadPercent })),
  "block sizes": blocks.map((blockBytes) => phase({ blockBytes })),
  "four corners": [100, 0].flatMap((readPercent) =>
    [100, 0].map((randomPercent) => phase({ readPercent, randomPercent })),
  ),
  "one long load": [phase({ seconds: 36_000 })],
  "a load in two parts": [phase({ seconds: 60 }), phase({ seconds: 60, outstanding: 2 })],
  nothing: [],
  "a very long list": Array.from({ length: 500 }, (_, index) => phase({ blockBytes: 512 * (index + 1) })),
};

it.each([
  ["a quick look", "depths"],
  ["a steady-state write", "settle"],
  ["an IOPS matrix", "cells"],
  ["depths by threads", "depths"],
  ["a load curve", "load"],
  ["block sizes", "blocks"],
  ["four corners", "bars"],
  ["one long load", "time"],
  ["a load in two parts", "time"],
  ["nothing", "time"],
])("%s is drawn as %s", (name, shape) => expect(shapeOf(PROFILES[name] ?? [])).toBe(shape));

function extent(mark: Mark): number[] {
  if (mark.kind === "path") return [];
  if (mark.kind === "dot") return [mark.x, mark.y];
  return [mark.x, mark.y, mark.x + mark.width, mark.y + mark.height];
}

describe.each(Object.entries(PROFILES))("%s", (_, phases) => {
  const marks = drawProfile(phases);

  it("has marks, all of them in the box", () => {
    expect(marks.length).toBeGreaterThan(0);
    for (const mark of marks) {
      const [x = 0, y = 0, right = 0, bottom = 0] = extent(mark);
      for (const value of [x, right]) expect(value).toBeLessThanOrEqual(DRAWING.width);
      for (const value of [y, bottom]) expect(value).toBeLessThanOrEqual(DRAWING.height);
      for (const value of extent(mark)) expect(value).toBeGreaterThanOrEqual(0);
    }
  });

  it("has paths of numbers alone, and few marks", () => {
    expect(JSON.stringify(marks)).not.toMatch(/NaN|Infinity|null/);
    expect(marks.length).toBeLessThanOrEqual(48);
  });
});

it("marks the points of few depths, and draws a second line where threads vary", () => {
  expect(drawProfile(PROFILES["a quick look"] ?? []).filter(({ kind }) => kind === "dot")).toHaveLength(6);
  expect(drawProfile(PROFILES["depths by threads"] ?? [])).toMatchObject([
    { tone: "first", isDashed: false },
    { tone: "second", isDashed: true },
  ]);
});

it("draws reads and writes apart in bars", () => {
  expect(drawProfile(PROFILES["four corners"] ?? []).map((mark) => "tone" in mark && mark.tone)).toEqual([
    "first",
    "first",
    "second",
    "second",
  ]);
});
