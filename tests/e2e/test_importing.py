"""Results from elsewhere: whole folders become runs, which are laid over each other in one chart."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.e2e.browsing import open_part
from tests.e2e.charts import choose_in_menu, figure_named, read_chart, read_table, shown_value
from tests.e2e.conftest import Measured
from tests.e2e.hands import Hands
from tests.e2e.lab import Lab

CHECKOUT = Path(__file__).resolve().parents[2]
VDBENCH = CHECKOUT / "tests" / "data" / "vdbench" / "curve"
FIO_OUTPUT = CHECKOUT / "tests" / "data" / "fio" / "fio-3.28.json"
FORTY_HOURS = CHECKOUT.parent / "shared" / "corpus" / "vdbench" / "public" / "masakioui+vdb"
FORTY_HOURS_FOLDER = FORTY_HOURS / "sd_random_write_4K_7HOST_40hour"
IOPS_PANEL = 0
#: Seconds that fio writes, each of which is one row of its log.
LOGGED_SECONDS = 4
# Tables show four significant digits.
SHOWN = 6e-4


@pytest.fixture(scope="module")
def fio_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the output of a real fio run: JSON, and a log for each second."""
    folder = tmp_path_factory.mktemp("fio") / "writes"
    folder.mkdir()
    options = {
        "name": "writes", "filename": str(folder.parent / "target"), "size": "4m", "rw": "randwrite", "bs": "4k",
        "rate_iops": "400", "runtime": str(LOGGED_SECONDS), "output-format": "json", "output": "out.json",
        "write_iops_log": "writes", "write_lat_log": "writes", "log_avg_msec": "1000",
    }  # fmt: skip
    arguments = [f"--{name}={value}" for name, value in options.items()]
    subprocess.run(["fio", "--time_based", *arguments], cwd=folder, check=True, capture_output=True, timeout=60)
    return folder


@pytest.mark.in_turn
def test_two_folders_are_imported_and_overlaid(overview: Page, lab: Lab, fio_folder: Path) -> None:
    page = overview
    vdbench = import_folder(page, lab, VDBENCH, "Vdbench curve")
    fio = import_folder(page, lab, fio_folder, "fio writes")
    select_and_compare(page, [vdbench, fio])
    check_overlay(page, lab, [vdbench, fio])
    check_choices(page, [vdbench, fio])


@pytest.mark.in_turn
def test_imported_folder_is_compared_in_six_actions(overview: Page, tmp_path: Path, measured: Measured) -> None:
    page, hands = overview, Hands(overview)
    folder = tmp_path / "six"
    folder.mkdir()
    # Other bytes than those of the other tests: the same would be imported once.
    (folder / "out.json").write_bytes(FIO_OUTPUT.read_bytes() + b"\n")
    hands.click(main_navigation(page).get_by_role("link", name="Import", exact=True))
    hands.choose(page.locator("input[type=file][webkitdirectory]"), folder)
    hands.click(page.get_by_role("button", name="Import 1 result"))
    hands.click(page.get_by_role("link", name="Compare with…"))
    page.wait_for_url(re.compile(r"/workbench\?runs=r-\d+$"))
    hands.fill(page.get_by_role("combobox", name="Add runs"), measured.run)
    hands.click(page.get_by_role("option", name=re.compile(rf"^{measured.run}\b")))
    page.wait_for_url(re.compile(rf"/workbench\?runs=r-\d+(,|%2C){measured.run}"))
    assert hands.actions <= 6


def import_folder(page: Page, lab: Lab, folder: Path, title: str) -> dict[str, Any]:
    """Upload a folder, look at the preview, store it under a title; return the run it became."""
    main_navigation(page).get_by_role("link", name="Import", exact=True).click()
    page.locator("input[type=file][webkitdirectory]").set_input_files(folder)
    page.wait_for_url(re.compile(r"/import/i-\d+$"))
    expect(page.get_by_role("heading", name="1 result recognised.")).to_be_visible()
    check_preview(page, lab)
    page.get_by_label("Title").fill(title)
    page.get_by_role("combobox", name="Configuration").fill(f"System of {title}")
    page.get_by_role("button", name="Import 1 result").click()
    expect(page.get_by_role("heading", name="1 run imported")).to_be_visible()
    page.get_by_role("link", name=re.compile(rf"^r-\d+ · {title}$")).click()
    page.wait_for_url(re.compile(r"/runs/r-\d+$"))
    run: dict[str, Any] = lab.call("GET", f"/runs/{page.url.rpartition('/')[2]}")
    assert (run["origin"], run["title"], run["configuration"]["name"]) == ("imported", title, f"System of {title}")
    expect(page.get_by_role("heading", level=1)).to_contain_text(title)
    expect(page.get_by_text("Imported", exact=True)).to_be_visible()
    return run


def check_preview(page: Page, lab: Lab) -> None:
    """Check that the shown measurements are those that the lab read."""
    result = lab.call("GET", f"/imports/{page.url.rpartition('/')[2]}")["results"][0]
    page.get_by_text(re.compile("^(1 measurement and its|All \\d+ measurements and) files$")).click()
    table = page.get_by_role("table", name=re.compile("^Measurements of "))
    expect(table.locator("tbody tr").first).to_be_visible()
    shown = [shown_value(cell.inner_text()) for cell in table.locator("tbody tr td:nth-child(3)").all()]
    read = [measurement["iops"] for measurement in result["measurements"]]
    assert [value for value in shown if value is not None] == pytest.approx(
        [value for value in read if value is not None], rel=SHOWN
    )
    expect(page.get_by_text(re.compile("^IOPS, "))).not_to_have_count(0)


def main_navigation(page: Page) -> Locator:
    """Return the navigation beside every page."""
    return page.get_by_role("navigation", name="Main")


def select_and_compare(page: Page, runs: list[dict[str, Any]]) -> None:
    """Select runs in the list and open their comparison."""
    main_navigation(page).get_by_role("link", name="Runs", exact=True).click()
    for run in runs:
        page.get_by_role("checkbox", name=f"Select {run['number']}", exact=True).check()
    page.get_by_role("main").get_by_role("link", name="Compare", exact=True).click()
    page.wait_for_url(re.compile(r"/workbench\?runs="))


def check_overlay(page: Page, lab: Lab, runs: list[dict[str, Any]]) -> None:
    """Check that differing workloads are reported, and that every curve draws and tables the stored values."""
    expect(page.get_by_text(re.compile("workloads differ in"))).to_be_visible()
    figure = figure_named(page, "IOPS over time")
    # What both names begin with is left out.
    names = [run["configuration"]["name"].removeprefix("System of ") for run in runs]
    lines = [item for item in read_chart(figure).series if str(item["id"]).startswith("line-")]
    assert [item["name"] for item in lines] == names
    rows = read_table(figure)
    expect(figure.get_by_role("columnheader")).to_have_text(["Elapsed", *names])
    for place, (run, line) in enumerate(zip(runs, lines, strict=True), start=1):
        readings = lab.call("GET", "/series", params={"run_id": run["id"], "metric": "iops"})["mean"]
        stored = [value for value in readings if value is not None]
        assert len(stored) >= LOGGED_SECONDS - 1
        assert [value for _, value in line["points"] if value is not None] == pytest.approx(stored)
        tabled = [value for row in rows if row[place] and (value := shown_value(row[place])) is not None]
        assert tabled == pytest.approx(stored, rel=SHOWN)


def check_choices(page: Page, runs: list[dict[str, Any]]) -> None:
    """Check that another metric is two choices away and stays in the address, and that one run can be removed."""
    choose_in_menu(figure_named(page, "IOPS over time"), "Edit panel")
    editor = page.get_by_role("complementary", name="Edit IOPS over time")
    editor.get_by_role("button", name="Mean", exact=True).click()
    page.wait_for_url(re.compile("latency-mean-ns"))
    page.reload()
    figure_named(page, "Mean latency over time")
    entry = page.get_by_role("list", name="Shown entries").get_by_role("listitem").nth(1)
    entry.hover()
    entry.get_by_role("button", name="Remove ").click()
    page.wait_for_url(lambda url: runs[0]["number"] in url and runs[1]["number"] not in url)


@pytest.mark.in_turn
def test_the_same_files_are_not_stored_twice(page: Page, lab: Lab) -> None:
    first = stored_import(lab, FIO_OUTPUT)
    page.goto(f"{lab.url}/import")
    page.get_by_label("Choose files").set_input_files(FIO_OUTPUT)
    expect(page.get_by_text("Already imported as")).to_be_visible()
    expect(page.get_by_role("main").get_by_role("link", name=first["number"])).to_be_visible()
    expect(page.get_by_role("button", name="Import 0 results")).to_be_disabled()

    page.get_by_role("button", name="Discard", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Discard").click()
    page.wait_for_url(f"{lab.url}/import")
    expect(page.get_by_role("row", name=re.compile("discarded"))).not_to_have_count(0)


def stored_import(lab: Lab, path: Path) -> dict[str, Any]:
    """Import a file under another name without a preview through the API; return the run it became."""
    files = [("files", (f"first-{path.name}", path.read_bytes()))]
    made = lab.call("POST", "/imports", files=files, data={"store": "true"})
    done = lab.wait_for_import(made["number"])
    assert done["state"] == "stored", done["error"]
    run: dict[str, Any] = done["results"][0]["run"]
    return run


def test_file_of_unknown_format_is_reported(page: Page, lab: Lab, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear reader,\nthere is no measurement in here.\n", encoding="utf-8")
    page.goto(f"{lab.url}/import")
    page.get_by_label("Choose files").set_input_files(tmp_path / "letter.txt")
    page.wait_for_url(re.compile(r"/import/i-\d+$"))
    made = lab.wait_for_import(page.url.rpartition("/")[2])
    words = made["error"]["message"] if made["error"] else "No results found in these files"
    expect(page.get_by_text(words)).to_be_visible()


# `test_two_folders_are_imported_and_overlaid` holds the same way through the pages, with a folder of seconds.
@pytest.mark.evidence
@pytest.mark.skipif(not FORTY_HOURS_FOLDER.is_dir(), reason="the shared corpus is not beside this checkout")
def test_forty_hours_fall_to_a_plateau(overview: Page, lab: Lab) -> None:
    page = overview
    run = import_folder(page, lab, FORTY_HOURS_FOLDER, "Forty hours")
    figure = figure_named(page, "Over time")
    points = [value for _, value in read_chart(figure).line(IOPS_PANEL) if value is not None]
    plateau = sum(points[-len(points) // 5 :]) / (len(points) // 5)
    assert points[0] > 1.5 * plateau
    assert all(0.9 * plateau < value < 1.1 * plateau for value in points[len(points) // 5 :])

    verdict = run["verdict"]
    open_part(page, "Phases")
    steady = page.get_by_role("region", name="Steady state")
    expect(steady.get_by_text(verdict["strict"]["sentence"])).to_be_visible()
    derived = page.get_by_role("region", name="Derived values")
    expect(derived).to_contain_text("Time to the plateau")
    open_part(page, "Files")
    expect(page.get_by_role("link", name=re.compile(r"^Download .*flatfile\.html$"))).to_be_visible()
