import { expect, test } from "vitest";
import { charactersBefore, partsAround, placeBehind, replaceStretch } from "./query-text";

test("characters of two units count once", () => {
  expect(charactersBefore("🙂 a", 3)).toBe(2);
  expect(placeBehind("🙂 a", 2)).toBe(3);
  expect(placeBehind("ab", 9)).toBe(2);
});

test("a stretch is replaced, and the caret stands behind it", () => {
  expect(replaceStretch("mod iops>1", { start: 0, end: 3 }, "model:")).toEqual({ text: "model: iops>1", caret: 6 });
  expect(replaceStretch("🙂 mod", { start: 2, end: 5 }, "model:")).toEqual({ text: "🙂 model:", caret: 9 });
});

test("a text is parted around what is wrong in it", () => {
  expect(partsAround("raid:x iops", { start: 5, end: 6 })).toEqual(["raid:", "x", " iops"]);
  expect(partsAround("raid:", { start: 5, end: 5 })).toEqual(["raid:", "", ""]);
});
