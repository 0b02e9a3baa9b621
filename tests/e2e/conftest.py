"""Fixtures of the browser tests: one real lab and one browser for all, a watched page for each test."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page
from tests.e2e.browsing import Watch, chromium, open_page, sign_in
from tests.e2e.lab import Lab, running_lab

EVIDENCE = Path(__file__).resolve().parents[2] / "build" / "e2e"

Opener = Callable[..., Page]


@dataclass(frozen=True)
class Measured:
    """A run that finished in this lab, with its job and its permalink."""

    job: str
    run: str
    share_url: str


@pytest.fixture(scope="session")
def lab() -> Iterator[Lab]:
    """A lab that runs as a user's would, with this machine as its server."""
    assert shutil.which("fio"), "The browser tests measure with fio: `sudo apt-get install fio`."
    with running_lab() as lab:
        yield lab


@pytest.fixture(scope="session")
def measured(lab: Lab) -> Measured:
    """A finished run and its share, for pages that only show them."""
    job = lab.wait_for_end(lab.submit()["number"])
    assert job["state"] == "finished", job["failure"]
    request = {"run_id": job["runs"][0]["id"], "title": "A finished run", "author": "Browser tests", "note": ""}
    return Measured(job["number"], job["runs"][0]["number"], lab.call("POST", "/shares", json=request)["url"])


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests."""
    with chromium() as browser:
        yield browser


@pytest.fixture
def watch() -> Iterator[Watch]:
    """What the pages of this test complain about; the test fails on it."""
    watch = Watch()
    yield watch
    assert watch.complaints == []


@pytest.fixture
def visit(browser: Browser, watch: Watch) -> Iterator[Opener]:
    """Opens pages in contexts of their own; options are those of a browser context."""
    opened: list[Page] = []

    def open_watched(**options: Any) -> Page:
        page = open_page(browser, **options)
        watch.follow(page)
        opened.append(page)
        return page

    yield open_watched
    for page in opened:
        page.context.close()


@pytest.fixture
def page(visit: Opener, lab: Lab) -> Page:
    """A page of the lab, signed in."""
    page = visit()
    sign_in(page, lab)
    return page


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep what explains a failure, and say where."""
    report = yield
    if report.failed and isinstance(item, pytest.Function):
        folder = EVIDENCE / re.sub(r"[^\w.-]+", "_", item.name)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        keep_evidence(folder, item.funcargs)
        report.sections.append(("What was kept of this failure", str(folder)))
    return report


def keep_evidence(folder: Path, fixtures: Mapping[str, object]) -> None:
    """Save pictures of the pages that are open and the ends of the lab's logs."""
    lab, browser = fixtures.get("lab"), fixtures.get("browser")
    if isinstance(lab, Lab):
        (folder / "lab.log").write_text(lab.log_tails(), encoding="utf-8")
    pages = [page for context in browser.contexts for page in context.pages] if isinstance(browser, Browser) else []
    for number, page in enumerate(pages, start=1):
        # A page that hangs or crashed has no picture; the failure itself is what counts.
        with suppress(Error):
            page.screenshot(path=folder / f"page-{number}.png", full_page=True, timeout=5_000)
