"""Due work: attempts, discoveries, target checks and imports that must be enqueued."""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, func, or_, select, update
from sqlalchemy.orm import Session

from storagelab.db.models import Attempt, Import, Server, TargetCheck
from storagelab.domain.lifecycle import ATTEMPT_TERMINAL, AttemptState
from storagelab_workers.check_step import REQUESTED
from storagelab_workers.import_line import find_claimable
from storagelab_workers.server_step import DISCOVERY_DUE
from storagelab_workers.timing import scale_seconds

TICK_SECONDS = 1.0
#: Work that was enqueued and did not move is enqueued again after this.
RING_AGAIN_AFTER = 10.0
#: What is due and was not stepped for this long is stepped by the reconciler itself.
STEP_HERE_AFTER = 5.0
_MAX_ENQUEUED = 500
#: Limit per tick for work that waits for its server: a long line must not delay running work.
_MAX_ENQUEUED_WAITING = 50

_ARGUMENTS = {
    "step_attempt": "attempt_id",
    "step_server": "server_id",
    "step_check": "check_id",
    "read_import": "import_id",
    "store_import": "import_id",
}


@dataclass(frozen=True, slots=True)
class Due:
    """One thing that is due: the task that does it, and whether it has waited so long that it is done here."""

    task: str
    id: uuid.UUID
    overdue: bool

    @property
    def ids(self) -> dict[str, str]:
        """Return the task's keyword arguments: the id of the row to work on."""
        return {_ARGUMENTS[self.task]: str(self.id)}


def find_due(session: Session, now: dt.datetime) -> list[Due]:
    """Return all work that is due and unclaimed: attempts, servers, checks and imports.

    Attempts and imports are marked as enqueued.
    """
    return [
        *_list_due_attempts(session, now, Attempt.state != AttemptState.QUEUED, _MAX_ENQUEUED),
        *_list_due_attempts(session, now, Attempt.state == AttemptState.QUEUED, _MAX_ENQUEUED_WAITING),
        *_list_due_servers(session, now),
        *_list_due_checks(session, now),
        *_list_due_imports(session, now),
    ]


def find_next_due(session: Session, now: dt.datetime) -> dt.datetime | None:
    """Return when the next attempt becomes due; None when none will."""
    return session.scalars(
        select(func.min(Attempt.next_step_at)).where(Attempt.state.not_in(ATTEMPT_TERMINAL), Attempt.next_step_at > now)
    ).one()


def _list_due_attempts(session: Session, now: dt.datetime, which: ColumnElement[bool], limit: int) -> list[Due]:
    """Return at most `limit` attempts that are due and unclaimed.

    Each is returned once per due time, and again when nothing came of it.
    """
    due_at = func.coalesce(Attempt.next_step_at, Attempt.created_at)
    overdue_since = now - _scale_wait(STEP_HERE_AFTER)
    rows = session.execute(
        select(Attempt.id, due_at.label("due_at"))
        .where(
            Attempt.state.not_in(ATTEMPT_TERMINAL),
            which,
            due_at <= now,
            func.coalesce(Attempt.claimed_until, now) <= now,
            or_(
                Attempt.enqueued_at.is_(None),
                Attempt.enqueued_at < due_at,
                Attempt.enqueued_at < now - _scale_wait(RING_AGAIN_AFTER),
                and_(due_at < overdue_since, Attempt.enqueued_at < now - _scale_wait(TICK_SECONDS)),
            ),
        )
        .order_by(due_at)
        .limit(limit)
        # What is locked is being driven at this moment.
        .with_for_update(skip_locked=True)
    ).all()
    session.execute(update(Attempt).where(Attempt.id.in_([row.id for row in rows])).values(enqueued_at=now))
    return [Due("step_attempt", row.id, row.due_at < overdue_since) for row in rows]


def _list_due_servers(session: Session, now: dt.datetime) -> list[Due]:
    rows = session.execute(select(Server.id, Server.discovery_due_at).where(DISCOVERY_DUE).limit(_MAX_ENQUEUED)).all()
    return [
        Due(
            "step_server",
            row.id,
            row.discovery_due_at is None or row.discovery_due_at < now - _scale_wait(STEP_HERE_AFTER),
        )
        for row in rows
    ]


def _list_due_checks(session: Session, now: dt.datetime) -> list[Due]:
    rows = session.execute(
        select(TargetCheck.id, TargetCheck.due_at)
        .where(TargetCheck.state == REQUESTED, TargetCheck.due_at <= now)
        .limit(_MAX_ENQUEUED)
    ).all()
    return [Due("step_check", row.id, row.due_at < now - _scale_wait(STEP_HERE_AFTER)) for row in rows]


def _list_due_imports(session: Session, now: dt.datetime) -> list[Due]:
    """Return the waiting imports that may be claimed now, each enqueued now and then.

    Imports that no worker has claimed since are processed in this process.
    """
    turns = {waiting.id: waiting for waiting in find_claimable(session, now)}
    rows = session.execute(
        select(Import.id, Import.enqueued_at)
        .where(
            Import.id.in_(turns),
            or_(Import.enqueued_at.is_(None), Import.enqueued_at < now - _scale_wait(RING_AGAIN_AFTER)),
        )
        .with_for_update(skip_locked=True)
    ).all()
    session.execute(update(Import).where(Import.id.in_([row.id for row in rows])).values(enqueued_at=now))
    return [Due(turns[row.id].task, row.id, row.enqueued_at is not None) for row in rows]


def _scale_wait(seconds: float) -> dt.timedelta:
    return dt.timedelta(seconds=scale_seconds(seconds))
