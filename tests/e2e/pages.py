"""The pages that are held to the rules of every page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Page, expect
from tests.e2e.conftest import Measured
from tests.e2e.lab import Lab
from tests.e2e.shared_labs import once

#: A campaign on a file, as the address of its form holds it.
CAMPAIGN_DRAFT = urlencode({"file_bytes": 16 * 2**20, "workloads": '[{"profile":"quick-4k"}]'})
VDBENCH = Path(__file__).resolve().parents[1] / "data" / "vdbench" / "curve"


@dataclass(frozen=True)
class LabPage:
    """A page: what it is called in reports, its address, and what shows that it is there."""

    name: str
    address: str
    arrived: Callable[[Page], None]


def lab_pages(lab: Lab, measured: Measured) -> list[LabPage]:
    """Return every kind of page, filled with what this lab has."""
    published = lab.call("GET", "/runs", params={"origin": "published"})["items"][0]["number"]
    preview = once(lab, "preview", lambda: _preview(lab))
    server = lab.server()["number"]
    # Not one that a test attaches for a while: those are found last, and listed first.
    drive = lab.call("GET", "/drives")["items"][-1]["number"]
    model = once(lab, "model", lambda: _model(lab))
    profile = once(lab, "profile", lambda: _profile(lab))
    # A review of the demo data, which no test changes.
    dashboard = lab.call("GET", "/dashboards", params={"shared": True})["items"][-1]["number"]
    one, other = (item["number"] for item in lab.call("GET", "/configurations", params={"limit": 2})["items"])
    return [
        LabPage("sign-in", f"{lab.url}/sign-in", _has_heading),
        LabPage("home", f"{lab.url}/", _has_results),
        LabPage("settings", f"{lab.url}/settings", _has_heading),
        LabPage("appearance", f"{lab.url}/settings/appearance", _has_heading),
        LabPage("notification settings", f"{lab.url}/settings/notifications", _has_rows),
        LabPage("shortcut settings", f"{lab.url}/settings/shortcuts", _has_heading),
        LabPage("demo settings", f"{lab.url}/settings/demo", _has_heading),
        LabPage("lab settings", f"{lab.url}/settings/lab", _has_heading),
        LabPage("public page settings", f"{lab.url}/settings/public-page", _has_heading),
        LabPage("tokens", f"{lab.url}/settings/tokens", _has_rows),
        LabPage("users", f"{lab.url}/settings/users", _has_rows),
        LabPage("help", f"{lab.url}/help", _has_rows),
        LabPage("API", f"{lab.url}/api/docs?q=overview", _has_section),
        LabPage("gallery", f"{lab.url}/gallery", _figures(6)),
        LabPage("runs", f"{lab.url}/runs", _has_runs),
        LabPage("run", f"{lab.url}/runs/{measured.run}", _figures(2)),
        LabPage("run curves", f"{lab.url}/runs/{measured.run}?metric=all", _figures(2)),
        LabPage("run phases", f"{lab.url}/runs/{measured.run}/phases", _charts(2)),
        LabPage("run history", f"{lab.url}/runs/{measured.run}/history", _has_rows),
        LabPage("run environment", f"{lab.url}/runs/{measured.run}/environment", _has_heading),
        LabPage("run files", f"{lab.url}/runs/{measured.run}/files", _has_rows),
        LabPage("trash", f"{lab.url}/runs/trash", _has_heading),
        LabPage("findings", f"{lab.url}/findings", _has_rows),
        LabPage("rating matrix", f"{lab.url}/findings/matrix", _has_rows),
        LabPage("published run", f"{lab.url}/runs/{published}", _figures(1)),
        LabPage("workbench", f"{lab.url}/workbench?runs={measured.run},{published}", _figures(2)),
        LabPage("empty workbench", f"{lab.url}/workbench", _has_heading),
        LabPage("imports", f"{lab.url}/import", _has_rows),
        LabPage("import", f"{lab.url}/import/{preview}", _has_heading),
        LabPage("queue done", f"{lab.url}/queue?view=done", _has_rows),
        LabPage("dashboards", f"{lab.url}/dashboards", _has_cards),
        LabPage("dashboard", f"{lab.url}/dashboards/{dashboard}", _figures(2)),
        LabPage("campaigns", f"{lab.url}/campaigns", _has_heading),
        LabPage("new campaign", f"{lab.url}/campaigns/new?{CAMPAIGN_DRAFT}&server={server}", _has_rows),
        LabPage("queue", f"{lab.url}/queue", _has_heading),
        LabPage("engines", f"{lab.url}/settings/engines", _has_rows),
        LabPage("new run", f"{lab.url}/new?profile=quick-4k&server={server}", _has_plan),
        LabPage("new run on drives", f"{lab.url}/new?server={server}&target=devices", _has_drives),
        LabPage("new run custom", f"{lab.url}/new?server={server}&custom=%7B%7D", _has_plan),
        LabPage("servers", f"{lab.url}/servers", _has_rows),
        LabPage("new server", f"{lab.url}/servers/new", _has_heading),
        LabPage("server", f"{lab.url}/servers/{server}", _has_heading),
        LabPage("server drives", f"{lab.url}/servers/{server}?tab=drives", _has_rows),
        LabPage("server changes", f"{lab.url}/servers/{server}?tab=changes", _has_rows),
        LabPage("server maintenance", f"{lab.url}/servers/{server}?tab=maintenance", _has_heading),
        LabPage("drives", f"{lab.url}/drives", _has_list),
        LabPage("drive", f"{lab.url}/drives/{drive}", _figures(3)),
        LabPage("drive runs", f"{lab.url}/drives/{drive}?tab=runs", _has_heading),
        LabPage("drive health", f"{lab.url}/drives/{drive}?tab=smart", _has_heading),
        LabPage("drive changes", f"{lab.url}/drives/{drive}?tab=changes", _has_rows),
        LabPage("drive notes", f"{lab.url}/drives/{drive}?tab=notes", _has_heading),
        LabPage("models", f"{lab.url}/servers/models", _has_rows),
        LabPage("model", f"{lab.url}/servers/models/{model}", _has_rows),
        LabPage("changes", f"{lab.url}/servers/changes", _has_rows),
        LabPage("inventory import", f"{lab.url}/servers/import", _has_heading),
        LabPage("configurations", f"{lab.url}/configurations", _has_list),
        LabPage("configuration", f"{lab.url}/configurations/{one}", _has_heading),
        LabPage("configuration history", f"{lab.url}/configurations/{one}/history", _has_heading),
        LabPage("factors", f"{lab.url}/configurations/diff?a={one}&b={other}", _has_rows),
        LabPage("profiles", f"{lab.url}/profiles", _has_profiles),
        LabPage("profile", f"{lab.url}/profiles/quick-4k", _has_expected_run),
        LabPage("profile differences", f"{lab.url}/profiles/{profile}/diff?a=1&b=2", _has_rows),
        LabPage("profile editor", f"{lab.url}/profiles/new?from=quick-4k@1", _has_rows),
        LabPage("permalinks", f"{lab.url}/shares", _has_rows),
        LabPage("permalink", f"{lab.url}/shares/{_share(lab, measured)}", _has_frame),
        LabPage("new share", f"{lab.url}/shares/new?kind=run&run={measured.run}", _has_section),
        LabPage("palette", f"{lab.url}/search?q=raid", _has_palette),
        LabPage("no such page", f"{lab.url}/nowhere", _has_heading),
        LabPage("share", measured.share_url, _has_heading),
    ]


def _preview(lab: Lab) -> str:
    """Return the number of an import that is never stored."""
    files = [("files", (f"curve/{path.name}", path.read_bytes())) for path in sorted(VDBENCH.iterdir())]
    made = lab.wait_for_import(lab.call("POST", "/imports", files=files)["number"])
    assert made["state"] == "ready", made["error"]
    return str(made["number"])


def _share(lab: Lab, measured: Measured) -> str:
    """Return the number of the permalink of the run that was measured: the first of this run."""
    shares = lab.call("GET", "/shares", params={"run_id": measured.run, "state": "published"})["items"]
    return str(shares[-1]["number"])


def _profile(lab: Lab) -> str:
    """Return the name of a profile with two versions."""
    name = "two-versions"
    document = lab.call("GET", "/profiles/quick-4k")["document"] | {"name": name, "version": 1}
    lab.call("POST", "/profiles", json={"document": document})
    second = document | {"version": 2, "title": "Another title"}
    lab.call("POST", f"/profiles/{name}/versions", json={"document": second, "expected_version": 1})
    return name


def _model(lab: Lab) -> str:
    """Return the id of a model that is written down."""
    claim = {
        "metric": "Sequential read",
        "value": 28_000,
        "unit": "MB/s",
        "conditions": "128 KiB",
        "source": "data sheet",
    }
    body = {
        "component": "controller",
        "model": "PERC-PAGES",
        "claims": [claim],
        "firmware_aliases": {"8.4": "firmware A"},
    }
    return str(lab.call("POST", "/hardware-models", json=body)["id"])


def _has_heading(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def _has_cards(page: Page) -> None:
    _has_heading(page)
    expect(page.get_by_role("main").get_by_role("article").first).to_be_visible()


def _has_palette(page: Page) -> None:
    _has_heading(page)
    expect(page.get_by_role("dialog", name="Search and commands").get_by_role("option").first).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="result")).to_have_count(1)


def _has_results(page: Page) -> None:
    results = page.get_by_role("region", name="Latest results")
    expect(results.get_by_role("link").nth(1)).to_be_visible()


def _has_section(page: Page) -> None:
    expect(page.get_by_role("heading", level=2).first).to_be_visible()


def _has_plan(page: Page) -> None:
    expect(page.get_by_role("region", name="Steps of the plan").get_by_role("listitem").first).to_be_visible()


def _has_drives(page: Page) -> None:
    expect(page.get_by_role("group", name="Target drives").get_by_role("checkbox").first).to_be_attached()


def _has_frame(page: Page) -> None:
    _has_section(page)
    expect(page.frame_locator("iframe").get_by_role("heading", level=1)).to_be_visible()


def _has_profiles(page: Page) -> None:
    expect(page.get_by_role("list", name="Profiles").get_by_role("link")).not_to_have_count(0)


def _has_rows(page: Page) -> None:
    _has_heading(page)
    expect(page.locator("table:not([aria-busy]) tbody tr").first).to_be_visible()


def _has_expected_run(page: Page) -> None:
    """Check that the curve of one of our runs is there, which is drawn after everything else."""
    _has_rows(page)
    expect(page.get_by_role("figure", name="Plan", exact=True)).to_be_visible()


def _has_list(page: Page) -> None:
    """Check that the page has rows of a list, or its cards on a phone."""
    _has_heading(page)
    expect(page.locator("table:not([aria-busy]) tbody tr, [data-cards] > li").first).to_be_visible()


def _has_runs(page: Page) -> None:
    """Check that the page has rows of a table, or cards on a phone."""
    _has_heading(page)
    expect(page.locator("main a[href^='/runs/r-']").first).to_be_visible()


#: Times to look for charts far down a page, 100 ms each at least.
MAX_LOOKS = 50


def _figures(min_charts: int) -> Callable[[Page], None]:
    def arrived(page: Page) -> None:
        _has_heading(page)
        painted = page.locator("[data-chart][data-painted]")
        # Content further down may itself arrive only after the content above it.
        for _ in range(MAX_LOOKS):
            _scroll_to_far_charts(page)
            if painted.count() >= min_charts:
                break
        expect(painted.nth(min_charts - 1)).to_be_attached()

    return arrived


def _scroll_to_far_charts(page: Page) -> None:
    """Scroll to charts far below the screen of a phone, which load only then."""
    far = page.locator("[data-far]")
    for _ in range(max(1, far.count())):
        if far.count():
            far.first.scroll_into_view_if_needed()
        page.wait_for_timeout(100)


def _charts(min_charts: int) -> Callable[[Page], None]:
    def arrived(page: Page) -> None:
        _has_rows(page)
        _figures(min_charts)(page)

    return arrived
