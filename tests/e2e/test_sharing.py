"""Sharing in the browser: written, previewed, published, read by strangers, superseded, withdrawn."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import FrameLocator, Locator, Page, expect
from tests.e2e.browsing import Watch
from tests.e2e.charts import shown_value
from tests.e2e.conftest import Measured, Opener
from tests.e2e.hands import MAX_ACTIONS, Hands
from tests.e2e.keyboard import press, tab_to, write
from tests.e2e.lab import Lab

#: A published run of the demo data: charts of several kinds, and a controller that can be given another name.
TITLE = "HP P420i, four SSDs in RAID0"
CONTROLLER = "HP P420i"
OTHER_NAME = "Controller X"
#: The numbers at the top of a page have three digits.
SHOWN = 6e-3
TEXT = "Read **this** first: the cache was on."


@pytest.fixture(scope="module")
def reviewed(lab: Lab) -> dict[str, Any]:
    """Provide the run that is shared by mouse."""
    runs = lab.call("GET", "/runs", params={"q": "P420i, four", "origin": "published"})["items"]
    return next(dict(run) for run in runs if run["title"] == TITLE)


@pytest.mark.in_turn
def test_run_is_shared_by_mouse_and_withdrawn(
    page: Page, lab: Lab, visit: Opener, watch: Watch, reviewed: dict[str, Any]
) -> None:
    page.goto(f"{lab.url}/runs/{reviewed['number']}")
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("dialog").get_by_role("link", name="Edit the page…").click()
    page.wait_for_url(re.compile(rf"/shares/new\?kind=run&run={reviewed['number']}"))
    # The dialog remains until the editor is there.
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.get_by_label("Title")).to_have_value(TITLE)
    page.get_by_label("Title").fill("Four drives behind a controller")
    page.get_by_role("button", name="Add a text").click()
    text = page.get_by_role("textbox", name=re.compile("^Text at place"))
    expect(text).to_be_focused()
    text.fill(TEXT)
    page.get_by_role("button", name=re.compile("^Remove Percentiles")).click()
    page.get_by_role("button", name=re.compile("^Set-up and names")).click()
    page.get_by_label(f"Alias for {CONTROLLER}").fill(OTHER_NAME)

    expect(preview_of(page).get_by_role("heading", level=1)).to_have_text("Four drives behind a controller")
    page.get_by_role("button", name=re.compile("^Title and finding")).click()
    page.get_by_label("Title").fill("Four drives behind Controller X")
    expect(page.get_by_role("button", name="Create permalink")).to_be_disabled()
    expect(preview_of(page).get_by_role("heading", level=1)).to_have_text("Four drives behind Controller X")
    check_pictures(page)
    drafts = lab.call("GET", "/shares", params={"run_id": reviewed["number"], "state": "draft"})["items"]
    assert len(drafts) == 1, "the draft was replaced in place"
    publish_with_source(page, watch, drafts[0]["number"])

    url, shown_once = read_address(page)
    stranger = visit(java_script_enabled=False)
    stranger.goto(url)
    check_page(stranger, reviewed, shown_once)
    content = stranger.content()
    assert CONTROLLER.lower() not in content.lower()
    assert OTHER_NAME in content
    expect(stranger.get_by_role("heading", name="Percentiles of the response times")).to_have_count(0)

    withdraw(page, drafts[0]["number"])
    watch.expected.add((410, urlsplit(url).path))
    answer = stranger.goto(url)
    assert answer is not None
    assert answer.status == 410
    expect(stranger.get_by_text("withdrew it. Reason: The fan had failed.")).to_be_visible()


def publish_with_source(page: Page, watch: Watch, number: str) -> None:
    """Publish figures of a review: confirm the question about a new author."""
    watch.expected.add((409, f"/api/v1/shares/{number}/publish"))
    page.get_by_role("button", name="Create permalink").click()
    dialog = page.get_by_role("dialog", name="Publish results of other authors?")
    expect(dialog).to_contain_text("figures of others")
    dialog.get_by_role("button", name="Publish with their source").click()


def preview_of(page: Page) -> FrameLocator:
    """Return the page in the frame of the editor."""
    return page.frame_locator("iframe[title^='Page of']")


def check_pictures(page: Page) -> None:
    """Check that the frame is signed in like the page around it: the charts of a draft are drawn in it."""
    picture = preview_of(page).locator("picture img").first
    picture.scroll_into_view_if_needed()
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("image => image.naturalWidth") > 0


def read_address(page: Page) -> tuple[str, dict[str, str]]:
    """Return the facts that are shown once: the address, and by their names the hash and the citation."""
    link = page.get_by_role("link", name="Open permalink")
    link.wait_for()
    url = link.get_attribute("href")
    assert url is not None
    codes = page.get_by_role("status").filter(has=link).locator("code").all_inner_texts()
    assert codes[0] == url
    return url, dict(zip(("sha256", "citation", "bibtex"), codes[1:], strict=True))


def check_page(stranger: Page, run: dict[str, Any], shown_once: dict[str, str]) -> None:
    """Check the page without cookies and JavaScript: the author's Markdown, the lab's number, and the same citation."""
    expect(stranger.locator("strong", has_text="this").first).to_be_visible()
    expect(stranger.get_by_text("first: the cache was on.")).to_be_visible()
    expect(stranger.get_by_text(shown_once["citation"]).first).to_be_visible()
    headline = stranger.locator(".tiles dd").first.inner_text().split()[0]
    assert shown_value(headline) == pytest.approx(run["headline"][0]["value"], rel=SHOWN)
    assert stranger.context.cookies() == []
    document = stranger.request.get(f"{stranger.url}.json").body()
    assert hashlib.sha256(document).hexdigest() == shown_once["sha256"]


def withdraw(page: Page, number: str) -> None:
    """Withdraw a share: from the editor to the list, and by the menu beside it. Its address is found again there."""
    page.get_by_role("button", name="Done").click()
    page.wait_for_url(re.compile("/shares$"))
    row = row_of(page, number)
    expect(row.get_by_role("button", name=f"Copy the address of {number}")).to_be_visible()
    row.click()
    page.get_by_role("button", name=f"Actions for {number}").click()
    page.get_by_role("menuitem", name="Withdraw…").click()
    dialog = page.get_by_role("dialog", name=f"Withdraw {number}")
    dialog.get_by_label("Reason").fill("The fan had failed.")
    dialog.get_by_role("button", name="Withdraw").click()
    expect(dialog).to_be_hidden()
    expect(row).to_contain_text("Withdrawn")
    expect(row.get_by_title("reason: The fan had failed.")).to_be_visible()


def row_of(page: Page, number: str) -> Locator:
    """Return the row of a share in the list."""
    return page.locator(f'tr[data-row="{number}"]')


@pytest.mark.in_turn
def test_a_run_is_shared_in_three_actions(page: Page, lab: Lab, visit: Opener, measured: Measured) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{lab.url}/runs/{measured.run}")
    hands = Hands(page)
    hands.click(page.get_by_role("button", name="Share", exact=True))
    dialog = page.get_by_role("dialog")
    hands.click(dialog.get_by_role("button", name="Create permalink"))
    hands.click(dialog.get_by_role("button", name="Copy Address"))
    expect(dialog.get_by_role("button", name="Copied Address")).to_be_visible()
    assert hands.actions <= MAX_ACTIONS

    stranger = visit()
    stranger.goto(page.evaluate("navigator.clipboard.readText()"))
    title = lab.call("GET", f"/runs/{measured.run}")["profile"]["title"]
    expect(stranger.get_by_role("heading", level=1)).to_contain_text(title)


@pytest.mark.in_turn
def test_run_is_shared_and_versioned_by_keyboard(page: Page, lab: Lab, visit: Opener, measured: Measured) -> None:
    page.goto(f"{lab.url}/runs/{measured.run}")
    press(page, page.get_by_role("button", name="Share", exact=True))
    press(page, page.get_by_role("dialog").get_by_role("link", name="Edit the page…"))
    page.wait_for_url(re.compile("/shares/new"))
    expect(page.get_by_role("dialog")).to_be_hidden()
    tab_to(page, page.get_by_label("Title"))
    write(page, "Shared by keys")
    press(page, page.get_by_role("button", name="Add a text"))
    text = page.get_by_role("textbox", name=re.compile("^Text at place"))
    expect(text).to_be_focused()
    page.keyboard.insert_text(TEXT)
    page.keyboard.press("Alt+ArrowUp")
    expect(text).to_be_focused()
    press(page, page.get_by_role("button", name=re.compile("^Remove Percentiles")))
    publish_by_keys(page)
    url, shown_once = read_address(page)
    stranger = visit(java_script_enabled=False)
    stranger.goto(url)
    run = lab.call("GET", f"/runs/{measured.run}")
    check_page(stranger, run, shown_once)

    press(page, page.get_by_role("button", name="Done"))
    page.wait_for_url(re.compile("/shares$"))
    number = lab.call("GET", "/shares", params={"run_id": measured.run})["items"][0]["number"]
    tab_to(page, row_of(page, number).get_by_role("link"))
    page.keyboard.press("Space")
    press(page, page.get_by_role("button", name=f"Actions for {number}"))
    expect(page.get_by_role("menuitem", name="New version")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(rf"/shares/new\?version_of={number}"))
    expect(page.get_by_role("button", name=re.compile("^Text Read"))).to_be_visible()
    tab_to(page, page.get_by_label("Title"))
    write(page, "Shared by keys, measured anew")
    publish_by_keys(page)
    newer, _ = read_address(page)
    assert newer != url
    stranger.goto(url)
    expect(stranger.get_by_role("heading", level=1)).to_have_text("Shared by keys")
    expect(stranger.get_by_text("Newer data exist: version 2")).to_be_visible()
    stranger.get_by_role("link", name="Show version 2").click()
    expect(stranger.get_by_role("heading", level=1)).to_have_text("Shared by keys, measured anew")
    stranger.goto(newer)
    expect(stranger.get_by_text("Newer data exist")).to_have_count(0)


def publish_by_keys(page: Page) -> None:
    """Look at the page, publish it; what is shown once has the focus then."""
    expect(preview_of(page).get_by_role("heading", level=1)).to_be_visible()
    create = page.get_by_role("button", name="Create permalink")
    expect(create).to_be_enabled()
    press(page, create)
    expect(page.get_by_role("status").filter(has=page.get_by_role("link", name="Open permalink"))).to_be_focused()


def share_run(page: Page, lab: Lab, run: str) -> None:
    page.goto(f"{lab.url}/runs/{run}")
    page.get_by_role("button", name="Share", exact=True).click()


def share_chart(page: Page, lab: Lab, run: str) -> None:
    page.goto(f"{lab.url}/runs/{run}")
    page.get_by_role("button", name=re.compile("^Chart menu")).first.click()
    page.get_by_role("menuitem", name="Share this chart…").click()


def share_selection(page: Page, lab: Lab, run: str) -> None:
    page.goto(f"{lab.url}/runs?q=PERC")
    for place in (0, 1):
        page.get_by_role("checkbox", name=re.compile("^Select r-")).nth(place).check()
    page.get_by_role("button", name="Share", exact=True).click()


def share_workbench(page: Page, lab: Lab, run: str) -> None:
    page.goto(f"{lab.url}/workbench?runs={run}")
    page.get_by_role("button", name="Share", exact=True).click()


def share_dashboard(page: Page, lab: Lab, run: str) -> None:
    dashboard = lab.call("GET", "/dashboards", params={"shared": True})["items"][-1]["number"]
    page.goto(f"{lab.url}/dashboards/{dashboard}")
    page.get_by_role("button", name="Share", exact=True).click()


@pytest.mark.parametrize(
    ("open_dialog", "layout"),
    [
        (share_run, "Article"),
        (share_chart, "One figure"),
        (share_selection, "Article"),
        (share_workbench, "Article"),
        (share_dashboard, "Article"),
    ],
)
def test_every_page_opens_the_same_dialog(
    page: Page, lab: Lab, reviewed: dict[str, Any], open_dialog: Callable[[Page, Lab, str], None], layout: str
) -> None:
    open_dialog(page, lab, reviewed["number"])
    dialog = page.get_by_role("dialog", name=re.compile("^Share "))
    expect(dialog.get_by_role("button", name="Create permalink")).to_be_enabled()
    # A workbench of one run compares nothing, so its author writes the finding.
    is_found = open_dialog is not share_workbench
    finding = dialog.get_by_label("Finding, in one sentence")
    expect(finding).not_to_be_empty() if is_found else expect(finding).to_be_visible()
    expect(dialog.get_by_role("radio", name=layout, exact=True)).to_be_checked()


@pytest.mark.in_turn
def test_dialog_creates_a_permalink_with_the_finding_of_its_author(
    page: Page, lab: Lab, visit: Opener, watch: Watch, reviewed: dict[str, Any]
) -> None:
    watch.expected.add((409, "/api/v1/shares"))
    page.goto(f"{lab.url}/runs/{reviewed['number']}")
    page.get_by_role("button", name="Share", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Finding, in one sentence").fill("Four drives read faster than one.")
    dialog.get_by_role("button", name="Create permalink").click()
    page.get_by_role("button", name="Publish with their source").click()
    url = dialog.get_by_role("link", name="Open permalink").get_attribute("href")
    assert url is not None
    stranger = visit(java_script_enabled=False)
    stranger.goto(url)
    expect(stranger.get_by_text("Four drives read faster than one.").first).to_be_visible()


@pytest.mark.in_turn
def test_saved_draft_is_edited_and_published_as_previewed(
    page: Page, lab: Lab, visit: Opener, watch: Watch, reviewed: dict[str, Any]
) -> None:
    subject = {"kind": "run", "run_id": reviewed["number"]}
    draft = lab.call(
        "POST", "/shares", json={**subject, "title": "Half done", "author": "Ada", "body": [{"text": TEXT}]}
    )
    page.goto(f"{lab.url}/shares?peek={draft['number']}")
    page.get_by_role("button", name=f"Actions for {draft['number']}").click()
    page.get_by_role("menuitem", name="Edit").click()
    expect(page.get_by_label("Title")).to_have_value("Half done")
    expect(page.get_by_role("button", name=re.compile("^Text Read"))).to_be_visible()
    expect(preview_of(page).get_by_role("heading", level=1)).to_have_text("Half done")
    page.get_by_label("Title").fill("Done")
    expect(preview_of(page).get_by_role("heading", level=1)).to_have_text("Done")
    # All of both pages is compared in tests/integration/shares; here in the frame, and by a stranger.
    previewed = {place: preview_of(page).locator(place).all_inner_texts() for place in SAME_PLACES}
    publish_with_source(page, watch, draft["number"])

    url, _ = read_address(page)
    stranger = visit(java_script_enabled=False)
    stranger.goto(url)
    assert {place: stranger.locator(place).all_inner_texts() for place in SAME_PLACES} == previewed
    assert all(previewed.values())


#: What a draft shows as readers will see it.
SAME_PLACES = ("h1", "h2", "#finding", ".words", ".facts")


def test_typed_text_survives_back_and_forward(page: Page, lab: Lab, reviewed: dict[str, Any]) -> None:
    page.goto(f"{lab.url}/shares/new?kind=run&run={reviewed['number']}")
    page.get_by_role("button", name="Add a text", exact=True).click()
    page.keyboard.insert_text("Half a thought")
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Queue", exact=True).click()
    # The address is the new one before its page has taken the place of this one.
    expect(page.get_by_role("navigation", name="Views of the queue")).to_be_visible()
    page.go_back()
    expect(page.get_by_text("Your unsaved work in this tab was restored.")).to_be_visible()
    block = page.get_by_role("button", name="Text Half a thought")
    expect(block).to_be_visible()
    page.reload()
    expect(block).to_be_visible()
