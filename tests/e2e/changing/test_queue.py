"""The queue: its order is changed by keyboard, and the pause of the lab is seen on every page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.changing.conftest import REASON
from tests.e2e.conftest import Opener
from tests.e2e.hands import MAX_ACTIONS, Hands
from tests.e2e.keyboard import wait_for_keys
from tests.e2e.lab import Lab


@pytest.mark.in_turn
def test_lab_pause_requires_a_reason_shown_everywhere(page: Page, lab: Lab) -> None:
    page.goto(f"{lab.url}/queue")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitem", name="Pause lab\u2026").click()
    dialog = page.get_by_role("dialog", name="Pause the whole lab?")
    dialog.get_by_role("button", name="Pause lab").click()
    expect(dialog.get_by_text("Give a reason. Everyone sees it.")).to_be_visible()
    try:
        dialog.get_by_label("Reason").fill(REASON)
        dialog.get_by_role("button", name="Pause lab").click()
        banner = page.get_by_role("status").filter(has_text="Paused by")
        expect(banner).to_contain_text(REASON)

        for path in ("runs", "queue?view=done", "import", "servers"):
            page.goto(f"{lab.url}/{path}")
            expect(banner).to_contain_text(REASON)
        job = lab.submit()["number"]
        page.goto(f"{lab.url}/jobs/{job}")
        expect(page.get_by_text(re.compile("^Waiting: ")).first).to_contain_text(REASON)
        lab.call("POST", f"/jobs/{job}/cancel")

        page.goto(f"{lab.url}/queue")
        page.get_by_role("button", name="More", exact=True).click()
        page.get_by_role("menuitem", name="Resume lab").click()
        expect(banner).to_have_count(0)
        assert lab.call("GET", "/lab")["paused"] is False
    finally:
        lab.call("POST", "/lab/resume")


@pytest.mark.in_turn
def test_the_queue_is_reordered_by_keyboard(page: Page, paused: Lab) -> None:
    first, second, third = (paused.submit(name=f"number {place}") for place in (1, 2, 3))
    numbers = [job["number"] for job in (first, second, third)]
    page.goto(f"{paused.url}/queue")
    rows = page.get_by_role("table", name="Measuring and waiting").get_by_role("row", name=re.compile(r"r-\d"))
    expect(rows).to_have_count(3)

    menu = rows.filter(has_text="number 3").get_by_role("button", name=re.compile("^Actions for"))
    menu.focus()
    page.keyboard.press("Alt+ArrowUp")
    expect(page.get_by_text("is now 2nd in its queue")).to_be_visible()
    expect(menu).to_be_focused()
    assert waiting(paused) == [numbers[0], numbers[2], numbers[1]]

    page.get_by_role("button", name="Undo").click()
    expect(rows.last).to_contain_text("number 3")
    assert waiting(paused) == numbers

    menu.focus()
    page.keyboard.press("Enter")
    page.get_by_role("menuitem", name="Move to head of the queue").press("Enter")
    expect(rows.first).to_contain_text("number 3")
    assert waiting(paused) == [numbers[2], *numbers[:2]]

    rows.filter(has_text="number 2").get_by_role("button", name=re.compile("^Actions for")).click()
    page.get_by_role("menuitem", name="Priority\u2026").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Priority").fill("90")
    dialog.get_by_role("button", name="Change priority").click()
    expect(rows.first).to_contain_text("number 2")
    assert waiting(paused) == [numbers[1], numbers[2], numbers[0]]


@pytest.mark.in_turn
def test_queued_run_moves_to_head_in_three_actions(page: Page, paused: Lab) -> None:
    first, second = (paused.submit(name=f"number {place}")["number"] for place in (1, 2))
    page.goto(f"{paused.url}/campaigns")
    wait_for_keys(page, "Campaigns")
    hands = Hands(page)
    hands.click(page.get_by_role("navigation", name="Main").get_by_role("link", name=re.compile("^Queue")))
    rows = page.get_by_role("table", name="Measuring and waiting").get_by_role("row", name=re.compile(r"r-\d"))
    hands.click(rows.filter(has_text="number 2").get_by_role("button", name=re.compile("^Actions for")))
    hands.click(page.get_by_role("menuitem", name="Move to head of the queue"))
    expect(rows.first).to_contain_text("number 2")
    assert waiting(paused) == [second, first]
    assert hands.actions <= MAX_ACTIONS


def test_queued_message_cancels_its_run(page: Page, paused: Lab) -> None:
    page.goto(f"{paused.url}/new?profile=quick-4k")
    page.get_by_role("button", name="Start run").click()
    page.wait_for_url(re.compile(r"/runs/r-\d+$"))
    number = page.url.rpartition("/")[2]
    page.get_by_text(f"{number} is queued").hover()
    run = paused.call("GET", f"/runs/{number}")
    message = page.get_by_role("status").filter(has_text=f"{number} is queued")
    message.get_by_role("button", name="Cancel run").click()
    expect(page.get_by_text(f"{number} was cancelled")).to_be_visible()
    assert paused.wait_for_end(run["job"]["number"])["state"] == "cancelled"


def waiting(lab: Lab) -> list[str]:
    """Return the jobs that wait, in the order of the lab."""
    return [item["job_number"] for item in lab.call("GET", "/queue")["items"] if item["state"] == "waiting"]


@pytest.mark.in_turn
def test_viewer_sees_the_queue_without_change_commands(visit: Opener, paused: Lab) -> None:
    job = paused.submit(name="only to look at")["number"]
    token = paused.command("token", "create", "--name", "viewer", "--role", "viewer")
    page = visit(extra_http_headers={"Authorization": f"Bearer {token}"})
    page.goto(f"{paused.url}/queue")
    page.get_by_role("button", name=re.compile("^Actions for")).click()
    expect(page.get_by_role("menuitem", name="Open run")).to_be_visible()
    expect(page.get_by_role("menuitem", name=re.compile("Move|Priority"))).to_have_count(0)
    expect(page.get_by_role("button", name="More", exact=True)).to_have_count(0)
    page.goto(f"{paused.url}/jobs/{job}")
    page.wait_for_url(re.compile(r"/runs/r-\d+$"))
    expect(page.get_by_text(re.compile("^You can close this page"))).to_be_visible()
    expect(page.get_by_role("button", name="Cancel run")).to_have_count(0)
    expect(page.get_by_role("link", name="New run")).to_have_count(0)
