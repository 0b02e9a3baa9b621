import { describe, expect, it } from "vitest";
import { endTexts, hasNamedEnds, namedAtEnds, spreadEnds } from "./ends";
import { textWidth } from "./parts";

const ROOM = { top: 0, bottom: 200 };

describe("spreadEnds", () => {
  it("leaves labels alone that have room", () => {
    expect(spreadEnds([20, 40, 60], ROOM)).toEqual([20, 40, 60]);
  });

  it("pushes labels apart around where they want to be, in their order", () => {
    expect(spreadEnds([100, 100], ROOM)).toEqual([94, 106]);
    expect(spreadEnds([104, 100], ROOM)).toEqual([108, 96]);
    expect(spreadEnds([100, 103, 107, 160], ROOM)).toEqual([91 + 1 / 3, 103 + 1 / 3, 115 + 1 / 3, 160]);
  });

  it("pushes a neighbour that is only reached by the push", () => {
    const places = spreadEnds([50, 50, 64], ROOM);
    const gaps = places.slice(1).map((place, index) => place - (places[index] ?? 0));
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(12 - 1e-9);
  });

  it("keeps labels inside the plot", () => {
    expect(spreadEnds([-20, 0], ROOM)).toEqual([0, 12]);
    expect(spreadEnds([200, 199], ROOM)).toEqual([200, 188]);
    expect(spreadEnds([], ROOM)).toEqual([]);
  });

  it("lets them leave at the bottom when they do not fit at all", () => {
    expect(spreadEnds([5, 5, 5], { top: 0, bottom: 10 })).toEqual([0, 12, 24]);
  });
});

describe("endTexts", () => {
  it("writes names whole where they have room", () => {
    expect(endTexts(["RAID 10 · 16", "RAID 10 · 8"], 200)).toEqual(["RAID 10 · 16", "RAID 10 · 8"]);
  });

  it("drops what all begin with before it cuts where they differ", () => {
    expect(endTexts(["A long shared beginning · RAID 10", "A long shared beginning · RAID 5"], 60)).toEqual([
      "RAID 10",
      "RAID 5",
    ]);
    const [cut = ""] = endTexts(["One very long name of a single line"], 60);
    expect(cut.endsWith("…")).toBe(true);
    expect(textWidth(cut, 11)).toBeLessThanOrEqual(60);
  });
});

it("names two to six lines at their ends, where the chart is wide", () => {
  expect([1, 2, 6, 7].map((count) => hasNamedEnds(count, { width: 700 }))).toEqual([false, true, true, false]);
  expect(hasNamedEnds(3, { width: 699 })).toBe(false);
  expect(hasNamedEnds(3, { width: 400, wideFrom: 330 })).toBe(true);
  const endNames = (names: string[]) => names;
  expect(namedAtEnds({ endNames }, ["a", "b"])).toEqual(["a", "b"]);
  expect(namedAtEnds({ endNames }, ["a"])).toEqual([]);
  expect(namedAtEnds({}, ["a", "b"])).toEqual([]);
});
