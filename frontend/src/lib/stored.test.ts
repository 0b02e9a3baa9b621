// @vitest-environment happy-dom
/** Values that a browser stores, including the case that it refuses. */
import { afterEach, expect, test, vi } from "vitest";
import { createStored } from "./stored";

const numbers = () => createStored("test-numbers", (raw) => (Array.isArray(raw) ? (raw as number[]) : []));

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test("a written value is read again, by another reader of the same key as well", () => {
  const value = numbers();
  value.write([1, 2]);
  expect(value.read()).toEqual([1, 2]);
  expect(value.read()).toBe(value.read());
  expect(numbers().read()).toEqual([1, 2]);
});

test("what is no JSON, or of another form, is taken as absent", () => {
  localStorage.setItem("test-numbers", "{broken");
  expect(numbers().read()).toEqual([]);
  localStorage.setItem("test-numbers", '{"a":1}');
  expect(numbers().read()).toEqual([]);
});

test("a browser that keeps nothing has the value until the page is left", () => {
  const refuse = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: refuse, clear: () => undefined });
  const value = numbers();
  value.write([3]);
  expect(value.read()).toEqual([3]);
  expect(numbers().read()).toEqual([]);
});
