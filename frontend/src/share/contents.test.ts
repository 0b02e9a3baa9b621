// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchContents } from "./contents";

const tops = new Map<string, number>();

beforeEach(() => {
  document.body.innerHTML = `<nav><a href="#one">One</a><a href="#two">Two</a><a href="#none">None</a></nav>
    <section id="one"></section><section id="two"></section>`;
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    return new DOMRect(0, tops.get(this.id) ?? 0, 100, 100);
  });
});

afterEach(() => vi.restoreAllMocks());

const current = () => [...document.querySelectorAll("[aria-current]")].map(({ textContent }) => textContent);

test("marks the part that was passed last, and the first one above all parts", () => {
  tops.set("one", innerHeight).set("two", 2 * innerHeight);
  watchContents([...document.querySelectorAll("a")]);
  expect(current()).toEqual(["One"]);
  tops.set("one", -500).set("two", 10);
  dispatchEvent(new Event("scroll"));
  expect(current()).toEqual(["Two"]);
});

test("does nothing on a page without these parts", () => {
  document.body.innerHTML = '<a href="#none">None</a>';
  watchContents([...document.querySelectorAll("a")]);
  expect(current()).toEqual([]);
});
