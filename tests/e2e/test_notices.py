"""Notices and the palette: the end of a followed run in the bell, and anything found in three actions."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.browsing import chosen_entry
from tests.e2e.conftest import Measured
from tests.e2e.hands import MAX_ACTIONS, Hands
from tests.e2e.keyboard import wait_for_keys
from tests.e2e.lab import Lab, wait_for

JOB_MS = 120_000
SHOWN_SECONDS = 30.0


#: A browser that allows notifications and has no screen: they are collected.
COLLECT_NOTIFICATIONS = """
  window.shown = [];
  window.Notification = class extends EventTarget {
    static permission = "granted";
    constructor(title) { super(); window.shown.push(title); }
    close() {}
  };
"""
HAS_ANNOUNCER = (
    """async () => (await navigator.locks.query()).held.some(({ name }) => name === "storagelab-announcer")"""
)
COUNT_SHOWN = "run => window.shown.filter(title => title.startsWith(`${run} finished`)).length"


def counted(run: str, *tabs: Page) -> list[int] | None:
    """Return how often each tab has shown the end of a run, once any has."""
    counts = [int(tab.evaluate(COUNT_SHOWN, run)) for tab in tabs]
    return counts if any(counts) else None


@pytest.mark.in_turn
@pytest.mark.parametrize("kind", ["profile", "server", "run", "setting"])
def test_palette_finds_it_in_three_actions(page: Page, lab: Lab, measured: Measured, kind: str) -> None:
    server = lab.server()
    words, entry, address = {
        "profile": ("snia iops", "SNIA IOPS", "/profiles/"),
        "server": (server["name"], server["name"], f"/servers/{server['number']}"),
        "run": (measured.run, measured.run, f"/runs/{measured.run}"),
        "setting": ("settings notifications", "Settings: notifications", "/settings/notifications"),
    }[kind]
    page.goto(f"{lab.url}/campaigns")
    wait_for_keys(page, "Campaigns")
    hands = Hands(page)
    hands.press("Control+k")
    page.get_by_role("combobox", name="Search and commands").wait_for()
    hands.write(words)
    expect(chosen_entry(page)).to_contain_text(entry)
    expect(chosen_entry(page)).to_contain_text(re.compile(r"page|profile|server|r-\d+"))
    hands.press("Enter")
    page.wait_for_url(re.compile(re.escape(f"{lab.url}{address}")))
    assert hands.actions <= MAX_ACTIONS


def test_palette_shows_the_result_of_a_run(page: Page, lab: Lab, measured: Measured) -> None:
    page.goto(f"{lab.url}/search?q={measured.run}")
    row = page.get_by_role("group", name="Runs").get_by_role("option").filter(has_text=measured.run).first
    expect(row).to_contain_text("IOPS")
    expect(row.locator("svg")).to_have_count(2)
    page.keyboard.press("Control+Enter")
    page.wait_for_url(f"{lab.url}/runs?q={measured.run}")


@pytest.mark.in_turn
def test_followed_run_end_is_unread_until_marked_read(page: Page, lab: Lab, measured: Measured) -> None:
    page.goto(f"{lab.url}/campaigns")
    wait_for_keys(page, "Campaigns")
    # Who submits a job follows it, and this page belongs to the account that does.
    run = lab.wait_for_end(lab.submit(name="Seen in the bell")["number"])["runs"][0]["number"]

    # Nothing is opened again: it comes over the stream.
    bell = page.get_by_role("banner").get_by_role("button", name=re.compile("^Notifications"))
    expect(bell).to_have_accessible_name(re.compile(r"\d+ unread"), timeout=JOB_MS)
    bell.click()
    panel = page.get_by_role("dialog", name=re.compile("^Notifications"))
    link = panel.get_by_role("region", name="Runs you follow").locator(f"a[href='/runs/{run}']")
    expect(link).to_contain_text(f"{run} finished")
    expect(link).to_contain_text("unread")
    with page.expect_response(lambda answer: answer.request.method == "PATCH" and answer.url.endswith("/notices")):
        panel.get_by_role("button", name="Mark all read").click()
    expect(link).not_to_contain_text("unread")
    page.reload()
    bell.click()
    expect(link).to_be_visible()
    expect(link).not_to_contain_text("unread")
    link.click()
    page.wait_for_url(re.compile(f"/runs/{run}$"))


@pytest.mark.in_turn
def test_followed_run_end_notifies_in_one_tab(page: Page, lab: Lab, measured: Measured) -> None:
    other = page.context.new_page()
    try:
        for tab in (page, other):
            tab.add_init_script(COLLECT_NOTIFICATIONS)
            tab.goto(f"{lab.url}/campaigns")
            wait_for_keys(tab, "Campaigns")
        page.wait_for_function(HAS_ANNOUNCER)
        run = lab.wait_for_end(lab.submit(name="Seen in one tab")["number"])["runs"][0]["number"]
        for tab in (page, other):
            bell = tab.get_by_role("banner").get_by_role("button", name=re.compile("^Notifications"))
            bell.click()
            ended = tab.get_by_role("region", name="Runs you follow").locator(f"a[href='/runs/{run}']")
            expect(ended).to_contain_text("finished", timeout=JOB_MS)
        counts = wait_for("a notification", SHOWN_SECONDS, lambda: counted(run, page, other))
        assert sorted(counts) == [0, 1]
    finally:
        other.close()
