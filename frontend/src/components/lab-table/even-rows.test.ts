/** Places of rows in a scroller that may be shorter than they are. */
import { expect, test } from "vitest";
import { MAX_HEIGHT, nextFilled, placeAt, placeRows, scrollTo } from "./even-rows";

const START = { top: 0, scrolled: 0 };
const ROW = 43;
const SHORT = { rows: 1_000 * ROW, view: 700, max: 1_000 * ROW + 32 - 700 };
const LONG = { rows: 500_000 * ROW, view: 700, max: MAX_HEIGHT + 32 - 700 };
const END = LONG.rows + 32 - 700;

test("rows that fit are where the browser has them", () => {
  expect(scrollTo(SHORT, START, 30_000)).toEqual({ top: 30_000, scrolled: 30_000 });
  expect(placeAt(SHORT, 20_001)).toEqual({ top: 20_001, scrolled: 20_001 });
});

test("a bar that is dragged goes to its share of all rows, and to both ends", () => {
  const { top } = scrollTo(LONG, START, LONG.max / 2);
  expect(top / END).toBeCloseTo(0.5, 6);
  expect(scrollTo(LONG, { top, scrolled: LONG.max / 2 }, LONG.max).top).toBe(END);
  expect(scrollTo(LONG, { top, scrolled: LONG.max / 2 }, 0).top).toBe(0);
});

test("a turn of the wheel goes as far among the rows as on the screen", () => {
  const middle = placeAt(LONG, 9_000_000);
  expect(scrollTo(LONG, middle, middle.scrolled + 240).top).toBe(9_000_240);
  expect(scrollTo(LONG, middle, middle.scrolled - 240).top).toBe(8_999_760);
});

test("a list that rests has its bar at the share, and at an end only there", () => {
  expect(placeAt(LONG, 10).scrolled).toBe(2);
  expect(placeAt(LONG, 1).scrolled).toBe(1);
  expect(placeAt(LONG, END).scrolled).toBe(LONG.max);
  expect(placeAt(LONG, 0).scrolled).toBe(0);
});

test("rows are made a few at a time, those of before stay", () => {
  expect(nextFilled({ from: 0, to: 20 }, { from: 6, to: 30 }, 8)).toEqual({ from: 6, to: 28 });
  expect(nextFilled({ from: 50, to: 60 }, { from: 44, to: 60 }, 8)).toEqual({ from: 44, to: 60 });
  expect(nextFilled({ from: 0, to: 20 }, { from: 900, to: 930 }, 8)).toEqual({ from: 900, to: 908 });
  expect(nextFilled({ from: 0, to: 20 }, { from: 6, to: 30 }, 0)).toEqual({ from: 6, to: 20 });
});

test.each([
  [[0, 1, 400], 0],
  [[5, 400_000, 400_001], 16_000_000],
  [[400_000, 499_999], 16_000_000],
])("rows %s and the room between them have the height of the list", (indexes, shift) => {
  const { items, after } = placeRows(indexes, { rowHeight: ROW, rows: LONG.rows, shift });
  expect(items.map(({ index }) => index)).toEqual(indexes);
  const height = items.reduce((sum, { before }) => sum + before + ROW, after);
  expect(height).toBe(MAX_HEIGHT);
  expect(items.every(({ before }) => before >= 0)).toBe(true);
});
