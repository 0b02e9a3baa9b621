// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { keyOf, step, takesLetters } from "./shortcuts";

const SHORTCUTS = ["b", "g r", "g q", "r"];

test("a single key is complete at once, a longer one with its last key", () => {
  expect(step(SHORTCUTS, "", "b")).toEqual({ done: "b", pending: "" });
  expect(step(SHORTCUTS, "", "g")).toEqual({ done: null, pending: "g" });
  expect(step(SHORTCUTS, "g", "r")).toEqual({ done: "g r", pending: "" });
});

test("a key that does not go on begins anew", () => {
  expect(step(SHORTCUTS, "g", "b")).toEqual({ done: "b", pending: "" });
  expect(step(SHORTCUTS, "g", "g")).toEqual({ done: null, pending: "g" });
  expect(step(SHORTCUTS, "g", "z")).toEqual({ done: null, pending: "" });
});

test.each([
  [{ key: "g" }, "g"],
  [{ key: "G" }, "g"],
  [{ key: "G", shiftKey: true }, "G"],
  [{ key: "?", shiftKey: true }, "?"],
  [{ key: "g", ctrlKey: true }, null],
  [{ key: "g", metaKey: true }, null],
  [{ key: "g", altKey: true }, null],
  [{ key: "Enter" }, null],
  [{ key: " " }, null],
])("the key of %j is %j", (init, key) => {
  expect(keyOf(new KeyboardEvent("keydown", init))).toBe(key);
});

function element(html: string): Element | null {
  document.body.innerHTML = html;
  return document.body.querySelector("[data-here]");
}

test.each([
  ["<input data-here>", true],
  ['<input type="search" data-here>', true],
  ['<input type="checkbox" data-here>', false],
  ["<textarea data-here></textarea>", true],
  ["<select data-here></select>", true],
  ['<div contenteditable="true"><b data-here></b></div>', true],
  ['<div role="menu"><button data-here>x</button></div>', true],
  ["<button data-here>x</button>", false],
  ["<a href='#' data-here>x</a>", false],
])("whether letters belong to %s", (html, takes) => {
  expect(takesLetters(element(html))).toBe(takes);
});
