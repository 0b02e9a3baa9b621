"""The main story: from a sign-in by link to a permalink that reads without one."""

from __future__ import annotations

import csv
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.e2e.browsing import open_part, sign_in
from tests.e2e.charts import Chart, Point, figure_named, read_chart, read_table, shown_value
from tests.e2e.conftest import Opener
from tests.e2e.lab import SHORT_PARAMETERS, Lab

IOPS_PANEL = 0
DEPTHS = [1, 2, 4, 8, 16, 32]
PARAMETER_LABELS = {
    "round_seconds": "Length of a round while preconditioning (s)",
    "max_rounds": "Rounds at most",
    "point_seconds": "Length of each measuring point (s)",
}
PROGRESS_GREW = """before => {
  const bar = document.querySelector('[role="progressbar"]');
  return bar === null || Number(bar.getAttribute("aria-valuenow")) > before;
}"""
CURVE_GREW = """before => {
  const element = document.querySelector("[data-chart]");
  if (element === null) return true;
  const { series } = window.storagelabCharts.instance(element).getOption();
  return series.find(({ id }) => id === "line-0").data.length / 2 > before;
}"""
HAS_FOUR_PANELS = """() => {
  const element = document.querySelector("[data-chart]");
  return window.storagelabCharts.instance(element)?.getOption().grid.length === 4;
}"""
# Tables and permalinks show four significant digits.
SHOWN = 6e-4
#: The numbers at the top of a permalink have three digits.
TILE = 6e-3


@pytest.mark.in_turn
def test_from_sign_in_to_permalink(lab: Lab, visit: Opener) -> None:
    page = visit()
    sign_in(page, lab)
    number = submit_run(page, lab.server()["name"])
    watch_it_measure(page, lab, number)
    run = view_result(page, lab, number)
    check_queue_depth(page, lab, run)
    check_rounds(page, run)
    check_export(page, lab, run)
    page.get_by_text("4 panels", exact=True).click()
    page.wait_for_function(HAS_FOUR_PANELS)
    check_curves(page, lab, run)
    open_part(page, "Phases")
    check_percentiles(page, lab, run)
    url = share_run(page)
    check_permalink(visit(java_script_enabled=False), run, url)


def submit_run(page: Page, server: str) -> str:
    """Fill in the form, read its preview, submit; return the number of the run."""
    page.get_by_role("banner").get_by_role("link", name="New run").click()
    page.get_by_role("radio", name=re.compile(re.escape(server))).check()
    page.get_by_label("Size in MiB").fill("16")
    page.get_by_role("radio", name=re.compile("^Quick look, 4K random read")).check()
    page.get_by_role("button", name=re.compile(r"^All \d+ settings$")).click()
    for name, label in PARAMETER_LABELS.items():
        page.get_by_label(label).fill(str(SHORT_PARAMETERS[name]))
    steps = page.get_by_role("region", name="Steps of the plan").get_by_role("listitem")
    expect(steps).to_have_count(3)
    expect(steps.last).to_contain_text(f"{len(DEPTHS)} × ")
    page.get_by_role("button", name="Job file").click()
    dialog = page.get_by_role("dialog", name="Job file")
    expect(dialog.locator("pre")).to_contain_text("rw=write")
    expect(dialog.locator("pre")).to_contain_text("bs=131072")
    dialog.get_by_role("tab", name="Plan").click()
    plan = dialog.get_by_role("table")
    expect(plan.locator("tbody tr")).to_have_count(2 + len(DEPTHS))
    expect(plan).to_contain_text("8. Read QD32")
    dialog.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Start run").click()
    page.wait_for_url(re.compile(r"/runs/r-\d+$"))
    return page.url.rpartition("/")[2]


def watch_it_measure(page: Page, lab: Lab, number: str) -> None:
    """See progress and curve grow, with the numbers that the lab stored."""
    expect(page.get_by_text(re.compile("^Phase [2-8] of 8"))).to_be_visible(timeout=60_000)
    bar = page.get_by_role("progressbar").first
    percent = float(bar.get_attribute("aria-valuenow") or "nan")
    page.wait_for_function(PROGRESS_GREW, arg=percent)
    figure = figure_named(page, "IOPS")
    first = read_chart(figure).line(IOPS_PANEL)
    page.wait_for_function(CURVE_GREW, arg=len(first))
    second = read_chart(figure).line(IOPS_PANEL)
    assert len(second) > len(first) > 0
    assert second[-1][0] > first[-1][0]
    run = lab.call("GET", f"/runs/{number}")["id"]
    require_stored(first + second, lab.call("GET", "/series", params={"run_id": run, "metric": "iops"}))


def require_stored(points: list[Point], series: dict[str, Any]) -> None:
    """Check that every drawn point lies within the values that the lab stored for that moment."""
    step = series["step_ms"]
    buckets = [
        (series["t0_ms"] + index * step, low, high)
        for index, (low, high) in enumerate(zip(series["min"], series["max"], strict=True))
        if low is not None
    ]
    for moment, value in points:
        if value is None:
            continue
        near = [(low, high) for start, low, high in buckets if start - step <= moment <= start + 2 * step]
        assert any(low * (1 - 1e-4) <= value <= high * (1 + 1e-4) for low, high in near), (moment, value, near)


def view_result(page: Page, lab: Lab, number: str) -> dict[str, Any]:
    """Wait on the page of the run until it is over, view its result in place; return the run."""
    page.get_by_role("button", name="View result").click(timeout=120_000)
    expect(page.get_by_role("link", name="Compare", exact=True).last).to_be_visible()
    assert page.url.endswith(f"/runs/{number}")
    run: dict[str, Any] = lab.call("GET", f"/runs/{number}")
    assert run["completeness"] == "complete"
    expect(page.get_by_role("heading", level=1)).to_contain_text(run["title"])
    return run


def check_curves(page: Page, lab: Lab, run: dict[str, Any]) -> None:
    """Check four panels with the stored series, the measurement window of the verdict, and the same numbers below."""
    figure = figure_named(page, "Preconditioning")
    chart = read_chart(figure)
    assert chart.grids == 4
    verdict = run["verdict"]
    assert verdict["t1_ms"] - verdict["t0_ms"] == 5_000
    assert chart.windows() == [[verdict["t0_ms"], verdict["t1_ms"]]] * 4
    panels = enumerate(("iops", "latency_mean_ns", "latency_max_ns", "latency_stddev_ns"))
    for panel, metric in panels:
        query = {"run_id": run["id"], "metric": metric, "resolution": "stored"}
        series = lab.call("GET", "/series", params=query)
        intervals = series["intervals"]
        middles = [(begin + end) / 2 for begin, end in zip(intervals["start_ms"], intervals["end_ms"], strict=True)]
        values = series["max" if metric == "latency_max_ns" else "mean"]
        drawn = chart.line(panel)
        # Where nothing was recorded for a while, for example between two phases, the curve has a gap.
        torn = [x for x, y in drawn if y is None and x not in middles]
        spans = list(zip(intervals["start_ms"], intervals["end_ms"], strict=True))
        assert not any(begin < x < end for x in torn for begin, end in spans)
        require_same([point for point in drawn if point[0] not in torn], list(zip(middles, values, strict=True)))
    # Between two phases the line is torn where nothing is missing: the table has no row for that.
    shown = [shown_value(row[1]) for row in read_table(figure)]
    values = [value for _, value in chart.line(IOPS_PANEL) if value is not None]
    require_values([value for value in shown if value is not None], values)


def check_rounds(page: Page, run: dict[str, Any]) -> None:
    """Check the rounds of the verdict, drawn and written."""
    figure = figure_named(page, "Steady-state rounds")
    rounds = [item for item in read_chart(figure).series if item["name"] == "Round"]
    assert [y for _, y in rounds[0]["points"]] == pytest.approx(run["verdict"]["rounds"])
    require_values([shown_value(row[1]) for row in read_table(figure)], run["verdict"]["rounds"])
    expect(page.get_by_text(re.compile("^(Steady since|Not steady|Too short)")).first).to_be_visible()


def check_export(page: Page, lab: Lab, run: dict[str, Any]) -> None:
    """Check that the file of the menu has every measurement, exactly."""
    page.get_by_role("banner").get_by_role("button", name="More", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="Export measurements").click()
    assert download.value.suggested_filename == f"{run['number']}-measurements.csv"
    with download.value.path().open(encoding="utf-8-sig", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["kind"] == "measure"]
    source = lab.call("GET", "/measurements", params={"run_id": run["id"], "kind": "measure"})["source"]
    for name in ("outstanding_ios", "iops", "latency_mean_ns"):
        assert [float(row[name]) for row in rows] == source[name]


def check_queue_depth(page: Page, lab: Lab, run: dict[str, Any]) -> None:
    """Check that IOPS and p99 over outstanding I/O are those of the measurements."""
    figure = figure_named(page, "Queue depth")
    chart: Chart = read_chart(figure)
    source = lab.call("GET", "/measurements", params={"run_id": run["id"], "kind": "measure"})["source"]
    assert source["outstanding_ios"] == DEPTHS
    require_same(chart.line(0), list(zip(DEPTHS, source["iops"], strict=True)))
    require_same(chart.line(1), list(zip(DEPTHS, source["latency_p99_ns"], strict=True)))
    rows = read_table(figure)
    assert [int(row[1]) for row in rows] == DEPTHS
    require_values([shown_value(row[4]) for row in rows], source["iops"])
    require_values([shown_value(row[5]) for row in rows], source["latency_p99_ns"])


def check_percentiles(page: Page, lab: Lab, run: dict[str, Any]) -> None:
    """Check that the percentiles of every result are those of its merged histogram, drawn and written."""
    answer = lab.call("GET", f"/runs/{run['number']}/latency")
    expected = [item["distributions"][0] for item in answer["items"]]
    assert [distribution["direction"] for distribution in expected] == ["total"] * len(DEPTHS)
    figure = figure_named(page, "Latency percentiles")
    steps = [item for item in read_chart(figure).series if len(item["points"]) > len(answer["percents"])]
    assert len(steps) == len(DEPTHS)
    for step, distribution in zip(steps, expected, strict=True):
        assert step["points"][0][1] == distribution["percentiles_ns"][0]
    rows = read_table(figure)
    for column, distribution in enumerate(expected, start=1):
        require_values([shown_value(row[column]) for row in rows], distribution["percentiles_ns"])


def share_run(page: Page) -> str:
    """Freeze the run; return the address of the copy."""
    page.get_by_role("button", name="Share").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Finding, in one sentence").fill("What the browser measured.")
    dialog.get_by_role("button", name="Create permalink").click()
    url = dialog.locator("code").first.inner_text()
    assert dialog.get_by_role("link", name="Open permalink").get_attribute("href") == url
    return url


def check_permalink(stranger: Page, run: dict[str, Any], url: str) -> None:
    """Check that without cookies and JavaScript the permalink shows everything, and the lab behind it nothing."""
    answer = stranger.goto(url)
    assert answer is not None
    assert answer.status == 200
    # The name of the server is hidden in the title of the run.
    title = f"{run['title'].rpartition(' on ')[0]} on server 1"
    expect(stranger).to_have_title(f"{title} - Storage Lab")
    expect(stranger.get_by_role("heading", level=1)).to_have_text(title)
    expect(stranger.get_by_text("What the browser measured.").first).to_be_visible()
    headline = stranger.locator(".tiles dd").first.inner_text().split()[0]
    assert shown_value(headline) == pytest.approx(run["headline"][0]["value"], rel=TILE)
    for title in ("Run over time", "Steady state", "Queue depth"):
        expect(drawing(stranger, title)).to_be_visible()
    assert stranger.context.cookies() == []
    for path in ("/api/v1/session", f"/api/v1/runs/{run['number']}", "/api/v1/openapi.json"):
        assert stranger.request.get(url.partition("/s/")[0] + path).status == 401


def drawing(page: Page, title: str) -> Locator:
    """Return the picture of a chart that this screen and colour scheme show, once it has come."""
    picture = page.locator("figure").filter(has=page.get_by_role("heading", name=title)).locator("picture img")
    picture.scroll_into_view_if_needed()
    page.wait_for_function("image => image.complete && image.naturalWidth > 0", arg=picture.element_handle())
    return picture


def require_same(drawn: list[Point], expected: list[Any]) -> None:
    """Check for the same positions, and the same values or gaps."""
    assert [x for x, _ in drawn] == pytest.approx([x for x, _ in expected])
    require_values([y for _, y in drawn], [y for _, y in expected])


def require_values(shown: list[float | None], expected: list[float | None]) -> None:
    """Check for the same values to the digits that a page shows, with the gaps in the same places."""
    assert [value is None for value in shown] == [value is None for value in expected]
    values = [value for value in expected if value is not None]
    assert [value for value in shown if value is not None] == pytest.approx(values, rel=SHOWN)
