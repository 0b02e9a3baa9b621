// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { drawSoon, forgetDrawing } from "./draw-queue";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

/** An element whose top stands so many px below that of the window. */
function elementAt(top: number): Element {
  const element = document.createElement("div");
  element.getBoundingClientRect = () => new DOMRect(0, top, 100, 100);
  return element;
}

const far = () => elementAt(window.innerHeight + 1);

test("draws one chart in a task, those in sight first", () => {
  const drawn: string[] = [];
  drawSoon(far(), () => drawn.push("far") === 0);
  drawSoon(elementAt(0), () => drawn.push("near") === 0);
  drawSoon(elementAt(200), () => drawn.push("nearer to the end") === 0);

  expect(drawn).toEqual([]);
  vi.advanceTimersToNextTimer();
  expect(drawn).toEqual(["near"]);
  vi.runAllTimers();
  expect(drawn).toEqual(["near", "nearer to the end", "far"]);
});

test("draws no two charts in one frame", () => {
  const drawn: string[] = [];
  drawSoon(elementAt(0), () => drawn.push("first") > 0);
  drawSoon(elementAt(200), () => drawn.push("second") > 0);
  let frames = 0;
  const framed = vi.spyOn(window, "requestAnimationFrame").mockImplementation((callback) => {
    frames += 1;
    setTimeout(() => callback(0), 16);
    return frames;
  });
  vi.advanceTimersByTime(15);
  expect(drawn).toEqual(["first"]);
  vi.runAllTimers();
  expect(drawn).toEqual(["first", "second"]);
  framed.mockRestore();
});

test("draws only what was asked for last", () => {
  const drawn: number[] = [];
  const element = elementAt(0);
  drawSoon(element, () => drawn.push(1) === 0);
  drawSoon(element, () => drawn.push(2) === 0);
  vi.runAllTimers();
  expect(drawn).toEqual([2]);
});

test("draws nothing into what is gone", () => {
  const drawn: number[] = [];
  const element = elementAt(0);
  drawSoon(element, () => drawn.push(1) === 0);
  forgetDrawing(element);
  vi.runAllTimers();
  expect(drawn).toEqual([]);
});

test("draws the others when one cannot be drawn", () => {
  const drawn: number[] = [];
  drawSoon(elementAt(0), () => {
    throw new Error("no such series");
  });
  drawSoon(elementAt(1), () => drawn.push(2) === 0);
  expect(() => vi.runAllTimers()).toThrow("no such series");
  vi.runAllTimers();
  expect(drawn).toEqual([2]);
});
