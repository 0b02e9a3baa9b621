"""The inventory in a browser: found by search, shown as a tree, described by people, with a history."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from tests.e2e.keyboard import wait_for_keys
from tests.e2e.lab import Lab

#: A firmware that one of the published reviews names.
FIRMWARE = "12.12.0-0037"


def test_palette_finds_firmware_by_keyboard(page: Page, lab: Lab) -> None:
    page.goto(f"{lab.url}/runs")
    wait_for_keys(page, "Runs")
    page.keyboard.press("Control+K")
    # Letters that come before the palette are not lost.
    page.keyboard.type(FIRMWARE)
    option = page.get_by_role("option", name="LSI MegaRAID 9280-24i4e")
    expect(option).to_be_visible()
    for _ in range(page.get_by_role("option").count()):
        if option.get_attribute("aria-selected") == "true":
            break
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/servers/published/"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("LSI MegaRAID 9280-24i4e")
    expect(page.get_by_role("main")).to_be_focused()
    page.go_back()
    page.wait_for_url(re.compile("/runs$"))


def test_server_shows_its_hardware_and_history(page: Page, lab: Lab) -> None:
    server = lab.server()["number"]
    page.goto(f"{lab.url}/inventory/servers/{server}")
    page.wait_for_url(f"{lab.url}/servers/{server}")
    slots = page.get_by_role("radiogroup", name=re.compile("^(Slots|Drives) of "))
    expect(slots.get_by_role("radio").first).to_be_visible()
    expect(page.get_by_role("region", name="Chosen slot").get_by_role("link", name="Open drive")).to_be_visible()
    views = page.get_by_role("navigation", name="Views of this server")
    views.get_by_role("link", name="Drives").click()
    drive = lab.call("GET", "/drives", params={"server_id": server, "present": "true"})["items"][-1]
    expect(page.get_by_role("link", name=drive["path"], exact=True).first).to_be_visible()
    views.get_by_role("link", name="Changes").click()
    page.wait_for_url(re.compile(r"tab=changes"))
    expect(page.locator("tbody tr").filter(has_text="found for the first time").first).to_be_visible()


def test_manual_notes_are_searchable_with_history(page: Page, lab: Lab) -> None:
    drive = lab.call("GET", "/drives")["items"][-1]["number"]
    page.goto(f"{lab.url}/drives/{drive}?tab=notes")
    page.get_by_role("button", name="Edit").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Note").fill("from the <b>second</b> batch")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_text("from the <b>second</b> batch").first).to_be_visible()
    assert lab.call("GET", f"/drives/{drive}")["note"] == "from the <b>second</b> batch"
    changes = lab.call("GET", f"/inventory/changes?drive_id={drive}")["items"]
    assert (changes[0]["field"], changes[0]["source"]) == ("note", "person")
