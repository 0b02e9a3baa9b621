"""Home: runs change in place, results become cards, and the range of the queue is in the address."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.e2e.conftest import Measured
from tests.e2e.lab import SHORT_PARAMETERS, Lab

JOB_MS = 120_000
#: Content that a page would redraw for another width is withheld from it, as on a busy machine.
HOLD_WIDTH = """
const listen = MediaQueryList.prototype.addEventListener;
MediaQueryList.prototype.addEventListener = function (name, handle, options) {
  listen.call(this, name, (event) => window.holdsWidth || handle(event), options);
};
"""


def servers(page: Page) -> Locator:
    """Return the tiles of the servers."""
    return page.get_by_role("region", name="Servers")


@pytest.mark.in_turn
def test_home_follows_a_run_until_its_card(page: Page, lab: Lab, measured: Measured) -> None:
    page.goto(f"{lab.url}/")
    expect(page.get_by_role("region", name="Latest results").get_by_role("link").nth(1)).to_be_visible()
    job = lab.submit(SHORT_PARAMETERS | {"point_seconds": 4}, name="Seen from home")["number"]

    # Nothing is opened again: the tile, its number and the card come over the stream.
    tile = servers(page).get_by_role("link").filter(has=page.get_by_role("progressbar"))
    expect(tile).to_have_count(1, timeout=JOB_MS)
    expect(tile).to_contain_text("IOPS", timeout=JOB_MS)
    expect(page.get_by_role("heading", level=1)).to_contain_text("measuring.")
    run = lab.wait_for_end(job)["runs"][0]["number"]
    assert run != measured.run
    card = page.get_by_role("region", name="Latest results").locator(f"a[href='/runs/{run}']")
    expect(card).to_be_visible(timeout=JOB_MS)
    card.click()
    page.wait_for_url(re.compile(f"/runs/{run}$"))


def test_queue_range_is_in_the_address(page: Page, lab: Lab, measured: Measured) -> None:
    page.goto(f"{lab.url}/")
    page.get_by_role("button", name=re.compile("Time shown in the queue")).click()
    page.get_by_role("menuitemradio", name="Next 7 days").click()
    page.wait_for_url(f"{lab.url}/?range=7d")
    queue = page.get_by_role("region", name="Queue, next 7 days")
    expect(queue).to_be_visible()
    page.reload()
    expect(queue).to_be_visible()
    page.get_by_role("link", name="Open queue").click()
    page.wait_for_url(f"{lab.url}/queue")
    page.go_back()
    page.wait_for_url(f"{lab.url}/?range=7d")


def test_home_fits_a_phone_before_redrawing(page: Page, lab: Lab, measured: Measured) -> None:
    page.add_init_script(HOLD_WIDTH)
    page.goto(f"{lab.url}/")
    expect(page.get_by_role("region", name="Latest results").get_by_role("link").first).to_be_visible()
    page.evaluate("window.holdsWidth = true")
    page.set_viewport_size({"width": 320, "height": 640})
    expect(page.get_by_role("navigation", name="Main")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") == 320
