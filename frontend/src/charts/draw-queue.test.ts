// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { cancelDrawing, changeWhenDrawn, drawSoon } from "./draw-queue";
import type { ChartInstance } from "./runtime";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

/** Return an element whose top is this number of px below that of the window. */
function elementAt(top: number): Element {
  const element = document.createElement("div");
  element.getBoundingClientRect = () => new DOMRect(0, top, 100, 100);
  return element;
}

const far = () => elementAt(window.innerHeight + 1);

test("draws one chart in a task, those in sight first", () => {
  const drawn: string[] = [];
  drawSoon(far(), () => drawn.push("far"));
  drawSoon(elementAt(0), () => drawn.push("near"));
  drawSoon(elementAt(200), () => drawn.push("nearer to the end"));

  expect(drawn).toEqual([]);
  vi.advanceTimersToNextTimer();
  expect(drawn).toEqual(["near"]);
  vi.runAllTimers();
  expect(drawn).toEqual(["near", "nearer to the end", "far"]);
});

describe("drawing again", () => {
  /** Callbacks of the next frame. */
  let callbacks: FrameRequestCallback[] = [];
  const nextFrame = () => {
    const called = callbacks;
    callbacks = [];
    for (const callback of called) callback(0);
    vi.runAllTimers();
  };
  beforeEach(() => {
    callbacks = [];
    vi.spyOn(window, "requestAnimationFrame").mockImplementation((callback) => callbacks.push(callback));
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test("waits until a frame has been painted, and leaves the next one to paint what was drawn", () => {
    const drawn: string[] = [];
    drawSoon(elementAt(0), () => drawn.push("first"), { isRedrawn: true });
    drawSoon(elementAt(200), () => drawn.push("second"), { isRedrawn: true });
    const afterFrames = [0, 1, 2, 3].map(() => {
      vi.runAllTimers();
      const before = [...drawn];
      nextFrame();
      return before;
    });
    expect(afterFrames).toEqual([[], ["first"], ["first"], ["first", "second"]]);
  });

  test("draws what was asked for last, though it was asked for while the frame was waited for", () => {
    const drawn: number[] = [];
    const element = elementAt(0);
    drawSoon(element, () => drawn.push(1), { isRedrawn: true });
    vi.runAllTimers();
    drawSoon(element, () => drawn.push(2), { isRedrawn: true });
    for (let frame = 0; frame < 4; frame += 1) nextFrame();
    expect(drawn).toEqual([2]);
  });

  test("goes on with the others when what it waited for is gone", () => {
    const drawn: string[] = [];
    const removed = elementAt(0);
    drawSoon(removed, () => drawn.push("gone"), { isRedrawn: true });
    vi.runAllTimers();
    drawSoon(elementAt(0), () => drawn.push("other"));
    cancelDrawing(removed);
    nextFrame();
    expect(drawn).toEqual(["other"]);
  });
});

test("draws only what was asked for last", () => {
  const drawn: number[] = [];
  const element = elementAt(0);
  drawSoon(element, () => drawn.push(1));
  drawSoon(element, () => drawn.push(2));
  vi.runAllTimers();
  expect(drawn).toEqual([2]);
});

test("draws nothing into what is gone", () => {
  const drawn: number[] = [];
  const element = elementAt(0);
  drawSoon(element, () => drawn.push(1));
  cancelDrawing(element);
  vi.runAllTimers();
  expect(drawn).toEqual([]);
});

test("draws the others when one cannot be drawn", () => {
  const drawn: number[] = [];
  drawSoon(elementAt(0), () => {
    throw new Error("no such series");
  });
  drawSoon(elementAt(1), () => drawn.push(2));
  expect(() => vi.runAllTimers()).toThrow("no such series");
  vi.runAllTimers();
  expect(drawn).toEqual([2]);
});

test("draws nothing in a hidden tab, and once the newest when it is looked at again", () => {
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  const drawn: string[] = [];
  const element = elementAt(0);
  drawSoon(element, () => drawn.push("old"));
  drawSoon(element, () => drawn.push("new"));
  vi.runAllTimers();
  expect(drawn).toEqual([]);

  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event("visibilitychange"));
  vi.runAllTimers();
  expect(drawn).toEqual(["new"]);
  hidden.mockRestore();
});

describe("changing a chart", () => {
  const chartWith = (option: object | undefined) => ({ getOption: () => option }) as unknown as ChartInstance;

  test("waits for one that was started anew until it is drawn, and forgets one that is gone", () => {
    const chart: { current: ChartInstance | null } = { current: chartWith(undefined) };
    const changed: ChartInstance[] = [];
    changeWhenDrawn(chart, (drawn) => changed.push(drawn));
    vi.advanceTimersToNextFrame();
    vi.advanceTimersToNextFrame();
    expect(changed).toEqual([]);

    const drawn = chartWith({});
    chart.current = drawn;
    vi.advanceTimersToNextFrame();
    expect(changed).toEqual([drawn]);

    chart.current = null;
    changeWhenDrawn(chart, () => changed.push(drawn));
    vi.runAllTimers();
    expect(changed).toEqual([drawn]);
  });
});
