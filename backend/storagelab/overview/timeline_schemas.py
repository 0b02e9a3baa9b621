"""The API's schemas of the queue as a timeline: one lane for each server."""

from __future__ import annotations

import datetime as dt
from enum import StrEnum
from typing import Literal

from storagelab.http.schemas import NumberedName, Strict

BarKind = Literal[
    "finished",
    "failed",
    "running",
    "queued",
    "reservation",
    "maintenance",
    "rebuilding",
    "unreachable",
    "quarantined",
]


class Horizon(StrEnum):
    """The length of a timeline."""

    DAY = "24h"
    THREE_DAYS = "3d"
    WEEK = "7d"


class QueueBar(Strict):
    """A time on a server that something takes.

    A running or queued job has all of its runs, `run_number` is the run at work or the next one, and its times are
    estimates where they lie ahead. Queued jobs whose start is unknown have no times. `ends_at` is null where no end is
    known. `reason` states why the server is not free.
    """

    kind: BarKind
    starts_at: dt.datetime | None
    ends_at: dt.datetime | None
    title: str
    job_number: str | None
    run_number: str | None
    profile_title: str | None
    reason: str | None


class QueueLane(Strict):
    """A server with its bars in order of time, those without times last. They may overlap with a window."""

    server: NumberedName
    bars: list[QueueBar]


class QueueTimeline(Strict):
    """The work of servers from a little before now until the horizon.

    `clear_at` is when the last waiting job would be over, null where that is unknown, and where nothing waits or runs.
    """

    from_at: dt.datetime
    to_at: dt.datetime
    lanes: list[QueueLane]
    clear_at: dt.datetime | None
