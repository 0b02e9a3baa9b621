"""A dashboard of nightly runs: results against usual, a look at some days, and its wall."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.charts import figure_named, read_table
from tests.e2e.hands import Hands
from tests.e2e.lab import SHORT_PARAMETERS, Lab
from tests.e2e.nightly_runs import file_nights
from tests.e2e.test_every_page import axe_findings

STEADY = (100_000, 101_000, 99_000, 100_500, 99_500, 100_200, 100_900, 99_300, 100_100, 99_900)
#: The last three nights are worse.
FALLEN = (50_000, 50_400, 49_700, 50_200, 49_900, 50_100, 50_300, 43_000, 43_200, 42_900)
LOSS = "\N{MINUS SIGN}14\N{NO-BREAK SPACE}%"
JOB_MS = 120_000
PANELS = [
    {"id": "p1", "chart": "queue_depth", "metric": "iops", "x": 0, "y": 0, "w": 8, "h": 9},
    {"id": "p2", "chart": "bars", "metric": "iops", "x": 8, "y": 0, "w": 4, "h": 9},
    {"id": "p3", "chart": "nightly", "metric": "iops", "x": 0, "y": 9, "w": 8, "h": 9},
    {"id": "p4", "chart": "latest", "metric": "iops", "x": 8, "y": 9, "w": 4, "h": 9},
    {"id": "p5", "chart": "night_map", "metric": "iops", "x": 0, "y": 18, "w": 8, "h": 9},
    {"id": "p6", "chart": "verdicts", "x": 8, "y": 18, "w": 4, "h": 9},
]


@pytest.fixture(scope="module")
def nightly(lab: Lab) -> dict[str, Any]:
    """Provide a dashboard of two tests with ten nights each, and of one with two nights."""
    runs = file_nights(lab, {"raid10": STEADY, "raid6": FALLEN, "raid5": (70_000, 71_000)})
    document = {"version": 1, "entries": {"query": "profile:nightly", "newest": 40}, "panels": PANELS}
    saved = lab.call("POST", "/dashboards", json={"name": "Nights", "document": document})
    return {"address": f"{lab.url}/dashboards/{saved['number']}", "runs": runs, "number": saved["number"]}


@pytest.mark.in_turn
def test_worse_entry_comes_first_with_its_first_run(page: Page, nightly: dict[str, Any]) -> None:
    page.goto(nightly["address"])
    tiles = page.get_by_role("region", name="Latest results").get_by_role("listitem")
    expect(tiles).to_have_count(3)
    worse = tiles.first
    expect(worse).to_contain_text(re.compile(f"^RAID 6.*42.9k.*IOPS.*{LOSS}.*vs usual.*n 7.*Worse since "))
    expect(tiles.filter(has_text="RAID 10")).to_contain_text(re.compile("vs usual.*n 9"))
    expect(tiles.filter(has_text="RAID 5")).to_contain_text(re.compile("n 2, 2nd of 3"))
    figure_named(page, "IOPS by queue depth")
    assert axe_findings(page) == []
    first = nightly["runs"]["raid6"][7]
    worse.get_by_role("link", name=re.compile(f"^{first}, ")).click()
    page.wait_for_url(re.compile(rf"/runs/{first}$"))


def test_date_panels_mark_worse_nights_and_show_verdicts(page: Page, nightly: dict[str, Any]) -> None:
    page.goto(nightly["address"])
    nights = figure_named(page, "IOPS, nightly")
    expect(nights).to_contain_text(re.compile(r"Worse than usual: RAID 6.*, since \d+ \w+\. Diamonds"))
    for name in ("Latest against usual", "Nights × configurations", "Verdicts"):
        figure_named(page, name)
    assert axe_findings(page) == []
    rows = read_table(nights)
    assert (len(rows), sum("worse" in row for row in rows)) == (22, 3)


@pytest.mark.in_turn
def test_date_filter_is_addressable_and_can_be_saved(page: Page, lab: Lab, nightly: dict[str, Any]) -> None:
    page.goto(nightly["address"])
    bar = page.get_by_role("region", name="Query and dates")
    expect(bar.get_by_role("status")).to_have_text("22 runs")
    hands = Hands(page)
    hands.click(bar.get_by_role("button", name="Start of the runs: Any date"))
    hands.click(page.get_by_role("button", name="Last 7 days"))
    page.wait_for_url(re.compile(r"\?started=-7d$"))
    expect(bar.get_by_role("status")).to_have_text("14 runs")
    bar.get_by_role("searchbox").fill("profile:nightly iops>60k")
    expect(bar.get_by_role("status")).to_have_text("8 runs")
    assert lab.call("GET", f"/dashboards/{nightly['number']}")["document"]["entries"]["query"] == "profile:nightly"
    page.reload()
    expect(bar.get_by_role("status")).to_have_text("8 runs")
    bar.get_by_role("button", name="Reset").click()
    expect(bar.get_by_role("status")).to_have_text("22 runs")
    page.goto(f"{nightly['address']}?q=profile:nightly+iops%3E60k&started=-7d")
    bar.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url(nightly["address"])
    expect(bar.get_by_role("status")).to_have_text("8 runs")
    entries = lab.call("GET", f"/dashboards/{nightly['number']}")["document"]["entries"]
    assert entries["query"] == "profile:nightly iops>60k started:-7d"
    page.get_by_role("button", name="Undo").first.click()
    expect(bar.get_by_role("status")).to_have_text("22 runs")


@pytest.mark.in_turn
def test_wall_names_worse_entries_and_pauses_by_space(page: Page, nightly: dict[str, Any]) -> None:
    page.goto(f"{nightly['address']}?full=true&every=600&rotate=b-1")
    wall = page.get_by_role("dialog", name="Nights")
    figure_named(page, "IOPS by queue depth")
    expect(wall.get_by_role("status").filter(has_text=re.compile(f"RAID 6{LOSS}since "))).to_be_visible()
    results = wall.get_by_role("list", name="Latest results")
    expect(results).to_contain_text(re.compile(r"r-\d+.*IOPS"))
    assert wall.evaluate("wall => wall.scrollWidth <= wall.clientWidth"), "no name widens the wall"
    expect(wall.get_by_text("next page in")).to_be_visible()
    assert axe_findings(page) == []
    page.keyboard.press("Space")
    expect(wall.get_by_text("paused")).to_be_visible()
    expect(wall.get_by_text("next page in")).to_have_count(0)
    resume = wall.get_by_role("button", name="Resume")
    resume.focus()
    page.keyboard.press("Space")
    expect(wall.get_by_text("next page in")).to_be_visible()


@pytest.mark.in_turn
def test_wall_shows_measuring_servers_above_its_panels(page: Page, lab: Lab, nightly: dict[str, Any]) -> None:
    page.goto(f"{nightly['address']}?full=true&every=0")
    figure_named(page, "IOPS by queue depth")
    job = lab.submit(SHORT_PARAMETERS | {"point_seconds": 4}, name="Seen on the wall")["number"]
    servers = page.get_by_role("dialog", name="Nights").get_by_role("list", name="Measuring now")
    expect(servers.get_by_role("listitem")).to_contain_text(re.compile(r"ends.*\d.*IOPS"), timeout=JOB_MS)
    figure_named(page, "IOPS, nightly")
    assert axe_findings(page) == []
    lab.wait_for_end(job)
    expect(servers).to_have_count(0, timeout=JOB_MS)
