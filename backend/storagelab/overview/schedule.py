"""The whole queue as a schedule, and what a move in it would change."""

from __future__ import annotations

import datetime as dt
import operator
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Row
from sqlalchemy.orm import Session

from storagelab.db.clock import read_clock
from storagelab.db.models import Campaign, Job, Run
from storagelab.db.references import format_number, number_of
from storagelab.domain.lifecycle import RunState
from storagelab.errors import NotFound
from storagelab.jobs.pause import read_pause
from storagelab.jobs.queue_order import find_place
from storagelab.overview.schedule_schemas import MovedStart, MovePreview, QueueSchedule, ScheduledJob
from storagelab.overview.schemas import UnderWay
from storagelab.overview.server_lines import (
    TAKES_JOBS,
    PlannedJob,
    ServerLine,
    plan_line,
    read_blocks,
    read_jobs,
    runs_left,
    seconds_left,
    title_of,
)
from storagelab.overview.servers import glance_at_servers
from storagelab.overview.timeline import name_server, read_timeline
from storagelab.overview.timeline_schemas import Horizon
from storagelab.overview.under_way import find_under_way

MAX_JOBS = 5_000
#: So many starts of a preview, the moved job among them.
MAX_STARTS = 20
#: More servers than a lab has.
_ALL = 100_000
_MAX_RUNS = 200


def read_schedule(session: Session, *, horizon: Horizon, from_at: dt.datetime | None) -> QueueSchedule:
    """Return the whole queue; the number of queries does not grow with it."""
    servers = glance_at_servers(session, limit=_ALL).items
    under_way = find_under_way(session, limit=_MAX_RUNS, with_curves=False)
    timeline = read_timeline(
        session, servers, horizon=horizon, finish_at=_ends_of(under_way), from_at=from_at, max_position=None
    )
    jobs = [(lane, job) for lane in timeline.lanes for job in lane.jobs]
    jobs.sort(key=lambda each: _order_of(each[1]))
    busy = [lane for lane in timeline.lanes if lane.jobs]
    ends = [lane.clear_at for lane in busy if lane.clear_at is not None]
    return QueueSchedule(
        queue=timeline.queue,
        servers=[item.model_copy(update={"next_run": timeline.next_runs.get(item.id)}) for item in servers],
        under_way=under_way,
        jobs=[_describe(lane, job) for lane, job in jobs[:MAX_JOBS]],
        job_count=len(jobs),
        clear_at=max(ends, default=None),
        unknown_servers=[name_server(lane.server) for lane in busy if lane.clear_at is None],
    )


def preview_move(session: Session, *, job: Job, field: str, reference: str, priority: int | None) -> MovePreview:
    """Return what the queue of a server would be after a move, by the rule that places all jobs.

    Raises Conflict for a job that waits no longer, InvalidInput for a place that there is not.
    """
    other = find_place(session, job, field, reference, priority=job.priority if priority is None else priority)
    now = read_clock(session)
    servers = glance_at_servers(session, limit=_ALL).items
    server = next((item for item in servers if item.id == job.server_id), None)
    if server is None:
        raise NotFound(f"The server of {number_of(job)} is retired.")
    rows = read_jobs(session, [job.server_id], max_position=None)[job.server_id]
    blocks = read_blocks(session, [job.server_id], now=now)[job.server_id]
    finish_at = _ends_of(find_under_way(session, limit=_MAX_RUNS, with_curves=False))
    is_paused = read_pause(session).paused
    planned, moved = (
        plan_line(server, each, now=now, blocks=blocks, finish_at=finish_at, is_paused=is_paused)
        for each in (rows, _reorder(rows, job=job, other=other, field=field))
    )
    starts = _compare_starts(job, planned, moved)
    return MovePreview(
        job_number=number_of(job),
        position=_position_of(job, moved),
        previous_position=_position_of(job, planned),
        starts=starts[:MAX_STARTS],
        clear_at=moved.clear_at,
        previous_clear_at=planned.clear_at,
        unknown_because="paused" if is_paused else None if server.state in TAKES_JOBS else "server",
    )


def _ends_of(under_way: UnderWay) -> Mapping[uuid.UUID, dt.datetime]:
    return {run.id: run.progress.estimated_finish_at for run in under_way.items if run.progress is not None}


def _order_of(job: PlannedJob) -> tuple[bool, bool, float, int]:
    """Sort jobs at work first, then by start, and those of unknown start last in the order of their line."""
    start = job.starts_at.timestamp() if job.starts_at is not None else 0.0
    return not job.is_begun, job.starts_at is None, start, job.row.position


def _describe(lane: ServerLine, job: PlannedJob) -> ScheduledJob:
    row = job.row
    return ScheduledJob(
        job_number=format_number(Job, row.number),
        run_number=format_number(Run, row.run_number) if row.run_number is not None else None,
        title=title_of(row),
        profile_title=row.profile_title,
        server=name_server(lane.server),
        state=RunState(row.run_state or (RunState.RUNNING if job.is_begun else RunState.WAITING)),
        run_count=runs_left(row),
        position=None if job.is_begun else row.position,
        priority=row.priority,
        submitted_by=row.user_name,
        campaign_number=format_number(Campaign, row.campaign_number) if row.campaign_number is not None else None,
        starts_at=job.starts_at,
        ends_at=job.ends_at,
        estimated_seconds=seconds_left(row),
        wait=job.wait,
    )


def _reorder(rows: Sequence[Row[Any]], *, job: Job, other: Job, field: str) -> list[Row[Any]]:
    """Return the rows of a server with one of them directly before or after another job, as a move would put it.

    The other job may wait for another server; the order there is one of all servers.
    """
    (own,) = (row for row in rows if row.id == job.id)
    rest = [row for row in rows if row.id != job.id]
    place = (-other.priority, other.queue_position, other.created_at)
    is_ahead = operator.lt if field == "move_before" else operator.le
    index = sum(not row.is_waiting or is_ahead(_place_of(row), place) for row in rest)
    return [*rest[:index], own, *rest[index:]]


def _place_of(row: Row[Any]) -> tuple[int, float, dt.datetime]:
    return -row.priority, row.queue_position, row.created_at


def _position_of(job: Job, lane: ServerLine) -> int:
    return [each.row.id for each in lane.jobs if not each.is_begun].index(job.id) + 1


def _compare_starts(job: Job, planned: ServerLine, moved: ServerLine) -> list[MovedStart]:
    before = {each.row.id: each.starts_at for each in planned.jobs}
    changed = [
        each
        for each in moved.jobs
        if not each.is_begun and (each.row.id == job.id or each.starts_at != before[each.row.id])
    ]
    changed.sort(key=lambda each: each.row.id != job.id)
    return [
        MovedStart(
            job_number=format_number(Job, each.row.number),
            run_number=format_number(Run, each.row.run_number) if each.row.run_number is not None else None,
            title=title_of(each.row),
            starts_at=each.starts_at,
            previous_starts_at=before[each.row.id],
        )
        for each in changed
    ]
