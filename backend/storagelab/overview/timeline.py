"""The queue as a timeline: what each server does, and what it would do next."""

from __future__ import annotations

import datetime as dt
import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.clock import read_clock
from storagelab.db.id_lists import is_one_of
from storagelab.db.models import Job, Profile, Run
from storagelab.db.references import format_number
from storagelab.dispatch.pause import read_pause
from storagelab.domain.lifecycle import RUN_TERMINAL, RunState
from storagelab.http.schemas import NumberedName
from storagelab.overview.schemas import NextRun, ServerGlance
from storagelab.overview.server_lines import (
    MAX_PLACED,
    PlannedJob,
    ServerLine,
    get_job_title,
    plan_line,
    read_blocks,
    read_jobs,
    run_number_of,
)
from storagelab.overview.timeline_schemas import BarKind, Horizon, QueueBar, QueueLane, QueueTimeline

SPANS: Mapping[Horizon, dt.timedelta] = {
    Horizon.DAY: dt.timedelta(days=1),
    Horizon.THREE_DAYS: dt.timedelta(days=3),
    Horizon.WEEK: dt.timedelta(days=7),
}
#: This part of the horizon is shown of the time before now.
_PAST_PART = 12
MAX_BARS = 200
_OUT_OF_USE: Mapping[str, BarKind] = {"unreachable": "unreachable", "quarantined": "quarantined"}


class Timeline(NamedTuple):
    """The timeline, and the next run of each server that has one."""

    queue: QueueTimeline
    next_runs: Mapping[uuid.UUID, NextRun]


class TimeRange(NamedTuple):
    """The time that a timeline shows."""

    from_at: dt.datetime
    to_at: dt.datetime


def find_range(horizon: Horizon, *, now: dt.datetime, from_at: dt.datetime | None = None) -> TimeRange:
    """Return the time of a horizon, which begins a little before now unless at `from_at`."""
    span = SPANS[horizon]
    starts_at = from_at or now - span / _PAST_PART
    return TimeRange(starts_at, starts_at + span + span / _PAST_PART)


def read_timeline(
    session: Session,
    servers: Sequence[ServerGlance],
    *,
    horizon: Horizon,
    finish_at: Mapping[uuid.UUID, dt.datetime],
    max_position: int = MAX_PLACED,
) -> Timeline:
    """Return the timeline lanes of servers and their next runs; the number of queries is constant."""
    now = read_clock(session)
    shown = find_range(horizon, now=now)
    lines = plan_lines(session, servers, now=now, finish_at=finish_at, max_position=max_position)
    queue = QueueTimeline(
        **shown._asdict(), lanes=draw_lanes(session, lines, shown=shown), clear_at=_find_clear_at(lines)
    )
    return Timeline(queue, find_next_runs(lines))


def plan_lines(
    session: Session,
    servers: Sequence[ServerGlance],
    *,
    now: dt.datetime,
    finish_at: Mapping[uuid.UUID, dt.datetime],
    max_position: int | None,
) -> list[ServerLine]:
    """Return the waiting lines of servers, sorted by server name.

    `finish_at` has by run id the estimated end of each run at work.
    """
    ids = [server.id for server in servers]
    jobs = read_jobs(session, ids, max_position=max_position)
    blocks = read_blocks(session, ids, now=now)
    is_paused = read_pause(session).paused
    return [
        plan_line(
            server,
            jobs.get(server.id, ()),
            now=now,
            blocks=blocks.get(server.id, ()),
            finish_at=finish_at,
            is_paused=is_paused,
        )
        for server in sorted(servers, key=lambda server: server.name)
    ]


def draw_lanes(session: Session, lines: Sequence[ServerLine], *, shown: TimeRange) -> list[QueueLane]:
    """Return the timeline lanes of server lines within the time range `shown`."""
    ended = _read_ended(session, [line.server.id for line in lines], since=shown.from_at)
    return [_draw_lane(line, ended.get(line.server.id, ()), shown) for line in lines]


def _draw_lane(line: ServerLine, ended: Sequence[QueueBar], shown: TimeRange) -> QueueLane:
    jobs = (job for job in line.jobs if job.starts_at is None or job.starts_at < shown.to_at)
    bars = [
        *ended,
        *(_make_job_bar(job) for job in jobs),
        *(_make_plain_bar(block.kind, block.starts_at, block.ends_at, block.reason) for block in line.blocks),
        *_list_state_bars(line.server),
    ]
    bars = [bar for bar in bars if bar.starts_at is None or bar.starts_at < shown.to_at]
    bars.sort(key=lambda bar: bar.starts_at or shown.to_at)
    return QueueLane(server=name_server(line.server), bars=bars[:MAX_BARS])


def find_next_runs(lines: Sequence[ServerLine]) -> dict[uuid.UUID, NextRun]:
    """Return the next run by server id; servers without one are absent."""
    return {line.server.id: following for line in lines if (following := _find_next(line)) is not None}


def _find_clear_at(lanes: Sequence[ServerLine]) -> dt.datetime | None:
    ends = [lane.clear_at for lane in lanes if lane.jobs]
    return None if not ends or None in ends else max(end for end in ends if end is not None)


def _find_next(lane: ServerLine) -> NextRun | None:
    job = next((job for job in lane.jobs if not job.is_begun), None)
    if job is None or job.row.run_number is None:
        return None
    return NextRun(run_number=run_number_of(job.row), title=get_job_title(job.row), estimated_start_at=job.starts_at)


def _make_job_bar(job: PlannedJob) -> QueueBar:
    row = job.row
    return QueueBar(
        kind="running" if job.is_begun else "queued",
        starts_at=job.starts_at,
        ends_at=job.ends_at,
        title=get_job_title(row),
        job_number=format_number(Job, row.number),
        run_number=format_number(Run, row.run_number) if row.run_number is not None else None,
        profile_title=row.profile_title,
        reason=None,
    )


def _read_ended(
    session: Session, server_ids: Sequence[uuid.UUID], *, since: dt.datetime
) -> dict[uuid.UUID, list[QueueBar]]:
    """Return by server the runs of this lab that ended since then."""
    rows = session.execute(
        select(Run.server_id, Run.number, Run.title, Run.state, Run.started_at, Run.finished_at)
        .add_columns(Job.number.label("job_number"), Job.name, Profile.title.label("profile_title"))
        .join(Job, Job.id == Run.job_id)
        .join(Profile, Profile.id == Job.profile_id)
        .where(
            is_one_of(Run.server_id, server_ids),
            Run.state.in_(RUN_TERMINAL),
            Run.started_at.is_not(None),
            Run.finished_at > since,
            Run.trashed_at.is_(None),
        )
        .order_by(Run.finished_at.desc())
        .limit(MAX_BARS)
    )
    bars: dict[uuid.UUID, list[QueueBar]] = defaultdict(list)
    for row in rows:
        failed = row.state in (RunState.FAILED, RunState.LOST)
        bars[row.server_id].append(
            QueueBar(
                kind="failed" if failed else "finished",
                starts_at=row.started_at,
                ends_at=row.finished_at,
                title=row.name or row.title,
                job_number=format_number(Job, row.job_number),
                run_number=format_number(Run, row.number),
                profile_title=row.profile_title,
                reason=None,
            )
        )
    return bars


def _list_state_bars(server: ServerGlance) -> list[QueueBar]:
    """Return the timeline bars of a server that is out of use or has an array at work.

    An array at work is being rebuilt or initialised.
    """
    bars = []
    kind = _OUT_OF_USE.get(server.state)
    if kind is not None:
        bars.append(_make_plain_bar(kind, server.last_seen_at, None, server.reason))
    if server.rebuild is not None:
        rebuild = server.rebuild
        bars.append(_make_plain_bar("rebuilding", rebuild.started_at, rebuild.estimated_finish_at, rebuild.array.name))
    return bars


def _make_plain_bar(
    kind: BarKind, starts_at: dt.datetime | None, ends_at: dt.datetime | None, reason: str | None
) -> QueueBar:
    return QueueBar(
        kind=kind,
        starts_at=starts_at,
        ends_at=ends_at,
        title=reason or "",
        job_number=None,
        run_number=None,
        profile_title=None,
        reason=reason,
    )


def name_server(server: ServerGlance) -> NumberedName:
    """Return id, number and name of a server."""
    return NumberedName(id=server.id, number=server.number, name=server.name)
