"""Rules for every page: no findings of axe, no sideways scrolling at 320 px, no jump while it loads.

Each page is opened once and checked for all of it. It is opened narrow, dark and with a narrow screen once more as
evidence.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, Route, expect
from tests.e2e.conftest import Measured, Opener
from tests.e2e.lab import Lab
from tests.e2e.pages import LabPage, lab_pages

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
#: The layout shifts without user input since the page was opened, and their elements.
READ_SHIFTS = """() => new Promise(resolve => {
  const shifts = [];
  const observer = new PerformanceObserver(list => shifts.push(...list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => {
    shifts.push(...observer.takeRecords());
    observer.disconnect();
    const places = ({ sources }) => sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? "");
    resolve(shifts.filter(({ hadRecentInput }) => !hadRecentInput).map(entry => [entry.value, places(entry)]));
  }));
})"""
#: The width of the page once it fits, or after five seconds: charts are redrawn for the width of their window.
WIDTH_AT_REST = """() => new Promise(resolve => {
  const end = performance.now() + 5_000;
  const look = () => {
    const { scrollWidth } = document.documentElement;
    if (scrollWidth <= innerWidth || performance.now() > end) resolve(scrollWidth);
    else setTimeout(look, 50);
  };
  requestAnimationFrame(() => requestAnimationFrame(look));
})"""
MAX_SHIFT = 0.02
NARROW = {"width": 390, "height": 844}
WIDE = {"width": 1440, "height": 900}
LARGE = {"width": 1920, "height": 1080}
NARROWEST = {"width": 320, "height": 640}
HEIGHT = "element => element.getBoundingClientRect().height"
#: The pages are divided among this many tests, so that workers share them.
PARTS = 4

#: What the code that draws charts is called once it is built: more than everything else that these pages need.
CHART_CODE = "**/assets/chart-*.js"
#: Where the readings of a chart over time come from.
SERIES = "**/api/v1/series?*"
WITH_CHARTS = {
    "run", "run curves", "run phases", "published run", "workbench", "configuration history",
}  # fmt: skip


@pytest.mark.in_turn
def test_pages_show_text_before_chart_code_loads(page: Page, lab: Lab, measured: Measured) -> None:
    held: list[str] = []
    page.route(CHART_CODE, lambda route: held.append(route.request.url))
    items = [item for item in lab_pages(lab, measured) if item.name in WITH_CHARTS]
    assert len(items) == len(WITH_CHARTS)
    for item in items:
        page.goto(item.address)
        # Without the words that are there until the scripts run: they disappear once the page is rendered.
        expect(page.get_by_role("navigation", name="Main")).to_be_visible()
        expect(page.get_by_role("main").get_by_role("heading", level=1)).to_be_visible()
    assert held, "no page asked for what draws its charts under this name"


@pytest.mark.in_turn
@pytest.mark.parametrize("viewport", [NARROW, WIDE, LARGE], ids=["narrow", "wide", "large"])
def test_first_run_chart_fills_its_reserved_room(
    page: Page, lab: Lab, measured: Measured, viewport: dict[str, int]
) -> None:
    page.set_viewport_size(viewport)
    items = [item for item in lab_pages(lab, measured) if item.name in ("run", "run curves")]
    assert len(items) == 2
    held: list[Route] = []
    for item in items:
        page.route(SERIES, lambda route: held.append(route))
        page.goto(item.address)
        place = page.locator("[data-room]").first
        expect(place).to_be_visible()
        reserved_height = place.evaluate(HEIGHT)
        while not held:
            page.wait_for_timeout(50)
        while held:
            held.pop().continue_()
            page.wait_for_timeout(50)
        page.unroute(SERIES)
        figure = page.get_by_role("figure", name="Preconditioning")
        expect(figure).to_be_visible()
        assert figure.evaluate(HEIGHT) == pytest.approx(reserved_height, abs=2), item.name


@pytest.mark.in_turn
@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_follows_the_common_page_rules(page: Page, lab: Lab, measured: Measured, part: int) -> None:
    broken = {}
    for item in lab_pages(lab, measured)[part::PARTS]:
        if faults := broken_rules(page, item):
            broken[item.name] = faults
    assert not broken, json.dumps(broken, indent=1)


def broken_rules(page: Page, item: LabPage) -> dict[str, Any]:
    """Open a page, light and wide, then turn it dark and make it narrow; return what it broke, by rule."""
    page.set_viewport_size(WIDE)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.goto(item.address)
    item.arrived(page)
    faults = {"axe, light": axe_findings(page)}
    # All that came late has come while axe looked.
    faults["jumps"] = jumps(page) if may_not_jump(item) else []
    turn(page, "dark")
    faults["axe, dark"] = page.evaluate(RUN_AXE)
    page.set_viewport_size(NARROWEST)
    width = page.evaluate(WIDTH_AT_REST)
    faults["width at 320 px"] = [width] if width > 320 else []
    return {rule: violations for rule, violations in faults.items() if violations}


def axe_findings(page: Page) -> list[Any]:
    """Return the findings of axe on a page that it has not yet seen."""
    # Evaluated, not added as a script: the pages' content security policy allows none but their own.
    page.evaluate(AXE.read_text(encoding="utf-8"))
    violations: list[Any] = page.evaluate(RUN_AXE)
    return violations


def may_not_jump(item: LabPage) -> bool:
    """Return whether this is a page of a run or a job, or of a new run."""
    return item.name in ("run", "job") or item.name.startswith(("run ", "new run"))


def jumps(page: Page) -> list[Any]:
    """Return the shifts while a page loaded, if they were too large."""
    shifts: list[Any] = page.evaluate(READ_SHIFTS)
    return shifts if sum(value for value, _ in shifts) >= MAX_SHIFT else []


def turn(page: Page, scheme: Scheme) -> None:
    """Let the device of the reader turn to the other theme, and wait until the page has followed."""
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    # Pages of readers outside the lab follow by their style sheet alone.
    if page.locator("html[data-mantine-color-scheme]").count():
        expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", scheme)
    assert page.evaluate("scheme => matchMedia(`(prefers-color-scheme: ${scheme})`).matches", scheme)
    page.evaluate(END_TRANSITIONS)


@pytest.mark.evidence
@pytest.mark.parametrize("viewport", [NARROW, LARGE], ids=["narrow", "large"])
def test_axe_reports_no_violations_on_pages_opened_dark(
    visit: Opener, session: Any, lab: Lab, measured: Measured, viewport: dict[str, int]
) -> None:
    page = visit(viewport=viewport, storage_state=session)
    findings = {}
    for item in lab_pages(lab, measured):
        page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        page.goto(item.address)
        item.arrived(page)
        findings[item.name, "dark"] = axe_findings(page)
        turn(page, "light")
        findings[item.name, "light"] = page.evaluate(RUN_AXE)
    assert {where: violations for where, violations in findings.items() if violations} == {}


@pytest.mark.evidence
def test_pages_fit_the_narrowest_screen(visit: Opener, session: Any, lab: Lab, measured: Measured) -> None:
    page = visit(viewport=NARROWEST, storage_state=session)
    widths = {}
    for item in lab_pages(lab, measured):
        page.goto(item.address)
        item.arrived(page)
        widths[item.name] = page.evaluate("document.documentElement.scrollWidth")
    assert {name: width for name, width in widths.items() if width > 320} == {}


@pytest.mark.evidence
@pytest.mark.parametrize("viewport", [NARROW, WIDE, LARGE], ids=["narrow", "wide", "large"])
def test_run_and_job_pages_load_without_layout_shift(
    visit: Opener, session: Any, lab: Lab, measured: Measured, viewport: dict[str, int]
) -> None:
    page = visit(viewport=viewport, storage_state=session)
    shifts = {}
    for item in lab_pages(lab, measured):
        if may_not_jump(item):
            page.goto(item.address)
            item.arrived(page)
            page.wait_for_load_state("networkidle")
            shifts[item.name] = jumps(page)
    assert not any(shifts.values()), json.dumps(shifts, indent=1)
