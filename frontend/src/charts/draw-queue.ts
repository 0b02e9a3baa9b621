/** Draws one chart at a time: a page with many answers the reader between two of them, and those in sight come first. */

/** Draws; returns whether the drawing is made in the next frame only. */
type Draw = () => boolean;

const waiting = new Map<Element, Draw>();
let isAwake = false;

/** Draws into `element` soon; a later call for the same one takes the place of an earlier. */
export function drawSoon(element: Element, draw: Draw): void {
  waiting.set(element, draw);
  wake();
}

/** Whatever was to be drawn into `element` is not. */
export function forgetDrawing(element: Element): void {
  waiting.delete(element);
}

function wake(): void {
  if (isAwake || waiting.size === 0) return;
  isAwake = true;
  // A task of its own: between two of them the browser paints and hears clicks.
  setTimeout(() => {
    isAwake = false;
    const element = [...waiting.keys()].find(isInSight) ?? waiting.keys().next().value;
    const draw = element && waiting.get(element);
    if (element) waiting.delete(element);
    let isForNextFrame = false;
    try {
      isForNextFrame = draw?.() ?? false;
    } finally {
      // The others are drawn even when this one cannot be, and no two in one frame.
      if (isForNextFrame) requestAnimationFrame(wake);
      else wake();
    }
  }, 0);
}

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
