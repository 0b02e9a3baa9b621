"""What holds for every page: no finding of axe, no sideways scrolling at 320 px, and no jump while it loads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.browsing import sign_in
from tests.e2e.conftest import Measured, Opener
from tests.e2e.lab import Lab
from tests.e2e.pages import lab_pages

Scheme = Literal["light", "dark"]
AXE = Path(__file__).resolve().parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
RUN_AXE = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  const place = ({ target, failureSummary }) => [target.join(" "), failureSummary];
  return violations.map(({ id, nodes }) => [id, nodes.map(place)]);
}"""
#: Colours on their way to those of another theme are at their end, and painted.
END_TRANSITIONS = """() => {
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
  return new Promise(painted => requestAnimationFrame(() => requestAnimationFrame(() => painted(null))));
}"""
WATCH_SHIFTS = """
window.shifts = [];
new PerformanceObserver(list => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    if (!hadRecentInput) window.shifts.push([value, sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? "")]);
  }
}).observe({ type: "layout-shift", buffered: true });
"""
MOST_SHIFT = 0.02
NARROW = {"width": 390, "height": 844}
WIDE = {"width": 1440, "height": 900}


#: What the code that draws charts is called once it is built: more than everything else that these pages need.
CHART_CODE = "**/assets/chart-*.js"
WITH_CHARTS = {
    "overview", "run", "run curves", "run sweeps", "run latency", "published run", "compare", "pivot", "explore",
    "rankings", "job", "configuration history",
}  # fmt: skip


def test_pages_have_their_words_before_the_code_that_draws_charts(page: Page, lab: Lab, measured: Measured) -> None:
    held: list[str] = []
    page.route(CHART_CODE, lambda route: held.append(route.request.url))
    items = [item for item in lab_pages(lab, measured) if item.name in WITH_CHARTS]
    assert len(items) == len(WITH_CHARTS)
    for item in items:
        page.goto(item.address)
        # Not the words that stand there until the scripts run: those are gone once the page is rendered.
        expect(page.get_by_role("navigation", name="Main")).to_be_visible()
        expect(page.get_by_role("main").get_by_role("heading", level=1)).to_be_visible()
    assert held, "no page asked for what draws its charts under this name"


@pytest.mark.parametrize(
    ("viewport", "opened_in", "turned_to"), [(WIDE, "light", "dark"), (NARROW, "dark", "light")], ids=["wide", "narrow"]
)
def test_axe_finds_nothing(
    visit: Opener, lab: Lab, measured: Measured, viewport: dict[str, int], opened_in: Scheme, turned_to: Scheme
) -> None:
    page = visit(viewport=viewport)
    sign_in(page, lab)
    found = {}
    for item in lab_pages(lab, measured):
        page.emulate_media(color_scheme=opened_in, reduced_motion="reduce")
        page.goto(item.address)
        item.arrived(page)
        # Evaluated, not added as a script: the pages' content security policy allows none but their own.
        page.evaluate(AXE.read_text(encoding="utf-8"))
        found[item.name, opened_in] = page.evaluate(RUN_AXE)
        turn(page, turned_to)
        found[item.name, turned_to] = page.evaluate(RUN_AXE)
    assert {where: violations for where, violations in found.items() if violations} == {}


def turn(page: Page, scheme: Scheme) -> None:
    """Let the device of the reader turn to the other theme, and wait until the page has followed."""
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    # Pages of readers outside the lab follow by their style sheet alone.
    if page.locator("html[data-mantine-color-scheme]").count():
        expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", scheme)
    assert page.evaluate("scheme => matchMedia(`(prefers-color-scheme: ${scheme})`).matches", scheme)
    page.evaluate(END_TRANSITIONS)


def test_nothing_scrolls_sideways_on_the_narrowest_screen(visit: Opener, lab: Lab, measured: Measured) -> None:
    page = visit(viewport={"width": 320, "height": 640})
    sign_in(page, lab)
    widths = {}
    for item in lab_pages(lab, measured):
        page.goto(item.address)
        item.arrived(page)
        widths[item.name] = page.evaluate("document.documentElement.scrollWidth")
    assert {name: width for name, width in widths.items() if width > 320} == {}


@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
def test_pages_of_runs_and_jobs_do_not_jump_while_they_load(
    visit: Opener, lab: Lab, measured: Measured, viewport: dict[str, int]
) -> None:
    page = visit(viewport=viewport)
    sign_in(page, lab)
    page.add_init_script(WATCH_SHIFTS)
    jumps = {}
    for item in lab_pages(lab, measured):
        if item.name not in ("run", "job", "choose runs") and not item.name.startswith("run "):
            continue
        page.goto(item.address)
        item.arrived(page)
        page.wait_for_load_state("networkidle")
        shifts = page.evaluate("window.shifts")
        if sum(value for value, _ in shifts) >= MOST_SHIFT:
            jumps[item.name] = shifts

    assert not jumps, json.dumps(jumps, indent=1)
