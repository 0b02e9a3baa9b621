"""The whole queue as a schedule, and what a move in it would change."""

from __future__ import annotations

import datetime as dt
import operator
import uuid
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import ColumnElement, Row, or_, select
from sqlalchemy.orm import Session

from storagelab.db.clock import read_clock
from storagelab.db.id_lists import is_one_of
from storagelab.db.models import Campaign, Job, Run
from storagelab.db.references import format_number, format_row_number
from storagelab.dispatch.pause import read_pause
from storagelab.dispatch.queue_order import find_place
from storagelab.domain.lifecycle import RunState
from storagelab.errors import NotFound
from storagelab.jobs.job_fields import JOBS
from storagelab.overview.queue_plan import OrderedJob, QueuePlans, make_plan
from storagelab.overview.schedule_schemas import MovedStart, MovePreview, QueueSchedule, QueueWait, ScheduledJob
from storagelab.overview.schemas import ServerGlance, UnderWay
from storagelab.overview.server_lines import (
    TAKES_JOBS,
    JobWait,
    ServerLine,
    count_remaining_runs,
    estimate_remaining_seconds,
    get_job_title,
    plan_line,
    read_blocks,
    read_jobs,
    run_number_of,
)
from storagelab.overview.servers import USES, add_facts, list_glances_without_hardware
from storagelab.overview.timeline import draw_lanes, find_next_runs, find_range, name_server
from storagelab.overview.timeline_schemas import Horizon, QueueTimeline
from storagelab.overview.under_way import find_under_way
from storagelab.query.conditions import TypedQuery

MAX_JOBS = 5_000
#: Number of starts in a preview, the moved job among them.
MAX_STARTS = 20
_MAX_RUNS = 200


@dataclass(frozen=True, slots=True)
class ScheduleSlice:
    """The part of a schedule that is requested: the jobs that match, and jobs and lanes from an index on."""

    find: str = ""
    query: TypedQuery | None = None
    job_offset: int = 0
    job_limit: int = MAX_JOBS
    lane_offset: int = 0
    lane_limit: int | None = None


WHOLE = ScheduleSlice()


def read_schedule(
    session: Session,
    plans: QueuePlans,
    *,
    horizon: Horizon,
    from_at: dt.datetime | None,
    server_id: uuid.UUID | None = None,
    wanted: ScheduleSlice = WHOLE,
) -> QueueSchedule:
    """Return the queue of all servers or of one; the number of queries does not grow with it."""
    now = read_clock(session)
    under_way = find_under_way(session, limit=_MAX_RUNS, with_curves=False)
    finish_at = _collect_run_ends(under_way)
    if server_id is None:
        plan = plans.read(session, now=now, finish_at=finish_at)
    else:
        plan = make_plan(session, now=now, finish_at=finish_at, server_id=server_id)
    lines, jobs = plan.lines, plan.jobs
    matching = [job for job in jobs if _has_text(job, wanted.find.lower())] if wanted.find else jobs
    if wanted.query is not None:
        matching = _filter_jobs(session, matching, wanted.query)
    shown_jobs = matching[wanted.job_offset :][: min(wanted.job_limit, MAX_JOBS)]
    shown_lines = lines[wanted.lane_offset :][: wanted.lane_limit]
    shown = find_range(horizon, now=now, from_at=from_at)
    busy = [line for line in lines if line.jobs]
    clear_at = max((line.clear_at for line in busy if line.clear_at is not None), default=None)
    unknown = [name_server(line.server) for line in busy if line.clear_at is None]
    lanes = draw_lanes(session, shown_lines, shown=shown)
    return QueueSchedule(
        queue=QueueTimeline(**shown._asdict(), lanes=lanes, clear_at=None if unknown else clear_at),
        lane_count=len(lines),
        servers=_describe_servers(
            session, lines if wanted.lane_limit is None else [*shown_lines, *(job.line for job in shown_jobs)]
        ),
        under_way=under_way,
        jobs=[_describe(job) for job in shown_jobs],
        job_count=len(jobs),
        found_count=len(matching),
        waiting_server_count=sum(not line.jobs[-1].is_begun for line in busy),
        clear_at=clear_at,
        unknown_servers=unknown,
    )


def preview_move(session: Session, *, job: Job, field: str, reference: str, priority: int | None) -> MovePreview:
    """Return a preview of a server's queue after a move, by the rule that places all jobs.

    Raises Conflict for a job that no longer waits, InvalidInput for a place that does not exist.
    """
    other = find_place(session, job, field, reference, priority=job.priority if priority is None else priority)
    now = read_clock(session)
    servers = list_glances_without_hardware(session)
    server = next((item for item in servers if item.id == job.server_id), None)
    if server is None:
        raise NotFound(f"The server of {format_row_number(job)} is retired.")
    rows = read_jobs(session, [job.server_id], max_position=None)[job.server_id]
    blocks = read_blocks(session, [job.server_id], now=now)[job.server_id]
    finish_at = _collect_run_ends(find_under_way(session, limit=_MAX_RUNS, with_curves=False))
    is_paused = read_pause(session).paused
    planned, moved = (
        plan_line(server, job_rows, now=now, blocks=blocks, finish_at=finish_at, is_paused=is_paused)
        for job_rows in (rows, _reorder(rows, job=job, other=other, field=field))
    )
    starts = _compare_starts(job, planned, moved)
    return MovePreview(
        job_number=format_row_number(job),
        position=_position_of(job, moved),
        previous_position=_position_of(job, planned),
        starts=starts[:MAX_STARTS],
        clear_at=moved.clear_at,
        previous_clear_at=planned.clear_at,
        unknown_because="paused" if is_paused else None if server.state in TAKES_JOBS else "server",
    )


def _collect_run_ends(under_way: UnderWay) -> Mapping[uuid.UUID, dt.datetime]:
    return {run.id: run.progress.estimated_finish_at for run in under_way.items if run.progress is not None}


def _has_text(ordered: OrderedJob, text: str) -> bool:
    """Return whether a lower-case text is in a job's name, number, profile, server or reason to wait."""
    row, wait = ordered.job.row, ordered.job.wait
    texts = [get_job_title(row), run_number_of(row), format_number(Job, row.number), row.profile_title]
    texts.append(ordered.line.server.name)
    if wait is not None:
        texts += [wait.kind.replace("_", " "), wait.reason or "", *wait.ahead]
    return any(text in candidate.lower() for candidate in texts)


def _filter_jobs(session: Session, jobs: Sequence[OrderedJob], query: TypedQuery) -> list[OrderedJob]:
    def with_word(word: str) -> list[uuid.UUID]:
        return [ordered.job.row.id for ordered in jobs if _has_text(ordered, word)]

    matching_ids = _find_queued(session, [ordered.job.row.id for ordered in jobs], query, with_word=with_word)
    return [ordered for ordered in jobs if ordered.job.row.id in matching_ids]


def _describe_servers(session: Session, lines: Sequence[ServerLine]) -> list[ServerGlance]:
    next_runs = find_next_runs(lines)
    servers = list({line.server.id: line.server for line in lines}.values())
    servers.sort(key=lambda server: (USES.index(server.use), server.name))
    return [item.model_copy(update={"next_run": next_runs.get(item.id)}) for item in add_facts(session, servers)]


def _describe(ordered: OrderedJob) -> ScheduledJob:
    job, row = ordered.job, ordered.job.row
    return ScheduledJob(
        job_number=format_number(Job, row.number),
        run_number=format_number(Run, row.run_number) if row.run_number is not None else None,
        title=get_job_title(row),
        profile_title=row.profile_title,
        server=name_server(ordered.line.server),
        state=RunState(row.run_state or (RunState.RUNNING if job.is_begun else RunState.WAITING)),
        run_count=count_remaining_runs(row),
        position=None if job.is_begun else row.position,
        line_length=0 if job.is_begun else row.line_length,
        start_order=ordered.start_order,
        priority=row.priority,
        submitted_by=row.user_name,
        campaign_number=format_number(Campaign, row.campaign_number) if row.campaign_number is not None else None,
        starts_at=job.starts_at,
        ends_at=job.ends_at,
        estimated_seconds=estimate_remaining_seconds(row),
        wait=_describe_wait(job.wait) if job.wait is not None else None,
    )


def _describe_wait(wait: JobWait) -> QueueWait:
    return QueueWait(
        kind=wait.kind, until=wait.until, reason=wait.reason, ahead=list(wait.ahead), ahead_count=wait.ahead_count
    )


def _reorder(rows: Sequence[Row[Any]], *, job: Job, other: Job, field: str) -> list[Row[Any]]:
    """Return the rows of a server with `job` moved directly before or after `other`.

    `other` may wait for another server, because one order covers all servers.
    """
    (own,) = (row for row in rows if row.id == job.id)
    rest = [row for row in rows if row.id != job.id]
    place = (-other.priority, other.queue_position, other.created_at)
    is_ahead = operator.lt if field == "move_before" else operator.le
    index = sum(not row.is_waiting or is_ahead(_build_place_key(row), place) for row in rest)
    return [*rest[:index], own, *rest[index:]]


def _build_place_key(row: Row[Any]) -> tuple[int, float, dt.datetime]:
    return -row.priority, row.queue_position, row.created_at


def _position_of(job: Job, lane: ServerLine) -> int:
    return [planned_job.row.id for planned_job in lane.jobs if not planned_job.is_begun].index(job.id) + 1


def _compare_starts(job: Job, planned: ServerLine, moved: ServerLine) -> list[MovedStart]:
    before = {planned_job.row.id: planned_job.starts_at for planned_job in planned.jobs}
    changed = [
        planned_job
        for planned_job in moved.jobs
        if not planned_job.is_begun
        and (planned_job.row.id == job.id or planned_job.starts_at != before[planned_job.row.id])
    ]
    changed.sort(key=lambda planned_job: planned_job.row.id != job.id)
    return [
        MovedStart(
            job_number=format_number(Job, planned_job.row.number),
            run_number=format_number(Run, planned_job.row.run_number)
            if planned_job.row.run_number is not None
            else None,
            title=get_job_title(planned_job.row),
            starts_at=planned_job.starts_at,
            previous_starts_at=before[planned_job.row.id],
        )
        for planned_job in changed
    ]


def _find_queued(
    session: Session,
    job_ids: Collection[uuid.UUID],
    query: TypedQuery,
    *,
    with_word: Callable[[str], list[uuid.UUID]],
) -> set[uuid.UUID]:
    """Return the jobs that a query finds among these; `with_word` gives those whose plan shows a word."""

    def build_mention_condition(word: str) -> ColumnElement[bool]:
        return or_(JOBS.mentions(word), is_one_of(Job.id, with_word(word)))

    statement = select(Job.id).where(is_one_of(Job.id, job_ids))
    return set(session.scalars(replace(JOBS, mentions=build_mention_condition).find(statement, query)))
