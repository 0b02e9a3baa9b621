import { expect, test } from "vitest";
import { formatLabel, labelTexts, parseLabel, readLabels, writeLabels } from "./labels";

test("labels come back as they were written", () => {
  const labels = ["a, b", "Für Müller", "path=C:\\;x;", "empty=", "sum=1+1=2", "end=\\"];
  expect(readLabels(writeLabels(labels))).toEqual(labels);
  expect(readLabels(writeLabels(labels, "; "))).toEqual(labels);
});

test("nothing, blanks, repetitions and what has no key are no labels", () => {
  expect(readLabels(undefined)).toBeUndefined();
  expect(readLabels(" ; ;=x")).toBeUndefined();
  expect(readLabels("x; x;y = 1")).toEqual(["x", "y=1"]);
  expect(writeLabels([])).toBeUndefined();
});

test("the key ends at the first equals sign, and an empty value is one", () => {
  expect(parseLabel(" release = 24.1 ")).toEqual(["release", "24.1"]);
  expect(parseLabel("a=b=c")).toEqual(["a", "b=c"]);
  expect(parseLabel("slow")).toEqual(["slow", null]);
  expect(parseLabel("slow=")).toEqual(["slow", ""]);
  expect(parseLabel(" =1+1")).toBeNull();
  expect([formatLabel("slow", null), formatLabel("slow", ""), formatLabel("a", "b")]).toEqual(["slow", "slow=", "a=b"]);
});

test("the lab's own labels are not shown", () => {
  expect(labelTexts({ release: "24.1", slow: null, "storagelab/campaign": "m-1" })).toEqual(["release=24.1", "slow"]);
});
