"""Schemas of the queue as one schedule: jobs that are not over, their estimated times and waits."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal

from pydantic import Field

from storagelab.domain.lifecycle import RunState
from storagelab.http.schemas import NumberedName, Strict
from storagelab.overview.schemas import ServerGlance, UnderWay
from storagelab.overview.timeline_schemas import QueueTimeline

WaitKind = Literal[
    "paused", "server", "maintenance", "reservation", "rebuilding", "not_before", "running", "queued", "other"
]


class QueueWait(Strict):
    """The one thing that decides when a job starts.

    `until` is null where no end is known, and an estimate for runs and rebuilds. `reason` is that of a window, the name
    of an array, the state of a server, or for `other` a sentence. `ahead` names the first runs ahead of the job,
    `ahead_count` counts all of them.
    """

    kind: WaitKind
    until: dt.datetime | None
    reason: str | None
    ahead: list[str]
    ahead_count: int


class ScheduledJob(Strict):
    """A job that is at work or waits, with the runs that are left of it.

    `run_number` is the run at work or the next one. `position` counts the waiting jobs of its server from 1, up to
    `line_length`. `start_order` counts the waiting jobs whose start is known from 1, by that start. Times are estimates
    where they lie ahead, and null where they are unknown.
    """

    job_number: str
    run_number: str | None
    title: str
    profile_title: str
    server: NumberedName
    state: Annotated[RunState, Field(strict=False)]
    run_count: int
    position: int | None
    line_length: int
    start_order: int | None
    priority: int
    submitted_by: str | None
    campaign_number: str | None
    starts_at: dt.datetime | None
    ends_at: dt.datetime | None
    estimated_seconds: float
    wait: QueueWait | None


class MovedStart(Strict):
    """A waiting job whose estimated start a move changes. A start of null is unknown."""

    job_number: str
    run_number: str | None
    title: str
    starts_at: dt.datetime | None
    previous_starts_at: dt.datetime | None


class MovePreview(Strict):
    """The queue of a server as a move would leave it.

    `starts` has the moved job first, then the next ones that would start at another time. `unknown_because` is set
    where no start is known.
    """

    job_number: str
    position: int
    previous_position: int
    starts: list[MovedStart]
    clear_at: dt.datetime | None
    previous_clear_at: dt.datetime | None
    unknown_because: Literal["paused", "server"] | None


class QueueSchedule(Strict):
    """The whole queue: the timeline of its servers, the running jobs, and every job that is not over.

    Running jobs come first, then the waiting ones by their start. Those of unknown start are last. `job_count` counts
    all jobs, `found_count` those that match the request. `jobs` has at most 5,000 of these. `clear_at` is the time when
    the last job of all servers except `unknown_servers` would be over. It is null where there is none.
    `waiting_server_count` counts the servers that jobs wait for. `servers` has all of `lane_count`, or in a request for
    some lanes those it shows.
    """

    queue: QueueTimeline
    lane_count: int
    servers: list[ServerGlance]
    under_way: UnderWay
    jobs: list[ScheduledJob]
    job_count: int
    found_count: int
    waiting_server_count: int
    clear_at: dt.datetime | None
    unknown_servers: list[NumberedName]
