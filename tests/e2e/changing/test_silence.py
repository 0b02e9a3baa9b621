"""Pages during an outage of the lab: they report it, retain their content, and recover by themselves."""

from __future__ import annotations

import json
import os
import re
import signal

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.e2e.charts import HAS_READINGS, figure_named, read_chart
from tests.e2e.lab import SHORT_PARAMETERS, Lab
from tests.e2e.shared_labs import once

SILENT = re.compile(r"^Connection lost\. Showing data of \d+ \w+ 20\d\d, ")
GREY = "element => getComputedStyle(element).filter"


def banner(page: Page) -> Locator:
    """Return the banner with the time since which the lab is silent."""
    return page.get_by_role("status").filter(has_text=SILENT)


@pytest.mark.in_turn
def test_page_greys_old_data_while_api_is_silent(page: Page, lab: Lab) -> None:
    page.goto(f"{lab.url}/runs?origin=published")
    # Titles: the age of a run grows meanwhile.
    rows = page.locator("table:not([aria-busy]) tbody a[href^='/runs/r-']")
    expect(rows.first).to_be_visible()
    before = rows.all_inner_texts()
    expect(banner(page)).to_have_count(0)

    page.route("**/api/**", lambda route: route.abort())
    # The next page gets no answer to its request: it has nothing to show, and reports that.
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Campaigns").click()
    expect(banner(page)).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("Connection lost.")
    page.go_back()
    expect(rows.first).to_be_visible()
    assert rows.all_inner_texts() == before
    assert page.get_by_role("main").evaluate(GREY) == "grayscale(1)"

    page.unroute("**/api/**")
    expect(banner(page)).to_have_count(0)
    assert page.get_by_role("main").evaluate(GREY) == "none"
    assert rows.all_inner_texts() == before


@pytest.mark.in_turn
def test_watched_job_continues_while_api_is_down(page: Page, lab: Lab) -> None:
    job = lab.submit(SHORT_PARAMETERS | {"point_seconds": 4})["number"]
    page.goto(f"{lab.url}/jobs/{job}")
    figure = figure_named(page, "IOPS")
    page.wait_for_function(HAS_READINGS)
    drawn = len(read_chart(figure).line(0))
    assert drawn > 0

    mark = json.loads((lab.data / "state" / "api.json").read_text(encoding="utf-8"))
    os.kill(mark["pid"], signal.SIGKILL)
    expect(banner(page)).to_be_visible()
    expect(figure).to_be_visible()
    assert len(read_chart(figure).line(0)) >= drawn, "what was drawn stays"
    assert page.get_by_role("main").evaluate(GREY) == "grayscale(1)"

    # The API starts again, beside all other work of this machine.
    expect(banner(page)).to_have_count(0, timeout=120_000)
    expect(page.get_by_role("button", name="View result")).to_be_visible(timeout=120_000)
    ended = lab.wait_for_end(job)
    assert (ended["state"], ended["runs"][0]["state"]) == ("finished", "finished")
    # Later tests that need a measured run of this lab use this one.
    once(lab, "measured-job", lambda: job)
