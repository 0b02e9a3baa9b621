"""When the jobs that wait for a server would run, one after the other. Pure."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ClosedTime:
    """A time in which a server starts nothing, or only runs of its owner."""

    starts_at: dt.datetime
    ends_at: dt.datetime
    owner_id: uuid.UUID | None = None


@dataclass(frozen=True, slots=True)
class WaitingJob:
    """A job in the line of a server: its length, by whom it is, and the time before which it must not start."""

    id: uuid.UUID
    seconds: float
    owner_id: uuid.UUID | None = None
    not_before: dt.datetime | None = None


def place_jobs(
    jobs: Sequence[WaitingJob], *, free_at: dt.datetime, blocks: Sequence[ClosedTime]
) -> list[tuple[WaitingJob, dt.datetime, dt.datetime]]:
    """Return jobs with their starts and ends, in the order in which they would run; `jobs` are in that of the queue.

    Whoever can start first does, and of several the one in front. What has begun goes on through a block.
    """
    at = free_at
    waiting = list(jobs)
    placed = []
    while waiting:
        starts = [_earliest_start(job, at, blocks) for job in waiting]
        starts_at = min(starts)
        job = waiting.pop(starts.index(starts_at))
        at = starts_at + dt.timedelta(seconds=job.seconds)
        placed.append((job, starts_at, at))
    return placed


def _earliest_start(job: WaitingJob, at: dt.datetime, blocks: Sequence[ClosedTime]) -> dt.datetime:
    start = at if job.not_before is None else max(at, job.not_before)
    # In order of their starts, so that one pass passes all blocks that follow one another.
    for block in sorted(blocks, key=lambda block: block.starts_at):
        closed = block.owner_id is None or block.owner_id != job.owner_id
        if closed and block.starts_at <= start < block.ends_at:
            start = block.ends_at
    return start
