"""Comparisons of the five reviews, rebuilt by clicking from a list to the figure that shows them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote_plus, urljoin

from playwright.sync_api import Locator, Page, expect
from tests.e2e.browsing import open_part
from tests.e2e.charts import figure_named
from tests.e2e.lab import MIB, Lab

MEASURED_SECONDS = 600.0


@dataclass(frozen=True)
class Lengths:
    """Durations of the parts of the measured review in seconds, and the resolution of its surface."""

    precondition: int
    point: int
    depths: str
    """A sweep, of threads and of queue depth alike."""
    write_shares: str


SHORT = Lengths(precondition=4, point=1, depths="1,4", write_shares="100,50,0")


def measure_reviews(lab: Lab, lengths: Lengths) -> dict[str, Any]:
    """Measure on a scratch file what is not in the demo data: preconditioning, threads by depth, the write surface."""
    return wait_for_reviews(lab, submit_reviews(lab, lengths))


def submit_reviews(lab: Lab, lengths: Lengths) -> str:
    """Submit the job that measures them; return its number."""
    name = f"five-reviews-{lengths.point}s"
    if not lab.call("GET", "/profiles", params={"origin": "custom", "q": name})["items"]:
        lab.call("POST", "/profiles", json={"document": _document(name, lengths)})
    request = {
        "name": "The reviews on a scratch file",
        "server_id": lab.server()["id"],
        "engine": "fio",
        "profile": {"name": name},
        "target": {"kind": "file", "path": None, "size_bytes": 64 * MIB},
    }
    return str(lab.call("POST", "/jobs", json=request)["number"])


def wait_for_reviews(lab: Lab, reference: str) -> dict[str, Any]:
    """Return the run of that job once it has finished."""
    job = lab.wait_for_end(reference, MEASURED_SECONDS)
    assert job["state"] == "finished", job["failure"]
    run: dict[str, Any] = job["runs"][0]
    return run


def _document(name: str, lengths: Lengths) -> dict[str, Any]:
    mixed = {"block_size": "4k", "read": 70, "random": 100}
    point = {"kind": "time", "seconds": lengths.point}
    return {
        "name": name,
        "version": 1,
        "title": "The five reviews in small",
        "description": "What the reviews measured over time, by threads and depth, and by share of writes, shortened.",
        "source": "",
        "parameters": {},
        "phases": [
            {
                "name": "Fill",
                "kind": "fill",
                "workload": {"block_size": "128k", "read": 0, "random": 0, "threads": 1, "queue_depth": 8},
                "stop": {"kind": "volume", "passes": 1},
            },
            {
                "name": "Precondition with 4K 70/30",
                "kind": "precondition",
                "workload": {**mixed, "threads": 4, "queue_depth": 4},
                "stop": {"kind": "time", "seconds": lengths.precondition, "judged": True},
            },
            {
                "name": "4K 70/30 {threads}T/{queue_depth}Q",
                "kind": "measure",
                "group": "4K 70/30",
                "workload": mixed,
                "sweep": {"threads": lengths.depths, "queue_depth": lengths.depths},
                "stop": point,
            },
            {
                "name": "Database {read} % reads QD{queue_depth}",
                "kind": "measure",
                "group": "Database",
                "workload": {"block_size": "8k", "random": 100},
                "sweep": {"read": lengths.write_shares, "queue_depth": lengths.depths},
                "stop": point,
            },
        ],
    }


def compare_found(page: Page, words: str, titles: list[str]) -> None:
    """Look for runs in their list, tick some, and open their figures side by side."""
    page.get_by_role("link", name="Runs", exact=True).click()
    page.get_by_role("main").get_by_label("Search", exact=True).fill(words)
    page.wait_for_url(re.compile("q="))
    for title in titles:
        page.get_by_role("row").filter(has_text=title).get_by_role("checkbox").check()
    page.get_by_role("main").get_by_role("link", name="Compare", exact=True).click()
    page.wait_for_url(re.compile(r"/workbench\?runs="))


def by_factors(page: Page, words: str) -> None:
    """Lay out all runs that a query finds by the factors in which they differ."""
    # An address from before the workbench had the table.
    page.goto(urljoin(page.url, f"/compare/pivot?q={quote_plus(words)}"))
    page.get_by_role("button", name="Chart menu, RAID level × Number of drives").click()
    page.get_by_role("menuitem", name="Table by factors").click()
    expect(page.get_by_role("dialog").get_by_role("table").first).to_be_visible()


def open_run(page: Page, lab: Lab, run: dict[str, Any], part: str) -> None:
    """Open a part of a run's page."""
    page.goto(f"{lab.url}/runs/{run['number']}")
    open_part(page, part)


def preconditioning(page: Page, lab: Lab, run: dict[str, Any]) -> Locator:
    """Return the figure of ioDrive2 Duo: four metrics over the time of preconditioning."""
    page.goto(f"{lab.url}/runs/{run['number']}?metric=all")
    figure = page.get_by_role("figure").first
    figure.locator("[data-chart][data-painted]").wait_for()
    return figure


def steps_of_load(page: Page, lab: Lab, run: dict[str, Any]) -> Locator:
    """Return the figure of ioDrive2 Duo: four metrics over the steps of threads and queue depth."""
    open_run(page, lab, run, "Phases")
    return figure_named(page, "Steps of load: 4 KiB random 70 % reads")


def write_surface(page: Page, lab: Lab, run: dict[str, Any]) -> Locator:
    """Return the figure of six SAS controllers: IOPS by share of writes and depth."""
    open_run(page, lab, run, "Phases")
    return figure_named(page, "Write share and depth: 8 KiB random")


def queue_depths(page: Page) -> Locator:
    """Return the figure of LSI MegaRAID: IOPS over the queue, of one drive and of an array on one controller."""
    compare_found(page, "P420i", ["one Intel SSD", "four SSDs in RAID0"])
    return queue_depth_figure(page)


def queue_depth_figure(page: Page) -> Locator:
    return figure_named(page, "IOPS by queue depth")


def one_card_or_two(page: Page) -> Locator:
    """Return the figure of LSI MegaRAID: sixteen drives on one card and on two."""
    compare_found(page, "LSI MegaRAID", ["16 SSD, one card", "16 SSD, two cards"])
    return figure_named(page, "By workload")


def raid_matrix(page: Page) -> Locator:
    """Return the figure of PERC H730P: RAID levels by numbers of drives."""
    by_factors(page, "PERC 9")
    return page.get_by_role("table", name=re.compile("^IOPS by RAID level and number of drives")).first


def perc12_table(page: Page) -> Locator:
    """Return the figure of PERC 12: RAID levels by numbers of drives."""
    by_factors(page, "x PERC 12")
    return page.get_by_role("table", name=re.compile("^IOPS by RAID level and number of drives")).first


def perc12_rebuild(page: Page) -> Locator:
    """Return the figure of PERC 12: rebuilding arrays as percent of the optimal one."""
    by_factors(page, "x PERC 12")
    return figure_named(page, "Degraded and rebuilding arrays: IOPS")
