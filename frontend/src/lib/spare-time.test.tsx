import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useSpareTime } from "./spare-time";

function Late() {
  return useSpareTime() ? "now" : "later";
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("waits until the browser has nothing else to do, and stays there", () => {
  const waiting: IdleRequestCallback[] = [];
  vi.stubGlobal("requestIdleCallback", (come: IdleRequestCallback) => waiting.push(come));
  vi.stubGlobal("cancelIdleCallback", vi.fn());
  const { rerender, unmount } = render(<Late />);
  expect(screen.getByText("later")).toBeTruthy();
  const requestCount = waiting.length;
  act(() => waiting.at(-1)?.({ didTimeout: false, timeRemaining: () => 1 }));
  expect(screen.getByText("now")).toBeTruthy();
  rerender(<Late />);
  expect(screen.getByText("now")).toBeTruthy();
  expect(waiting).toHaveLength(requestCount);
  // Unmount before the simulated browser of this test ends.
  unmount();
});

test("takes its request back when it goes", () => {
  const cancel = vi.fn();
  vi.stubGlobal("requestIdleCallback", () => 7);
  vi.stubGlobal("cancelIdleCallback", cancel);
  render(<Late />).unmount();
  expect(cancel).toHaveBeenCalledWith(7);
});

test("takes the next task where the browser does not tell when it is free", () => {
  vi.useFakeTimers();
  vi.stubGlobal("requestIdleCallback", undefined);
  render(<Late />);
  expect(screen.getByText("later")).toBeTruthy();
  act(() => void vi.runAllTimers());
  expect(screen.getByText("now")).toBeTruthy();
});
