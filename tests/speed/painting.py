"""Time until the largest part of a page and the first row of its list are painted."""

from __future__ import annotations

import json

from playwright.sync_api import Page

#: Run in a page before its own scripts, with the selector of a row in its first line.
_WATCH = """(() => {
  const painting = { largest: 0, row: null };
  window.storagelabPainting = painting;
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) painting.largest = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  const look = () => {
    if (document.querySelector(ROW)) {
      // After this frame is on the screen.
      setTimeout(() => { painting.row = performance.now(); });
    } else {
      requestAnimationFrame(look);
    }
  };
  requestAnimationFrame(look);
})()"""
#: Nothing larger comes after a list has been there for so long.
_QUIET_MS = 1_500


def largest_paint_seconds(page: Page, url: str, row: str) -> float:
    """Return the seconds from the request of a page until its largest paint and its first row, whichever is later.

    `row` is the selector of a row. The page has to be new, in a context of its own, so that nothing of it is cached.
    """
    page.add_init_script(f"const ROW = {json.dumps(row)};\n{_WATCH}")
    page.goto(url)
    page.wait_for_function("() => window.storagelabPainting.row !== null")
    page.wait_for_timeout(_QUIET_MS)
    largest, first_row = page.evaluate("() => [storagelabPainting.largest, storagelabPainting.row]")
    return max(float(largest), float(first_row)) / 1000
