/** Steps of colour behind figures. */
import { expect, test } from "vitest";
import { aRunRow } from "@/testing/run-table-objects";
import { shadeOf } from "./shades";

const IOPS = { type: "number", unit: "1/s", baseline: null } as const;
const rows = (...values: (number | null)[]) => values.map((value) => aRunRow({ values: [value] }));
const steps = (...values: (number | null)[]) => rows(...values).map((run) => shadeOf(IOPS, 0, rows(...values))?.(run));

test("the lowest value has the first step, the highest the last, an unknown one none", () => {
  expect(steps(100, 200, null, 150)).toEqual([0, 4, undefined, 2]);
  expect(steps(1, 10, 100, 1000, 10_000, 100_000)).toEqual([0, 1, 2, 3, 4, 4]);
});

test("values that are alike and columns without figures have no colour", () => {
  expect(shadeOf(IOPS, 0, rows(5, 5))).toBeUndefined();
  expect(shadeOf({ ...IOPS, unit: null }, 0, rows(1, 2))).toBeUndefined();
  expect(shadeOf({ ...IOPS, unit: "percent", baseline: "r-1" }, 0, rows(1, 2))).toBeUndefined();
});
