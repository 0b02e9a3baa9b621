"""Zooming into a long curve: all stored samples of a stretch, its address, and a note on it."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.e2e.charts import choose_in_menu, figure_named, press_at_once, press_key, read_chart, read_table
from tests.e2e.lab import Lab
from tests.e2e.test_importing import import_folder

#: Longer than a picture has intervals, so that the whole is drawn as means.
SECONDS = 6000
IOPS_PANEL = 0
NOTE = "<b>The fan</b> was replaced here."


def iops_at(second: int) -> int:
    """Return the logged IOPS of a second: a pattern of which no mean has the values."""
    return 1000 + 100 * (second % 7)


@pytest.fixture(scope="module")
def long_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide the JSON output of fio with a long and uniform log of its IOPS, as of a night of preconditioning."""
    folder = tmp_path_factory.mktemp("long") / "long"
    folder.mkdir()
    options = {
        "name": "long", "filename": str(folder.parent / "target"), "size": "1m", "rw": "randwrite", "bs": "4k",
        "rate_iops": "100", "runtime": "1", "output-format": "json", "output": "out.json", "write_iops_log": "long",
        "log_avg_msec": "1000",
    }  # fmt: skip
    arguments = [f"--{name}={value}" for name, value in options.items()]
    subprocess.run(["fio", "--time_based", *arguments], cwd=folder, check=True, capture_output=True, timeout=60)
    output = json.loads((folder / "out.json").read_text())
    for job in output["jobs"]:
        job["job_runtime"] = job["write"]["runtime"] = SECONDS * 1000
    (folder / "out.json").write_text(json.dumps(output))
    lines = [f"{second * 1000}, {iops_at(second)}, 1, 0, 0\n" for second in range(1, SECONDS + 1)]
    (folder / "long_iops.1.log").write_text("".join(lines))
    return folder


@pytest.mark.in_turn
def test_zooming_in_draws_every_stored_second(overview: Page, lab: Lab, long_run: Path) -> None:
    page = overview
    run = import_folder(page, lab, long_run, "A long run")
    page.goto(f"{lab.url}/runs/{run['number']}?metric=all")
    figure = figure_named(page, "Over time")
    expect(figure.get_by_text("Drawn: 4-second means with minimum and maximum.")).to_be_visible()
    coarse = read_chart(figure).line(IOPS_PANEL)
    assert len(coarse) == SECONDS // 4

    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url) if "/api/v1/series?" in request.url else None)
    press_at_once(figure, "+", times=3)
    expect(figure.get_by_text("Drawn: every stored second.")).to_be_visible()
    first, last = stretch_of(page)
    assert (first, last) == (SECONDS * 1000 * 7 // 16, SECONDS * 1000 * 9 // 16)
    assert {parse_qs(urlsplit(url).query)["from_ms"][0] for url in requested} == {str(first)}

    require_stored_seconds(figure, first, last)
    rows = read_table(figure)
    assert len(rows) == (last - first) // 1000

    # The address alone opens the same view, and the way back to the whole needs no request.
    page.reload()
    figure = figure_named(page, "Over time")
    expect(figure.get_by_text("Drawn: every stored second.")).to_be_visible()
    require_stored_seconds(figure, first, last)
    requested.clear()
    choose_in_menu(figure, "Reset zoom")
    expect(figure.get_by_text("Drawn: 4-second means with minimum and maximum.")).to_be_visible()
    assert read_chart(figure).line(IOPS_PANEL) == coarse
    assert "from=" not in page.url
    assert requested == []

    note_on_a_stretch(page, lab, figure, run)


def stretch_of(page: Page) -> tuple[int, int]:
    """Return the stretch that the address names."""
    page.wait_for_url(re.compile(r"[?&]from=\d+&to=\d+"))
    query = parse_qs(urlsplit(page.url).query)
    return int(query["from"][0]), int(query["to"][0])


def require_stored_seconds(figure: Locator, first: int, last: int) -> None:
    """Check that ECharts holds each second of the stretch with the value of the log, and nothing beyond the stretch."""
    points = {x: y for x, y in read_chart(figure).line(IOPS_PANEL) if first <= x <= last}
    expected = {second * 1000 - 500: iops_at(second) for second in range(first // 1000 + 1, last // 1000 + 1)}
    assert points == expected
    section = figure.evaluate(
        """figure => {
          const chart = window.storagelabCharts.instance(figure.querySelector("[data-chart]"));
          const [{ startValue, endValue }] = chart.getOption().dataZoom;
          return [startValue, endValue];
        }"""
    )
    assert section == pytest.approx([first, last], abs=1)


def note_on_a_stretch(page: Page, lab: Lab, figure: Locator, run: dict[str, Any]) -> None:
    """Write a note by the keyboard alone, pinned to the stretch in view; its text stays text."""
    press_key(figure, "+")
    first, last = stretch_of(page)
    figure.get_by_role("button", name="Add a note").press("Enter")
    dialog = page.get_by_role("dialog", name="Add a note")
    expect(dialog.get_by_label("From")).to_have_value("0:25:00")
    expect(dialog.get_by_label("To", exact=True)).to_have_value("1:15:00")
    expect(dialog.get_by_label("Text")).to_be_focused()
    page.keyboard.type(NOTE)
    dialog.get_by_label("Text").press("Tab")
    dialog.get_by_role("button", name="Save note").press("Enter")
    expect(dialog).not_to_be_attached()

    item = page.get_by_role("list", name="Notes on this curve, by number").get_by_role("listitem")
    expect(item).to_contain_text("Note 1")
    expect(item).to_contain_text("0:25:00 to 1:15:00")
    expect(item).to_contain_text(NOTE)
    drawn = figure.evaluate(
        """figure => window.storagelabCharts.instance(figure.querySelector("[data-chart]")).getOption().series
          .filter(({ id }) => String(id).startsWith("notes-")).map(({ data }) => [data[0][0], data[0][2]])"""
    )
    assert drawn
    assert {tuple(span) for span in drawn} == {(first, last)}

    item.get_by_role("button", name="Delete note 1").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(item).to_have_count(0)
    assert lab.call("GET", f"/notes?run_id={run['number']}")["items"][0]["items"] == []
