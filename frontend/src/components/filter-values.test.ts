/** Saved filters. */
import { expect, test } from "vitest";
import { readQuery, writeQuery } from "./filter-values";

test("filters are one text whatever order they come in, without the place in the list", () => {
  expect(writeQuery({ label: "a b", q: "12.12.0-0037", cursor: "x", model: undefined })).toBe(
    "label=a+b&q=12.12.0-0037",
  );
  expect(writeQuery({ cursor: "x" })).toBe("");
});

test("what was written is read again, whatever stands in it", () => {
  const filters = { q: "<b>&=#?", label: "ü" };

  expect(readQuery(writeQuery(filters))).toEqual(filters);
  expect(writeQuery(filters)).not.toMatch(/[?#\s]/);
});
