"""Time to open a workbench of long runs, and its longest frames under the hand."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from contextlib import AbstractContextManager

from playwright.sync_api import Page
from tests.e2e.lab import Lab
from tests.speed.frames import panel_drag_frame_ms, wheel_frame_ms
from tests.speed.opening import interactive_seconds, wait_until_quiet
from tests.speed.subjects import Subjects

from storagelab.bench.report import BenchmarkFigure

INTERACTIVE_GOAL_SECONDS = 1.5
FRAME_GOAL_MS = 33.0
#: Curves of all runs laid over each other and apart, with linked cursor and zoom, beside bars and a table.
_PANELS = "*".join(
    (
        "p1.over-time.iops.0-0-6-9",
        "p2.over-time.latency-mean-ns.6-0-6-9",
        "p3.multiples.iops.0-9-8-10",
        "p4.bars.iops.8-9-4-10",
        "p5.over-time.latency-max-ns.0-19-6-9",
        "p6.table.iops.6-19-6-9",
    )
)


def workbench_figures(
    lab: Lab, subjects: Subjects, repeats: int, open_page: Callable[[], AbstractContextManager[Page]]
) -> list[BenchmarkFigure]:
    """Measure a workbench of all runs that are alike."""
    address = f"{lab.url}/workbench?runs={','.join(subjects.runs)}&pooled=false&panels={_PANELS}"
    opened: list[float] = []
    zoomed: list[float] = []
    dragged: list[float] = []
    for _ in range(repeats):
        with open_page() as page:
            opened.append(interactive_seconds(page, address))
            zoomed.append(wheel_frame_ms(page))
            page.goto(f"{address}&edit=p1")
            wait_until_quiet(page)
            dragged.append(panel_drag_frame_ms(page))
    note = f"{len(subjects.runs)} runs of {subjects.note}; median of {repeats}"
    return [
        BenchmarkFigure(
            "workbench_interactive", statistics.median(opened), "s", "lower", INTERACTIVE_GOAL_SECONDS, note
        ),
        BenchmarkFigure(
            "workbench_zoom_frame", statistics.median(zoomed), "ms", "lower", FRAME_GOAL_MS, f"longest frame; {note}"
        ),
        BenchmarkFigure(
            "workbench_drag_frame", statistics.median(dragged), "ms", "lower", FRAME_GOAL_MS, f"longest frame; {note}"
        ),
    ]
