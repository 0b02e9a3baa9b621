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

import httpx2
from playwright.sync_api import Page
from tests.e2e.lab import Lab
from tests.speed.frames import drag_frame_ms
from tests.speed.painting import largest_paint_s

from storagelab.bench.report import Figure
from storagelab.config import CHECKOUT

SERVERS, DRIVES, QUEUED = 500, 2_000, 5_000
PAINT_GOAL_S = 1.0
DRAG_GOAL_MS = 33.0
FIRST_ROWS_GOAL_S = 0.5
#: By the number of runs.
CHANGED_GOALS_S: Mapping[int, float] = {50_000: 0.3, 500_000: 0.8}
#: Pages with a list: address, and selector of a row.
PAGES: Mapping[str, tuple[str, str]] = {
    "home": ("/", "main a[href^='/servers/']"),
    "servers": ("/servers", "aside li a[href^='/servers/']"),
    "drives": ("/drives", "main tbody tr"),
    "queue": ("/queue", "main tbody tr"),
    "configurations": ("/configurations", "main tbody tr"),
    "runs": ("/runs", "main tbody tr"),
}
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
    "group_label": {"columns": "iops", "group": "label.release", "q": "label:release"},
}
_ROWS = "50"

OpenPage = Callable[[], AbstractContextManager[Page]]


@dataclass(frozen=True, slots=True)
class LargeSize:
    """The number of runs, and how often each page and each list is asked for."""

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


def large_figures(lab: Lab, size: LargeSize, open_page: OpenPage, report: Callable[[str], None]) -> Iterator[Figure]:
    """Yield all figures of a seeded lab; `open_page` has only the cookie of a session."""
    report("asking for the lists of a large lab")
    yield from list_figures(lab, size)
    report("opening the lists of a large lab")
    yield from paint_figures(lab, size, open_page)
    yield drag_figure(lab, size, open_page)


def paint_figures(lab: Lab, size: LargeSize, open_page: OpenPage) -> Iterator[Figure]:
    """Yield the largest paint of each page with a list."""
    for name, (path, row) in PAGES.items():
        times = []
        for _ in range(size.repeats):
            with open_page() as page:
                times.append(largest_paint_s(page, f"{lab.url}{path}", row))
        yield Figure(
            f"large_{name}_paint", statistics.median(times), "s", "lower", PAINT_GOAL_S,
            f"largest paint or first row, the later one; {size.note}; median of {size.repeats}",
        )  # fmt: skip


def drag_figure(lab: Lab, size: LargeSize, open_page: OpenPage) -> Figure:
    """Return the longest frame while a run is dragged along its row of the timeline."""
    frames = []
    for _ in range(size.repeats):
        with open_page() as page:
            page.goto(f"{lab.url}/queue")
            frames.append(drag_frame_ms(page))
    return Figure(
        "large_queue_drag_frame", statistics.median(frames), "ms", "lower", DRAG_GOAL_MS,
        f"longest frame; {size.note}; median of {size.repeats}",
    )  # fmt: skip


def list_figures(lab: Lab, size: LargeSize) -> Iterator[Figure]:
    """Yield the time of the first rows of runs over REST, and of the first rows after each change."""
    token = (lab.data / "cli-token").read_text(encoding="ascii").strip()
    headers = {"Authorization": f"Bearer {token}"}
    with httpx2.Client(base_url=f"{lab.url}/api/v1", headers=headers, timeout=60) as client:
        yield _list_figure(client, "large_runs_first_rows", {}, FIRST_ROWS_GOAL_S, size)
        goal = CHANGED_GOALS_S.get(size.runs)
        for name, parameters in CHANGES.items():
            yield _list_figure(client, f"large_runs_{name}", parameters, goal, size)


def _list_figure(
    client: httpx2.Client, name: str, parameters: Mapping[str, str], goal: float | None, size: LargeSize
) -> Figure:
    times = []
    for _ in range(size.repeats):
        began = time.perf_counter()
        client.get("/runs", params={"limit": _ROWS, **parameters}).raise_for_status()
        times.append(time.perf_counter() - began)
    request = f"GET /runs with {dict(parameters)}" if parameters else "GET /runs"
    note = f"{request}; {size.note}; median of {size.repeats}"
    return Figure(name, statistics.median(times), "s", "lower", goal, note)
