"""What became of hardware: changes, newest first. That of a drive goes with it from server to server."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import ColumnElement, Select, or_, select
from sqlalchemy.orm import Session

from storagelab.db.models import Drive, DriveStateEntry, Enclosure, InventoryChange, Run, Server, User
from storagelab.db.references import format_number
from storagelab.http.listing import DEFAULT_LIMIT
from storagelab.inventory.history_schemas import ChangeOut, ChangePiece, DriveStateOut
from storagelab.inventory.naming import MODELS, Piece, refer_to_all

Row = TypeVar("Row", InventoryChange, DriveStateEntry)


@dataclass(frozen=True)
class LogPage:
    """Which page of an append-only log a client asks for: of the rows whose id is before `before`."""

    limit: int = DEFAULT_LIMIT
    before: int | None = None


def page_of_log(session: Session, query: Select[Row], model: type[Row], page: LogPage) -> tuple[list[Row], str | None]:
    """Rows of one page, newest first, and the cursor of the next page."""
    if page.before is not None:
        query = query.where(model.id < page.before)
    rows = list(session.scalars(query.order_by(model.id.desc()).limit(page.limit + 1)))
    shown = rows[: page.limit]
    return shown, str(shown[-1].id) if len(rows) > page.limit else None


def select_changes(row: Piece) -> Select[InventoryChange]:
    """The changes of a piece: those of a server with all that is in it, those of a drive in every server."""
    query = select(InventoryChange)
    if isinstance(row, Server):
        return query.where(InventoryChange.server_id == row.id)
    own: ColumnElement[bool] = InventoryChange.piece_id == row.id
    if isinstance(row, Drive) and row.identity is not None:
        own = or_(own, InventoryChange.identity == row.identity)
    return query.where(own)


def select_lab_changes(
    *, server_id: uuid.UUID | None, component: str | None, kind: str | None, since: dt.datetime | None
) -> Select[InventoryChange]:
    """The changes of the whole lab, narrowed to what is asked for; None is any."""
    query = select(InventoryChange)
    if server_id is not None:
        query = query.where(InventoryChange.server_id == server_id)
    if component is not None:
        query = query.where(InventoryChange.component == component)
    if kind is not None:
        query = query.where(InventoryChange.kind == kind)
    return query if since is None else query.where(InventoryChange.at >= since)


def describe_changes(session: Session, rows: Sequence[InventoryChange]) -> list[ChangeOut]:
    """Changes as the API shows them; the number of queries is the same for all of them."""
    servers = refer_to_all(session, Server, [row.server_id for row in rows])
    people = names_of_people(session, [row.by_user_id for row in rows])
    runs = numbers_of_runs(session, [row.run_id for row in rows])
    pieces = _name_pieces(session, rows)
    return [
        ChangeOut(
            id=row.id,
            at=row.at,
            piece=pieces.get(row.piece_id)
            or ChangePiece(component=row.component, id=row.piece_id, number=None, name=None),
            server=servers.get(row.server_id) if row.server_id else None,
            kind=row.kind,  # type: ignore[arg-type]  # Whoever writes a change uses these words.
            field=row.field,
            before=row.before,
            after=row.after,
            source=row.source,  # type: ignore[arg-type]  # A constraint of the table holds the words.
            by=people.get(row.by_user_id) if row.by_user_id else None,
            run_number=runs.get(row.run_id) if row.run_id else None,
        )
        for row in rows
    ]


def select_states(drive: Drive) -> Select[DriveStateEntry]:
    """The states that a drive was left in, in whatever server."""
    own: ColumnElement[bool] = DriveStateEntry.drive_id == drive.id
    if drive.identity is not None:
        own = or_(own, DriveStateEntry.identity == drive.identity)
    return select(DriveStateEntry).where(own)


def describe_states(session: Session, rows: Sequence[DriveStateEntry]) -> list[DriveStateOut]:
    """States as the API shows them."""
    runs = numbers_of_runs(session, [row.run_id for row in rows])
    return [
        DriveStateOut(
            id=row.id,
            at=row.at,
            state=row.state,  # type: ignore[arg-type]  # A constraint of the table holds the words.
            workload=row.workload,
            written_bytes=row.written_bytes,
            reason=row.reason,
            run_number=runs.get(row.run_id) if row.run_id else None,
        )
        for row in rows
    ]


def numbers_of_runs(session: Session, ids: Sequence[uuid.UUID | None]) -> dict[uuid.UUID, str]:
    """The short numbers of runs, with one query for all of them and none for nothing."""
    wanted = {identifier for identifier in ids if identifier is not None}
    if not wanted:
        return {}
    rows = session.execute(select(Run.id, Run.number).where(Run.id.in_(wanted)))
    return {row.id: format_number(Run, row.number) for row in rows}


def names_of_people(session: Session, ids: Sequence[uuid.UUID | None]) -> dict[uuid.UUID, str]:
    """The names of people, with one query for all of them and none for nobody."""
    wanted = {identifier for identifier in ids if identifier is not None}
    if not wanted:
        return {}
    return {row.id: row.name for row in session.execute(select(User.id, User.name).where(User.id.in_(wanted)))}


def _name_pieces(session: Session, rows: Sequence[InventoryChange]) -> dict[uuid.UUID, ChangePiece]:
    """The pieces that are still known, with one query for each kind that occurs."""
    found: dict[uuid.UUID, ChangePiece] = {}
    for component, model in MODELS.items():
        own = refer_to_all(session, model, [row.piece_id for row in rows if row.component == component])
        for reference in own.values():
            found[reference.id] = ChangePiece(component=component, **reference.model_dump())
    boxes = {row.piece_id for row in rows if row.component == "enclosure"}
    if boxes:
        query = select(Enclosure.id, Enclosure.product, Enclosure.key).where(Enclosure.id.in_(boxes))
        for box in session.execute(query):
            found[box.id] = ChangePiece(component="enclosure", id=box.id, number=None, name=box.product or box.key)
    return found
