"""Steps of a person in the browser: register the server, have it discovered, look at its pages."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect
from tests.e2e.browsing import open_page
from tests.faults_testhost.rig import ACCOUNT
from tests.integration.testhost.installation import Installation
from tests.integration.testhost.lab_client import LabClient
from tests.integration.testhost.machine import Machine

NAME = "testhost"
_PATIENCE_MS = 180_000


class Pictures:
    """A page of the lab, signed in, and the folder for what it looked like."""

    def __init__(self, browser: Browser, installation: Installation, folder: Path) -> None:
        self.url = f"http://127.0.0.1:{installation.port}"
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.page: Page = open_page(browser)
        self.page.set_default_timeout(_PATIENCE_MS)
        self.page.goto(installation.command("sign-in").strip())
        self.page.wait_for_url(f"{self.url}/")

    def take(self, path: str, name: str, *words: str) -> None:
        """Open a page, see that it shows these words, and keep a picture of it."""
        self.page.goto(f"{self.url}{path}")
        for text in words:
            expect(self.page.get_by_text(text).first).to_be_visible(timeout=_PATIENCE_MS)
        self.page.screenshot(path=self.folder / f"{name}.png", full_page=True)


def register(pictures: Pictures, machine: Machine) -> str:
    """Register the machine on the page for it; the server's number."""
    page = pictures.page
    page.goto(f"{pictures.url}/servers/new")
    page.get_by_role("radio", name=re.compile("SSH")).check()
    page.get_by_label("Name", exact=False).first.fill(NAME)
    page.get_by_label("Address").fill("127.0.0.1")
    page.get_by_label("Port").fill(str(machine.port))
    page.get_by_label("User").fill(ACCOUNT)
    page.get_by_label("Host key fingerprint").fill(machine.fingerprint())
    page.get_by_role("button", name="Add server").click()
    page.wait_for_url(re.compile(r"/servers/s-\d+\?tab=maintenance$"))
    return page.url.rpartition("/")[2].partition("?")[0]


def let_in(pictures: Pictures, lab: LabClient, machine: Machine, server: str) -> None:
    """Run the lab's script on the server as its administrator, then have it discovered from its page."""
    lab.discovered(server, seconds=180)
    script = lab.http.get(f"/servers/{server}/setup-script")
    script.raise_for_status()
    machine.shell("sh -s install", given=script.text)
    page = pictures.page
    page.goto(f"{pictures.url}/servers/{server}?tab=drives")
    for _ in range(3):
        page.get_by_role("button", name="Discover").click()
        answer = lab.discovered(server, seconds=180)
        if answer["last_error"] is None:
            break
    assert (answer["state"], answer["last_error"]) == ("ready", None), answer
    for number in range(1, machine.drives + 1):
        expect(page.get_by_text(f"{machine.serial_prefix}-{number:02d}").first).to_be_visible(timeout=_PATIENCE_MS)
    page.screenshot(path=pictures.folder / "discovered.png", full_page=True)
