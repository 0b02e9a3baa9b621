/** The parts of a query. */
import { expect, test } from "vitest";
import { bothQueries, partAt, queryValue, splitQuery, withoutPart } from "./query-parts";

test.each([
  ['raid:10 load:"4K random write"  iops>500k', ["raid:10", 'load:"4K random write"', "iops>500k"]],
  ["iops > 500k AND -state:failed", ["iops > 500k", "-state:failed"]],
  ["NOT state:failed (raid:5 OR raid:6)", ["NOT state:failed", "(raid:5 OR raid:6)"]],
  ["raid:5 OR raid:6 x", ["raid:5 OR raid:6 x"]],
  ['title:"a \\" b" c', ['title:"a \\" b"', "c"]],
  ["  ", []],
])("%s is split where all of it must hold", (query, parts) => {
  expect(splitQuery(query)).toEqual(parts);
});

test("a part is left out once", () => {
  expect(withoutPart("raid:10 a raid:10", "raid:10")).toBe("a raid:10");
});

test("the part at a place is found by characters", () => {
  expect(partAt("😀 gone:1 x", { start: 2, end: 6 })).toBe("gone:1");
  expect(partAt("a b:", { start: 4, end: 4 })).toBe("b:");
});

test("alternatives are kept together beside another condition", () => {
  expect(bothQueries("a OR b", "origin:published")).toBe("(a OR b) origin:published");
  expect(bothQueries("", "a OR b")).toBe("a OR b");
});

test.each([
  ["failed", "failed"],
  ["24 1", '"24 1"'],
  ['a"b', '"a\\"b"'],
  ["1..2", '"1..2"'],
])("the value %s is written as %s", (text, written) => {
  expect(queryValue(text)).toBe(written);
});
