"""The pages that are held to the rules of every page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page, expect
from tests.e2e.conftest import Measured
from tests.e2e.lab import Lab


@dataclass(frozen=True)
class LabPage:
    """A page: what it is called in reports, its address, and what shows that it is there."""

    name: str
    address: str
    arrived: Callable[[Page], None]


def lab_pages(lab: Lab, measured: Measured) -> list[LabPage]:
    """Return every kind of page, filled with what this lab has."""
    published = lab.call("GET", "/runs", params={"origin": "published"})["items"][0]["number"]
    server = lab.server()["number"]
    return [
        LabPage("sign-in", f"{lab.url}/sign-in", _has_heading),
        LabPage("runs", f"{lab.url}/runs", _has_rows),
        LabPage("run", f"{lab.url}/runs/{measured.run}", _charts(3)),
        LabPage("published run", f"{lab.url}/runs/{published}", _charts(1)),
        LabPage("jobs", f"{lab.url}/jobs", _has_rows),
        LabPage("job", f"{lab.url}/jobs/{measured.job}", _has_rows),
        LabPage("new job", f"{lab.url}/jobs/new?profile=quick-4k&server={server}", _has_rows),
        LabPage("servers", f"{lab.url}/inventory/servers", _has_rows),
        LabPage("new server", f"{lab.url}/inventory/servers/new", _has_heading),
        LabPage("server", f"{lab.url}/inventory/servers/{server}", _has_rows),
        LabPage("no such page", f"{lab.url}/nowhere", _has_heading),
        LabPage("share", measured.share_url, _has_heading),
    ]


def _has_heading(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def _has_rows(page: Page) -> None:
    _has_heading(page)
    expect(page.locator("table:not([aria-busy]) tbody tr").first).to_be_visible()


def _charts(least: int) -> Callable[[Page], None]:
    def arrived(page: Page) -> None:
        _has_rows(page)
        expect(page.locator("[data-chart][data-painted]").nth(least - 1)).to_be_attached()

    return arrived
