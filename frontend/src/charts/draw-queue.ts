/** Draws one chart at a time: a page with many answers the reader between two of them, and those in sight come first. */

import type { RefObject } from "react";
import type { ChartInstance } from "./runtime";

interface Drawing {
  draw: () => void;
  /** True if it replaces a drawing that the reader already sees. */
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

/** Cancel the pending drawing into `element`. */
export function cancelDrawing(element: Element): void {
  waiting.delete(element);
}

/**
 * Change a chart in use. Charts are painted at the beginning of a frame, and a later change is painted in the next one.
 * A frame thus takes as long as one of both, not as long as both together.
 */
export function changeAfterPaint(change: () => void): void {
  requestAnimationFrame(change);
}

/** Change a chart that may still wait for its drawing: a restarted chart is empty until its turn. */
export function changeWhenDrawn(chart: RefObject<ChartInstance | null>, change: (chart: ChartInstance) => void): void {
  changeAfterPaint(() => {
    if (!chart.current) return;
    // ECharts has no option before the first one, contrary to its type.
    if (chart.current.getOption()) change(chart.current);
    else changeWhenDrawn(chart, change);
  });
}

function wake(): void {
  if (isAwake || waiting.size === 0) return;
  isAwake = true;
  // A hidden tab has no viewer: its charts are drawn once, with the newest data, when it is visible again.
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

/** Draw into `element`, and then all other waiting charts, even if this one fails. */
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

/** Return true if a part of an element is within the window from top to bottom. */
export function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
