/** The order of a table in its address. */
import { expect, test } from "vitest";
import { compareValues, readSort, writeSort } from "./sort";

const COLUMNS = [{ key: "iops", value: () => 1 }, { key: "curve" }, { key: "age", sortable: true }];

test.each(["iops", "-iops", "age"])("the order %s is read and written as it is", (text) => {
  expect(writeSort(readSort(text, COLUMNS))).toBe(text);
});

test.each([undefined, "", "-", "curve", "-weight"])("%s names no column that sorts", (text) => {
  expect(readSort(text, COLUMNS)).toEqual([]);
  expect(writeSort([])).toBeUndefined();
});

test("figures in texts count by their size", () => {
  expect(["c-10", "c-2", "C-1"].toSorted(compareValues)).toEqual(["C-1", "c-2", "c-10"]);
  expect([true, false, true].toSorted(compareValues)).toEqual([false, true, true]);
});
