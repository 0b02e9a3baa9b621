"""Drives of two models in one server: one is found by its serial, all are chosen for a campaign."""

from __future__ import annotations

import datetime as dt
import re
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import NullPool, create_engine
from sqlalchemy.orm import Session
from tests.e2e.browsing import chosen_entry
from tests.e2e.hands import MAX_ACTIONS, Hands
from tests.e2e.keyboard import wait_for_keys
from tests.e2e.lab import Lab, wait_for
from tests.integration.workers.discoveries import drive

from storagelab.collectors.base import CollectedFacts, DriveDetail, DriveHealthFacts
from storagelab.config import build_embedded_database_url
from storagelab.db.models import Server
from storagelab_workers.enrolments import store_enrolments
from storagelab_workers.hardware.merge import merge
from storagelab_workers.hardware.store import store_hardware

MODELS = ("Fast 960", "Slow 480")
DRIVES_PER_MODEL = 4
#: Behind the names of drives that this machine may have.
FIRST_NUMBER = 40
SERIAL = "TWOMODELS{number}X7"
USED_PERCENT = 23.0
END_SECONDS = 30.0


@pytest.fixture(scope="module")
def drives(lab: Lab) -> Iterator[list[dict[str, Any]]]:
    """Provide four enrolled drives of each model, as workers store a discovery.

    The next discovery finds the real ones.
    """
    database = create_engine(build_embedded_database_url(lab.data, "worker"), poolclass=NullPool)
    with Session(database) as session, session.begin():
        file_drives(session, session.get_one(Server, uuid.UUID(lab.server()["id"])))
    yield lab.call("GET", "/drives", params={"server_id": lab.server()["id"], "present": "true"})["items"]
    lab.discover()


def file_drives(session: Session, server: Server) -> None:
    """Store the drives and that root of the server enrolled them."""
    drives = [
        drive(FIRST_NUMBER + place, model=model, serial=SERIAL.format(number=FIRST_NUMBER + place))
        for place, model in enumerate(model for model in MODELS for _ in range(DRIVES_PER_MODEL))
    ]
    health = DriveHealthFacts(passed=True, used_percent=USED_PERCENT)
    details = tuple(DriveDetail(kernel_name=facts.kernel_name, health=health) for facts in drives)
    now = dt.datetime.now(dt.UTC)
    store_hardware(
        session, server=server, hardware=merge(CollectedFacts(drives=tuple(drives), details=details)), now=now
    )
    entries = [{"stable_id": facts.stable_id, "serial": facts.serial, "valid": True} for facts in drives]
    store_enrolments(session, server=server, entries=entries, now=now)


def test_drive_wear_is_found_in_three_actions(page: Page, lab: Lab, drives: list[dict[str, Any]]) -> None:
    wanted = drives[-1]
    page.goto(f"{lab.url}/campaigns")
    wait_for_keys(page, "Campaigns")
    hands = Hands(page)
    hands.press("Control+k")
    page.get_by_role("combobox", name="Search and commands").wait_for()
    # Neither its beginning nor its end.
    hands.write(wanted["serial"][6:-1].lower())
    expect(chosen_entry(page)).to_contain_text(wanted["number"])
    hands.press("Enter")
    page.wait_for_url(f"{lab.url}/drives/{wanted['number']}")
    tile = page.get_by_role("main").locator("dl > div").filter(has_text="Endurance used").first
    expect(tile).to_contain_text(re.compile(rf"{USED_PERCENT:.0f}\D*%"))
    assert hands.actions <= MAX_ACTIONS


@pytest.mark.in_turn
def test_two_model_campaign_starts_in_eight_actions(page: Page, paused: Lab, drives: list[dict[str, Any]]) -> None:
    page.goto(f"{paused.url}/campaigns")
    wait_for_keys(page, "Campaigns")
    hands = Hands(page)
    hands.click(page.get_by_role("link", name="New campaign").first)
    for model in MODELS:
        hands.click(page.get_by_role("checkbox", name=f"{DRIVES_PER_MODEL} × {model}"))
    for layout in ("RAID 5", "RAID 6"):
        hands.click(page.get_by_role("checkbox", name=layout, exact=True))
    hands.click(page.get_by_role("checkbox", name=re.compile("^Quick look, 4K random read")))
    expect(page.get_by_text(f"All data on {len(drives)} drives will be erased.")).to_be_visible()
    field = page.get_by_role("textbox", name=re.compile("^Last 4 characters of the serial"))
    [first] = [entry for entry in drives if (field.get_attribute("aria-label") or "").endswith(entry["path"])]
    hands.fill(field, first["serial"][-4:])
    start = page.get_by_role("button", name="Start campaign")
    expect(start).to_be_enabled()
    hands.click(start)
    page.wait_for_url(re.compile(r"/campaigns/m-\d+$"))
    campaign = f"/campaigns/{page.url.rpartition('/')[2]}"
    try:
        rows = paused.call("GET", f"{campaign}/matrix")["rows"]
        assert {(row["layout"], row["model"], row["drives"]) for row in rows} == {
            (layout, model, DRIVES_PER_MODEL) for layout in ("raid5", "raid6") for model in MODELS
        }
        assert hands.actions <= 8
    finally:
        paused.call("POST", f"{campaign}/cancel")
        wait_for(
            "the end of the campaign",
            END_SECONDS,
            lambda: paused.call("GET", campaign)["state"] == "cancelled" or None,
        )
