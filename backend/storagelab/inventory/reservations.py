"""Reservations: times in which workers start only the runs of one person on a server."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Sequence

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from storagelab.auth import audit
from storagelab.auth.roles import has_role
from storagelab.auth.service import Identity
from storagelab.db.clock import read_clock
from storagelab.db.models import Reservation, Server, User
from storagelab.db.references import format_row_number
from storagelab.domain.lifecycle import ServerState
from storagelab.errors import Conflict, InvalidInput, NotAllowed
from storagelab.inventory.server_window_schemas import ServerWindow, ServerWindowCreate, ServerWindowKind

LONGEST = dt.timedelta(days=31)


def reserve(
    session: Session, *, user: Identity, server: Server, body: ServerWindowCreate, reservation_id: uuid.UUID
) -> Reservation:
    """Store a reservation as `reservation_id`; the server is locked by the caller.

    Raises InvalidInput for one that is over or too long, Conflict where the time is reserved already.
    """
    if server.state == ServerState.RETIRED:
        raise Conflict(f"{server.name} is retired: there is nothing to reserve.")
    now = read_clock(session)
    starts_at = body.starts_at or now
    if body.ends_at <= max(now, starts_at):
        raise InvalidInput("must be in the future", path="ends_at")
    if body.ends_at - starts_at > LONGEST:
        raise InvalidInput(f"must be within {LONGEST.days} days of the start: reserve it again then", path="ends_at")
    _require_free(session, user, server, starts_at, body.ends_at)
    reservation = Reservation(
        id=reservation_id,
        server_id=server.id,
        user_id=user.user_id,
        starts_at=starts_at,
        ends_at=body.ends_at,
        reason=body.reason,
    )
    session.add(reservation)
    session.flush()
    _audit(session, user, server, reservation, action="server_reserved")
    return reservation


def release(session: Session, *, user: Identity, server: Server, reservation: Reservation) -> None:
    """End a reservation of this server now; again changes nothing. Raises NotAllowed for that of another person."""
    if reservation.user_id != user.user_id and not has_role(user.role, "admin"):
        raise NotAllowed("Only the user who reserved the server or an administrator can end the reservation.")
    now = read_clock(session)
    if reservation.released_at is not None or reservation.ends_at <= now:
        return
    reservation.released_at = now
    session.flush()
    _audit(session, user, server, reservation, action="reservation_released")


def find_current_reservations(
    session: Session, server_ids: Sequence[uuid.UUID] | Select[uuid.UUID]
) -> dict[uuid.UUID, ServerWindow]:
    """Return for each server the reservation that is on, or else the next one, with two queries for all of them."""
    rows = session.scalars(
        select(Reservation)
        .where(
            Reservation.server_id.in_(server_ids),
            Reservation.ends_at > func.clock_timestamp(),
            Reservation.released_at.is_(None),
        )
        .order_by(Reservation.starts_at.desc())
    )
    first = {row.server_id: row for row in rows}
    return dict(zip(first, describe_reservations(session, list(first.values())), strict=True))


def describe_reservations(session: Session, reservations: Sequence[Reservation]) -> list[ServerWindow]:
    """Return reservations as the API shows them, each with the person who made it."""
    if not reservations:
        return []
    people = select(User.id, User.name).where(User.id.in_({row.user_id for row in reservations}))
    names = {row.id: row.name for row in session.execute(people)}
    now = read_clock(session)
    return [
        ServerWindow(
            id=row.id,
            kind=ServerWindowKind.RESERVATION,
            starts_at=row.starts_at,
            ends_at=row.ends_at,
            reason=row.reason,
            created_by_id=row.user_id,
            created_by=names[row.user_id],
            is_on=row.released_at is None and row.starts_at <= now < row.ends_at,
            released_at=row.released_at,
            created_at=row.created_at,
        )
        for row in reservations
    ]


def _require_free(
    session: Session, user: Identity, server: Server, starts_at: dt.datetime, ends_at: dt.datetime
) -> None:
    taken = session.execute(
        select(User.name, Reservation.starts_at, Reservation.ends_at)
        .join(User, User.id == Reservation.user_id)
        .where(
            Reservation.server_id == server.id,
            Reservation.released_at.is_(None),
            Reservation.user_id != user.user_id,
            Reservation.starts_at < ends_at,
            Reservation.ends_at > starts_at,
        )
        .order_by(Reservation.starts_at)
    ).first()
    if taken is not None:
        raise Conflict(
            f"{server.name} is reserved by {taken.name} from {taken.starts_at:%Y-%m-%d %H:%M} to "
            f"{taken.ends_at:%Y-%m-%d %H:%M} UTC: choose another time, or ask for an early end."
        )


def _audit(session: Session, user: Identity, server: Server, reservation: Reservation, *, action: str) -> None:
    audit.record_event(
        session,
        user_id=user.user_id,
        action=action,
        subject=f"server {format_row_number(server)}",
        starts_at=reservation.starts_at.isoformat(),
        ends_at=reservation.ends_at.isoformat(),
        reason=reservation.reason,
    )
