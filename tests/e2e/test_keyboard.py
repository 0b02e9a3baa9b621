"""Common tasks without a mouse: comparing, a job from recipe to end, judging a run, a campaign.

Signing in, submitting a job and searching are tested so in `test_new_run` and `test_inventory`, the queue's order in
`test_queue`.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.e2e.charts import HAS_READINGS, READ_ROWS, figure_named, menu_item
from tests.e2e.keyboard import choose, press, tab_to, wait_for_keys, write
from tests.e2e.lab import Lab
from tests.e2e.made_runs import MadeRun, fio_output, import_runs
from tests.e2e.shared_labs import once

SECONDS = range(1, 61)
DEPTHS = [1, 2, 4, 8, 16]
#: Long enough to be looked at while it measures.
POINT_SECONDS = 60
RECIPE = {
    "name": "by-keys",
    "version": 1,
    "title": "Written without a mouse",
    "description": "Reads at depths that double.",
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
            "name": "Read QD{queue_depth}",
            "kind": "measure",
            "workload": {"block_size": "4k", "read": 100, "random": 100, "threads": 1},
            "sweep": {"queue_depth": "1,2,4..16"},
            "stop": {"kind": "time", "seconds": POINT_SECONDS},
        },
    ],
}


@pytest.fixture(scope="module")
def two_runs(lab: Lab, tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """Provide two runs with curves of a minute; the second is slower."""

    def run(name: str, factor: int) -> MadeRun:
        rows = [(1000 * second, factor * (1000 + second)) for second in SECONDS]
        return MadeRun(f"Keys: {name}", f"System {name}", rows, rows)

    def imported() -> list[dict[str, Any]]:
        return import_runs(lab, fio_output(tmp_path_factory.mktemp("fio")), [run("first", 2), run("second", 1)])

    runs: list[dict[str, Any]] = once(lab, "two-runs", imported)
    return runs


@pytest.mark.in_turn
def test_two_runs_are_chosen_compared_and_read(overview: Page, two_runs: list[dict[str, Any]]) -> None:
    page, (first, second) = overview, two_runs
    choose_both(page, first, second)
    # The list has the newest first: the second run was ticked first, and is the baseline.
    page.wait_for_url(re.compile(r"/workbench\?runs="))
    expect(page.get_by_role("button", name="System second is the baseline")).to_be_visible()
    page.keyboard.press("b")
    page.wait_for_url(re.compile(f"baseline={first['number']}"))
    press(page, page.get_by_role("button", name="Set System second as baseline"))
    page.wait_for_url(re.compile(f"baseline={second['number']}"))
    page.keyboard.press("e")
    editor = page.get_by_role("complementary", name=re.compile("^Edit "))
    press(page, editor.get_by_role("button", name="Time", exact=True))
    press(page, editor.get_by_role("button", name="Mean", exact=True))
    page.wait_for_url(re.compile(r"panels=p1\.over-time\.latency-mean-ns"))
    press(page, editor.get_by_role("button", name="Done"))
    expect(editor).to_have_count(0)

    figure = figure_named(page, "Mean latency over time")
    tab_to(page, figure.get_by_role("application"))
    page.keyboard.press("+")
    page.wait_for_url(re.compile(r"range=15000-45000"))
    press(page, figure.get_by_role("button", name="Chart menu"))
    line = menu_item(figure, "System second")
    tab_to(page, line, key="ArrowDown")
    page.keyboard.press("Enter")
    expect(line).to_have_attribute("aria-checked", "false")
    page.keyboard.press("Enter")
    expect(line).to_have_attribute("aria-checked", "true")
    page.keyboard.press("Escape")
    read_the_chart(page, figure)


def choose_both(page: Page, first: dict[str, Any], second: dict[str, Any]) -> None:
    """Go from any page to the list, and from two of its rows to their comparison."""
    wait_for_keys(page, "Home")
    page.keyboard.press("g")
    page.keyboard.press("r")
    page.wait_for_url(re.compile("/runs$"))
    tab_to(page, page.get_by_role("main").get_by_label("Search", exact=True))
    write(page, "title:Keys")
    page.wait_for_url(re.compile("q=title%3AKeys"))
    expect(page.locator("table:not([aria-busy]) tbody tr")).to_have_count(2)
    press(page, page.get_by_role("checkbox", name=f"Select {second['number']}", exact=True), key="Space")
    expect(page.get_by_role("status").filter(has_text="1 selected")).to_be_visible()
    page.keyboard.press("j")
    expect(page.get_by_role("row").filter(has_text=first["number"]).get_by_role("link")).to_be_focused()
    page.keyboard.press("x")
    expect(page.get_by_role("status").filter(has_text="2 selected")).to_be_visible()
    page.keyboard.press("c")


def read_the_chart(page: Page, figure: Locator) -> None:
    """Point by point on the drawing, and the same numbers in the table below it."""
    tab_to(page, figure.get_by_role("application"))
    status = figure.get_by_role("status").filter(has_text=" of ")
    page.keyboard.press("ArrowRight")
    first = status.inner_text()
    page.keyboard.press("ArrowRight")
    expect(status).not_to_have_text(first)
    second = status.inner_text()
    page.keyboard.press("+")
    page.wait_for_url(re.compile(r"range=22500-37500"))
    page.keyboard.press("-")
    page.wait_for_url(re.compile(r"range=15000-45000"))
    page.keyboard.press("Shift+ArrowRight")
    page.wait_for_url(re.compile(r"range=30000-60000"))
    page.keyboard.press("Shift+ArrowLeft")
    page.wait_for_url(re.compile(r"range=15000-45000"))
    page.keyboard.press("Escape")
    expect(status).to_have_count(0)

    page.keyboard.press("t")
    table = figure.get_by_role("table")
    table.wait_for()
    heads = table.get_by_role("columnheader").all_inner_texts()
    rows = table.evaluate(READ_ROWS)
    expected = [
        ", ".join(f"{head}: {cell}" for head, cell in zip(heads, row, strict=True)) + f" ({place} of {len(rows)})"
        for place, row in enumerate(rows[:2], start=1)
    ]
    assert [first, second] == expected


@pytest.mark.in_turn
def test_recipe_becomes_a_watched_and_cancelled_job(overview: Page, lab: Lab) -> None:
    page = overview
    write_recipe(page)
    press(page, page.get_by_role("link", name="New run with this profile"))
    page.wait_for_url(re.compile("/new\\?.*profile=by-keys"))
    tab_to(page, page.get_by_label("Size in MiB"))
    write(page, "16")
    look_at_the_job_files(page)
    press(page, page.get_by_role("button", name="Check server"))
    expect(page.get_by_text("The server accepts this target now.")).to_be_visible()
    press(page, page.get_by_role("button", name="Start run"))

    page.wait_for_url(re.compile(r"/runs/r-\d+$"))
    job = lab.job(lab.call("GET", f"/runs/{page.url.rpartition('/')[2]}")["job"]["number"])
    assert [phase["workload"]["queue_depth"] for phase in job["plan"]["phases"][1:]] == DEPTHS
    figure_named(page, "IOPS")
    page.wait_for_function(HAS_READINGS)
    press(page, page.get_by_role("button", name="Pause the chart"))
    expect(page.get_by_role("button", name="Resume the chart")).to_be_focused()
    cancel(page)
    press(page, page.get_by_role("button", name="More"), back=True)
    choose(page, page.get_by_role("menuitem", name="Run again"))
    page.wait_for_url(re.compile("/new\\?.*profile=by-keys"))
    expect(page.get_by_label("Size in MiB")).to_have_value("16")


def write_recipe(page: Page) -> None:
    """Write a custom profile, with a sweep that doubles."""
    wait_for_keys(page, "Home")
    page.keyboard.press("g")
    page.keyboard.press("f")
    page.wait_for_url(re.compile("/profiles$"))
    press(page, page.get_by_role("link", name="New profile"))
    page.wait_for_url(re.compile("/profiles/new$"))
    tab_to(page, page.get_by_label("Profile in YAML"))
    write(page, json.dumps(RECIPE, indent=1))
    save = page.get_by_role("button", name="Save as a new profile")
    expect(save).to_be_enabled()
    press(page, save)
    page.wait_for_url(re.compile("/profiles/by-keys$"))


def look_at_the_job_files(page: Page) -> None:
    """Read what is planned, in the tabs of a dialog, by the arrows; the focus is back where it was."""
    opener = page.get_by_role("button", name="Job file")
    press(page, opener, back=True)
    dialog = page.get_by_role("dialog", name="Job file")
    expect(dialog.locator("pre")).to_contain_text("rw=write")
    tab_to(page, dialog.get_by_role("tab", name="Job file"))
    page.keyboard.press("ArrowLeft")
    expect(dialog.get_by_role("tab", name="Plan")).to_be_focused()
    expect(dialog.get_by_role("tabpanel", name="Plan").locator("tbody tr")).to_have_count(1 + len(DEPTHS))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(dialog.get_by_role("tabpanel", name="Effects")).to_contain_text("Samples")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()


def cancel(page: Page) -> None:
    """Open the menu, choose, confirm."""
    press(page, page.get_by_role("button", name="Stop\u2026"), back=True)
    choose(page, page.get_by_role("menuitem", name="Stop now"))
    dialog = page.get_by_role("dialog", name=re.compile("^Stop r-"))
    press(page, dialog.get_by_role("button", name="Stop now"))
    expect(dialog).to_be_hidden()
    expect(page.get_by_text(re.compile("^Stopped "))).to_be_visible(timeout=60_000)


@pytest.mark.in_turn
def test_run_is_shared_judged_and_noted_by_keyboard(page: Page, lab: Lab, two_runs: list[dict[str, Any]]) -> None:
    run = two_runs[0]["number"]
    page.goto(f"{lab.url}/runs/{run}")
    press(page, page.get_by_role("button", name="Share"))
    share(page)
    judge(page, lab, run)
    figure = figure_named(page, "Over time")
    press(page, figure.get_by_role("button", name="Add a note"))
    dialog = page.get_by_role("dialog", name="Add a note")
    expect(dialog.get_by_label("Text")).to_be_focused()
    page.keyboard.insert_text("The fan was loud.")
    press(page, dialog.get_by_role("button", name="Save note"))
    expect(dialog).to_be_hidden()
    note = page.get_by_role("list", name="Notes on this curve, by number").get_by_role("listitem")
    expect(note).to_contain_text("The fan was loud.")
    press(page, note.get_by_role("button", name="Delete note 1"))
    press(page, page.get_by_role("dialog").get_by_role("button", name="Delete"))
    expect(note).to_have_count(0)


def share(page: Page) -> None:
    """Freeze the run, and leave the dialog as it was come to."""
    dialog = page.get_by_role("dialog")
    press(page, dialog.get_by_role("button", name="Create permalink"))
    expect(dialog.get_by_role("link", name="Open permalink")).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("button", name="Share")).to_be_focused()


def judge(page: Page, lab: Lab, run: str) -> None:
    """Mark a run invalid, move it to the trash, and undo both."""
    press(page, page.get_by_role("button", name="More"))
    choose(page, page.get_by_role("menuitem", name="Mark invalid…"))
    give_reason(page, f"Mark {run} invalid")
    expect(page.get_by_text("Invalid run")).to_be_visible()
    press(page, page.get_by_role("button", name="More"))
    choose(page, page.get_by_role("menuitem", name="Move to trash"))
    expect(page.get_by_text("This run is in the trash")).to_be_visible()
    assert lab.call("GET", f"/runs/{run}")["trashed"] is not None

    press(page, page.get_by_role("button", name=f"Restore {run}"), back=True)
    expect(page.get_by_text("This run is in the trash")).to_have_count(0)
    press(page, page.get_by_role("button", name="Mark valid…"))
    give_reason(page, f"Mark {run} valid")
    expect(page.get_by_text("Invalid run")).to_have_count(0)
    restored = lab.call("GET", f"/runs/{run}")
    assert (restored["invalid"], restored["trashed"]) == (None, None)


def give_reason(page: Page, title: str) -> None:
    """Type why into the dialog that has opened, where the focus is already; Enter confirms."""
    dialog = page.get_by_role("dialog", name=title)
    expect(dialog.get_by_role("textbox")).to_be_focused()
    page.keyboard.insert_text("The fan was off.")
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()


@pytest.mark.in_turn
def test_a_campaign_is_planned(page: Page, lab: Lab) -> None:
    page.goto(f"{lab.url}/campaigns")
    press(page, page.get_by_role("banner").get_by_role("link", name="New campaign"))
    page.wait_for_url(re.compile("/campaigns/new"))
    press(page, page.get_by_role("checkbox", name="File on the server"), key="Space")
    press(page, page.get_by_role("checkbox", name="Quick look, 4K random read"), key="Space")
    expect(page.get_by_text("1 cell", exact=True).first).to_be_visible()
    matrix = page.get_by_role("table", name="Configurations by workloads")
    expect(matrix.get_by_role("rowheader", name="File on the server")).to_be_visible()
    tab_to(page, page.get_by_role("tab", name="Steps"))
    page.keyboard.press("End")
    expect(page.get_by_role("tab", name="Calendar")).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    steps = page.get_by_role("table", name="Cells in the order of their start")
    expect(steps.locator("tbody tr")).to_have_count(1)
    expect(page.get_by_role("button", name="Start campaign")).to_be_enabled()
