"""Health checks on a schedule, and what a failed one means for its server."""

from __future__ import annotations

import datetime as dt

import structlog
from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.base import generate_uuid7
from storagelab.db.models import Server
from storagelab.domain.labels import HEALTH_CHECK_KEY
from storagelab.domain.lifecycle import AttemptState, FailureKind, ServerState
from storagelab.errors import Conflict, RequestRefused
from storagelab.jobs.health_checks import submit_health_check
from storagelab_workers.attempts.claimed_attempt import AttemptTransaction
from storagelab_workers.quarantine import hold_server

log = structlog.get_logger(__name__)

_BAD_ENDS = (AttemptState.FAILED, AttemptState.REFUSED, AttemptState.LOST)
#: Limit of checks that begin in one tick; the rest follows in the next ones.
_MAX_CONCURRENT = 20


def schedule_health_checks(session: Session, now: dt.datetime) -> None:
    """Submit the due health checks of servers that are in use; quarantine where one cannot be run."""
    due = select(Server).where(
        Server.health_check_due_at <= now,
        Server.health_check_hours.is_not(None),
        Server.state.in_((ServerState.READY, ServerState.BUSY)),
    )
    for server in session.scalars(due.limit(_MAX_CONCURRENT).with_for_update(skip_locked=True)).all():
        server.health_check_due_at = now + dt.timedelta(hours=server.health_check_hours or 0)
        try:
            with session.begin_nested():
                submit_health_check(session, user=None, server=server, job_id=generate_uuid7())
        except Conflict as problem:
            log.info("health_check_postponed", server=server.name, reason=problem.message)
        except RequestRefused as problem:
            hold_server(server, f"Its health check could not be run: {problem.message}")


def judge_health_check(
    change: AttemptTransaction, to_state: AttemptState, message: str, *, kind: FailureKind | None
) -> None:
    """Quarantine the server when the ended attempt was a health check that failed.

    A failure that is a bug of the lab does not count.
    """
    if HEALTH_CHECK_KEY not in change.job.labels or to_state not in _BAD_ENDS or kind is FailureKind.BUG:
        return
    hold_server(change.server, f"Its health check j-{change.job.number} ended as {to_state}: {message}")
