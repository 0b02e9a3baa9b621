"""All figures of the pages, on a lab of their own with runs of twelve hours."""

from __future__ import annotations

import statistics
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, Page
from tests.e2e.browsing import chromium, open_page, sign_in
from tests.e2e.lab import PAGES, Lab, running_lab
from tests.speed.built_files import file_figures
from tests.speed.frames import hover_frame_ms, zoom_frame_ms
from tests.speed.large_lab import LargeSize, large_figures, seed
from tests.speed.lighthouse_run import FormFactor, run_lighthouse
from tests.speed.live_page import live_figures
from tests.speed.opening import first_chart_end_px, interactive_seconds, wait_until_quiet
from tests.speed.reports import Budget, page_figures, read_report
from tests.speed.share_page import share_figures
from tests.speed.subjects import Subjects, import_long_runs
from tests.speed.workbench import workbench_figures

from storagelab.bench.report import BenchmarkFigure

HOURS = 12
COMPARED = 8
#: With the five others as many as the longest comparison has.
SHARED = 7
#: Curves over each other, and nothing else.
ONE_CHART = "panels=p1.over-time.iops.0-0-12-16"
INTERACTIVE_GOAL_SECONDS = 1.5
FRAME_GOAL_MS = 50.0
#: The first chart of a run is seen at once on a screen of this size.
SCREEN = {"width": 1440, "height": 900}
#: A server draws the first chart of a share, so that it is there sooner.
SHARE_BUDGET = Budget(lcp_mobile=1.0)
_SCREENS: tuple[FormFactor, ...] = ("desktop", "mobile")


@dataclass(frozen=True, slots=True)
class MeasuredPage:
    """A page that Lighthouse opens, its budget, and what it shows."""

    url: str
    budget: Budget
    note: str


@dataclass(frozen=True, slots=True)
class Size:
    """Number of repeats, duration of live pages in seconds, and the size of the large lab."""

    repeats: int
    live_seconds: int
    large: LargeSize


FULL = Size(repeats=3, live_seconds=600, large=LargeSize(runs=500_000, repeats=5))
QUICK = Size(repeats=1, live_seconds=60, large=LargeSize(runs=50_000, repeats=3))


def speed_figures(size: Size) -> tuple[list[BenchmarkFigure], str]:
    """Return every figure of the pages, and the version of the Chromium that measured them."""
    figures = file_figures(PAGES)
    with running_lab() as lab, tempfile.TemporaryDirectory(prefix="storagelab-speed-") as folder:
        _print_step(f"importing {COMPARED} runs of {HOURS} h")
        subjects = import_long_runs(lab, Path(folder), hours=HOURS, count=COMPARED)
        _print_step("reading permalinks")
        # First, because no page of this lab has been read yet.
        figures += share_figures(lab, subjects)
        with chromium() as browser:
            version = browser.version
            with signed_in(browser, lab) as page:
                cookie = _cookie(page)
        figures += lighthouse_figures(_list_pages(lab, subjects), size, cookie=cookie)
        with chromium() as browser:
            figures += chart_figures(browser, lab, subjects, size)
            _print_step(f"a workbench of {COMPARED} runs")
            figures += workbench_figures(lab, subjects, size.repeats, partial(signed_in, browser, lab))
        with chromium() as browser, signed_in(browser, lab) as page:
            _print_step(f"watching a live page for {size.live_seconds} s")
            figures += live_figures(lab, browser, page, seconds=size.live_seconds)
    return [*figures, *large_lab_figures(size.large)], version


def share_page_figures(size: Size) -> tuple[list[BenchmarkFigure], str]:
    """Return the figures of permalinks alone, and the version of the Chromium that measured them."""
    with running_lab() as lab, tempfile.TemporaryDirectory(prefix="storagelab-speed-") as folder:
        _print_step(f"importing {SHARED} runs of {HOURS} h")
        subjects = import_long_runs(lab, Path(folder), hours=HOURS, count=SHARED)
        _print_step("reading permalinks")
        figures = share_figures(lab, subjects)
        with chromium() as browser:
            version = browser.version
        return figures + lighthouse_figures(_list_shares(subjects), size), version


def large_lab_figures(size: LargeSize) -> Iterator[BenchmarkFigure]:
    """Yield the figures of a lab of its own with many servers and runs."""
    with running_lab() as lab:
        _print_step(f"filling a lab with {size.runs} runs")
        seed(lab, size.runs)
        with chromium() as browser:
            yield from large_figures(lab, size, lambda: signed_in(browser, lab), _print_step)


def _list_pages(lab: Lab, subjects: Subjects) -> dict[str, MeasuredPage]:
    """Return the pages that people open first, by the beginning of the names of their figures."""
    return {
        "run_page": MeasuredPage(f"{lab.url}/runs/{subjects.runs[0]}", Budget(), subjects.note),
        "overview": MeasuredPage(f"{lab.url}/", Budget(), f"with the demo data and {COMPARED} runs"),
        **_list_shares(subjects),
    }


def _list_shares(subjects: Subjects) -> dict[str, MeasuredPage]:
    return {
        "share": MeasuredPage(subjects.share_url, SHARE_BUDGET, subjects.note),
        "article": MeasuredPage(subjects.article_url, SHARE_BUDGET, subjects.article_note),
    }


def lighthouse_figures(
    pages: Mapping[str, MeasuredPage], size: Size, *, cookie: str | None = None
) -> list[BenchmarkFigure]:
    """Paint, blocking, shifts and scores of pages; `cookie` is that of a session."""
    figures = []
    for name, page in pages.items():
        readings: dict[FormFactor, list[dict[str, float]]] = {screen: [] for screen in _SCREENS}
        for screen in _SCREENS:
            for repeat in range(1, size.repeats + 1):
                _print_step(f"Lighthouse on the {name}, {screen}, {repeat} of {size.repeats}")
                readings[screen].append(read_report(run_lighthouse(page.url, screen, cookie=cookie)))
        figures += page_figures(name, readings["desktop"], readings["mobile"], page.budget, page.note)
    return figures


def chart_figures(browser: Browser, lab: Lab, subjects: Subjects, size: Size) -> list[BenchmarkFigure]:
    """Return the figures of charts: the time until a comparison answers, and frames while they are moved."""
    compare = f"{lab.url}/workbench?runs={','.join(subjects.runs)}&pooled=false&{ONE_CHART}"
    run = f"{lab.url}/runs/{subjects.runs[0]}?metric=all"
    opened: list[float] = []
    frames: dict[str, list[float]] = {"compare_hover": [], "compare_zoom": [], "run_hover": [], "run_zoom": []}
    for repeat in range(1, size.repeats + 1):
        _print_step(f"charts, {repeat} of {size.repeats}")
        with signed_in(browser, lab) as page:
            opened.append(interactive_seconds(page, compare))
            _expect_one_chart(page)
            frames["compare_hover"].append(hover_frame_ms(page))
            frames["compare_zoom"].append(zoom_frame_ms(page))
            page.goto(run)
            # What is still drawn for the first time is no answer to the mouse.
            wait_until_quiet(page)
            frames["run_hover"].append(hover_frame_ms(page))
            frames["run_zoom"].append(zoom_frame_ms(page))
            chart_end = first_chart_end_px(page, f"{lab.url}/runs/{subjects.runs[0]}", **SCREEN)
    note = f"{COMPARED} runs of {subjects.note}; median of {size.repeats}"
    return [
        BenchmarkFigure(
            "compare_interactive", statistics.median(opened), "s", "lower", INTERACTIVE_GOAL_SECONDS,
            f"{note}; from asking, nothing cached, to drawn and free of long tasks",
        ),
        *(
            BenchmarkFigure(f"{name}_frame", statistics.median(longest), "ms", "lower", FRAME_GOAL_MS,
                f"longest frame; {note}")
            for name, longest in frames.items()
        ),
        BenchmarkFigure(
            "run_first_chart_end", chart_end, "px", "lower", float(SCREEN["height"]),
            f"below the top of the page of a run at {SCREEN['width']}x{SCREEN['height']}",
        ),
    ]  # fmt: skip


def _expect_one_chart(page: Page) -> None:
    """Raise when the runs that are compared do not share one chart: a page of many charts is another page."""
    entries = page.get_by_role("list", name="Shown entries").get_by_role("listitem").count()
    charts = page.locator("[data-chart]").count()
    if (entries, charts) != (COMPARED, 1):
        raise RuntimeError(f"{page.url} shows {entries} entries in {charts} charts, not {COMPARED} in one.")


@contextmanager
def signed_in(browser: Browser, lab: Lab) -> Iterator[Page]:
    """Yield a page that has only the cookie of a session: no script of the lab is cached."""
    first = open_page(browser)
    sign_in(first, lab)
    cookies = first.context.cookies()
    first.context.close()
    page = open_page(browser)
    page.context.add_cookies([{"name": cookie["name"], "value": cookie["value"], "url": lab.url} for cookie in cookies])
    yield page
    page.context.close()


def _cookie(page: Page) -> str:
    """Return the session of a page in the form of a header."""
    return "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in page.context.cookies())


def _print_step(step: str) -> None:
    print(f"{step} ...", file=sys.stderr, flush=True)
