"""Windows of a server in which runs wait: maintenance all of them, a reservation those of others."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from storagelab.auth import audit
from storagelab.auth.roles import has_role
from storagelab.auth.service import Identity
from storagelab.db.clock import read_clock
from storagelab.db.models import MaintenanceWindow, Reservation, Server, User
from storagelab.db.references import format_row_number
from storagelab.domain.lifecycle import ServerState
from storagelab.errors import Conflict, InvalidInput, NotAllowed, NotFound
from storagelab.http.listing import PageRequest, paginate_together
from storagelab.inventory.server_window_schemas import ServerWindow, ServerWindowCreate, ServerWindowKind

Window = TypeVar("Window", MaintenanceWindow, Reservation)


@dataclass(frozen=True, slots=True)
class _Rule:
    """Limit of the windows of a kind, and what their refusals advise."""

    model: type[MaintenanceWindow | Reservation]
    max_days: int
    instead: str
    of_retired: str


_RULES: Mapping[ServerWindowKind, _Rule] = {
    ServerWindowKind.MAINTENANCE: _Rule(
        MaintenanceWindow, 366, "retire the server instead", " is retired, so nothing starts there."
    ),
    ServerWindowKind.RESERVATION: _Rule(
        Reservation, 31, "reserve it again then", " is retired: there is nothing to reserve."
    ),
}


def list_windows(
    session: Session, server: Server, kind: ServerWindowKind | None, page: PageRequest
) -> tuple[list[ServerWindow], str | None]:
    """Return windows of one page, of one kind or of both, and the cursor of the next page."""
    models = [rule.model for listed, rule in _RULES.items() if kind in (None, listed)]
    statements = [(select(model).where(model.server_id == server.id), model) for model in models]
    rows, next_cursor = paginate_together(session, statements, page)
    return _describe(session, rows), next_cursor


def find_current_windows(
    session: Session, model: type[Window], server_ids: Sequence[uuid.UUID] | Select[uuid.UUID]
) -> dict[uuid.UUID, ServerWindow]:
    """Return by server id its current window of the kind `model`, else the next one.

    Two queries for all servers.
    """
    rows = session.scalars(
        select(model)
        .where(model.server_id.in_(server_ids), model.is_not_over(func.clock_timestamp()))
        .order_by(model.starts_at.desc())
    )
    first = {row.server_id: row for row in rows}
    return dict(zip(first, _describe(session, list(first.values())), strict=True))


def find_window(session: Session, *, server: Server, window_id: uuid.UUID) -> ServerWindow:
    """Return the window of this server with this id. Raises NotFound."""
    return _describe(session, [_find_row(session, server, window_id)])[0]


def add_window(
    session: Session, *, user: Identity, server: Server, body: ServerWindowCreate, window_id: uuid.UUID
) -> ServerWindow:
    """Store a window as `window_id`; the server is locked by the caller.

    Raises InvalidInput for one that is over or too long, Conflict for a retired server or a time reserved by others.
    """
    rule = _RULES[body.kind]
    if server.state == ServerState.RETIRED:
        raise Conflict(f"{server.name}{rule.of_retired}")
    now = read_clock(session)
    starts_at = body.starts_at or now
    if body.ends_at <= max(now, starts_at):
        raise InvalidInput("must be in the future", path="ends_at")
    if body.ends_at - starts_at > dt.timedelta(days=rule.max_days):
        raise InvalidInput(f"must be within {rule.max_days} days of the start: {rule.instead}", path="ends_at")
    row = rule.model(id=window_id, server_id=server.id, starts_at=starts_at, ends_at=body.ends_at, reason=body.reason)
    if isinstance(row, Reservation):
        _require_free(session, user, server, row)
        row.user_id = user.user_id
    else:
        row.created_by = user.user_id
    session.add(row)
    session.flush()
    _audit(session, user, server, row, "server_reserved" if isinstance(row, Reservation) else "maintenance_added")
    return _describe(session, [row])[0]


def end_window(session: Session, *, user: Identity, server: Server, window_id: uuid.UUID) -> None:
    """Remove maintenance, or end a reservation now; again changes nothing.

    Raises NotFound, and NotAllowed for the reservation of another person.
    """
    row = _find_row(session, server, window_id)
    if isinstance(row, MaintenanceWindow):
        _audit(session, user, server, row, "maintenance_removed")
        session.delete(row)
        session.flush()
        return
    if row.user_id != user.user_id and not has_role(user.role, "admin"):
        raise NotAllowed("Only the user who reserved the server or an administrator can end the reservation.")
    now = read_clock(session)
    if row.released_at is None and row.ends_at > now:
        row.released_at = now
        session.flush()
        _audit(session, user, server, row, "reservation_released")


def _find_row(session: Session, server: Server, window_id: uuid.UUID) -> MaintenanceWindow | Reservation:
    for row in (session.get(MaintenanceWindow, window_id), session.get(Reservation, window_id)):
        if row is not None and row.server_id == server.id:
            return row
    raise NotFound(f"{server.name} has no window {window_id}.")


def _describe(session: Session, rows: Sequence[MaintenanceWindow | Reservation]) -> list[ServerWindow]:
    """Return windows as the API shows them, each with the person who made it."""
    if not rows:
        return []
    makers = {row.id: row.user_id if isinstance(row, Reservation) else row.created_by for row in rows}
    people = select(User.id, User.name).where(User.id.in_(set(makers.values()) - {None}))
    names = {row.id: row.name for row in session.execute(people)}
    now = read_clock(session)
    windows = []
    for row in rows:
        released_at = row.released_at if isinstance(row, Reservation) else None
        windows.append(
            ServerWindow(
                id=row.id,
                kind=ServerWindowKind.RESERVATION if isinstance(row, Reservation) else ServerWindowKind.MAINTENANCE,
                starts_at=row.starts_at,
                ends_at=row.ends_at,
                reason=row.reason,
                is_on=released_at is None and row.starts_at <= now < row.ends_at,
                created_by_id=makers[row.id],
                created_by=names.get(makers[row.id]),
                released_at=released_at,
                created_at=row.created_at,
            )
        )
    return windows


def _require_free(session: Session, user: Identity, server: Server, wanted: Reservation) -> None:
    taken = session.execute(
        select(User.name, Reservation.starts_at, Reservation.ends_at)
        .join(User, User.id == Reservation.user_id)
        .where(
            Reservation.server_id == server.id,
            Reservation.user_id != user.user_id,
            Reservation.starts_at < wanted.ends_at,
            Reservation.is_not_over(wanted.starts_at),
        )
        .order_by(Reservation.starts_at)
    ).first()
    if taken is not None:
        raise Conflict(
            f"{server.name} is reserved by {taken.name} from {taken.starts_at:%Y-%m-%d %H:%M} to "
            f"{taken.ends_at:%Y-%m-%d %H:%M} UTC: choose another time, or ask for an early end."
        )


def _audit(session: Session, user: Identity, server: Server, row: MaintenanceWindow | Reservation, action: str) -> None:
    audit.record_event(
        session,
        user_id=user.user_id,
        action=action,
        subject=f"server {format_row_number(server)}",
        starts_at=row.starts_at.isoformat(),
        ends_at=row.ends_at.isoformat(),
        reason=row.reason,
    )
