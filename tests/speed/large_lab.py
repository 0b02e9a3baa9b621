"""Speed of the lists of a large lab: paints, frames of the queue under a drag, answers over REST."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial

import httpx2
from playwright.sync_api import Page
from tests.e2e.lab import Lab
from tests.speed.frames import drag_frame_ms, scroll_bar_frame_ms, scroll_frame_ms, scrolled_rows_seconds
from tests.speed.painting import largest_paint_seconds

from storagelab.bench.report import BenchmarkFigure
from storagelab.config import CHECKOUT

SERVERS, DRIVES, QUEUED = 500, 2_000, 5_000
PAINT_GOAL_SECONDS = 1.0
DRAG_GOAL_MS = 33.0
FIRST_ROWS_GOAL_SECONDS = 0.5
#: By the number of runs.
CHANGED_GOALS_SECONDS: Mapping[int, float] = {50_000: 0.3, 500_000: 0.8}
#: Pages with a list: address, and selector of a row.
PAGES: Mapping[str, tuple[str, str]] = {
    "home": ("/", "main a[href^='/servers/']"),
    "servers": ("/servers", "aside li a[href^='/servers/']"),
    "drives": ("/drives", "main tbody tr"),
    "queue": ("/queue", "main tbody tr"),
    "configurations": ("/configurations", "main tbody tr"),
    "runs": ("/runs", "main tbody tr"),
}
_USUAL = "iops,p99,throughput,state,created"
_P99_OF_READS = 'p99@"4K random read"'
#: Parameters of the list of runs, by what people change of it.
CHANGES: Mapping[str, Mapping[str, str]] = {
    "state": {"q": "state:failed"},
    "facts": {"q": 'model:"7450" raid:raid5'},
    "figure": {"q": "iops>500k p99<1ms"},
    "workload": {"q": "bs:4k read:100 qd:32 p99<1ms"},
    "recent": {"q": "started>-7d"},
    "label": {"q": "label:release=24.1 -state:failed"},
    "word": {"q": "node-07-11"},
    "columns": {"columns": f"model,raid,iops,{_P99_OF_READS}"},
    "sort": {"columns": "model,iops", "sort": "-iops"},
    "sort_workload": {"columns": f"model,{_P99_OF_READS}", "sort": _P99_OF_READS},
    "sort_filtered": {"q": "raid:raid5", "columns": "model,iops", "sort": "-iops"},
    "sort_text": {"columns": "model,iops", "sort": "model"},
    "group_model": {"columns": "iops,p99", "group": "model"},
    # The page requests this with its usual columns.
    "group_usual": {"columns": _USUAL, "group": "model", "facts": "true"},
    "group_filtered": {"q": "raid:raid5", "columns": _USUAL, "group": "model", "facts": "true"},
    "group_label": {"columns": "iops", "group": "label.release", "q": "label:release"},
}
_ROWS = "100"
#: Requests of the page besides its rows: address and parameters.
BESIDE: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "count": ("/runs", {"q": "raid:raid5", "limit": "1", "total": "true"}),
    "count_figure": ("/runs", {"q": "iops>500k p99<1ms", "limit": "1", "total": "true"}),
    "completion": ("/fields/completions", {"q": "model:", "caret": "6"}),
    "matches": ("/fields/matches", {"q": "model:7450"}),
}

_CURRENT_ROWS = "table:not([aria-busy]) tbody tr"

_PICTURES = "48"

OpenPage = Callable[[], AbstractContextManager[Page]]


@dataclass(frozen=True, slots=True)
class LargeSize:
    """Number of runs, and how often each page and each list is requested."""

    runs: int
    repeats: int

    @property
    def note(self) -> str:
        """Return the size in words."""
        return f"{SERVERS} servers, {DRIVES} drives, {QUEUED} waiting and {self.runs} runs"


def seed(lab: Lab, runs: int) -> None:
    """Fill a lab that is up. Raises CalledProcessError when that fails."""
    subprocess.run(
        [
            *(sys.executable, "-m", "tests.seeding", "--runs", str(runs), "--servers", str(SERVERS)),
            *("--drives", str(DRIVES), "--queued", str(QUEUED)),
        ],
        cwd=CHECKOUT,
        env={**lab.environment(), "PYTHONPATH": os.pathsep.join(sys.path)},
        check=True,
    )


def large_figures(
    lab: Lab, size: LargeSize, open_page: OpenPage, report: Callable[[str], None]
) -> Iterator[BenchmarkFigure]:
    """Yield all figures of a seeded lab; `open_page` has only the cookie of a session."""
    report("asking for the lists of a large lab")
    yield from list_figures(lab, size)
    report("opening the lists of a large lab")
    yield from table_figures(lab, size, open_page)
    yield from paint_figures(lab, size, open_page)
    yield drag_figure(lab, size, open_page)


def paint_figures(lab: Lab, size: LargeSize, open_page: OpenPage) -> Iterator[BenchmarkFigure]:
    """Yield the largest paint of each page with a list."""
    for name, (path, row) in PAGES.items():
        times = []
        for _ in range(size.repeats):
            with open_page() as page:
                times.append(largest_paint_seconds(page, f"{lab.url}{path}", row))
        yield BenchmarkFigure(
            f"large_{name}_paint", statistics.median(times), "s", "lower", PAINT_GOAL_SECONDS,
            f"largest paint or first row, the later one; {size.note}; median of {size.repeats}",
        )  # fmt: skip


def table_figures(lab: Lab, size: LargeSize, open_page: OpenPage) -> Iterator[BenchmarkFigure]:
    """Yield the time from a change of the table of runs to its rows, and its frames while it is scrolled."""
    changed: dict[str, list[float]] = {"sort": [], "filter": [], "group": [], "scroll_bar_rows": []}
    frames: dict[str, list[float]] = {"scroll": [], "scroll_bar": []}
    for _ in range(size.repeats):
        with open_page() as page:
            page.goto(f"{lab.url}/runs")
            page.locator(_CURRENT_ROWS).first.wait_for()
            head = page.get_by_role("columnheader", name="IOPS").get_by_role("button")
            changed["sort"].append(_change_seconds(page, head.click, "th[aria-sort=descending]"))
            search = page.get_by_role("searchbox", name="Search", exact=True)
            changed["filter"].append(_change_seconds(page, partial(search.fill, "raid:raid5"), "th[aria-sort]"))
            group = page.get_by_role("combobox", name="Group by")
            changed["group"].append(_change_seconds(page, partial(group.select_option, "model"), "th[scope=colgroup]"))
        with open_page() as page:
            page.goto(f"{lab.url}/runs")
            frames["scroll"].append(scroll_frame_ms(page))
            frames["scroll_bar"].append(scroll_bar_frame_ms(page))
            changed["scroll_bar_rows"].append(scrolled_rows_seconds(page))
    note = f"{size.note}; median of {size.repeats}"
    for name, times in changed.items():
        goal = CHANGED_GOALS_SECONDS.get(size.runs)
        yield BenchmarkFigure(
            f"large_runs_page_{name}", statistics.median(times), "s", "lower", goal,
            f"from the change on the page Runs to its rows; {note}",
        )  # fmt: skip
    for name, longest in frames.items():
        yield BenchmarkFigure(
            f"large_runs_{name}_frame", statistics.median(longest), "ms", "lower", DRAG_GOAL_MS,
            f"longest frame of the page Runs; {note}",
        )  # fmt: skip


def _change_seconds(page: Page, change: Callable[[], object], shown: str) -> float:
    """Return the seconds until the address has changed and the rows for it are there with the selector."""
    before = page.url
    began = time.perf_counter()
    change()
    page.wait_for_url(lambda url: url != before)
    page.locator(f"table:not([aria-busy]) {shown}").first.wait_for()
    return time.perf_counter() - began


def drag_figure(lab: Lab, size: LargeSize, open_page: OpenPage) -> BenchmarkFigure:
    """Return the longest frame while a run is dragged along its row of the timeline."""
    frames = []
    for _ in range(size.repeats):
        with open_page() as page:
            page.goto(f"{lab.url}/queue")
            frames.append(drag_frame_ms(page))
    return BenchmarkFigure(
        "large_queue_drag_frame", statistics.median(frames), "ms", "lower", DRAG_GOAL_MS,
        f"longest frame; {size.note}; median of {size.repeats}",
    )  # fmt: skip


def list_figures(lab: Lab, size: LargeSize) -> Iterator[BenchmarkFigure]:
    """Yield the time of the first rows of runs over REST, and of the first rows after each change."""
    token = (lab.data / "cli-token").read_text(encoding="ascii").strip()
    headers = {"Authorization": f"Bearer {token}"}
    with httpx2.Client(base_url=f"{lab.url}/api/v1", headers=headers, timeout=60) as client:
        first = {"columns": _USUAL, "facts": "true", "limit": _ROWS}
        yield _answer_figure(client, "large_runs_first_rows", "/runs", first, FIRST_ROWS_GOAL_SECONDS, size)
        goal = CHANGED_GOALS_SECONDS.get(size.runs)
        for name, parameters in CHANGES.items():
            chosen = {"limit": _ROWS, **parameters}
            yield _answer_figure(client, f"large_runs_{name}", "/runs", chosen, goal, size)
        for name, (path, parameters) in BESIDE.items():
            yield _answer_figure(client, f"large_runs_{name}", path, parameters, goal, size)
        runs = client.get("/runs", params={"limit": _PICTURES}).raise_for_status().json()["items"]
        pictures = {"run_id": [run["number"] for run in runs]}
        yield _answer_figure(client, "large_runs_thumbnails", "/thumbnails", pictures, goal, size)


def _answer_figure(
    client: httpx2.Client,
    name: str,
    path: str,
    parameters: Mapping[str, str | list[str]],
    goal: float | None,
    size: LargeSize,
) -> BenchmarkFigure:
    times = []
    for _ in range(size.repeats):
        began = time.perf_counter()
        client.get(path, params=dict(parameters)).raise_for_status()
        times.append(time.perf_counter() - began)
    # Of many runs, the first is enough.
    shown = {key: value if isinstance(value, str) else value[:1] for key, value in parameters.items()}
    request = f"GET {path} with {shown}"
    note = f"{request}; {size.note}; median of {size.repeats}"
    return BenchmarkFigure(name, statistics.median(times), "s", "lower", goal, note)
