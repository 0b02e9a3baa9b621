"""The list of runs: the address is the state, and any figure is a column, an order or a condition."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.e2e.browsing import Watch
from tests.e2e.charts import figure_named, read_table, shown_value
from tests.e2e.conftest import Measured
from tests.e2e.lab import Lab


def search_field(page: Page) -> Locator:
    """Return the field of queries."""
    return page.get_by_role("searchbox", name="Search", exact=True)


def run_links(page: Page) -> Locator:
    """Return the titles of the listed runs."""
    return page.locator("table:not([aria-busy]) tbody a[href^='/runs/r-']")


@pytest.mark.in_turn
def test_conditions_live_in_the_address(page: Page, lab: Lab) -> None:
    page.goto(f"{lab.url}/runs?origin=published")
    page.wait_for_url(f"{lab.url}/runs?q=origin%3Apublished")
    expect(run_links(page).first).to_be_visible()
    search_field(page).fill("origin:published RAID10")
    page.wait_for_url(f"{lab.url}/runs?q=origin%3Apublished+RAID10")
    require_filtered(page, lab)

    page.reload()
    require_filtered(page, lab)
    run_links(page).first.click()
    page.wait_for_url(re.compile(r"/runs/r-\d+$"))
    page.go_back()
    require_filtered(page, lab)
    page.go_back()
    expect(search_field(page)).to_have_value("origin:published")
    page.go_forward()
    require_filtered(page, lab)


def require_filtered(page: Page, lab: Lab) -> None:
    """Check that the query of the test above is shown, and only runs that match it, with their number."""
    expect(search_field(page)).to_have_value("origin:published RAID10")
    matches = lab.call("GET", "/runs", params={"origin": "published", "q": "RAID10", "limit": 100})["items"]
    assert len(matches) >= 4
    expect(run_links(page)).to_have_text([run["title"] for run in matches])
    expect(page.get_by_role("search").first).to_contain_text(re.compile(rf"{len(matches)} of \d+"))


def test_query_is_completed_by_keys_and_corrected(page: Page, lab: Lab, watch: Watch) -> None:
    watch.expected.add((422, "/api/v1/runs"))
    page.goto(f"{lab.url}/runs")
    search = search_field(page)
    search.focus()
    page.keyboard.type("orig")
    expect(page.get_by_role("option", name="origin:")).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(search).to_have_value("origin:")
    page.keyboard.type("pub")
    expect(page.get_by_role("option", name="published")).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{lab.url}/runs?q=origin%3Apublished")
    expect(page.get_by_role("listbox", name="Fields and values")).to_have_count(0)
    expect(run_links(page).first).to_be_visible()

    search.fill("orgin:published")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").locator("mark")).to_have_text("orgin")
    expect(run_links(page).first).to_be_visible()
    page.get_by_role("button", name="Use origin").click()
    page.wait_for_url(f"{lab.url}/runs?q=origin%3Apublished")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_runs_are_sorted_by_p99_in_three_actions(page: Page, lab: Lab, measured: Measured) -> None:
    page.goto(f"{lab.url}/runs")
    expect(run_links(page).first).to_be_visible()
    actions = [
        lambda: page.get_by_role("button", name="Newest first").click(),
        lambda: page.get_by_role("combobox", name="Sort").fill("p99 4K random read QD32"),
        lambda: page.get_by_role("option", name="p99, 4K random read QD32", exact=True).click(),
    ]
    for action in actions:
        action()
    expect(page.locator("th[aria-sort='ascending']")).to_have_count(1)
    expression = "p99@(bs:4k random:100% read:100% qd:32)"
    listed = lab.call("GET", "/runs", params={"sort": expression, "columns": expression, "limit": 100})["items"]
    values = [run["values"][0] for run in listed if run["values"][0] is not None]
    assert values == sorted(values)
    # Rows are named by their differences, so that their numbers distinguish them.
    addresses = [f"/runs/{run['number']}" for run in listed]
    expect(run_links(page).first).to_have_attribute("href", addresses[0])
    shown = run_links(page).evaluate_all("links => links.map((link) => link.getAttribute('href'))")
    assert shown == addresses[: len(shown)]


def test_recent_model_runs_are_found_in_three_actions(page: Page, lab: Lab, measured: Measured) -> None:
    page.goto(f"{lab.url}/runs")
    expect(run_links(page).first).to_be_visible()
    actions = [
        lambda: page.keyboard.press("/"),
        lambda: page.keyboard.type("started>-7d model:*"),
        lambda: page.keyboard.press("Enter"),
    ]
    for action in actions:
        action()
    page.wait_for_url(re.compile(r"q=started"))
    runs = lab.call("GET", "/runs", params={"q": "started>-7d model:*", "limit": 100})["items"]
    expect(run_links(page)).to_have_count(len(runs))


@pytest.mark.in_turn
def test_a_view_keeps_columns_order_and_groups(page: Page, lab: Lab) -> None:
    page.goto(f"{lab.url}/runs?q=origin:published&group=raid&sort=-iops")
    expect(page.get_by_role("button", name=re.compile(r"RAID 10, \d+ rows")).first).to_be_visible()
    page.get_by_role("button", name=re.compile("^Columns")).click()
    page.get_by_role("checkbox", name="RAID level").check()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Save view").click()
    page.get_by_role("textbox", name="Name").fill("Published by level")
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    tab = page.get_by_role("link", name=re.compile("^Published by level"))
    expect(tab).to_have_attribute("aria-current", "page")
    page.get_by_role("navigation", name="Saved views").get_by_role("link", name=re.compile("^All")).click()
    expect(page.get_by_role("columnheader", name="RAID level")).to_have_count(0)
    tab.click()
    expect(page.get_by_role("columnheader", name="RAID level")).to_be_visible()
    expect(page.get_by_role("columnheader", name="IOPS")).to_have_attribute("aria-sort", "descending")
    page.get_by_role("button", name="View", exact=True).click()
    page.get_by_role("menuitem", name="Delete view").click()
    expect(tab).to_have_count(0)


def test_keys_move_preview_and_select_rows(page: Page, lab: Lab) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{lab.url}/runs?q=origin:published")
    expect(run_links(page).nth(2)).to_be_visible()
    for key in ("j", "Space", "j", "x", "j", "Shift+X"):
        page.keyboard.press(key)
    expect(run_links(page).nth(2)).to_be_focused()
    number = (run_links(page).nth(2).get_attribute("href") or "").rpartition("/")[2]
    peek = page.get_by_role("complementary", name=f"Preview of {number}")
    expect(peek.get_by_role("link", name="Open")).to_be_visible()
    expect(page.get_by_role("region", name="Selected runs").get_by_role("status")).to_have_text("2 selected")
    page.keyboard.press("Escape")
    expect(peek).to_have_count(0)
    page.keyboard.press("c")
    page.wait_for_url(re.compile(r"/workbench\?runs=r-\d+%2Cr-\d+$"))


def test_published_run_shows_its_figures_as_bars(page: Page, lab: Lab) -> None:
    page.goto(f"{lab.url}/runs?origin=published&q=RAID10+2x+PERC+12")
    page.get_by_role("link", name="RAID10 2x PERC 12", exact=True).first.click()
    page.wait_for_url(re.compile(r"/runs/r-\d+$"))
    run = lab.call("GET", f"/runs/{page.url.rpartition('/')[2]}")
    assert (run["origin"], run["title"]) == ("published", "RAID10 2x PERC 12")

    expect(page.get_by_role("region", name="Source").get_by_text(run["source"]["title"])).to_be_visible()
    expect(page.get_by_text("Published", exact=True)).to_be_visible()
    headline = page.get_by_role("region", name="Headline numbers")
    expect(headline).to_contain_text("IOPS")
    rows = read_table(figure_named(page, "IOPS"))
    measured = [phase["measurement"]["iops"] for phase in run["phases"] if phase["measurement"]["iops"] is not None]
    shown = [value for row in rows if (value := shown_value(row[2])) is not None]
    assert sorted(shown) == pytest.approx(sorted(measured), rel=6e-4)


def test_the_table_fits_beside_the_open_navigation(page: Page, lab: Lab) -> None:
    name = "A look at a scratch file with a name that goes on and on: firmware 1.4.1 against 1.3.9 on the same drives"
    job = lab.submit(name=name)["number"]
    lab.call("POST", f"/jobs/{job}/cancel")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{lab.url}/runs")
    expect(page.get_by_role("row").filter(has_text=name)).to_be_visible()
    widths = page.get_by_role("table").evaluate("table => [table.scrollWidth, table.parentElement.clientWidth]")
    assert widths[0] <= widths[1]
    box = page.get_by_role("columnheader", name="Age").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 1440
