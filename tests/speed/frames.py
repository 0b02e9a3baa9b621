"""Frame times of a page while its charts are in use."""

from __future__ import annotations

import time

from playwright.sync_api import Locator, Page

#: Watches every frame from now on; the time between two is what a visitor waits for the next.
_WATCH = """() => {
  const watch = { longest: 0, count: 0, last: null, on: true };
  window.storagelabFrames = watch;
  const look = (now) => {
    if (watch.last !== null) {
      watch.longest = Math.max(watch.longest, now - watch.last);
      watch.count += 1;
    }
    watch.last = now;
    if (watch.on) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
_READ = """() => {
  const watch = window.storagelabFrames;
  watch.on = false;
  return [watch.longest, watch.count];
}"""
#: A browser without a screen shows no scroll bars: this is what one does while it is dragged.
_DRAG_BAR = """(table, steps) => new Promise((resolve) => {
  const places = [...Array(2 * steps).keys()].map((step) => 1 - Math.abs(step / steps - 1));
  const move = () => {
    const share = places.shift();
    if (share === undefined) return resolve();
    table.scrollTop = share * (table.scrollHeight - table.clientHeight);
    requestAnimationFrame(move);
  };
  move();
})"""
_SCROLLS = 120
_SCROLL_PX = 240
_FEWEST_FRAMES = 20
_HOVER_STEPS = 80
_STEP_MS = 16
_DRAG_PX = 600
_SETTLING_MS = 1_500
_WHEEL_TURNS = 12
#: Long enough for the stored samples of a section to come and be drawn.
_ZOOM_MS = 700
#: Of twelve hours, the fifth step is the first that shows stored samples: every second of 22 minutes.
_ZOOMS = (*["+"] * 5, "Shift+ArrowRight", "Shift+ArrowLeft", "-", "0")


def hover_frame_ms(page: Page) -> float:
    """Return the longest frame while the mouse crosses the first chart of a page from left to right and back, in ms."""
    box = _in_sight(page).locator("[data-chart]").bounding_box()
    if box is None:
        raise RuntimeError(f"The chart of {page.url} is not in sight.")
    page.evaluate(_WATCH)
    for step in (*range(_HOVER_STEPS), *reversed(range(_HOVER_STEPS))):
        share = (step + 0.5) / _HOVER_STEPS
        page.mouse.move(box["x"] + box["width"] * (0.1 + 0.8 * share), box["y"] + box["height"] * (0.1 + 0.2 * share))
        page.wait_for_timeout(_STEP_MS)
    return _longest(page)


def zoom_frame_ms(page: Page) -> float:
    """Return the longest frame while the first chart of a page is zoomed in, moved and shown whole again, in ms."""
    figure = _in_sight(page)
    page.evaluate(_WATCH)
    drawing = figure.get_by_role("application")
    for key in _ZOOMS:
        drawing.press(key)
        page.wait_for_timeout(_ZOOM_MS)
    return _longest(page)


def wheel_frame_ms(page: Page) -> float:
    """Return the longest frame while the first chart of a page is zoomed in and out again by the wheel, in ms."""
    figure = _in_sight(page)
    drawing = figure.get_by_role("application")
    drawing.focus()
    box = drawing.bounding_box()
    if box is None:
        raise RuntimeError(f"The chart of {page.url} is not in sight.")
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.evaluate(_WATCH)
    for turn in (*[-100] * _WHEEL_TURNS, *[100] * _WHEEL_TURNS):
        page.mouse.wheel(0, turn)
        page.wait_for_timeout(_STEP_MS)
    page.wait_for_timeout(_ZOOM_MS)
    return _longest(page)


def panel_drag_frame_ms(page: Page) -> float:
    """Return the longest frame while the first panel of a workbench is dragged across its grid and back, in ms."""
    head = page.locator("[data-figure-head]").first
    box = head.bounding_box()
    if box is None:
        raise RuntimeError(f"No panel of {page.url} is in sight.")
    x, y = box["x"] + 20, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(_WATCH)
    for step in (*range(_HOVER_STEPS), *reversed(range(_HOVER_STEPS))):
        share = step / _HOVER_STEPS
        page.mouse.move(x + _DRAG_PX * share, y + _DRAG_PX / 2 * share)
        page.wait_for_timeout(_STEP_MS)
    longest = _longest(page)
    page.mouse.up()
    return longest


def drag_frame_ms(page: Page) -> float:
    """Return the longest frame while the first waiting run of a queue is dragged along its row and back, in ms."""
    bar = page.locator("[data-move]").first
    bar.wait_for()
    # What is still drawn for the first time is no answer to the mouse.
    page.wait_for_timeout(_SETTLING_MS)
    box = bar.bounding_box()
    if box is None:
        raise RuntimeError(f"The first waiting run of {page.url} is not in sight.")
    x, y = box["x"] + min(box["width"] / 2, 20), box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(_WATCH)
    for step in (*range(_HOVER_STEPS), *reversed(range(_HOVER_STEPS))):
        page.mouse.move(x + _DRAG_PX * step / _HOVER_STEPS, y)
        page.wait_for_timeout(_STEP_MS)
    longest = _longest(page)
    page.keyboard.press("Escape")
    page.mouse.up()
    return longest


def scroll_frame_ms(page: Page) -> float:
    """Return the longest frame while a long table is scrolled by the wheel, over rows that arrive meanwhile, in ms."""
    table = page.locator("section[data-lines]")
    table.locator("tbody tr").nth(_FEWEST_FRAMES).wait_for()
    page.wait_for_timeout(_SETTLING_MS)
    table.hover()
    page.evaluate(_WATCH)
    for _ in range(_SCROLLS):
        page.mouse.wheel(0, _SCROLL_PX)
        page.wait_for_timeout(_STEP_MS)
    return _longest(page)


def scroll_bar_frame_ms(page: Page) -> float:
    """Return the longest frame while the scroll bar of a long table is dragged over all rows and back, in ms."""
    page.locator("table[aria-rowcount]:not([aria-rowcount='-1'])").wait_for()
    page.evaluate(_WATCH)
    page.locator("section[data-lines]").evaluate(_DRAG_BAR, _HOVER_STEPS)
    return _longest(page)


def scrolled_rows_seconds(page: Page) -> float:
    """Return the time from the drop of the scroll bar in the middle of a long table to the first row, in seconds."""
    table = page.locator("section[data-lines]")
    middle = int(page.get_by_role("table").get_attribute("aria-rowcount") or 0) // 2
    began = time.perf_counter()
    table.evaluate("table => { table.scrollTop = (table.scrollHeight - table.clientHeight) / 2; }")
    # In each frame: a locator looks for it again after half a second.
    page.wait_for_function("row => document.querySelector(row)", arg=f"tr[data-row][aria-rowindex='{middle}']")
    return time.perf_counter() - began


def _in_sight(page: Page) -> Locator:
    figure = page.get_by_role("figure").filter(has=page.locator("[data-chart][data-painted]")).first
    figure.scroll_into_view_if_needed()
    return figure


def _longest(page: Page) -> float:
    longest, count = page.evaluate(_READ)
    if count < _FEWEST_FRAMES:
        raise RuntimeError(f"The browser drew {count} frames: it was not looking.")
    return float(longest)
