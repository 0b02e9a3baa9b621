"""The pages behind the cards of the first visit: runs, the campaign and the servers of the demo."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect
from tests.e2e.lab import Lab


def measured_set(lab: Lab, name: str) -> dict[str, Any]:
    """Return a set that Storage Lab measured: its share and the numbers of its runs."""
    sets: list[dict[str, Any]] = lab.call("GET", "/demo-data")["measured"]
    return next(entry for entry in sets if entry["name"] == name)


def test_the_sweep_overlays_four_configurations(page: Page, lab: Lab) -> None:
    runs = measured_set(lab, "sweep")["runs"]
    page.goto(f"{lab.url}/workbench?runs={','.join(runs)}")

    entries = page.get_by_role("list", name="Shown entries")
    for level in ("RAID 0", "RAID 10", "RAID 5"):
        expect(entries.get_by_text(re.compile(rf"\b{level}\b")).first).to_be_visible()


def test_the_regression_differs_in_the_firmware(page: Page, lab: Lab) -> None:
    runs = measured_set(lab, "regression")["runs"]
    page.goto(f"{lab.url}/workbench?runs={','.join(runs)}")

    factors = page.get_by_role("region", name="Factors")
    factors.get_by_role("button", name="Firmware of the drives").click()
    values = page.get_by_role("group", name="Firmware of the drives").get_by_role("checkbox")
    expect(values).to_have_count(2)
    for place, version in enumerate((r"^1\.0", r"^1\.1")):
        expect(values.nth(place)).to_have_accessible_name(re.compile(version))


def test_the_campaign_shows_arrays_in_three_states(page: Page, lab: Lab) -> None:
    share = measured_set(lab, "campaign")["share"]
    page.goto(f"{lab.url}/shares/{share}")

    frozen = page.frame_locator("iframe")
    for state in ("degraded", "rebuilding"):
        expect(frozen.get_by_text(re.compile(state, re.IGNORECASE)).first).to_be_visible()


def test_the_servers_have_a_history(page: Page, lab: Lab) -> None:
    page.goto(f"{lab.url}/servers?state=retired")
    expect(page.get_by_role("link", name="virtual-1")).to_be_visible()

    page.get_by_role("link", name="virtual-1").click()
    views = page.get_by_role("navigation", name="Views of this server")
    views.get_by_role("link", name="Changes", exact=True).click()
    expect(page.get_by_text("no longer found").first).to_be_visible()
