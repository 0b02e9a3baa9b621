import { expect, it } from "vitest";
import { sharePointer, watchPointer } from "./pointers";

it("tells charts of the same axis where the reader points, until they leave", () => {
  const seen: unknown[] = [];
  const chart = {};
  const leave = watchPointer("outstanding", (value, source) => seen.push([value, source === chart]));
  sharePointer("outstanding", 32, chart);
  sharePointer("run-time", 1000, chart);
  sharePointer("outstanding", null, {});
  leave();
  sharePointer("outstanding", 64, chart);
  expect(seen).toEqual([
    [32, true],
    [null, false],
  ]);
});
