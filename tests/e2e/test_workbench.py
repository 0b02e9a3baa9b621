"""The workbench in a real browser: the first chart, changes and undo, shared zoom, and axe."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.e2e.browsing import open_context
from tests.e2e.charts import figure_named, read_table
from tests.e2e.hands import Hands
from tests.e2e.lab import Lab
from tests.e2e.test_every_page import axe_findings

HEADS = "heads => heads.map(head => head.querySelector('h2').textContent)"
SECTION = """figure => {
  const chart = window.storagelabCharts.instance(figure.querySelector("[data-chart]"));
  return chart.getOption().dataZoom.map(({ start, end }) => [start, end])[0];
}"""


@pytest.fixture
def four_runs(lab: Lab) -> str:
    """Provide RAID levels of four drives that were measured for the demo, each with sweeps and curves."""
    runs = lab.call("GET", "/runs", params={"q": 'origin:imported "RAID levels of four SSDs"', "limit": 50})["items"]
    numbers = [item["number"] for item in runs if "rebuilding" not in item["configuration"]["name"]]
    assert len(numbers) >= 4, runs
    return ",".join(numbers[:4])


@pytest.fixture
def opened(page: Page, lab: Lab, four_runs: str) -> Page:
    """Provide these runs in the workbench, drawn."""
    page.goto(f"{lab.url}/workbench?runs={four_runs}")
    figure_named(page, "IOPS by queue depth")
    return page


def panel_titles(page: Page) -> list[str]:
    titles: list[str] = page.locator("[data-figure-head]").evaluate_all(HEADS)
    return titles


def entry(page: Page, place: int) -> Locator:
    return page.get_by_role("list", name="Shown entries").get_by_role("listitem").nth(place)


def box_of(locator: Locator) -> Any:
    box: Any = locator.bounding_box()
    assert box is not None
    return box


def test_four_runs_are_compared_in_four_actions(page: Page, lab: Lab) -> None:
    hands = Hands(page)
    # The list is of a query: the newest runs are those of other tests, which may have measured nothing.
    page.goto(f"{lab.url}/runs?q=origin%3Aimported+%22RAID+levels+of+four+SSDs%22")
    boxes = page.get_by_role("checkbox", name=re.compile("^Select r-"))
    hands.click(boxes.nth(0))
    hands.click(boxes.nth(3), shift=True)
    expect(page.get_by_role("region", name="Selected runs").get_by_role("status")).to_have_text("4 selected")
    hands.press("c")
    expect(page).to_have_url(re.compile(r"/workbench\?runs=r-\d+(%2Cr-\d+){3}$"))
    page.get_by_role("figure").first.wait_for()
    assert hands.actions <= 4


def test_first_chart_is_whole_at_once(opened: Page) -> None:
    box = box_of(figure_named(opened, "IOPS by queue depth"))
    assert box["y"] + box["height"] <= 900
    assert box_of(opened.get_by_role("region", name="Factors"))["height"] <= 46, "the bar is one line"
    rows = read_table(figure_named(opened, "IOPS by queue depth"))
    assert len({row[0] for row in rows}) == 4, rows
    values = [row[4] for row in rows]
    assert any(re.fullmatch(r"\d,\d{3}", value) for value in values), "tables have every digit"


@pytest.mark.in_turn
def test_address_restores_every_change(opened: Page) -> None:
    hidden = entry(opened, 3).locator("bdi").inner_text()
    entry(opened, 3).get_by_role("button", name="Show ").click()
    expect(opened.get_by_role("list", name="Hidden entries")).to_contain_text(hidden)
    second = entry(opened, 1)
    second.hover()
    second.get_by_role("button", name="Set ").click()
    expect(second.get_by_role("button", name="is the baseline")).to_be_visible()

    opened.get_by_role("button", name="Add panel").click()
    editor = opened.get_by_role("complementary", name="Edit By workload")
    editor.get_by_role("button", name="Table", exact=True).click()
    editor = opened.get_by_role("complementary", name="Edit Values")
    editor.get_by_role("button", name="p99", exact=True).click()
    expect(opened).to_have_url(re.compile(r"table\.latency-p99-ns"))
    editor.get_by_role("button", name="Done").click()
    opened.get_by_role("radiogroup", name="Numbers").get_by_text("± %", exact=True).click()
    expect(opened).to_have_url(re.compile(r"numbers=relative"))
    # A map is named by its factors once it is drawn.
    expect(opened.get_by_role("region", name="Two factors")).to_have_count(0)
    titles = panel_titles(opened)
    assert titles[-1] == "Values"

    opened.reload()
    figure_named(opened, "IOPS by queue depth")
    expect(opened.locator("[data-figure-head] h2")).to_have_text(titles)
    expect(opened.get_by_role("list", name="Hidden entries")).to_contain_text(hidden)
    expect(entry(opened, 1).get_by_role("button", name="is the baseline")).to_be_visible()

    opened.go_back()
    expect(opened).not_to_have_url(re.compile(r"numbers="))


@pytest.mark.in_turn
def test_a_factor_groups_entries_and_is_undone(opened: Page) -> None:
    opened.get_by_title("Filter or group by RAID level").click()
    opened.get_by_role("switch", name="Group entries by RAID level").check()
    opened.get_by_role("switch", name="One colour for each group").check()
    opened.keyboard.press("Escape")
    expect(opened).to_have_url(re.compile(r"grouped=array\.level.*tinted=true"))
    groups = opened.get_by_role("complementary", name="Runs").get_by_role("heading", level=3)
    values = groups.locator("bdi").all_inner_texts()
    assert len(set(values)) == len(values) > 1
    for name in ("Undo", "Undo"):
        opened.get_by_role("button", name=name).click()
    expect(opened).not_to_have_url(re.compile(r"grouped="))
    expect(groups).to_have_count(0)
    for name in ("Redo", "Redo"):
        opened.get_by_role("button", name=name).click()
    expect(groups.locator("bdi")).to_have_text(values)
    opened.reload()
    expect(groups.locator("bdi")).to_have_text(values)


@pytest.mark.in_turn
def test_panels_are_arranged_and_undone(opened: Page) -> None:
    opened.keyboard.press("e")
    first = figure_named(opened, "IOPS by queue depth")
    second = figure_named(opened, "p99 latency by queue depth")
    expect(opened.get_by_role("complementary", name="Edit IOPS by queue depth")).to_be_visible()
    opened.keyboard.press("Alt+Shift+ArrowDown")
    expect(opened).to_have_url(re.compile(r"p1\.queue-depth\.iops\.0-0-6-10"))
    opened.keyboard.press("Control+z")
    expect(opened).not_to_have_url(re.compile(r"panels="))

    start, end = box_of(first.locator("[data-figure-head]")), box_of(second)
    opened.mouse.move(start["x"] + 20, start["y"] + 12)
    opened.mouse.down()
    opened.mouse.move(end["x"] + 40, start["y"] + 14, steps=12)
    opened.mouse.up()
    expect(opened).to_have_url(re.compile(r"p1\.queue-depth\.iops\.6-"))
    opened.get_by_role("button", name="Undo").click()
    expect(opened).not_to_have_url(re.compile(r"panels="))
    opened.get_by_role("button", name="Redo").click()
    expect(opened).to_have_url(re.compile(r"p1\.queue-depth\.iops\.6-"))


def test_zoom_is_shared_by_curves(page: Page, lab: Lab, four_runs: str) -> None:
    panels = "p1.over-time.iops.0-0-6-9*p2.over-time.latency-mean-ns.6-0-6-9"
    page.goto(f"{lab.url}/workbench?runs={four_runs}&panels={panels}")
    figures = [figure_named(page, f"{metric} over time") for metric in ("IOPS", "Mean latency")]
    box = box_of(figures[0].get_by_role("application"))
    page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + box["height"] / 2, steps=8)
    page.mouse.up()
    expect(page).to_have_url(re.compile(r"range=\d+-\d+"))
    # The address changes first, and the charts follow one after another.
    sections = [figure.evaluate(SECTION) for figure in figures]
    for _ in range(300):
        if sections[0] == pytest.approx(sections[1], abs=0.5):
            break
        page.wait_for_timeout(100)
        sections = [figure.evaluate(SECTION) for figure in figures]
    assert sections[0] == pytest.approx(sections[1], abs=0.5)
    assert sections[0][0] > 5
    assert sections[0][1] < 95


@pytest.mark.in_turn
def test_curves_are_aligned_by_phase_and_steady_window(page: Page, lab: Lab, four_runs: str) -> None:
    page.goto(f"{lab.url}/workbench?runs={four_runs}&panels=p1.over-time.iops.0-0-12-9")
    figure = figure_named(page, "IOPS over time")
    assert not any(row[0].startswith("\u2212") for row in read_table(figure))
    page.get_by_role("button", name="Align: start").click()
    page.get_by_role("menuitemradio", name="Start of the phase").click()
    expect(page).to_have_url(re.compile(r"align=phase"))
    expect(figure).to_contain_text("from the start of the phase")
    # What comes before the first measurement has negative times.
    expect(figure.get_by_role("table").get_by_role("row").nth(1)).to_contain_text(re.compile("^\u2212"))


@pytest.mark.in_turn
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("edited", ["", "&edit=p1"], ids=["view", "edit"])
def test_axe_reports_no_violations_on_the_workbench(
    browser: Any, lab: Lab, session: Any, four_runs: str, theme: Any, edited: str
) -> None:
    context = open_context(browser, storage_state=session, color_scheme=theme)
    page = context.new_page()
    page.goto(f"{lab.url}/workbench?runs={four_runs}{edited}")
    figure_named(page, "IOPS by queue depth")
    assert axe_findings(page) == []
    context.close()
