import { describe, expect, it } from "vitest";
import { stepSection } from "./zoom";

describe("stepSection", () => {
  it.each([
    ["in", { start: 0, end: 100 }, { start: 25, end: 75 }],
    ["out", { start: 40, end: 60 }, { start: 30, end: 70 }],
    ["out", { start: 10, end: 90 }, { start: 0, end: 100 }],
    ["earlier", { start: 40, end: 60 }, { start: 30, end: 50 }],
    ["earlier", { start: 5, end: 25 }, { start: 0, end: 20 }],
    ["later", { start: 75, end: 95 }, { start: 80, end: 100 }],
    ["in", { start: 50, end: 51 }, { start: 50, end: 51 }],
    ["all", { start: 50, end: 51 }, { start: 0, end: 100 }],
  ] as const)("%s from %o", (step, before, after) => {
    expect(stepSection(before, step)).toEqual(after);
  });
});
