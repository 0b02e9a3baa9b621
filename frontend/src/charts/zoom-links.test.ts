import { afterEach, expect, it } from "vitest";
import { linkZoom, shareZoom } from "./zoom-links";

const leaving: (() => void)[] = [];
afterEach(() => {
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
  shareZoom(source, null);
  expect(seen).toEqual([
    ["same", { from: 100, to: 200 }],
    ["same", null],
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
  expect(seen).toEqual([]);
});
