import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { linkZoom, shareZoom } from "./zoom-links";

const leaving: (() => void)[] = [];
let frames: FrameRequestCallback[] = [];
const frame = () => {
  for (const act of frames.splice(0)) act(0);
};
beforeEach(() => {
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (act: FrameRequestCallback) => frames.push(act));
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const leave of leaving.splice(0)) leave();
});

it("has charts of the same axis follow, and no others", () => {
  const seen: unknown[] = [];
  const chart = (name: string, along: "run-time" | "elapsed", last: number) => {
    leaving.push(linkZoom({ name }, { along, extent: [0, last] }, (range) => seen.push([name, range])));
  };
  const source = {};
  leaving.push(linkZoom(source, { along: "run-time", extent: [0, 1000] }, () => seen.push("source")));
  chart("same", "run-time", 1000);
  chart("longer", "run-time", 2000);
  chart("elsewhere", "elapsed", 1000);
  shareZoom(source, { from: 100, to: 200 });
  frame();
  shareZoom(source, null);
  frame();
  expect(seen).toEqual([
    ["same", { from: 100, to: 200 }],
    ["same", null],
  ]);
});

it("moves one chart in each frame, to the newest stretch", () => {
  const seen: unknown[] = [];
  const axis = { along: "elapsed", extent: [0, 1000] } as const;
  const source = {};
  leaving.push(linkZoom(source, axis, () => seen.push("source")));
  for (const name of ["one", "two"]) leaving.push(linkZoom({ name }, axis, (range) => seen.push([name, range?.from])));
  shareZoom(source, { from: 1, to: 500 });
  frame();
  shareZoom(source, { from: 2, to: 500 });
  frame();
  frame();
  frame();
  expect(seen).toEqual([
    ["one", 1],
    ["two", 2],
    ["one", 2],
  ]);
});

it("forgets a chart that has left", () => {
  const seen: unknown[] = [];
  const [one, other] = [{}, {}];
  const axis = { along: "run-time", extent: [0, 1000] } as const;
  leaving.push(linkZoom(one, axis, (range) => seen.push(range)));
  linkZoom(other, axis, (range) => seen.push(range))();
  shareZoom(one, null);
  shareZoom(other, null);
  frame();
  expect(seen).toEqual([]);
});

it("has charts out of sight follow once the reader rests, each only then and once", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const seen: unknown[] = [];
  const source = {};
  const axis = { along: "elapsed", extent: [0, 1000] } as const;
  leaving.push(linkZoom(source, axis, () => seen.push("source")));
  const below = (range: { from: number } | null) => seen.push(["below", range?.from]);
  leaving.push(linkZoom({}, axis, below, () => false));
  leaving.push(linkZoom({}, axis, (range) => seen.push(["beside", range?.from])));
  for (const from of [1, 2, 3]) {
    shareZoom(source, { from, to: 500 });
    frame();
    frame();
  }
  expect(seen).toEqual([1, 2, 3].map((from) => ["beside", from]));
  vi.runAllTimers();
  expect(seen.slice(3)).toEqual([["below", 3]]);
  vi.useRealTimers();
});
