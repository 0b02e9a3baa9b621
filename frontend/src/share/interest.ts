/** When a chart is worth its scripts and its data: a reader turns to it, or sits at a desk that has nothing else to do. */

type Enliven = (figure: HTMLElement) => Promise<void>;

/**
 * True on a desk: a wide screen and a mouse. False if data saving is enabled, so that nothing loads without a request.
 */
function isDesk(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return matchMedia("(hover: hover) and (pointer: fine) and (min-width: 900px)").matches && !connection?.saveData;
}

/** Runs `task` when the page is loaded and nothing else is to be done. */
function whenIdle(task: () => void): void {
  const wait = () => {
    if ("requestIdleCallback" in window) requestIdleCallback(task);
    else setTimeout(task, 1000);
  };
  if (document.readyState === "complete") wait();
  else window.addEventListener("load", wait, { once: true });
}

/** Calls `enliven` once for each figure that a reader turns to; one that fails stays the picture that it is. */
export function watchInterest(figures: Iterable<HTMLElement>, enliven: Enliven): void {
  const still = new Set(figures);
  const take = async (figure: HTMLElement) => {
    if (still.delete(figure)) await enliven(figure).catch(() => undefined);
  };
  for (const figure of still) {
    // A finger on its way down the page passes over charts; only a tap turns to one.
    figure.addEventListener("pointerenter", ({ pointerType }) => pointerType !== "touch" && take(figure));
    figure.addEventListener("click", ({ target }) => target instanceof HTMLImageElement && take(figure));
    figure.addEventListener("focusin", () => take(figure));
  }
  if (isDesk()) whenIdle(() => takeInSight(still, take));
}

/** One chart after the other, as they come into sight: the reader scrolls and types between two of them. */
function takeInSight(still: Iterable<HTMLElement>, take: (figure: HTMLElement) => Promise<void>): void {
  let last: Promise<void> = Promise.resolve();
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      const rested = last.then(() => new Promise<void>(whenIdle));
      last = rested.then(() => take(target as HTMLElement));
    }
  });
  for (const figure of still) observer.observe(figure);
}
