"""Changes for waiting runs: maintenance or a reservation begins or ends, the lab pauses."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, and_, exists, func, select
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.orm import Session

from storagelab.db.models import Attempt, Job, LabSetting, MaintenanceWindow, Reservation, Run, Server
from storagelab.dispatch.waiting import QUEUE_ORDER
from storagelab.domain.lifecycle import ATTEMPT_TERMINAL, AttemptState, JobState, ServerState
from storagelab.queue import enqueue
from storagelab_workers.attempts.waiting import PAUSED, find_current_window, format_utc

#: What is true for the runs that wait for a server; another value means that their reasons to wait have changed.
Situation = tuple[Any, ...]


def keep_maintenance(session: Session, now: dt.datetime) -> None:
    """Move idle servers into maintenance during their window, and back to service afterwards."""
    window_is_on = exists().where(MaintenanceWindow.server_id == Server.id, MaintenanceWindow.is_on(now))
    runs = exists().where(
        Attempt.server_id == Server.id, Attempt.state.not_in({*ATTEMPT_TERMINAL, AttemptState.QUEUED})
    )
    beginning = and_(Server.state == ServerState.READY, window_is_on, ~runs)
    for server in _lock(session, beginning):
        window = find_current_window(session, server=server, moment=now)
        if window is not None:
            server.state = ServerState.MAINTENANCE
            server.state_reason = f"Maintenance until {format_utc(window.ends_at)}: {window.reason}"
    for server in _lock(session, and_(Server.state == ServerState.MAINTENANCE, ~window_is_on)):
        server.state, server.state_reason = ServerState.READY, None
        # Drives and firmware may be others now.
        server.discovery, server.discovery_due_at = "requested", now
        enqueue(session, "step_server", server_id=str(server.id))


#: Both change with every attempt that comes or goes, and with every move in the line: sums of hashes, which no two
#: changes at once can balance. They are read from indexes of what is not over.
_QUEUED_MARK = (
    select(func.concat_ws(" ", func.count(), func.sum(func.hashint8extended(Attempt.number, 0))))
    .where(Attempt.state == AttemptState.QUEUED)
    .scalar_subquery()
)
_JOB_PLACE = func.concat_ws(" ", Job.number, Job.priority, Job.queue_position)
_ORDER_MARK = (
    select(func.concat_ws(" ", func.count(), func.sum(func.hashtextextended(_JOB_PLACE, 0))))
    .where(Job.state.in_([JobState.QUEUED, JobState.RUNNING, JobState.CANCELLING]))
    .scalar_subquery()
)
_HEADS = (
    select(Attempt.server_id, Attempt.id)
    .join(Run, Run.id == Attempt.run_id)
    .join(Job, Job.id == Run.job_id)
    .where(Attempt.state == AttemptState.QUEUED)
    .ext(distinct_on(Attempt.server_id))
    .order_by(Attempt.server_id, *QUEUE_ORDER)
)


class QueueHeads:
    """The first attempt in the line of each server. Only a change of the queue has it read again."""

    def __init__(self) -> None:
        self._mark: Any = None
        self._heads: Mapping[uuid.UUID, uuid.UUID] = {}

    def read(self, session: Session) -> Mapping[uuid.UUID, uuid.UUID]:
        """Return the id of the first queued attempt of each server, by server id."""
        mark = session.execute(select(_QUEUED_MARK, _ORDER_MARK)).one()
        if mark != self._mark:
            self._heads = {row.server_id: row.id for row in session.execute(_HEADS)}
            self._mark = mark
        return self._heads


def read_situations(session: Session, now: dt.datetime, heads: QueueHeads) -> dict[uuid.UUID, Situation]:
    """Return the situation of every server with queued attempts: its state, windows and queue head.

    Keys are server ids. A change of the value means that the waiting runs must look again.
    """
    waiting = heads.read(session)
    if not waiting:
        return {}
    closed_until = [
        select(func.max(model.ends_at)).where(model.server_id == Server.id, model.is_on(now)).scalar_subquery()
        for model in (MaintenanceWindow, Reservation)
    ]
    # Of all servers at once: a look for each would read every attempt that it ever had.
    running = (
        select(Attempt.server_id, func.min(Attempt.number).label("number"))
        .where(Attempt.state.not_in({*ATTEMPT_TERMINAL, AttemptState.QUEUED}))
        .group_by(Attempt.server_id)
        .subquery()
    )
    rows = session.execute(
        select(
            Server.id,
            Server.state,
            Server.state_reason,
            Server.clock_offset_ms,
            *closed_until,
            running.c.number,
        ).outerjoin(running, running.c.server_id == Server.id)
    ).all()
    paused = session.scalars(select(LabSetting.value).where(LabSetting.key == PAUSED)).one_or_none()
    return {row.id: (str(paused), waiting[row.id], *row[1:]) for row in rows if row.id in waiting}


def _lock(session: Session, which: ColumnElement[bool]) -> list[Server]:
    """Lock the servers that match a condition, and return them.

    A server that is being changed at this moment is left for the next tick.
    """
    return list(session.scalars(select(Server).where(which).with_for_update(skip_locked=True)))
