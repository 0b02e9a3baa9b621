"""Reason why an attempt is still in the queue, in words, and the time of its next check."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.models import Attempt, LabSetting, MaintenanceWindow, Run, Server
from storagelab.db.references import format_row_number
from storagelab.dispatch.waiting import (
    LOOK_AGAIN,
    NEAR_THE_FRONT,
    count_ahead,
    find_distant_waiting_reason,
    look_again_after,
)
from storagelab.domain.lifecycle import ServerState
from storagelab_workers import leases
from storagelab_workers.attempts.claimed_attempt import AttemptTransaction
from storagelab_workers.permission import find_obstacle
from storagelab_workers.timing import WAIT_FOR_SERVER, scale_seconds

PAUSED = "paused"
#: A server whose clock is further off than this starts nothing: its logs and certificates could not be trusted.
LARGEST_CLOCK_OFFSET_MS = 60_000
#: How a runner names an attempt, and what one has left behind.
_ATTEMPT_ID = re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b")
_ORPHAN = "an orphan of attempt"
_USABLE = (ServerState.READY, ServerState.BUSY)


@dataclass(frozen=True, slots=True)
class Wait:
    """A reason for the job page, and the seconds until the attempt looks again without being enqueued."""

    reason: str
    seconds: float


def find_reason(tx: AttemptTransaction) -> Wait | None:
    """Return the most general reason why the attempt must stay in the queue, and when to look again.

    Return None when it may take its server.
    """
    start_after = tx.job.start_after
    if start_after is not None and start_after > tx.now:
        return Wait(f"starts at {format_utc(start_after)}, as requested", (start_after - tx.now).total_seconds())
    ahead = count_ahead(tx.session, job=tx.job, server_id=tx.server.id, attempt_number=tx.attempt.number)
    if ahead >= NEAR_THE_FRONT and not _is_next(tx):
        return Wait(find_distant_waiting_reason(tx.server), look_again_after(ahead))
    paused = pause_reason(tx.session)
    if paused is not None:
        return Wait(paused, scale_seconds(LOOK_AGAIN))
    server = tx.server
    window = find_current_window(tx.session, server=server, moment=tx.now)
    if window is not None:
        left = (window.ends_at - tx.now).total_seconds()
        reason = f"waiting for {server.name}: maintenance until {format_utc(window.ends_at)} ({window.reason})"
        return Wait(reason, min(left, scale_seconds(LOOK_AGAIN)))
    if server.state not in _USABLE:
        detail = f" ({server.state_reason})" if server.state_reason else ""
        return Wait(f"waiting for {server.name}: it is {server.state}{detail}", scale_seconds(WAIT_FOR_SERVER))
    offset_ms = server.clock_offset_ms
    if offset_ms is not None and abs(offset_ms) > LARGEST_CLOCK_OFFSET_MS:
        clock = f"its clock is {offset_ms / 1000:+.0f} s off. Set it, then discover the server again"
        reason = f"waiting for {server.name}: {clock}"
        return Wait(reason, scale_seconds(LOOK_AGAIN))
    obstacle = find_obstacle(tx.session, tx.attempt, tx.job, server)
    if obstacle is not None:
        return Wait(obstacle, scale_seconds(WAIT_FOR_SERVER))
    blocker = leases.find_blocker(tx.session, attempt=tx.attempt, job=tx.job, server=server)
    if blocker is not None:
        # The next in line is enqueued when the other attempt ends; the others only keep their reason up to date.
        return Wait(blocker.reason, scale_seconds(WAIT_FOR_SERVER if blocker.is_next else LOOK_AGAIN))
    return None


def _is_next(tx: AttemptTransaction) -> bool:
    """Return whether every attempt in front of this one waits for people, so that it goes first."""
    following = leases.find_next(tx.session, server=tx.server)
    return following is not None and following.id == tx.attempt.id


def find_busy_reason(session: Session, server: Server, message: str) -> str:
    """Return why a server is busy, from the runner's report on the attempt that holds it.

    The runner knows an attempt by its id; people know runs of this lab by their numbers, and none of another lab's.
    """
    match = _ATTEMPT_ID.search(message)
    if match is None:
        return f"waiting for {server.name}: {message}"
    run = session.scalars(
        select(Run).join(Attempt, Attempt.run_id == Run.id).where(Attempt.id == match[0])
    ).one_or_none()
    if _ORPHAN in message:
        owner = "another lab" if run is None else format_row_number(run)
        return f"waiting for {server.name}: {message.replace(f'attempt {match[0]}', owner)}"
    holder = "another lab is using it" if run is None else f"{format_row_number(run)} has not released it yet"
    return f"waiting for {server.name}: {holder}"


def pause_reason(session: Session) -> str | None:
    """Return why nothing is started in the whole lab; None while it is not paused."""
    value = session.scalars(select(LabSetting.value).where(LabSetting.key == PAUSED)).one_or_none()
    if not value or not value.get("paused", True):
        return None
    reason = value.get("reason")
    return f"the lab is paused: {reason}" if reason else "the lab is paused"


def find_current_window(session: Session, *, server: Server, moment: dt.datetime) -> MaintenanceWindow | None:
    """Return the maintenance window of a server that is open at `moment`: of several, the one that ends last."""
    return session.scalars(
        select(MaintenanceWindow)
        .where(MaintenanceWindow.server_id == server.id, MaintenanceWindow.is_on(moment))
        .order_by(MaintenanceWindow.ends_at.desc())
        .limit(1)
    ).one_or_none()


def format_utc(moment: dt.datetime) -> str:
    """Format a moment for people, in UTC."""
    return moment.astimezone(dt.UTC).strftime("%Y-%m-%d %H:%M UTC")
