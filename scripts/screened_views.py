"""Views for pictures beside those of the tests: pages at work, with a live campaign and chart."""

from __future__ import annotations

from functools import partial
from typing import Any

from playwright.sync_api import Page, expect
from tests.e2e import reviews
from tests.e2e.charts import choose_in_menu
from tests.e2e.conftest import Measured
from tests.e2e.lab import MIB, Lab, wait_for
from tests.e2e.pages import LabPage

CAMPAIGN_NAME = "Two scratch files"
CAMPAIGN_SECONDS = 900.0
_PARAMETERS = {"round_seconds": 1, "max_rounds": 5, "point_seconds": 2}
_DRAFT_TEXT = (
    "Two files on the same disk, measured one after the other.\n\n"
    "* Both were **filled** before anything was read.\n"
    "* Rounds of seconds show how the lab works, not how fast the disk is."
)
#: The same drives behind one controller, behind two and behind none.
_SURFACE = "3-D view"


def prepare_views(lab: Lab) -> str:
    """Measure a campaign of two files, once; return its number."""
    existing = [item for item in lab.call("GET", "/campaigns")["items"] if item["name"] == CAMPAIGN_NAME]
    if existing:
        return str(existing[0]["number"])
    request = {
        "name": CAMPAIGN_NAME,
        "server_id": lab.server()["id"],
        "configurations": [
            {"layout": "file", "size_bytes": size * MIB, "name": f"File of {size} MiB"} for size in (16, 64)
        ],
        "states": ["optimal"],
        "workloads": [{"label": "4 KiB at random", "profile": {"name": "quick-4k", "parameters": _PARAMETERS}}],
        "repeats": 1,
    }
    number = str(lab.call("POST", "/campaigns", json=request)["number"])
    ended = partial(_ended, lab, number)
    campaign = wait_for(f"the end of {number}", CAMPAIGN_SECONDS, ended)
    if campaign["state"] != "finished":
        raise RuntimeError(f"{number} is {campaign['state']}: {campaign['pending_decision']}")
    return number


def views(lab: Lab, measured: Measured, run: dict[str, Any], campaign: str) -> list[LabPage]:
    """Return the pages at work, which replace those of the same name; `run` is one of the loads of the reviews."""
    editor = f"{lab.url}/shares/new?draft={_draft(lab, campaign)}"
    return [
        LabPage("workbench", f"{lab.url}/workbench?runs={','.join(_sweep(lab))}", _first_curve),
        LabPage("campaign results", f"{lab.url}/campaigns/{campaign}", _has_figures),
        LabPage("share editor of a campaign", editor, _has_preview),
        LabPage("permalink alive", measured.share_url, _enlivened),
        LabPage("preconditioning", f"{lab.url}/runs/{run['number']}?metric=all", _first_curve),
        LabPage("surface in three dimensions", f"{lab.url}/runs/{run['number']}/phases", partial(_surface, lab, run)),
    ]


def _sweep(lab: Lab) -> list[str]:
    """Return the numbers of the runs of the demo's sweep."""
    sets = lab.call("GET", "/demo-data")["measured"]
    return next(measured_set["runs"] for measured_set in sets if measured_set["name"] == "sweep")


def _ended(lab: Lab, number: str) -> dict[str, Any] | None:
    campaign: dict[str, Any] = lab.call("GET", f"/campaigns/{number}")
    return campaign if campaign["state"] in ("finished", "cancelled", "waiting_for_decision") else None


def _has_figures(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator("table:not([aria-busy]) tbody tr").first).to_be_visible()


def _draft(lab: Lab, campaign: str) -> str:
    """Return the number of a draft of the campaign as a review, with a text and its charts, made at the first call."""
    drafts = lab.call("GET", "/shares", params={"kind": "campaign", "state": "draft"})["items"]
    # The demo data has one of another lab, which cannot be edited here.
    own = [draft["number"] for draft in drafts if draft["title"] == CAMPAIGN_NAME]
    if own:
        return str(own[0])
    subject = {"kind": "campaign", "campaign": campaign, "layout": "review"}
    offered = lab.call("POST", "/shares/options", json=subject)["charts"]
    body = [{"text": _DRAFT_TEXT}, *({"chart": chart["key"]} for chart in offered if chart["default"])]
    request = {**subject, "title": CAMPAIGN_NAME, "author": "Storage Lab", "body": body}
    return str(lab.call("POST", "/shares", json=request)["number"])


def _has_preview(page: Page) -> None:
    """Go to the texts and charts, beside which the page in its frame stays in sight."""
    expect(page.frame_locator("iframe").get_by_role("heading", level=1)).to_be_visible()
    text = page.get_by_role("textbox", name="Text at place 1")
    text.evaluate("text => text.closest('section').scrollIntoView({ block: 'start' })")
    page.evaluate("window.scrollBy(0, -16)")


def _enlivened(page: Page) -> None:
    """Point at the first chart, which then answers."""
    picture = page.locator("figure img").first
    picture.scroll_into_view_if_needed()
    # A chart that is already there lies over its picture, which then has no place of its own.
    if place := picture.bounding_box():
        page.mouse.move(place["x"] + 150, place["y"] + 150)
    canvas = page.locator("figure .drawn[data-live] [data-chart]").first
    canvas.scroll_into_view_if_needed()
    canvas.hover(position={"x": 150, "y": 150})
    page.wait_for_timeout(500)


def _first_curve(page: Page) -> None:
    page.get_by_role("figure").first.locator("[data-chart][data-painted]").wait_for()


def _surface(lab: Lab, run: dict[str, Any], page: Page) -> None:
    figure = reviews.write_surface(page, lab, run)
    choose_in_menu(figure, _SURFACE)
    figure.locator("[data-surface][data-painted]").wait_for()
    figure.evaluate("figure => figure.scrollIntoView({ block: 'start' })")
    page.evaluate("window.scrollBy(0, -80)")
