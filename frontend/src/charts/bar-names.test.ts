import { expect, test } from "vitest";
import { barNames } from "./bar-names";

const NAME = "RAID 10 · 3 drives, 1 missing · degraded (r-66)";
const linesAt = (width: number, row: number) => barNames([NAME], { width, row, above: null }).linesOf(NAME);

test.each([
  [1000, 14, [NAME]],
  [600, 26, ["RAID 10 · 3 drives, 1 missing ·", "degraded (r-66)"]],
  [400, 14, ["RAID 10 … degraded (r-66)"]],
  [300, 26, ["RAID 10 · 3", "… (r-66)"]],
])("a name in %d px with rows of %d px keeps both of its ends", (width, row, lines) => {
  expect(linesAt(width, row)).toEqual(lines);
});

test("names above their bars have the whole width", () => {
  expect(barNames([NAME], { width: 330, row: 40, above: 400 })).toMatchObject({ room: 0 });
  expect(barNames([NAME], { width: 330, row: 40, above: 400 }).linesOf(NAME)).toEqual([NAME]);
});
