"""Targets before a test: refusals of the server, and the right to declare a drive destructible."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.browsing import open_part
from tests.e2e.charts import figure_named
from tests.e2e.lab import MIB, SHORT_PARAMETERS, Lab

#: Typed to enrol a drive, and to erase it in a run.
SERIAL_ENDING, SHOWN_ENDING = 6, 4


@dataclass(frozen=True)
class LoopDrive:
    """A loop device that acts as a drive, as a lab in a sandbox shows it."""

    path: str
    stable_id: str
    serial: str


@pytest.fixture
def drive(lab: Lab) -> Iterator[LoopDrive]:
    """Provide a drive that is not enrolled."""
    if os.geteuid() != 0:
        pytest.skip("loop devices are made by root")
    backing = lab.images / f"{lab.place.name}-drive.img"
    with backing.open("wb") as file:
        file.truncate(64 * MIB)
    attach = ["losetup", "--find", "--show", str(backing)]
    path = subprocess.run(attach, check=True, capture_output=True, text=True).stdout.strip()
    try:
        shown = discovered(lab, f"loop-{backing.name}")
        yield LoopDrive(path, shown["stable_id"], shown["serial"])
    finally:
        subprocess.run(["losetup", "--detach", path], check=True)
        backing.unlink()


def discovered(lab: Lab, stable_id: str) -> dict[str, Any]:
    """Discover the server and return the drive with this name."""
    lab.discover()
    drives = lab.call("GET", "/drives", params={"server_id": lab.server()["id"]})["items"]
    return next(drive for drive in drives if drive["stable_id"] == stable_id)


def test_server_gives_reasons_for_refusing_a_target(page: Page, lab: Lab) -> None:
    existing = lab.place / "somebody-elses.dat"
    existing.write_text("somebody's data", encoding="ascii")
    page.goto(f"{lab.url}/new?profile=quick-4k&path={existing}")

    page.get_by_role("button", name="Check server").click()

    expect(page.get_by_role("status").filter(has_text=re.compile(r"^Blocked by \d+ safety checks?$"))).to_have_count(1)
    refused = page.get_by_role("group").filter(has=page.get_by_text(re.compile(r"^Blocked \(\d+\)$")))
    expect(refused).to_contain_text(str(existing))
    expect(page.get_by_text(re.compile(r"^Passed \(\d+\)$"))).to_be_visible()
    page.get_by_label("Path").fill(str(lab.place / "new.dat"))
    expect(page.get_by_text(re.compile("has changed since this check"))).to_be_visible()
    assert existing.read_text(encoding="ascii") == "somebody's data"


@pytest.mark.in_turn
def test_drive_is_destroyed_only_with_two_keys(page: Page, lab: Lab, drive: LoopDrive) -> None:
    page.goto(f"{lab.url}/new?profile=quick-4k&target=devices")
    choice = page.get_by_role("checkbox", name=f"{drive.path} ")
    expect(choice).to_be_disabled()
    expect(choice).to_have_accessible_description(re.compile(f"…{drive.serial[-SHOWN_ENDING:]} .*Not enrolled$"))

    root_enrols(propose(page, lab, drive), drive.serial)
    discovered(lab, drive.stable_id)
    page.reload()
    row = page.get_by_role("row", name=f"{drive.path} ")
    expect(row).to_contain_text("may be erased until ")

    page.goto(f"{lab.url}/new?profile=quick-4k&target=devices&parameters={quote(json.dumps(SHORT_PARAMETERS))}")
    choice.check()
    page.get_by_role("button", name=re.compile(r"^All \d+ settings$")).click()
    page.get_by_role("combobox", name="Step to add").click()
    page.get_by_role("option", name="Discard everything (trim)").click()
    page.get_by_role("button", name="Add step").click()
    expect(page.get_by_text("All data on 1 drive will be erased.")).to_be_visible()
    submit = page.get_by_role("button", name="Start run")
    serial = page.get_by_label(f"Last {SHOWN_ENDING} characters of the serial of {drive.path}")
    expect(serial).to_have_value("")
    expect(page.get_by_role("region", name="Steps of the plan").get_by_role("listitem").first).to_be_visible()
    expect(submit).to_be_disabled()
    serial.fill(drive.serial[-SHOWN_ENDING:])
    expect(submit).to_be_enabled()
    assert drive.serial not in page.url
    submit.click()
    page.wait_for_url(re.compile(r"/runs/r-\d+$"))
    run = lab.call("GET", f"/runs/{page.url.rpartition('/')[2]}")
    check_destruction(page, lab, run["job"]["number"])

    protect(page, lab, drive)
    page.goto(f"{lab.url}/new?profile=quick-4k&target=devices")
    expect(choice).to_be_disabled()


def check_destruction(page: Page, lab: Lab, job: str) -> None:
    """Check that the run has finished, with its preparation verified and every other drive unchanged."""
    ended = lab.wait_for_end(job)
    assert ended["state"] == "finished", ended["failure"]
    page.goto(f"{lab.url}/runs/{ended['runs'][0]['number']}/files")
    attempt = page.get_by_role("region", name="Attempts and events")
    steps = attempt.get_by_role("table", name="Preparation steps of attempt 1")
    expect(steps.get_by_role("row", name=re.compile("Discard"))).to_contain_text("finished")
    expect(attempt.get_by_text("The other drives of the server are unchanged.")).to_be_visible()
    attempt.get_by_text(re.compile("^Safety checks at the start: ")).click()
    expect(attempt.get_by_text(re.compile(r"^Passed \(\d+\)$"))).to_be_visible()
    open_part(page, "Phases")
    figure_named(page, "The server during the run")


def propose(page: Page, lab: Lab, drive: LoopDrive) -> str:
    """Propose a drive on the page of its server; return the command that is shown for root."""
    page.goto(f"{lab.url}/servers/{lab.server()['number']}?tab=drives")
    page.get_by_role("button", name=f"Enrol {drive.path}\u2026").click()
    dialog = page.get_by_role("dialog", name=f"Enrol {drive.path}")
    expect(dialog.get_by_text(drive.serial, exact=True)).to_be_visible()
    ending = dialog.get_by_label("Last 6 characters of the serial number")
    expect(ending).to_have_value("")
    ending.fill("000000")
    dialog.get_by_role("button", name="Propose").click()
    expect(dialog.get_by_text("The serial number of this drive ends differently.")).to_be_visible()
    ending.fill(drive.serial[-SERIAL_ENDING:])
    dialog.get_by_role("button", name="Propose").click()
    command = dialog.locator("code").inner_text()
    dialog.get_by_role("button", name="Close").last.click()
    return command


def root_enrols(command: str, serial: str) -> None:
    """Execute the command on this machine that the lab requests from root."""
    sudo, *argv = shlex.split(command)
    assert sudo == "sudo"
    done = subprocess.run(argv, input=f"{serial}\n", capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


def protect(page: Page, lab: Lab, drive: LoopDrive) -> None:
    """Protect a drive on the page of its server."""
    page.goto(f"{lab.url}/servers/{lab.server()['number']}?tab=drives")
    page.get_by_role("button", name=f"Protect {drive.path}").click()
    expect(page.get_by_role("row", name=f"{drive.path} ")).to_contain_text("protected")
