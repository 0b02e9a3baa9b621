"""The list of runs and the pages it leads to: the address is the state, and published figures have their charts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.browsing import Watch
from tests.e2e.charts import figure_named, read_table, shown_value
from tests.e2e.lab import Lab


def test_filters_live_in_the_address(page: Page, lab: Lab) -> None:
    page.goto(f"{lab.url}/runs")
    choose(page, "Origin", "published")
    page.wait_for_url(f"{lab.url}/runs?origin=published")
    page.get_by_role("searchbox", name="Search", exact=True).fill("RAID10")
    page.wait_for_url(f"{lab.url}/runs?origin=published&q=RAID10")
    require_filtered(page, lab)

    page.reload()
    require_filtered(page, lab)
    page.get_by_role("link", name=re.compile(r"^r-\d+$")).first.click()
    page.wait_for_url(re.compile(r"/runs/r-\d+$"))
    page.go_back()
    require_filtered(page, lab)
    page.go_back()
    expect(page.get_by_role("searchbox", name="Search", exact=True)).to_have_value("")
    expect(page.get_by_role("combobox", name="Origin")).to_have_value("published")
    page.go_forward()
    require_filtered(page, lab)


def test_a_query_is_completed_by_keys_and_corrected(page: Page, lab: Lab, watch: Watch) -> None:
    watch.expected.add((422, "/api/v1/runs"))
    page.goto(f"{lab.url}/runs")
    search = page.get_by_role("searchbox", name="Search", exact=True)
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
    expect(page.get_by_role("option")).to_have_count(0)

    search.fill("orgin:published")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").locator("mark")).to_have_text("orgin")
    expect(page.get_by_role("link", name=re.compile(r"^r-\d+$")).first).to_be_visible()
    page.get_by_role("button", name="Use origin").click()
    page.wait_for_url(f"{lab.url}/runs?q=origin%3Apublished")
    expect(page.get_by_role("alert")).to_have_count(0)


def choose(page: Page, label: str, option: str) -> None:
    """Choose from a list."""
    page.get_by_role("combobox", name=label).click()
    page.get_by_role("option", name=option).click()


def require_filtered(page: Page, lab: Lab) -> None:
    """The filters of the test above are shown, and only runs that match them."""
    expect(page.get_by_role("combobox", name="Origin")).to_have_value("published")
    expect(page.get_by_role("searchbox", name="Search", exact=True)).to_have_value("RAID10")
    titles = page.locator("tbody tr td:nth-child(3)")
    matches = lab.call("GET", "/runs", params={"origin": "published", "q": "RAID10", "limit": 50})["items"]
    assert len(matches) >= 4
    expect(titles).to_have_text([run["title"] for run in matches])


def test_a_published_run_shows_its_figures_as_bars(page: Page, lab: Lab) -> None:
    page.goto(f"{lab.url}/runs?origin=published&q=RAID10+2x+PERC+12")
    page.get_by_role("row", name=re.compile(r"r-\d+ RAID10 2x PERC 12 – ")).get_by_role("link").click()
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
    box = page.get_by_role("columnheader", name="Added").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 1440
