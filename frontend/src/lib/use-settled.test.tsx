import { renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { useComplete, useSettled } from "./use-settled";

describe("useSettled", () => {
  it("is the same object until one of its fields is another", () => {
    const { result, rerender } = renderHook(({ value }) => useSettled(value), { initialProps: { value: { a: 1 } } });
    const first = result.current;
    rerender({ value: { a: 1 } });
    expect(result.current).toBe(first);
    rerender({ value: { a: 2 } });
    expect(result.current).toEqual({ a: 2 });
  });

  it("knows lists by their items", () => {
    const item = {};
    const { result, rerender } = renderHook(({ value }) => useSettled(value), { initialProps: { value: [item] } });
    const first = result.current;
    rerender({ value: [item] });
    expect(result.current).toBe(first);
    rerender({ value: [{}] });
    expect(result.current).not.toBe(first);
  });
});

describe("useComplete", () => {
  const start = { value: "whole", isComplete: true, subject: "r-1" };
  const render = (initialProps = start) =>
    renderHook(({ value, isComplete, subject }) => useComplete(value, isComplete, subject), { initialProps });

  it("keeps what was complete until the next is", () => {
    const { result, rerender } = render();
    rerender({ ...start, value: "half of it", isComplete: false });
    expect(result.current).toBe("whole");
    rerender({ ...start, value: "all of the half", isComplete: true });
    expect(result.current).toBe("all of the half");
  });

  it("shows at once what is about something else, complete or not", () => {
    const { result, rerender } = render();
    rerender({ value: "another", isComplete: false, subject: "r-2" });
    expect(result.current).toBe("another");
  });

  it("begins with what there is", () => {
    const { result, rerender } = render({ ...start, isComplete: false });
    expect(result.current).toBe("whole");
    rerender({ ...start, value: "and more", isComplete: true });
    expect(result.current).toBe("and more");
  });
});
