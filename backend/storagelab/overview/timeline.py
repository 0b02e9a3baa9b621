"""The queue as a timeline: what each server does, and what it would do next."""

from __future__ import annotations

import datetime as dt
import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, case, func, select, true
from sqlalchemy.orm import Session, aliased

from storagelab.db.clock import read_clock
from storagelab.db.models import Job, MaintenanceWindow, Reservation, Run, User
from storagelab.db.references import format_number
from storagelab.domain.lifecycle import JOB_TERMINAL, RUN_TERMINAL, JobState, RunState, ServerState
from storagelab.http.schemas import NumberedName
from storagelab.jobs.pause import read_pause
from storagelab.jobs.waiting import JOB_ORDER
from storagelab.overview.placement import ClosedTime, WaitingJob, place_jobs
from storagelab.overview.schemas import NextRun, ServerGlance
from storagelab.overview.timeline_schemas import BarKind, Horizon, QueueBar, QueueLane, QueueTimeline

SPANS: Mapping[Horizon, dt.timedelta] = {
    Horizon.DAY: dt.timedelta(days=1),
    Horizon.THREE_DAYS: dt.timedelta(days=3),
    Horizon.WEEK: dt.timedelta(days=7),
}
#: This part of the horizon is shown of the time before now.
_PAST_PART = 12
#: So many jobs of a line are placed one by one; a longer line has no known end.
MAX_PLACED = 100
MAX_BARS = 200
#: In any other state nobody knows when the server takes a job.
_TAKES_JOBS = (ServerState.READY, ServerState.BUSY)
_BEGUN = (JobState.RUNNING, JobState.CANCELLING)
_OUT_OF_USE: Mapping[str, BarKind] = {"unreachable": "unreachable", "quarantined": "quarantined"}


@dataclass(frozen=True, slots=True)
class Timeline:
    """The timeline, and the next run of each server that has one."""

    queue: QueueTimeline
    next_runs: Mapping[uuid.UUID, NextRun]


def read_timeline(
    session: Session,
    servers: Sequence[ServerGlance],
    *,
    horizon: Horizon,
    finish_at: Mapping[uuid.UUID, dt.datetime],
) -> Timeline:
    """Return the lanes of these servers; `finish_at` has estimates of when runs at work end, by their ids.

    The number of queries does not grow.
    """
    now = read_clock(session)
    span = SPANS[horizon]
    from_at, to_at = now - span / _PAST_PART, now + span
    ids = [server.id for server in servers]
    jobs = _read_jobs(session, ids)
    ended = _read_ended(session, ids, since=from_at)
    windows = _read_windows(session, ids, now=now, until=to_at)
    is_paused = read_pause(session).paused
    lanes, next_runs, ends = [], {}, []
    for server in sorted(servers, key=lambda server: server.name):
        lane = _Lane(server, now, jobs.get(server.id, ()), windows.get(server.id, ()), finish_at)
        lane.place(takes_jobs=not is_paused and server.state in _TAKES_JOBS)
        if lane.next_run is not None:
            next_runs[server.id] = lane.next_run
        if lane.bars:
            ends.append(lane.clear_at)
        bars = [*ended.get(server.id, ()), *lane.bars, *_window_bars(windows.get(server.id, ())), *_state_bars(server)]
        shown = [bar for bar in bars if bar.starts_at is None or bar.starts_at < to_at]
        shown.sort(key=lambda bar: bar.starts_at or to_at)
        lanes.append(QueueLane(server=_named(server), bars=shown[:MAX_BARS]))
    clear_at = None if not ends or None in ends else max(end for end in ends if end is not None)
    return Timeline(QueueTimeline(from_at=from_at, to_at=to_at, lanes=lanes, clear_at=clear_at), next_runs)


@dataclass(frozen=True, slots=True)
class _Window:
    kind: BarKind
    block: ClosedTime
    reason: str


class _Lane:
    """The jobs of one server as bars."""

    def __init__(
        self,
        server: ServerGlance,
        now: dt.datetime,
        jobs: Sequence[Row[Any]],
        windows: Sequence[_Window],
        finish_at: Mapping[uuid.UUID, dt.datetime],
    ) -> None:
        self._now, self._finish_at = now, finish_at
        self._begun = [job for job in jobs if job.state in _BEGUN]
        self._waiting = [job for job in jobs if job.state not in _BEGUN]
        self._blocks = [window.block for window in windows]
        rebuild = server.rebuild
        if rebuild is not None and rebuild.estimated_finish_at is not None:
            self._blocks.append(ClosedTime(now, rebuild.estimated_finish_at))
        self.bars: list[QueueBar] = []
        self.next_run: NextRun | None = None
        #: When the last of the jobs would be over; None where nobody can say.
        self.clear_at: dt.datetime | None = None

    def place(self, *, takes_jobs: bool) -> None:
        """Draw what runs, and behind it what waits."""
        free_at = self._now
        for job in self._begun:
            ends_at = self._end_of(job)
            free_at = max(free_at, ends_at)
            self.bars.append(_job_bar(job, "running", job.begun_at or self._now, ends_at))
        rows = {job.id: job for job in self._waiting}
        if not takes_jobs:
            self.bars += [_job_bar(job, "queued", None, None) for job in self._waiting]
            self._set_next(self._waiting[0] if self._waiting else None, None)
            self.clear_at = None if self._waiting else free_at
            return
        waiting = [WaitingJob(job.id, _seconds_left(job), job.submitted_by, job.start_after) for job in self._waiting]
        placed = place_jobs(waiting, free_at=free_at, blocks=self._blocks)
        self.bars += [_job_bar(rows[job.id], "queued", starts_at, ends_at) for job, starts_at, ends_at in placed]
        self._set_next(rows[placed[0][0].id] if placed else None, placed[0][1] if placed else None)
        is_whole = all(job.line_length <= MAX_PLACED for job in self._waiting)
        self.clear_at = (placed[-1][2] if placed else free_at) if is_whole else None

    def _end_of(self, job: Row[Any]) -> dt.datetime:
        of_each = job.estimated_seconds / _typical_repeats(job)
        further = of_each * max(_typical_repeats(job) - job.ended_count - 1, 0)
        spent = (self._now - job.begun_at).total_seconds() if job.begun_at is not None else 0.0
        current = self._finish_at.get(job.run_id, self._now + dt.timedelta(seconds=max(of_each - spent, 0.0)))
        return max(current, self._now) + dt.timedelta(seconds=further)

    def _set_next(self, job: Row[Any] | None, starts_at: dt.datetime | None) -> None:
        if job is not None and job.run_number is not None:
            self.next_run = NextRun(
                run_number=format_number(Run, job.run_number), title=_title_of(job), estimated_start_at=starts_at
            )


def _typical_repeats(job: Row[Any]) -> int:
    return int(job.repeat_until["at_least"] if job.repeat_until else job.repeats)


def _seconds_left(job: Row[Any]) -> float:
    """Return the estimated seconds of a job that waits; one run at least is left of it."""
    repeats = _typical_repeats(job)
    return float(job.estimated_seconds) / repeats * max(repeats - int(job.ended_count), 1)


def _job_bar(job: Row[Any], kind: BarKind, starts_at: dt.datetime | None, ends_at: dt.datetime | None) -> QueueBar:
    return QueueBar(
        kind=kind,
        starts_at=starts_at,
        ends_at=ends_at,
        title=_title_of(job),
        job_number=format_number(Job, job.number),
        run_number=format_number(Run, job.run_number) if job.run_number is not None else None,
        reason=None,
    )


def _title_of(job: Row[Any]) -> str:
    return str(job.name or job.run_title or "")


def _read_jobs(session: Session, server_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, list[Row[Any]]]:
    """Return by server its jobs that are not over: those at work, then the first of its line in their order."""
    is_begun = Job.state.in_(_BEGUN)
    position = func.row_number().over(partition_by=(Job.server_id, is_begun), order_by=JOB_ORDER)
    length = func.count().over(partition_by=(Job.server_id, is_begun))
    columns = (
        *(Job.id, Job.number, Job.name, Job.state, Job.server_id, Job.estimated_seconds, Job.repeats),
        *(Job.repeat_until, Job.start_after, Job.submitted_by),
    )
    line = (
        select(*columns, position.label("position"), length.label("line_length"))
        .where(Job.server_id.in_(server_ids), Job.state.not_in(JOB_TERMINAL))
        .subquery()
    )
    is_over = Run.state.in_(RUN_TERMINAL)
    runs = (
        select(
            func.count().filter(is_over).label("ended_count"),
            func.min(case((~is_over, Run.repeat_index))).label("next_index"),
        )
        .where(Run.job_id == line.c.id)
        .lateral()
    )
    following = aliased(Run)
    query = (
        select(
            line,
            runs.c.ended_count,
            following.id.label("run_id"),
            following.number.label("run_number"),
            following.title.label("run_title"),
            following.started_at.label("begun_at"),
        )
        .select_from(line)
        .join(runs, true())
        .outerjoin(following, (following.job_id == line.c.id) & (following.repeat_index == runs.c.next_index))
        .where(line.c.position <= MAX_PLACED)
        .order_by(line.c.server_id, line.c.position)
    )
    found: dict[uuid.UUID, list[Row[Any]]] = defaultdict(list)
    for row in session.execute(query):
        found[row.server_id].append(row)
    return found


def _read_ended(
    session: Session, server_ids: Sequence[uuid.UUID], *, since: dt.datetime
) -> dict[uuid.UUID, list[QueueBar]]:
    """Return by server the runs of this lab that ended since then."""
    rows = session.execute(
        select(Run.server_id, Run.number, Run.title, Run.state, Run.started_at, Run.finished_at)
        .add_columns(Job.number.label("job_number"), Job.name)
        .join(Job, Job.id == Run.job_id)
        .where(
            Run.server_id.in_(server_ids),
            Run.state.in_(RUN_TERMINAL),
            Run.started_at.is_not(None),
            Run.finished_at > since,
            Run.trashed_at.is_(None),
        )
        .order_by(Run.finished_at.desc())
        .limit(MAX_BARS)
    )
    found: dict[uuid.UUID, list[QueueBar]] = defaultdict(list)
    for row in rows:
        failed = row.state in (RunState.FAILED, RunState.LOST)
        found[row.server_id].append(
            QueueBar(
                kind="failed" if failed else "finished",
                starts_at=row.started_at,
                ends_at=row.finished_at,
                title=row.name or row.title,
                job_number=format_number(Job, row.job_number),
                run_number=format_number(Run, row.number),
                reason=None,
            )
        )
    return found


def _read_windows(
    session: Session, server_ids: Sequence[uuid.UUID], *, now: dt.datetime, until: dt.datetime
) -> dict[uuid.UUID, list[_Window]]:
    """Return by server its maintenance and reservations that are on or begin before the horizon."""
    found: dict[uuid.UUID, list[_Window]] = defaultdict(list)
    maintenance = select(MaintenanceWindow).where(
        MaintenanceWindow.server_id.in_(server_ids),
        MaintenanceWindow.ends_at > now,
        MaintenanceWindow.starts_at < until,
    )
    for row in session.scalars(maintenance):
        found[row.server_id].append(_Window("maintenance", ClosedTime(row.starts_at, row.ends_at), row.reason))
    reservations = (
        select(Reservation, User.name)
        .join(User, User.id == Reservation.user_id)
        .where(
            Reservation.server_id.in_(server_ids),
            Reservation.ends_at > now,
            Reservation.starts_at < until,
            Reservation.released_at.is_(None),
        )
    )
    for reservation, name in session.execute(reservations):
        block = ClosedTime(reservation.starts_at, reservation.ends_at, owner_id=reservation.user_id)
        found[reservation.server_id].append(_Window("reservation", block, f"{name}: {reservation.reason}"))
    return found


def _window_bars(windows: Sequence[_Window]) -> list[QueueBar]:
    return [_plain_bar(window.kind, window.block.starts_at, window.block.ends_at, window.reason) for window in windows]


def _state_bars(server: ServerGlance) -> list[QueueBar]:
    """Return the bars of a server that is out of use or has an array at work."""
    bars = []
    kind = _OUT_OF_USE.get(server.state)
    if kind is not None:
        bars.append(_plain_bar(kind, server.last_seen_at, None, server.reason))
    if server.rebuild is not None:
        rebuild = server.rebuild
        bars.append(_plain_bar("rebuilding", rebuild.started_at, rebuild.estimated_finish_at, rebuild.array.name))
    return bars


def _plain_bar(
    kind: BarKind, starts_at: dt.datetime | None, ends_at: dt.datetime | None, reason: str | None
) -> QueueBar:
    return QueueBar(
        kind=kind,
        starts_at=starts_at,
        ends_at=ends_at,
        title=reason or "",
        job_number=None,
        run_number=None,
        reason=reason,
    )


def _named(server: ServerGlance) -> NumberedName:
    return NumberedName(id=server.id, number=server.number, name=server.name)
