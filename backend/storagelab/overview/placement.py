"""When the jobs that wait for a server would run, one after the other. Pure."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

BlockKind = Literal["maintenance", "reservation", "rebuilding"]


@dataclass(frozen=True, slots=True)
class ClosedTime:
    """A time in which a server starts nothing, or only runs of its owner."""

    starts_at: dt.datetime
    ends_at: dt.datetime
    owner_id: uuid.UUID | None = None
    kind: BlockKind = "maintenance"
    reason: str = ""


class WaitingJob(NamedTuple):
    """A job in the line of a server: its length, by whom it is, and the time before which it must not start."""

    seconds: float
    owner_id: uuid.UUID | None = None
    not_before: dt.datetime | None = None


class Placement(NamedTuple):
    """The estimated time of the job at `job_index`. `block` is the closed time at whose end it starts, if it is one."""

    job_index: int
    starts_at: dt.datetime
    ends_at: dt.datetime
    block: ClosedTime | None


def place_jobs(jobs: Sequence[WaitingJob], *, free_at: dt.datetime, blocks: Sequence[ClosedTime]) -> list[Placement]:
    """Return jobs with their estimated starts and ends, in the order in which they would run.

    `jobs` are in queue order. The job that can start first starts first; among equals, the one in front. A job that has
    begun continues through a block (maintenance or reservation).
    """
    if not blocks and all(job.not_before is None for job in jobs):
        return _place_in_order(jobs, free_at)
    at = free_at
    # In order of their starts, so that one pass passes all blocks that follow one another.
    in_order = sorted(blocks, key=lambda block: block.starts_at)
    waiting = list(range(len(jobs)))
    placed = []
    while waiting:
        place, starts_at, block = _find_first(jobs, waiting, at, in_order)
        index = waiting.pop(place)
        at = starts_at + dt.timedelta(seconds=jobs[index].seconds)
        placed.append(Placement(index, starts_at, at, block))
    return placed


def _find_first(
    jobs: Sequence[WaitingJob], waiting: Sequence[int], at: dt.datetime, blocks: Sequence[ClosedTime]
) -> tuple[int, dt.datetime, ClosedTime | None]:
    """Return the index in `waiting` of the job that starts first, its start, and the block before it.

    A block is maintenance or a reservation that delays the job.
    """
    first = (0, *_find_earliest_start(jobs[waiting[0]], at, blocks))
    for place, index in enumerate(waiting[1:], start=1):
        # Nothing starts sooner, so that those behind need no look.
        if first[1] == at:
            break
        starts_at, block = _find_earliest_start(jobs[index], at, blocks)
        if starts_at < first[1]:
            first = place, starts_at, block
    return first


def _place_in_order(jobs: Sequence[WaitingJob], at: dt.datetime) -> list[Placement]:
    """Return jobs one after the other, where only the jobs ahead delay each of them."""
    placed = []
    for index, job in enumerate(jobs):
        starts_at, at = at, at + dt.timedelta(seconds=job.seconds)
        placed.append(Placement(index, starts_at, at, None))
    return placed


def _find_earliest_start(
    job: WaitingJob, at: dt.datetime, blocks: Sequence[ClosedTime]
) -> tuple[dt.datetime, ClosedTime | None]:
    start, last = at if job.not_before is None else max(at, job.not_before), None
    for block in blocks:
        closed = block.owner_id is None or block.owner_id != job.owner_id
        if closed and block.starts_at <= start < block.ends_at:
            start, last = block.ends_at, block
    return start, last
