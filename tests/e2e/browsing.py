"""Real browser with watched pages: unseen faults in them are collected for the test to fail on."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Response,
    expect,
    sync_playwright,
)
from tests.e2e.lab import Lab

#: Deadline of every wait, in ms; a machine with two cores that also runs fio can be slow.
PATIENCE_MS = 30_000
DESKTOP = {"width": 1440, "height": 900}


@contextmanager
def chromium() -> Iterator[Browser]:
    """Provide the distribution's Chromium; a browser is never downloaded."""
    program = shutil.which("chromium")
    if program is None:
        raise RuntimeError("The browser tests need Chromium: `sudo apt-get install chromium`.")
    # Chromium's own sandbox refuses to run as root.
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=arguments)
        yield browser
        browser.close()


@dataclass
class Watch:
    """Faults of a page that its visitor may not see."""

    complaints: list[str] = field(default_factory=list)
    """Console errors (violations of the content security policy among them), uncaught errors, refused requests."""
    expected: set[tuple[int, str]] = field(default_factory=set)
    """Refusals that the test provokes: status and path."""

    def follow(self, page: Page) -> None:
        """Collect from a page, before its first navigation."""
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(f"uncaught: {error}"))
        page.on("response", self._see)

    def _hear(self, message: ConsoleMessage) -> None:
        # The browser's note on a refused request names no method; `_see` judges the response itself.
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self.complaints.append(f"console: {message.text}")

    def _see(self, response: Response) -> None:
        path = urlsplit(response.url).path
        if response.status >= 400 and (response.status, path) not in self.expected:
            self.complaints.append(f"{response.status} for {response.request.method} {path}")


def open_context(browser: Browser, **options: Any) -> BrowserContext:
    """Open a context: what its pages keep and cache is seen by no other."""
    context = browser.new_context(**({"viewport": DESKTOP, "reduced_motion": "reduce"} | options))
    context.set_default_timeout(PATIENCE_MS)
    return context


def open_page(browser: Browser, **options: Any) -> Page:
    """Open a page in a context of its own, without cookies."""
    return open_context(browser, **options).new_page()


def sign_in(page: Page, lab: Lab) -> None:
    """Sign in by a fresh one-time link."""
    page.goto(lab.quick_link())
    page.wait_for_url(f"{lab.url}/")


def open_part(page: Page, name: str) -> None:
    """Go to another part of a run's page."""
    link = page.get_by_role("navigation", name="Views of this run").get_by_role("link", name=name, exact=True)
    link.click()
    expect(link).to_have_attribute("data-status", "active")


def chosen_entry(page: Page) -> Locator:
    """Return the entry of the palette that Enter opens."""
    return page.get_by_role("dialog", name="Search and commands").get_by_role("option", selected=True)
