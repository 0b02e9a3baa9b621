import { describe, expect, it, vi } from "vitest";
import type { ChartInstance } from "./runtime";
import {
  currentSection,
  followSection,
  rangeOf,
  rangeWithin,
  rememberSection,
  sectionOf,
  stepSection,
  wheelSection,
} from "./zoom";

describe("stepSection", () => {
  it.each([
    ["in", { start: 0, end: 100 }, { start: 25, end: 75 }],
    ["out", { start: 40, end: 60 }, { start: 30, end: 70 }],
    ["out", { start: 10, end: 90 }, { start: 0, end: 100 }],
    ["earlier", { start: 40, end: 60 }, { start: 30, end: 50 }],
    ["earlier", { start: 5, end: 25 }, { start: 0, end: 20 }],
    ["later", { start: 75, end: 95 }, { start: 80, end: 100 }],
    ["in", { start: 50, end: 50.1 }, { start: 50, end: 50.1 }],
    ["all", { start: 50, end: 51 }, { start: 0, end: 100 }],
  ] as const)("%s from %o", (step, before, after) => {
    const { start, end } = stepSection(before, step);
    expect([start, end]).toEqual([expect.closeTo(after.start, 9), expect.closeTo(after.end, 9)]);
  });
});

describe("wheelSection", () => {
  it("keeps what is below the pointer in its place, and a turn back undoes it", () => {
    const closer = wheelSection({ start: 0, end: 100 }, 0.25, -120);
    expect(closer).toEqual({ start: 5, end: 85 });
    const back = wheelSection(closer, 0.25, 53);
    expect([back.start, back.end]).toEqual([expect.closeTo(0, 9), expect.closeTo(100, 9)]);
  });

  it("never leaves the whole, nor goes below what can be drawn", () => {
    expect(wheelSection({ start: 0, end: 90 }, 1, 1)).toEqual({ start: 0, end: 100 });
    expect(wheelSection({ start: 50, end: 50.1 }, 0.5, -1)).toEqual({ start: 50, end: 50.1 });
  });
});

describe("a stretch of the time axis", () => {
  const axis = [600_000, 1_600_000] as const;

  it("is what a section shows, and the whole is no stretch", () => {
    expect(rangeOf({ start: 25, end: 50 }, axis)).toEqual({ from: 850_000, to: 1_100_000 });
    expect(sectionOf({ from: 850_000, to: 1_100_000 }, axis)).toEqual({ start: 25, end: 50 });
    expect(rangeOf({ start: 0.001, end: 100 }, axis)).toBeNull();
    expect(sectionOf(null, axis)).toEqual({ start: 0, end: 100 });
  });

  it("never is empty, however near the section is looked at", () => {
    expect(rangeOf({ start: 50, end: 50.00001 }, axis)).toEqual({ from: 1_100_000, to: 1_100_001 });
  });

  it("is cut to the axis, and dropped where it lies beside it or covers it", () => {
    expect(rangeWithin({ from: 0, to: 700_000 }, axis)).toEqual({ from: 600_000, to: 700_000 });
    expect(rangeWithin({ from: 0, to: 600_000 }, axis)).toBeNull();
    expect(rangeWithin({ from: 0, to: 2_000_000 }, axis)).toBeNull();
    expect(rangeWithin(undefined, axis)).toBeNull();
  });
});

it("knows what a chart shows without asking it, which copies all that it drew", () => {
  const getOption = vi.fn(() => ({ dataZoom: [{ start: 30, end: 40 }] }));
  const hear: ((event: unknown) => void)[] = [];
  const on = (_: string, handler: (event: unknown) => void) => hear.push(handler);
  const chart = { getOption, on } as unknown as ChartInstance;
  followSection(chart);
  rememberSection(chart, { start: 0, end: 100 });
  expect(currentSection(chart)).toEqual({ start: 0, end: 100 });
  hear[0]?.({ start: 10, end: 20 });
  expect(currentSection(chart)).toEqual({ start: 10, end: 20 });
  expect(getOption).not.toHaveBeenCalled();

  // A span in moments has no percentages: the chart is queried once.
  hear[0]?.({ startValue: 3000, endValue: 4000 });
  for (let turn = 0; turn < 3; turn += 1) expect(currentSection(chart)).toEqual({ start: 30, end: 40 });
  expect(getOption).toHaveBeenCalledTimes(1);
});
