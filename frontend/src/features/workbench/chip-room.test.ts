import { expect, test } from "vitest";
import { fittingChips } from "./chip-room";

const FOUR = [
  { label: "RAID level", values: "5 / 0 / 10", marks: 0 },
  { label: "Drives", values: "4 / 3", marks: 0 },
  { label: "Array condition", values: "optimal / rebuilding / degraded", marks: 0 },
  { label: "Preparation", values: "Create a software array / none", marks: 0 },
];

test.each([
  [null, 2],
  [40, 1],
  [420, 2],
  [700, 4],
])("in %s px %d chips have room", (room, count) => {
  expect(fittingChips(FOUR, room)).toBe(count);
});

test("the last chip needs no room for a list of others", () => {
  expect([300, 320].map((room) => fittingChips(FOUR.slice(0, 2), room))).toEqual([1, 2]);
});
