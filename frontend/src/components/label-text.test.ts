import { expect, test } from "vitest";
import { readLabels, writeLabels } from "./label-text";

test("labels come back as they were written", () => {
  expect(readLabels(writeLabels(["a, b", "Für Müller"]))).toEqual(["a, b", "Für Müller"]);
});

test("nothing, blanks and repetitions are no labels", () => {
  expect(readLabels(undefined)).toBeUndefined();
  expect(readLabels(" ; ;")).toBeUndefined();
  expect(readLabels("x; x;y")).toEqual(["x", "y"]);
  expect(writeLabels([])).toBeUndefined();
});
