"""Update of one table to the components of one server, with a constant number of statements."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.orm import Session

from storagelab.db.base import generate_uuid7
from storagelab.db.models import Array, Controller, Drive, Enclosure
from storagelab.domain.json_values import RowValues
from storagelab.inventory.search_text import search_text_of
from storagelab_workers.hardware.changes import InventoryChangeRow, find_changes

Row = Mapping[str, Any]
Piece = type[Controller] | type[Enclosure] | type[Drive] | type[Array]


@dataclass(frozen=True, slots=True)
class Match:
    """Component of a server and the row that it had before; `values` has every collected column."""

    id: uuid.UUID
    row: Row | None
    values: Mapping[str, Any]

    @classmethod
    def of(cls, row: Row | None, values: Mapping[str, Any]) -> Match:
        """Build a match from found values and a stored row, or with a new id without a row."""
        return cls(generate_uuid7() if row is None else row["id"], row, values)


def read_rows(session: Session, model: Piece, server_id: uuid.UUID) -> list[Row]:
    """Read all rows of a component table for a server, also of components no longer present."""
    query = select(model.__table__).where(model.server_id == server_id)
    return [dict(row) for row in session.execute(query).mappings()]


def write_rows(
    session: Session,
    model: Piece,
    existing: Sequence[Row],
    matches: Sequence[Match],
    *,
    server_id: uuid.UUID,
    now: dt.datetime,
) -> list[InventoryChangeRow]:
    """Store the found components and mark the missing ones absent.

    Returns the inventory changes; of a missing component only its absence.
    """
    seen = {match.id for match in matches}
    written: list[RowValues] = [
        {
            "id": match.id,
            **match.values,
            "present": True,
            "last_seen_at": now,
            **_build_search_text(model, match),
        }
        for match in matches
    ]
    new = [
        row | {"server_id": server_id, "first_seen_at": now}
        for row, match in _pair_rows(written, matches)
        if not match.row
    ]
    old = [row for row, match in _pair_rows(written, matches) if match.row]
    missing = [row for row in existing if row["present"] and row["id"] not in seen]
    if missing:
        absent = update(model).where(model.id.in_([row["id"] for row in missing])).values(present=False)
        session.execute(absent, execution_options={"synchronize_session": False})
    if old:
        session.execute(update(model), old)
    if new:
        session.execute(insert(model), new)
    component = str(model.__tablename__)
    changes = [change for match in matches for change in _iterate_changes(component, match)]
    return [*changes, *(InventoryChangeRow(component, row["id"], "vanished", row.get("identity")) for row in missing)]


def _pair_rows(written: list[RowValues], matches: Sequence[Match]) -> Iterator[tuple[RowValues, Match]]:
    return zip(written, matches, strict=True)


def _iterate_changes(component: str, match: Match) -> Iterator[InventoryChangeRow]:
    identity = match.values.get("identity")
    if match.row is None:
        yield InventoryChangeRow(component, match.id, "appeared", identity)
        return
    if not match.row["present"]:
        yield InventoryChangeRow(component, match.id, "returned", identity)
    for field, before, after in find_changes(match.row, match.values):
        yield InventoryChangeRow(component, match.id, "changed", identity, field, before, after)


def _build_search_text(model: Piece, match: Match) -> dict[str, str]:
    """Return the search text column of a component, from collected values and people's notes.

    Empty for enclosures, which have none.
    """
    if model is Enclosure:
        return {}
    written = (
        {name: match.row[name] for name in ("note", "labels", "manual")} if match.row else {"labels": {}, "manual": {}}
    )
    return {"search_text": search_text_of(model(**match.values, **{"note": "", **written}))}  # type: ignore[arg-type]
