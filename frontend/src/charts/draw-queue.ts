/** Draws one chart at a time: a page with many answers the reader between two of them, and those in sight come first. */

import type { RefObject } from "react";
import type { ChartInstance } from "./runtime";

interface Drawing {
  draw: () => void;
  /** Somebody looks at what it takes the place of already. */
  isRedrawn: boolean;
}

const waiting = new Map<Element, Drawing>();
let isAwake = false;

/**
 * Draws into `element` soon; a later call for the same one takes the place of an earlier. What is drawn again is computed in one
 * frame and painted in the next, and no two in one frame.
 */
export function drawSoon(element: Element, draw: () => void, { isRedrawn = false } = {}): void {
  waiting.set(element, { draw, isRedrawn });
  wake();
}

/** Whatever was to be drawn into `element` is not. */
export function cancelDrawing(element: Element): void {
  waiting.delete(element);
}

/**
 * Changes a chart that somebody works with. Charts are painted when a frame begins: what is changed after that is painted in the
 * next frame, so that a frame takes as long as one of both and not as long as both.
 */
export function changeAfterPaint(change: () => void): void {
  requestAnimationFrame(change);
}

/** The same for a chart that may be about to be drawn: one that is started anew is empty until its turn comes. */
export function changeWhenDrawn(chart: RefObject<ChartInstance | null>, change: (chart: ChartInstance) => void): void {
  changeAfterPaint(() => {
    if (!chart.current) return;
    // ECharts has no option before the first, whatever its type says.
    if (chart.current.getOption()) change(chart.current);
    else changeWhenDrawn(chart, change);
  });
}

function wake(): void {
  if (isAwake || waiting.size === 0) return;
  isAwake = true;
  // Nobody sees a hidden tab: its charts are drawn once, with the newest data, when it is looked at again.
  if (document.hidden) {
    document.addEventListener("visibilitychange", wakeAgain, { once: true });
    return;
  }
  // A task of its own: between two of them the browser paints and hears clicks.
  setTimeout(() => {
    const element = [...waiting.keys()].find(isInSight) ?? waiting.keys().next().value;
    if (element && waiting.get(element)?.isRedrawn) changeAfterPaint(() => drawFirst(element));
    else drawFirst(element);
  }, 0);
}

function wakeAgain(): void {
  isAwake = false;
  wake();
}

/** Draws into `element`, and then whatever else waits, even when this one cannot be drawn. */
function drawFirst(element: Element | undefined): void {
  isAwake = false;
  const drawing = element && waiting.get(element);
  if (element) waiting.delete(element);
  try {
    drawing?.draw();
  } finally {
    if (drawing?.isRedrawn) requestAnimationFrame(wake);
    else wake();
  }
}

/** Whether a part of an element is within the window from top to bottom. */
export function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
