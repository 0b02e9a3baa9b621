"""Windows of a server over both kinds, maintenance and reservations: add, list, end."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.auth.service import Identity
from storagelab.db.models import MaintenanceWindow, Reservation, Server
from storagelab.errors import NotFound
from storagelab.http.listing import PageRequest, paginate_together
from storagelab.inventory import maintenance, reservations
from storagelab.inventory.server_window_schemas import ServerWindow, ServerWindowCreate, ServerWindowKind

_MODELS: Mapping[ServerWindowKind, type[MaintenanceWindow | Reservation]] = {
    ServerWindowKind.MAINTENANCE: MaintenanceWindow,
    ServerWindowKind.RESERVATION: Reservation,
}


def list_windows(
    session: Session, server: Server, kind: ServerWindowKind | None, page: PageRequest
) -> tuple[list[ServerWindow], str | None]:
    """Return windows of one page, of one kind or of both, and the cursor of the next page."""
    models = list(_MODELS.values()) if kind is None else [_MODELS[kind]]
    statements = [(select(model).where(model.server_id == server.id), model) for model in models]
    rows, next_cursor = paginate_together(session, statements, page)
    return _describe(session, rows), next_cursor


def add_window(
    session: Session, *, user: Identity, server: Server, body: ServerWindowCreate, window_id: uuid.UUID
) -> ServerWindow:
    """Store a window as `window_id`; the server is locked by the caller. Raises InvalidInput and Conflict."""
    row: MaintenanceWindow | Reservation
    if body.kind is ServerWindowKind.MAINTENANCE:
        row = maintenance.add_window(session, user=user, server=server, body=body, window_id=window_id)
    else:
        row = reservations.reserve(session, user=user, server=server, body=body, reservation_id=window_id)
    return _describe(session, [row])[0]


def find_window(session: Session, *, server: Server, window_id: uuid.UUID) -> ServerWindow:
    """Return the window of this server with this id. Raises NotFound."""
    return _describe(session, [_find_row(session, server, window_id)])[0]


def end_window(session: Session, *, user: Identity, server: Server, window_id: uuid.UUID) -> None:
    """End a window now or call it off. Raises NotFound, and NotAllowed for the reservation of another person."""
    match _find_row(session, server, window_id):
        case MaintenanceWindow() as window:
            maintenance.remove_window(session, user=user, server=server, window=window)
        case Reservation() as reservation:
            reservations.release(session, user=user, server=server, reservation=reservation)


def _find_row(session: Session, server: Server, window_id: uuid.UUID) -> MaintenanceWindow | Reservation:
    for row in (session.get(MaintenanceWindow, window_id), session.get(Reservation, window_id)):
        if row is not None and row.server_id == server.id:
            return row
    raise NotFound(f"{server.name} has no window {window_id}.")


def _describe(session: Session, rows: Sequence[MaintenanceWindow | Reservation]) -> list[ServerWindow]:
    windows = maintenance.describe_windows(session, [row for row in rows if isinstance(row, MaintenanceWindow)])
    reserved = reservations.describe_reservations(session, [row for row in rows if isinstance(row, Reservation)])
    shown = {window.id: window for window in (*windows, *reserved)}
    return [shown[row.id] for row in rows]
