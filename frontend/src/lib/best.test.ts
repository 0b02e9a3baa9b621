import { describe, expect, it } from "vitest";
import { bestOf, type Figure } from "./best";

const exact = (value: number): Figure => ({ value, kind: "exact" });
const figure = (value: number, kind: string): Figure => ({ value, kind });
const range = (low: number, high: number): Figure => ({ value: null, kind: "range", low, high });

describe("bestOf", () => {
  it.each([
    ["the highest number", [exact(1), exact(3), exact(2)], 1],
    ["the first of equals", [exact(3), exact(3)], 0],
    ["a lower bound that is above all others", [exact(1), figure(3, "lower_bound")], 1],
    ["a number that is above every upper bound", [figure(2, "upper_bound"), exact(3)], 1],
    ["a range that lies above", [range(4, 5), exact(3)], 0],
    ["a figure without its kind as a number", [{ value: 2, kind: null }, exact(1)], 0],
    ["nothing of one that is not known", [{ value: null, kind: null }, exact(1)], 1],
  ])("is %s", (_, figures, place) => {
    expect(bestOf(figures, "higher")).toBe(figures[place]);
  });

  it.each([
    ["two lower bounds", [figure(200, "lower_bound"), figure(300, "lower_bound")]],
    ["a number below an open end", [exact(30), figure(20, "lower_bound")]],
    ["ranges that overlap", [range(1, 3), range(2, 4)]],
    ["upper bounds alone", [figure(1, "upper_bound"), figure(2, "upper_bound")]],
  ])("is left open by %s", (_, figures) => {
    expect(bestOf(figures, "higher")).toBeNull();
  });

  it("turns round where lower is better", () => {
    const figures = [exact(2), figure(1, "upper_bound"), exact(3)];
    expect(bestOf(figures, "lower")).toBe(figures[1]);
    expect(bestOf([exact(2), figure(1, "lower_bound")], "lower")).toBeNull();
  });

  it("is nothing of nothing", () => {
    expect(bestOf([], "higher")).toBeUndefined();
    expect(bestOf([{ value: null, kind: null }], "lower")).toBeUndefined();
  });
});
