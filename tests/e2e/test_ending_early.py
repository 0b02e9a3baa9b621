"""Runs that do not finish: stopped from their page, or refused by the server they were meant for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.browsing import open_part
from tests.e2e.charts import figure_named, read_chart, shown_value
from tests.e2e.lab import SHORT_PARAMETERS, Lab


@pytest.mark.in_turn
def test_cancel_preserves_finished_measurements(page: Page, lab: Lab) -> None:
    job = lab.submit(SHORT_PARAMETERS | {"point_seconds": 600})["number"]
    page.goto(f"{lab.url}/jobs/{job}")
    expect(page.get_by_text(re.compile("Phase 3 of 8: Read QD1"))).to_be_visible(timeout=60_000)
    figure_named(page, "IOPS")

    stop(page, "Stop now")
    # A run that stops at once is never seen stopping.
    expect(page.get_by_text(re.compile("^(Stopping since|Stopped) "))).to_be_visible()
    expect(page.get_by_role("button", name="Stop\u2026")).to_have_count(0)
    expect(page.get_by_text(re.compile("^Stopped "))).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="View result").click()
    expect(page.get_by_role("banner").get_by_text("Cancelled", exact=True)).to_be_visible()
    run = lab.call("GET", f"/runs/{page.url.rpartition('/')[2]}")
    assert (run["state"], run["completeness"]) == ("cancelled", "partial")
    assert run["verdict"]["rounds"]
    curve = read_chart(figure_named(page, "Preconditioning")).line(0)
    assert any(value for _, value in curve)
    open_part(page, "Phases")
    rows = page.get_by_role("region", name="Measurements").first.locator("tbody tr")
    expect(rows.nth(1)).to_contain_text("Precondition")
    iops = shown_value(rows.nth(1).locator("td").nth(2).inner_text())
    assert iops is not None


@pytest.mark.in_turn
def test_stop_after_phase_can_become_stop_now(page: Page, lab: Lab) -> None:
    # The phase outlasts the test on any machine: its end would take away what the page shows of the wish.
    job = lab.submit(SHORT_PARAMETERS | {"point_seconds": 600})["number"]
    page.goto(f"{lab.url}/jobs/{job}")
    expect(page.get_by_text(re.compile("Phase 3 of 8: Read QD1"))).to_be_visible(timeout=60_000)

    stop(page, "Stop after this phase")
    expect(page.get_by_text(re.compile("^Stops after this phase, requested "))).to_be_visible()
    page.get_by_role("button", name="Stop\u2026").click()
    expect(page.get_by_role("menuitem")).to_have_text(["Stop now\u2026"])
    expect(page.get_by_role("menuitem")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("dialog", name=re.compile("^Stop r-")).get_by_role("button", name="Stop now").click()

    ended = lab.wait_for_end(job)
    run = lab.call("GET", f"/runs/{ended['runs'][0]['number']}")
    assert (ended["state"], run["state"], run["completeness"]) == ("cancelled", "cancelled", "partial")
    states = [phase["state"] for phase in run["phases"]]
    assert states == ["finished"] * 2 + ["cancelled"] + ["skipped"] * 5


def stop(page: Page, when: str) -> None:
    """Choose when a run ends, and confirm it."""
    page.get_by_role("button", name="Stop\u2026").click()
    page.get_by_role("menuitem", name=when).click()
    dialog = page.get_by_role("dialog", name=re.compile("^Stop r-"))
    dialog.get_by_role("button", name=when).click()


def test_existing_file_is_refused_and_unchanged(page: Page, lab: Lab) -> None:
    existing = lab.place / "keep-me.dat"
    existing.write_text("somebody's data", encoding="ascii")

    page.goto(f"{lab.url}/jobs/{lab.submit(path=str(existing))['number']}")

    expect(page.get_by_text(re.compile(r"^r-\d+ stopped before its first phase\.$"))).to_be_visible(timeout=60_000)
    expect(page.get_by_role("main").get_by_text(str(existing)).first).to_be_visible()
    assert Path(existing).read_text(encoding="ascii") == "somebody's data"
