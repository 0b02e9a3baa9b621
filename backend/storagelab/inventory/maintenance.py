"""Maintenance windows: times in which workers start nothing on a server."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Sequence

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from storagelab.auth import audit
from storagelab.auth.service import Identity
from storagelab.db.clock import read_clock
from storagelab.db.models import MaintenanceWindow, Server, User
from storagelab.db.references import format_row_number
from storagelab.domain.lifecycle import ServerState
from storagelab.errors import Conflict, InvalidInput
from storagelab.inventory.server_window_schemas import ServerWindow, ServerWindowCreate, ServerWindowKind

LONGEST = dt.timedelta(days=366)


def add_window(
    session: Session, *, user: Identity, server: Server, body: ServerWindowCreate, window_id: uuid.UUID
) -> MaintenanceWindow:
    """Store a window as `window_id`.

    Raises InvalidInput for one that is over or too long, Conflict for a retired server.
    """
    if server.state == ServerState.RETIRED:
        raise Conflict(f"{server.name} is retired, so nothing starts there.")
    now = read_clock(session)
    starts_at = body.starts_at or now
    if body.ends_at <= max(now, starts_at):
        raise InvalidInput("must be in the future", path="ends_at")
    if body.ends_at - starts_at > LONGEST:
        raise InvalidInput(
            f"must be within {LONGEST.days} days of the start: retire the server instead", path="ends_at"
        )
    window = MaintenanceWindow(
        id=window_id,
        server_id=server.id,
        starts_at=starts_at,
        ends_at=body.ends_at,
        reason=body.reason,
        created_by=user.user_id,
    )
    session.add(window)
    session.flush()
    _audit(session, user, server, window, action="maintenance_added")
    return window


def remove_window(session: Session, *, user: Identity, server: Server, window: MaintenanceWindow) -> None:
    """Remove a window of this server."""
    _audit(session, user, server, window, action="maintenance_removed")
    session.delete(window)
    session.flush()


def find_current_windows(
    session: Session, server_ids: Sequence[uuid.UUID] | Select[uuid.UUID]
) -> dict[uuid.UUID, ServerWindow]:
    """Return for each server the window that is on, or else the next one, with two queries for all of them."""
    rows = session.scalars(
        select(MaintenanceWindow)
        .where(MaintenanceWindow.server_id.in_(server_ids), MaintenanceWindow.ends_at > func.clock_timestamp())
        .order_by(MaintenanceWindow.starts_at.desc())
    )
    first = {row.server_id: row for row in rows}
    return dict(zip(first, describe_windows(session, list(first.values())), strict=True))


def describe_windows(session: Session, windows: Sequence[MaintenanceWindow]) -> list[ServerWindow]:
    """Return windows as the API shows them, each with the person who made it."""
    if not windows:
        return []
    makers = select(User.id, User.name).where(User.id.in_({window.created_by for window in windows}))
    names = {row.id: row.name for row in session.execute(makers)}
    now = read_clock(session)
    return [
        ServerWindow(
            id=window.id,
            kind=ServerWindowKind.MAINTENANCE,
            starts_at=window.starts_at,
            ends_at=window.ends_at,
            reason=window.reason,
            is_on=window.starts_at <= now < window.ends_at,
            created_by_id=window.created_by,
            created_by=names.get(window.created_by) if window.created_by else None,
            released_at=None,
            created_at=window.created_at,
        )
        for window in windows
    ]


def _audit(session: Session, user: Identity, server: Server, window: MaintenanceWindow, *, action: str) -> None:
    audit.record_event(
        session,
        user_id=user.user_id,
        action=action,
        subject=f"server {format_row_number(server)}",
        starts_at=window.starts_at.isoformat(),
        ends_at=window.ends_at.isoformat(),
        reason=window.reason,
    )
