import { expect, test } from "vitest";
import { formatPercent } from "@/lib/units";
import { exactText } from "./exact";

const format = (value: unknown) => (value === null ? "n/a" : formatPercent(Number(value)));

test.each([
  ["1/s", 231_456.4, "231,456"],
  ["1/s", 99.125, "99.13"],
  ["bytes/s", 948_041_000, "948.04 MB/s"],
  ["ns", 1_102_345, "1.102 ms"],
  ["percent", 12.5, "12.5 %"],
  ["1/s", null, "n/a"],
])("in %s %j is written %j", (unit, value, text) => {
  expect(exactText({ unit, format }, value)).toBe(text);
});
