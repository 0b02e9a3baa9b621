"""The inventory as people care for it: a server reserved, a table imported, a photo and a model added."""

from __future__ import annotations

import datetime as dt
import re
import struct
import zlib

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.bad_input import send_request
from tests.e2e.hands import Hands
from tests.e2e.lab import Lab

#: A model that no other test writes down.
MODEL = "MZ-QL21T9-WALK"
#: Models that only the import is about begin like this.
IMPORTED_PREFIX = "IMPORTED-1"


def test_a_server_is_reserved_and_given_back(page: Page, lab: Lab) -> None:
    server = lab.server()["number"]
    page.goto(f"{lab.url}/servers/{server}?tab=maintenance")
    page.get_by_role("button", name="Reserve…").click()
    dialog = page.get_by_role("dialog", name="Reserve this server")
    dialog.get_by_label("Until").fill(f"{dt.datetime.now().astimezone() + dt.timedelta(days=2):%Y-%m-%dT%H:%M}")
    dialog.get_by_label("Reason").fill("firmware series")
    dialog.get_by_role("button", name="Reserve").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_text(re.compile(r"^Reserved by .+ until "))).to_be_visible()
    reservation = lab.call("GET", f"/servers/{server}/windows?kind=reservation")["items"][0]
    assert (reservation["reason"], reservation["is_on"]) == ("firmware series", True)

    page.get_by_role("button", name="End the reservation").click()
    page.get_by_role("dialog").get_by_role("button", name="End").click()
    expect(page.get_by_text(re.compile(r"^ended "))).to_be_visible()
    assert lab.server()["reservation"] is None


@pytest.mark.in_turn
def test_a_server_is_reserved_in_four_actions(page: Page, lab: Lab) -> None:
    server = lab.server()
    page.goto(f"{lab.url}/servers")
    hands = Hands(page)
    hands.click(page.get_by_role("complementary", name="Servers").get_by_role("link", name=server["name"]))
    hands.click(page.get_by_role("button", name="Reserve", exact=True))
    dialog = page.get_by_role("dialog", name="Reserve this server")
    expect(dialog.get_by_label("Reason")).to_be_focused()
    hands.write("in four actions")
    hands.press("Enter")
    expect(page.get_by_text(re.compile(r"^Reserved by .+ until "))).to_be_visible()
    assert hands.actions <= 4
    windows = f"/servers/{server['number']}/windows"
    [reservation] = [window for window in lab.call("GET", windows)["items"] if window["reason"] == "in four actions"]
    assert (reservation["kind"], reservation["is_on"]) == ("reservation", True)
    assert send_request(lab, "DELETE", f"{windows}/{reservation['id']}").is_success


def test_table_is_imported_after_row_preview(page: Page, lab: Lab) -> None:
    lab.call("POST", "/hardware-models", json={"component": "drive", "model": IMPORTED_PREFIX, "vendor": "Elsewhere"})
    table = (
        f"component,model,vendor\r\ndrive,{IMPORTED_PREFIX},Here\r\ndrive,{IMPORTED_PREFIX}-2,Here\r\nfan,F1,Here\r\n"
    )
    page.goto(f"{lab.url}/servers")
    page.get_by_role("navigation", name="Inventory").get_by_role("link", name="Import").click()
    page.wait_for_url(f"{lab.url}/servers/import")
    page.get_by_label("Choose a file").set_input_files(
        {"name": "models.csv", "mimeType": "text/csv", "buffer": table.encode()}
    )
    expect(page.get_by_text("Preview: 1 to add, 1 to change, 0 unchanged, 1 row refused.")).to_be_visible()
    rows = page.locator("tbody tr")
    expect(rows.nth(0)).to_contain_text("fan F1")
    expect(rows.nth(1)).to_contain_text("Vendor: Elsewhere → Here")
    assert vendors(lab) == {IMPORTED_PREFIX: "Elsewhere"}

    page.get_by_role("button", name="Import 2 rows").click()
    expect(page.get_by_text("Imported: 1 added, 1 changed")).to_be_visible()
    assert vendors(lab) == {IMPORTED_PREFIX: "Here", f"{IMPORTED_PREFIX}-2": "Here"}


def test_a_list_is_exported_with_its_filters(page: Page, lab: Lab) -> None:
    server = lab.server()
    page.goto(f"{lab.url}/servers?q={server['number']}")
    page.get_by_role("button", name="Saved views").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Export this list as CSV").click()
    lines = download.value.path().read_text(encoding="utf-8").splitlines()
    assert [line.split(",")[1] for line in lines] == ["number", server["number"]]


def test_photo_is_added_with_caption_and_removed(page: Page, lab: Lab) -> None:
    drive = lab.call("GET", "/drives")["items"][0]["number"]
    page.goto(f"{lab.url}/drives/{drive}?tab=notes")
    expect(page.get_by_text("No photos yet.")).to_be_visible()
    page.get_by_label("Choose a photo").set_input_files(
        {"name": "label.png", "mimeType": "image/png", "buffer": picture(4, 3)}
    )
    dialog = page.get_by_role("dialog", name="Add a photo")
    dialog.get_by_label("Caption").fill("Its label")
    dialog.get_by_role("button", name="Add photo").click()
    expect(dialog).to_be_hidden()
    photo = page.get_by_role("img", name="Its label")
    photo.scroll_into_view_if_needed()
    page.wait_for_function("image => image.complete && image.naturalWidth === 4", arg=photo.element_handle())

    page.get_by_role("button", name="Remove the photo Its label").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(page.get_by_text("No photos yet.")).to_be_visible()


@pytest.mark.in_turn
def test_a_model_is_written_down_and_found(page: Page, lab: Lab) -> None:
    page.goto(f"{lab.url}/servers/models")
    page.get_by_role("button", name="Add model").first.click()
    dialog = page.get_by_role("dialog", name="Add a model")
    dialog.get_by_label("Model").fill(MODEL)
    dialog.get_by_label("Rated endurance, TB written").fill("3504")
    dialog.get_by_label("Price").fill("249.5")
    dialog.get_by_label("Currency").fill("EUR")
    dialog.get_by_role("button", name="Add a specification").click()
    claim = dialog.get_by_role("group", name="Specification 1")
    claim.get_by_label("Metric").fill("4K random read")
    claim.get_by_label("Value").fill("850000")
    claim.get_by_label("Unit").fill("IOPS")
    dialog.get_by_role("button", name="Save").click()
    page.wait_for_url(re.compile(r"/servers/models/[0-9a-f-]{36}$"))
    expect(page.get_by_role("heading", level=1)).to_have_text(MODEL)
    expect(page.get_by_text("3,504 TB written")).to_be_visible()
    expect(page.get_by_text("850,000 IOPS")).to_be_visible()

    page.goto(f"{lab.url}/servers/models")
    page.get_by_role("searchbox", name="Search", exact=True).fill("walk")
    page.wait_for_url(f"{lab.url}/servers/models?q=walk")
    expect(page.locator("tbody tr")).to_have_count(1)
    expect(page.get_by_role("link", name=MODEL)).to_be_visible()


def vendors(lab: Lab) -> dict[str, str | None]:
    """Return the vendors of the models that the import is about."""
    models = lab.call("GET", "/hardware-models", params={"q": IMPORTED_PREFIX})["items"]
    return {item["model"]: item["vendor"] for item in models}


def picture(width: int, height: int) -> bytes:
    """Return a grey PNG of this many points."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    lines = b"".join(b"\x00" + b"\x80" * width for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")
