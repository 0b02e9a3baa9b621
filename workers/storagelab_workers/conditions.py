"""What changes for waiting runs without a ring: maintenance or a reservation begins or ends, the lab pauses."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

from sqlalchemy import ColumnElement, and_, exists, func, select
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.orm import Session

from storagelab.db.models import Attempt, Job, LabSetting, MaintenanceWindow, Reservation, Run, Server
from storagelab.domain.lifecycle import ATTEMPT_TERMINAL, AttemptState, ServerState
from storagelab.jobs.waiting import QUEUE_ORDER
from storagelab.queue import enqueue
from storagelab_workers.attempts.waiting import PAUSED, utc

#: What is true for the runs that wait for a server; another value means that their reasons to wait have changed.
Situation = tuple[Any, ...]


def keep_maintenance(session: Session, now: dt.datetime) -> None:
    """Bring servers into maintenance whose window is on and on which nothing runs, and out of it afterwards."""
    window_is_on = exists().where(
        MaintenanceWindow.server_id == Server.id, MaintenanceWindow.starts_at <= now, MaintenanceWindow.ends_at > now
    )
    runs = exists().where(
        Attempt.server_id == Server.id, Attempt.state.not_in({*ATTEMPT_TERMINAL, AttemptState.QUEUED})
    )
    beginning = and_(Server.state == ServerState.READY, window_is_on, ~runs)
    for server in _lock(session, beginning):
        window = session.scalars(
            select(MaintenanceWindow)
            .where(MaintenanceWindow.server_id == server.id, MaintenanceWindow.starts_at <= now)
            .order_by(MaintenanceWindow.ends_at.desc())
            .limit(1)
        ).one()
        server.state = ServerState.MAINTENANCE
        server.state_reason = f"Maintenance until {utc(window.ends_at)}: {window.reason}"
    for server in _lock(session, and_(Server.state == ServerState.MAINTENANCE, ~window_is_on)):
        server.state, server.state_reason = ServerState.READY, None
        # Drives and firmware may be others now.
        server.discovery, server.discovery_due_at = "requested", now
        enqueue(session, "step_server", server_id=str(server.id))


def read_situations(session: Session, now: dt.datetime) -> dict[uuid.UUID, Situation]:
    """The situation of every server that runs wait for."""
    waiting = (
        select(Attempt.server_id, Attempt.id)
        .join(Run, Run.id == Attempt.run_id)
        .join(Job, Job.id == Run.job_id)
        .where(Attempt.state == AttemptState.QUEUED)
        .ext(distinct_on(Attempt.server_id))
        .order_by(Attempt.server_id, *QUEUE_ORDER)
        .subquery()
    )
    window = (
        select(func.max(MaintenanceWindow.ends_at))
        .where(
            MaintenanceWindow.server_id == Server.id,
            MaintenanceWindow.starts_at <= now,
            MaintenanceWindow.ends_at > now,
        )
        .scalar_subquery()
    )
    reserved = (
        select(func.max(Reservation.ends_at))
        .where(
            Reservation.server_id == Server.id,
            Reservation.released_at.is_(None),
            Reservation.starts_at <= now,
            Reservation.ends_at > now,
        )
        .scalar_subquery()
    )
    running = (
        select(func.min(Attempt.number))
        .where(Attempt.server_id == Server.id, Attempt.state.not_in({*ATTEMPT_TERMINAL, AttemptState.QUEUED}))
        .scalar_subquery()
    )
    rows = session.execute(
        select(
            Server.id,
            Server.state,
            Server.state_reason,
            Server.clock_offset_ms,
            waiting.c.id,
            window,
            reserved,
            running,
        ).join(waiting, waiting.c.server_id == Server.id)
    ).all()
    if not rows:
        return {}
    paused = session.scalars(select(LabSetting.value).where(LabSetting.key == PAUSED)).one_or_none()
    return {row.id: (str(paused), *row[1:]) for row in rows}


def _lock(session: Session, which: ColumnElement[bool]) -> list[Server]:
    """Servers, locked; one that is being changed at this moment is left for the next tick."""
    return list(session.scalars(select(Server).where(which).with_for_update(skip_locked=True)))
