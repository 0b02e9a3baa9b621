/** Widths of columns in the room of a table. */
import { expect, test } from "vitest";
import { fitWidths } from "./column-widths";

const COLUMNS = [{ width: 220, minWidth: 176 }, { width: 80 }, { width: 192, minWidth: 118 }];

test.each([
  [600, [220, 80, 192]],
  [450, [220, 80, 150]],
  [400, [202, 80, 118]],
  [300, [176, 80, 118]],
])("columns with most to give are narrower first, in %s px", (room, widths) => {
  expect(fitWidths(COLUMNS, room)).toEqual(widths);
});
