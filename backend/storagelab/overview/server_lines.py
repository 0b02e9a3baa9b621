"""Server lines: jobs at work and waiting, with their estimated times and what holds them up."""

from __future__ import annotations

import datetime as dt
import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Row, case, func, or_, select, true
from sqlalchemy.orm import Session

from storagelab.db.id_lists import is_one_of
from storagelab.db.models import Attempt, Campaign, Job, MaintenanceWindow, Profile, Reservation, Run, User
from storagelab.db.references import format_number
from storagelab.dispatch.waiting import JOB_ORDER
from storagelab.domain.lifecycle import JOB_TERMINAL, RUN_TERMINAL, AttemptState, JobState, ServerState
from storagelab.overview.placement import ClosedTime, Placement, WaitingJob, place_jobs
from storagelab.overview.schedule_schemas import WaitKind
from storagelab.overview.schemas import ServerGlance

#: Number of jobs of a line that are placed one by one; a longer line has no known end.
MAX_PLACED = 100
#: In any other state it is unknown when the server takes a job.
TAKES_JOBS = (ServerState.READY, ServerState.BUSY)
#: Number of runs ahead of a job that are named.
MAX_NAMED = 2
_BEGUN = (JobState.RUNNING, JobState.CANCELLING)
_JOINING = frozenset({"state", "profile_id", "campaign_id"})


class JobWait(NamedTuple):
    """The one thing that decides when a job starts, as `QueueWait` describes it."""

    kind: WaitKind
    until: dt.datetime | None = None
    reason: str | None = None
    ahead: Sequence[str] = ()
    ahead_count: int = 0


class PlannedJob(NamedTuple):
    """A job of a line. Its times are estimates where they lie ahead, and None where they are unknown."""

    row: Row[Any]
    is_begun: bool
    starts_at: dt.datetime | None
    ends_at: dt.datetime | None
    wait: JobWait | None


@dataclass(frozen=True, slots=True)
class ServerLine:
    """The jobs of one server: those at work, then those that wait, in the order in which they would run.

    `blocks` are its maintenance and reservations. `clear_at` is when the last job would be over, None where that is
    unknown.
    """

    server: ServerGlance
    jobs: Sequence[PlannedJob]
    blocks: Sequence[ClosedTime]
    clear_at: dt.datetime | None


def plan_line(
    server: ServerGlance,
    rows: Sequence[Row[Any]],
    *,
    now: dt.datetime,
    blocks: Sequence[ClosedTime],
    finish_at: Mapping[uuid.UUID, dt.datetime],
    is_paused: bool,
) -> ServerLine:
    """Place the jobs of a server in its waiting line.

    `finish_at` has by run id the estimated end of each run at work.
    """
    begun = [_describe_begun(row, now, finish_at) for row in rows if not row.is_waiting]
    waiting = [row for row in rows if row.is_waiting]
    free_at = max([now, *(job.ends_at for job in begun if job.ends_at is not None)])
    stop = _find_stop(server, is_paused=is_paused)
    if stop is not None:
        held = [PlannedJob(row, is_begun=False, starts_at=None, ends_at=None, wait=stop) for row in waiting]
        return ServerLine(server, [*begun, *held], blocks, clear_at=None if waiting else free_at)
    around = [*blocks, *_rebuild_of(server, now)]
    placed = _place_waiting_jobs(waiting[:MAX_PLACED], begun, free_at=free_at, blocks=around)
    far = [_describe_far(row, len(begun) + MAX_PLACED + index) for index, row in enumerate(waiting[MAX_PLACED:])]
    is_whole = all(row.line_length <= MAX_PLACED for row in waiting)
    ends = [free_at, *(job.ends_at for job in placed if job.ends_at is not None)]
    is_known = is_whole and len(ends) == len(placed) + 1
    return ServerLine(server, [*begun, *placed, *far], blocks, clear_at=max(ends) if is_known else None)


def _find_stop(server: ServerGlance, *, is_paused: bool) -> JobWait | None:
    """Return the reason why no job of a server can start for an unknown time; None without a reason."""
    if is_paused:
        return JobWait("paused")
    if server.state in TAKES_JOBS:
        return None
    return JobWait("server", reason=server.state)


def _describe_begun(row: Row[Any], now: dt.datetime, finish_at: Mapping[uuid.UUID, dt.datetime]) -> PlannedJob:
    of_each = row.estimated_seconds / _get_typical_repeats(row)
    further = of_each * max(_get_typical_repeats(row) - row.ended_count - 1, 0)
    spent = (now - row.begun_at).total_seconds() if row.begun_at is not None else 0.0
    current = finish_at.get(row.run_id, now + dt.timedelta(seconds=max(of_each - spent, 0.0)))
    ends_at = max(current, now) + dt.timedelta(seconds=further)
    return PlannedJob(row, is_begun=True, starts_at=row.begun_at or now, ends_at=ends_at, wait=None)


def _place_waiting_jobs(
    rows: Sequence[Row[Any]],
    begun: Sequence[PlannedJob],
    *,
    free_at: dt.datetime,
    blocks: Sequence[ClosedTime],
) -> list[PlannedJob]:
    jobs = [WaitingJob(estimate_remaining_seconds(row), row.submitted_by, row.start_after) for row in rows]
    named = tuple(run_number_of(job.row) for job in begun[:MAX_NAMED])
    planned: list[PlannedJob] = []
    for placement in place_jobs(jobs, free_at=free_at, blocks=blocks):
        row = rows[placement.job_index]
        ahead = _Ahead(named, len(begun) + len(planned), not planned)
        wait = _explain(placement, row, ahead)
        # Nothing that is known of holds it up, and still it has not begun: its start would be a guess.
        is_known = wait is None or wait.kind != "other"
        planned.append(
            PlannedJob(
                row,
                is_begun=False,
                starts_at=placement.starts_at if is_known else None,
                ends_at=placement.ends_at if is_known else None,
                wait=wait,
            )
        )
        if len(named) < MAX_NAMED:
            named = (*named, run_number_of(row))
    return planned


class _Ahead(NamedTuple):
    """The first runs ahead of a job, how many there are, and whether all of them are at work."""

    named: tuple[str, ...]
    run_count: int
    is_next: bool


def _explain(placement: Placement, row: Row[Any], ahead: _Ahead) -> JobWait | None:
    """Return what decides the start of a job; None for one that could start at once."""
    if placement.block is not None:
        block = placement.block
        return JobWait(block.kind, block.ends_at, block.reason)
    if row.start_after is not None and placement.starts_at == row.start_after:
        return JobWait("not_before", row.start_after)
    if ahead.run_count == 0:
        reason = row.waiting_reason
        return JobWait("other", reason=reason) if reason else None
    return JobWait(
        kind="running" if ahead.is_next else "queued",
        until=placement.starts_at if ahead.is_next else None,
        ahead=ahead.named,
        ahead_count=ahead.run_count,
    )


def _describe_far(row: Row[Any], ahead_count: int) -> PlannedJob:
    wait = JobWait("queued", ahead_count=ahead_count)
    return PlannedJob(row, is_begun=False, starts_at=None, ends_at=None, wait=wait)


def _rebuild_of(server: ServerGlance, now: dt.datetime) -> list[ClosedTime]:
    rebuild = server.rebuild
    if rebuild is None or rebuild.estimated_finish_at is None:
        return []
    return [ClosedTime(now, rebuild.estimated_finish_at, kind="rebuilding", reason=rebuild.array.name)]


def _get_typical_repeats(row: Row[Any]) -> int:
    return int(row.repeat_until["at_least"] if row.repeat_until else row.repeats)


def count_remaining_runs(row: Row[Any]) -> int:
    """Return how many runs a job has left, from the typical number of repeats; never below 1."""
    return max(_get_typical_repeats(row) - int(row.ended_count), 1)


def estimate_remaining_seconds(row: Row[Any]) -> float:
    """Return the estimated seconds of a job that waits."""
    return float(row.estimated_seconds) / _get_typical_repeats(row) * count_remaining_runs(row)


def run_number_of(row: Row[Any]) -> str:
    """Return the number of a job's current or next run; without a run, the number of the job."""
    return format_number(Run, row.run_number) if row.run_number is not None else format_number(Job, row.number)


def get_job_title(row: Row[Any]) -> str:
    """Return the name of a job, else the title of its run."""
    return str(row.name or row.run_title or "")


def read_jobs(
    session: Session, server_ids: Sequence[uuid.UUID], *, max_position: int | None = MAX_PLACED
) -> dict[uuid.UUID, list[Row[Any]]]:
    """Return by server id its jobs that are not over: running ones, then its first waiting jobs.

    `max_position` limits the waiting jobs.
    """
    is_begun = Job.state.in_(_BEGUN)
    position = func.row_number().over(partition_by=(Job.server_id, is_begun), order_by=JOB_ORDER)
    length = func.count().over(partition_by=(Job.server_id, is_begun))
    columns = (
        *(Job.id, Job.number, Job.name, Job.state, Job.server_id, Job.estimated_seconds, Job.repeats),
        *(Job.repeat_until, Job.start_after, Job.submitted_by, Job.profile_id, Job.campaign_id),
        *(Job.priority, Job.queue_position, Job.created_at),
    )
    line = (
        select(
            *columns,
            (~is_begun).label("is_waiting"),
            position.label("position"),
            length.label("line_length"),
        )
        .where(is_one_of(Job.server_id, server_ids), Job.state.not_in(JOB_TERMINAL))
        .subquery()
    )
    is_over = Run.state.in_(RUN_TERMINAL)
    # One look at the runs of each job: its first run that is not over, and how many are.
    runs = (
        select(
            *(Run.id, Run.number, Run.title, Run.state, Run.started_at),
            is_over.label("is_over"),
            func.count().filter(is_over).over().label("ended_count"),
        )
        .where(Run.job_id == line.c.id)
        .order_by(is_over, Run.repeat_index)
        .limit(1)
        .lateral()
    )
    following = {name: case((~runs.c.is_over, runs.c[name])) for name in ("id", "number", "title", "state")}
    # Thousands of jobs may wait: columns that only join are not read.
    read: list[Any] = [column for column in line.c if column.key not in _JOINING]
    query = (
        select(
            *read,
            func.coalesce(runs.c.ended_count, 0).label("ended_count"),
            *(column.label(f"run_{name}") for name, column in following.items()),
            case((~runs.c.is_over, runs.c.started_at)).label("begun_at"),
            Attempt.waiting_reason,
            Profile.title.label("profile_title"),
            User.name.label("user_name"),
            Campaign.number.label("campaign_number"),
        )
        .select_from(line)
        .outerjoin(runs, true())
        .join(Profile, Profile.id == line.c.profile_id)
        .outerjoin(Attempt, (Attempt.run_id == runs.c.id) & (Attempt.state == AttemptState.QUEUED))
        .outerjoin(User, User.id == line.c.submitted_by)
        .outerjoin(Campaign, Campaign.id == line.c.campaign_id)
        .order_by(line.c.server_id, line.c.is_waiting, line.c.position)
    )
    if max_position is not None:
        query = query.where(or_(~line.c.is_waiting, line.c.position <= max_position))
    by_server: dict[uuid.UUID, list[Any]] = defaultdict(list)
    for row in session.execute(query):
        by_server[row.server_id].append(row)
    return by_server


def read_blocks(
    session: Session, server_ids: Sequence[uuid.UUID], *, now: dt.datetime
) -> dict[uuid.UUID, list[ClosedTime]]:
    """Return by server its maintenance and reservations that are on or to come."""
    by_server: dict[uuid.UUID, list[ClosedTime]] = defaultdict(list)
    maintenance = select(MaintenanceWindow).where(
        is_one_of(MaintenanceWindow.server_id, server_ids), MaintenanceWindow.is_not_over(now)
    )
    reservations = (
        select(Reservation, User.name)
        .join(User, User.id == Reservation.user_id)
        .where(is_one_of(Reservation.server_id, server_ids), Reservation.is_not_over(now))
    )
    for row in session.scalars(maintenance):
        by_server[row.server_id].append(ClosedTime(row.starts_at, row.ends_at, kind="maintenance", reason=row.reason))
    for reservation, name in session.execute(reservations):
        by_server[reservation.server_id].append(
            ClosedTime(
                reservation.starts_at,
                reservation.ends_at,
                owner_id=reservation.user_id,
                kind="reservation",
                reason=f"{name}: {reservation.reason}",
            )
        )
    return by_server
