"""The queue and the leases, as the API shows them; the number of queries does not grow with the list."""

from __future__ import annotations

import base64
import binascii
import datetime as dt
import json
import uuid
from typing import Any

from sqlalchemy import Row, Select, func, literal, select, tuple_
from sqlalchemy.orm import Session

from storagelab.db.models import Attempt, Job, Lease, Run, Server
from storagelab.db.references import format_number
from storagelab.dispatch.queue_schemas import LeaseOut, LeasePage, QueueItem, QueuePage
from storagelab.dispatch.waiting import QUEUE_ORDER
from storagelab.domain.lifecycle import ATTEMPT_TERMINAL, AttemptState
from storagelab.errors import InvalidInput
from storagelab.http.schemas import NumberedName


def read_queue(session: Session, *, server_id: uuid.UUID | None, limit: int, cursor: str | None) -> QueuePage:
    """Read one page of the queue: running runs, then waiting runs in their starting order.

    Raises InvalidInput for a cursor of another origin.
    """
    place = func.row_number().over(
        partition_by=(Attempt.server_id, Attempt.state == AttemptState.QUEUED),
        order_by=QUEUE_ORDER,
    )
    line = _select_live_attempts(server_id).add_columns(place.label("place")).subquery()
    order = (line.c.waits, line.c.rank, line.c.queue_position, line.c.job_created_at, line.c.attempt_number)
    query = select(line).order_by(*order).limit(limit + 1)
    if cursor is not None:
        query = query.where(tuple_(*order) > tuple_(*map(literal, _decode(cursor))))
    rows = session.execute(query).all()
    following = _encode(rows[limit - 1]) if len(rows) > limit else None
    return QueuePage(items=[_make_queue_item(row) for row in rows[:limit]], next_cursor=following)


def read_leases(session: Session, *, server_id: uuid.UUID | None, limit: int, cursor: str | None) -> LeasePage:
    """Read one page of the leases of running attempts, by resource.

    The cursor is the last resource of the previous page.
    """
    query = (
        select(Lease, Attempt.number, Run.number, Job.number, Server)
        .join(Attempt, Attempt.id == Lease.attempt_id)
        .join(Run, Run.id == Attempt.run_id)
        .join(Job, Job.id == Run.job_id, isouter=True)
        .join(Server, Server.id == Attempt.server_id)
        .order_by(Lease.resource)
        .limit(limit + 1)
    )
    if server_id is not None:
        query = query.where(Attempt.server_id == server_id)
    if cursor is not None:
        query = query.where(Lease.resource > cursor)
    rows = session.execute(query).all()
    items = [
        LeaseOut(
            resource=lease.resource,
            attempt_id=lease.attempt_id,
            attempt_number=format_number(Attempt, attempt),
            run_number=format_number(Run, run),
            job_number=format_number(Job, job) if job is not None else None,
            server=NumberedName(id=server.id, number=format_number(Server, server.number), name=server.name),
            fence=lease.fence,
            acquired_at=lease.acquired_at,
        )
        for lease, attempt, run, job, server in rows[:limit]
    ]
    return LeasePage(items=items, next_cursor=items[-1].resource if len(rows) > limit else None)


def _select_live_attempts(server_id: uuid.UUID | None) -> Select[*tuple[Any, ...]]:
    """Build the query for the attempts that have not ended, with the columns of the queue.

    Running attempts precede waiting ones. `server_id` None means all servers.
    """
    query = (
        select(
            (Attempt.state == AttemptState.QUEUED).label("waits"),
            (-Job.priority).label("rank"),
            Job.queue_position,
            Job.created_at.label("job_created_at"),
            Attempt.number.label("attempt_number"),
            Attempt.id.label("attempt_id"),
            Attempt.state.label("attempt_state"),
            Attempt.waiting_reason,
            func.coalesce(Attempt.started_at, Attempt.created_at).label("since"),
            Run.id.label("run_id"),
            Run.number.label("run_number"),
            Run.state.label("run_state"),
            Job.id.label("job_id"),
            Job.number.label("job_number"),
            Job.name.label("job_name"),
            Job.priority,
            Server.id.label("server_id"),
            Server.number.label("server_number"),
            Server.name.label("server_name"),
        )
        .join(Run, Run.id == Attempt.run_id)
        .join(Job, Job.id == Run.job_id)
        .join(Server, Server.id == Attempt.server_id)
        .where(Attempt.state.not_in(ATTEMPT_TERMINAL))
    )
    return query if server_id is None else query.where(Attempt.server_id == server_id)


def _make_queue_item(row: Row[Any]) -> QueueItem:
    return QueueItem(
        job_id=row.job_id,
        job_number=format_number(Job, row.job_number),
        job_name=row.job_name,
        run_id=row.run_id,
        run_number=format_number(Run, row.run_number),
        attempt_id=row.attempt_id,
        server=NumberedName(id=row.server_id, number=format_number(Server, row.server_number), name=row.server_name),
        state=row.run_state,
        attempt_state=row.attempt_state,
        priority=row.priority,
        position=row.place if row.waits else None,
        waiting_reason=row.waiting_reason,
        since=row.since,
    )


def _encode(row: Row[Any]) -> str:
    keys = [row.waits, row.rank, row.queue_position, row.job_created_at.isoformat(), row.attempt_number]
    return base64.urlsafe_b64encode(json.dumps(keys).encode()).decode().rstrip("=")


def _decode(cursor: str) -> tuple[bool, int, float, dt.datetime, int]:
    try:
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        waits, rank, position, created, number = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
        if type(waits) is not bool or type(rank) is not int or type(number) is not int or abs(rank) > 100:
            raise ValueError("not made here")
        return waits, rank, float(position), dt.datetime.fromisoformat(created), min(number, 2**62)
    except (ValueError, TypeError, AttributeError, OverflowError, binascii.Error, RecursionError):
        raise InvalidInput("is not a cursor of this list: begin without one", path="cursor") from None
