/** Numbers of drives as they are typed. */
import { expect, test } from "vitest";
import { countsText, readCounts } from "./counts";

test("numbers are read in order, each once, whatever stands between them", () => {
  expect(readCounts("8, 4 4;12")).toEqual([4, 8, 12]);
  expect(countsText([4, 8])).toBe("4, 8");
});

test("what cannot be a number of drives is left out", () => {
  expect(readCounts("0, 65, many")).toBeUndefined();
  expect(readCounts("-4")).toEqual([4]);
  expect(countsText(undefined)).toBe("");
});
