"""Dashboards: a list of cards that are found, pinned, renamed and deleted, and a view of each."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.charts import figure_named
from tests.e2e.hands import Hands
from tests.e2e.lab import Lab
from tests.e2e.test_every_page import axe_findings

REVIEW = "PERC 12 and direct drives"
DOCUMENT = {
    "version": 1,
    "entries": {"query": "origin:published raid:10", "newest": 5},
    "panels": [{"id": "p1", "chart": "bars", "metric": "iops", "x": 0, "y": 0, "w": 12, "h": 10}],
}


@pytest.mark.in_turn
def test_dashboards_are_found_by_panel_and_pinned(page: Page, lab: Lab) -> None:
    page.goto(f"{lab.url}/dashboards")
    cards = page.get_by_role("main").get_by_role("article")
    review = cards.filter(has_text=REVIEW)
    expect(review).to_contain_text("6 panels · 11 runs")
    page.get_by_role("searchbox", name="Search").fill("random writes")
    page.wait_for_url(re.compile(r"/dashboards\?q=random\+writes$"))
    expect(cards).to_have_count(1)
    star = review.get_by_role("button", name=f"Pin {REVIEW}")
    star.click()
    expect(star).to_have_attribute("aria-pressed", "true")
    page.goto(f"{lab.url}/dashboards?tab=pinned")
    expect(cards.filter(has_text=REVIEW)).to_be_visible()
    cards.filter(has_text=REVIEW).get_by_role("button", name=f"Pin {REVIEW}").click()
    expect(cards.filter(has_text=REVIEW)).to_have_count(0)


def test_a_deleted_dashboard_comes_back(page: Page, lab: Lab) -> None:
    lab.call("POST", "/dashboards", json={"name": "Newest RAID 10", "document": DOCUMENT})
    page.goto(f"{lab.url}/dashboards?tab=mine")
    card = page.get_by_role("article", name="Newest RAID 10")
    expect(card).to_contain_text("1 panel · newest 5 runs of origin:published raid:10")
    for name in ("Undo", None):
        card.get_by_role("button", name="More actions for Newest RAID 10").click()
        page.get_by_role("menuitem", name="Delete").click()
        expect(card).to_have_count(0)
        if name:
            page.get_by_role("button", name=name).first.click()
            expect(card).to_be_visible()


@pytest.mark.in_turn
def test_workbench_reaches_the_wall_in_four_actions(page: Page, lab: Lab) -> None:
    page.goto(f"{lab.url}/workbench?query=origin:published raid:10&newest=2&panels=p1.bars.iops.0-0-12-9")
    figure_named(page, "By workload")
    hands = Hands(page)
    hands.click(page.get_by_role("button", name="Save as dashboard"))
    hands.fill(page.get_by_role("textbox", name="Name"), "Wall of RAID 10")
    hands.press("Enter")
    expect(page.get_by_role("heading", level=1, name="Wall of RAID 10")).to_be_visible()
    expect(page.get_by_text(re.compile("^Showing the newest 2 of "))).to_be_visible()
    figure_named(page, "By workload")
    assert axe_findings(page) == []
    page.locator("main").focus()
    hands.press("f")
    wall = page.get_by_role("dialog", name="Wall of RAID 10")
    expect(wall.get_by_role("figure", name="By workload")).to_be_visible()
    assert hands.actions == 4
    assert page.evaluate("document.fullscreenElement !== null")
    expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", "dark")
    assert axe_findings(page) == []
    assert page.evaluate("document.querySelector('dialog, [role=dialog]').scrollHeight <= window.innerHeight")
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Edit")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/dashboards/b-\d+$"))
