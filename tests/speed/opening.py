"""Time until a page with charts has drawn them and answers."""

from __future__ import annotations

from playwright.sync_api import Page

#: Run in every page before its own scripts: notes when all charts are painted and another task could run, and the end
#: of every task of more than 50 ms.
WATCH_OPENING = """(() => {
  const opening = { answered: null, busyUntil: 0 };
  window.storagelabOpening = opening;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      opening.busyUntil = Math.max(opening.busyUntil, startTime + duration);
    }
  }).observe({ type: "longtask", buffered: true });
  const look = () => {
    const charts = [...document.querySelectorAll("[data-chart]")];
    const waiting = document.querySelector('main [aria-busy="true"]');
    if (charts.length > 0 && !waiting && charts.every((chart) => chart.hasAttribute("data-painted"))) {
      // After this frame is on the screen.
      setTimeout(() => { opening.answered = performance.now(); });
    } else {
      requestAnimationFrame(look);
    }
  };
  requestAnimationFrame(look);
})()"""
#: The page has to be quiet for so long before it counts as answering.
_QUIET_MS = 1_000


def interactive_seconds(page: Page, url: str) -> float:
    """Return the seconds from the request of a page until its charts are drawn and no long task blocks them.

    The page has to be new, in a context of its own, so that nothing of it is cached.
    """
    page.add_init_script(WATCH_OPENING)
    page.goto(url)
    wait_until_quiet(page)
    answered, busy_until = page.evaluate("() => [storagelabOpening.answered, storagelabOpening.busyUntil]")
    return max(float(answered), float(busy_until)) / 1000


def wait_until_quiet(page: Page) -> None:
    """Wait until the charts of a page that was opened with `WATCH_OPENING` are drawn, and a second more."""
    page.wait_for_function("() => window.storagelabOpening.answered !== null")
    page.wait_for_timeout(_QUIET_MS)


def first_chart_end_px(page: Page, url: str, *, width: int, height: int) -> float:
    """Return the lower end of a page's first chart on a screen of this size, in px from the top of the page."""
    page.set_viewport_size({"width": width, "height": height})
    page.goto(url)
    page.locator("[data-chart][data-painted]").first.wait_for()
    return float(page.evaluate("() => document.querySelector('[data-chart]').getBoundingClientRect().bottom + scrollY"))
