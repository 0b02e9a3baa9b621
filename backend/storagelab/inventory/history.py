"""History of hardware: changes, newest first. That of a drive goes with it from server to server."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, or_, select
from sqlalchemy.orm import Session

from storagelab.db.models import (
    Array,
    Controller,
    Drive,
    DriveStateEntry,
    Enclosure,
    InventoryChange,
    Run,
    Server,
    User,
)
from storagelab.db.references import format_number
from storagelab.domain.labels import convert_tags
from storagelab.http.listing import DEFAULT_LIMIT
from storagelab.inventory.history_schemas import DriveStateEntryOut, InventoryChangeOut
from storagelab.inventory.naming import MODELS, load_numbered_names

#: Present names of fields by those that changes of earlier releases have.
EARLIER_FIELDS = {"standing": "lifecycle", "tags": "labels"}


@dataclass(frozen=True)
class LogPage:
    """Page of an append-only log: of the rows whose id is before `before`."""

    limit: int = DEFAULT_LIMIT
    before: int | None = None


def page_of_states(
    session: Session, query: Select[DriveStateEntry], page: LogPage
) -> tuple[list[DriveStateEntry], str | None]:
    """Return the states of one page, newest first, and the cursor of the next page."""
    if page.before is not None:
        query = query.where(DriveStateEntry.id < page.before)
    rows = list(session.scalars(query.order_by(DriveStateEntry.id.desc()).limit(page.limit + 1)))
    shown = rows[: page.limit]
    return shown, str(shown[-1].id) if len(rows) > page.limit else None


def select_changes(
    *,
    server: Server | None = None,
    components: Sequence[Controller | Drive | Array] = (),
    kind_of_component: str | None = None,
    kind: str | None = None,
    since: dt.datetime | None = None,
) -> Select[InventoryChange]:
    """Select inventory changes that match all filters.

    Filtered by `server`, they include all hardware in it; filtered by a drive, they include other servers.
    """
    query = select(InventoryChange)
    if server is not None:
        query = query.where(InventoryChange.server_id == server.id)
    for row in components:
        own: ColumnElement[bool] = InventoryChange.piece_id == row.id
        if isinstance(row, Drive) and row.identity is not None:
            own = or_(own, InventoryChange.identity == row.identity)
        query = query.where(own)
    if kind_of_component is not None:
        query = query.where(InventoryChange.component == kind_of_component)
    if kind is not None:
        query = query.where(InventoryChange.kind == kind)
    return query if since is None else query.where(InventoryChange.at >= since)


def describe_changes(session: Session, rows: Sequence[InventoryChange]) -> list[InventoryChangeOut]:
    """Return changes as the API shows them; the number of queries is the same for all of them."""
    servers = load_numbered_names(session, Server, [row.server_id for row in rows])
    people = load_user_names(session, [row.by_user_id for row in rows])
    runs = load_run_numbers(session, [row.run_id for row in rows])
    numbers, names = _load_component_names(session, rows)
    return [
        InventoryChangeOut(
            id=row.id,
            at=row.at,
            component=row.component,  # type: ignore[arg-type]  # The row's writer uses these words.
            component_id=row.piece_id,
            component_number=numbers.get(row.piece_id),
            component_name=names.get(row.piece_id),
            server=servers.get(row.server_id) if row.server_id else None,
            kind=row.kind,  # type: ignore[arg-type]  # Whoever writes a change uses these words.
            field=EARLIER_FIELDS.get(row.field or "", row.field),
            before=_describe_value(row.field, row.before),
            after=_describe_value(row.field, row.after),
            source=row.source,  # type: ignore[arg-type]  # A constraint of the table holds the words.
            changed_by=people.get(row.by_user_id) if row.by_user_id else None,
            run_number=runs.get(row.run_id) if row.run_id else None,
        )
        for row in rows
    ]


def _describe_value(field: str | None, value: Any) -> Any:
    return convert_tags(value) if field == "tags" and isinstance(value, list) else value


def select_states(drive: Drive) -> Select[DriveStateEntry]:
    """Select the states that a drive was left in, in whatever server."""
    return select(DriveStateEntry).where(is_state_of(drive))


def is_state_of(drive: Drive) -> ColumnElement[bool]:
    """Return the condition for states of a drive, in whatever server."""
    own: ColumnElement[bool] = DriveStateEntry.drive_id == drive.id
    return own if drive.identity is None else or_(own, DriveStateEntry.identity == drive.identity)


def describe_states(session: Session, rows: Sequence[DriveStateEntry]) -> list[DriveStateEntryOut]:
    """Return states as the API shows them."""
    runs = load_run_numbers(session, [row.run_id for row in rows])
    return [
        DriveStateEntryOut(
            id=row.id,
            at=row.at,
            state=row.state,  # type: ignore[arg-type]  # A constraint of the table holds the words.
            workload=dict(row.workload) if row.workload is not None else None,
            written_bytes=row.written_bytes,
            reason=row.reason,
            run_number=runs.get(row.run_id) if row.run_id else None,
        )
        for row in rows
    ]


def load_run_numbers(session: Session, ids: Sequence[uuid.UUID | None]) -> dict[uuid.UUID, str]:
    """Return the short numbers of runs, with one query for all of them and none for an empty list."""
    wanted = {identifier for identifier in ids if identifier is not None}
    if not wanted:
        return {}
    rows = session.execute(select(Run.id, Run.number).where(Run.id.in_(wanted)))
    return {row.id: format_number(Run, row.number) for row in rows}


def load_user_names(session: Session, ids: Sequence[uuid.UUID | None]) -> dict[uuid.UUID, str]:
    """Return the names of people, with one query for all of them and none for an empty list."""
    wanted = {identifier for identifier in ids if identifier is not None}
    if not wanted:
        return {}
    return {row.id: row.name for row in session.execute(select(User.id, User.name).where(User.id.in_(wanted)))}


def _load_component_names(
    session: Session, rows: Sequence[InventoryChange]
) -> tuple[dict[uuid.UUID, str], dict[uuid.UUID, str]]:
    """Return numbers and names of the components that are still known, with one query for each kind that occurs."""
    numbers: dict[uuid.UUID, str] = {}
    names: dict[uuid.UUID, str] = {}
    for component, model in MODELS.items():
        own = load_numbered_names(session, model, [row.piece_id for row in rows if row.component == component])
        numbers |= {reference.id: reference.number for reference in own.values()}
        names |= {reference.id: reference.name for reference in own.values()}
    boxes = {row.piece_id for row in rows if row.component == "enclosure"}
    if boxes:
        query = select(Enclosure.id, Enclosure.product, Enclosure.key).where(Enclosure.id.in_(boxes))
        names |= {box.id: box.product or box.key for box in session.execute(query)}
    return numbers, names
