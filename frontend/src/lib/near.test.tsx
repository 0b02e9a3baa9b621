import { act, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useNear } from "./near";

class Watcher {
  static last: Watcher;
  constructor(
    readonly callback: IntersectionObserverCallback,
    readonly options?: IntersectionObserverInit,
  ) {
    Watcher.last = this;
  }
  observe() {}
  disconnect() {}
  see(isIntersecting: boolean) {
    const entries = [{ isIntersecting }] as IntersectionObserverEntry[];
    act(() => this.callback(entries, this as unknown as IntersectionObserver));
  }
}

function Place() {
  const place = useRef<HTMLDivElement>(null);
  return <div ref={place}>{useNear(place) ? "near" : "far"}</div>;
}

function screenIs(isPhone: boolean) {
  vi.stubGlobal("matchMedia", () => ({ matches: isPhone }));
}

beforeEach(() => {
  vi.stubGlobal("IntersectionObserver", Watcher);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("everything is near on a desk", () => {
  screenIs(false);
  render(<Place />);
  expect(screen.getByText("near")).toBeTruthy();
});

test("on a phone a place is far until it is seen, and stays near", () => {
  screenIs(true);
  render(<Place />);
  expect(screen.getByText("far")).toBeTruthy();
  Watcher.last.see(false);
  expect(screen.getByText("far")).toBeTruthy();
  Watcher.last.see(true);
  expect(screen.getByText("near")).toBeTruthy();
  Watcher.last.see(false);
  expect(screen.getByText("near")).toBeTruthy();
});

test("somebody who scrolls on a phone finds what is a screen ahead, and nobody else", () => {
  screenIs(true);
  render(<Place />);
  expect(Watcher.last.options?.rootMargin).toBeUndefined();
  act(() => void window.dispatchEvent(new Event("scroll")));
  expect(Watcher.last.options?.rootMargin).toBe("100% 0px");
  Watcher.last.see(true);
  expect(screen.getByText("near")).toBeTruthy();
});

test("what is printed is near", () => {
  screenIs(true);
  render(<Place />);
  act(() => void window.dispatchEvent(new Event("beforeprint")));
  expect(screen.getByText("near")).toBeTruthy();
});
