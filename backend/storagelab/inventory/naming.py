"""Readable names of components of hardware."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.models import Array, Controller, Drive, Server
from storagelab.db.references import format_number, number_of
from storagelab.http.schemas import NumberedName
from storagelab.inventory.hardware_schemas import Component, ComponentLink

Piece = Server | Controller | Drive | Array
MODELS: dict[Component, type[Any]] = {"server": Server, "controller": Controller, "drive": Drive, "array": Array}


def component_of(row: Piece) -> Component:
    """Return the component kind of a row."""
    return next(name for name, model in MODELS.items() if isinstance(row, model))


def name_of(row: Piece) -> str:
    """Return the most descriptive name of a piece, such as the model of a drive and where it is."""
    return _NAMES[type(row)][1](row)


def place_of(drive: Drive) -> str:
    """Return the place of a drive in its server: its path, or its place behind a controller."""
    return drive.path or drive.kernel_name or drive.location or "a drive without a place"


def refer_to(row: Piece) -> NumberedName:
    """Return a piece as others name it."""
    return NumberedName(id=row.id, number=number_of(row), name=name_of(row))


def make_component_link(row: Piece) -> ComponentLink:
    """Return kind, id, number and name of a piece of hardware, from which clients link to its page."""
    return ComponentLink(component=component_of(row), id=row.id, number=number_of(row), name=name_of(row))


def refer_to_all(
    session: Session, model: type[Any], ids: Collection[uuid.UUID | None]
) -> dict[uuid.UUID, NumberedName]:
    """Return the pieces of one kind with these ids, with one query for all of them and none for an empty list."""
    wanted = {identifier for identifier in ids if identifier is not None}
    if not wanted:
        return {}
    columns, name = _NAMES[model]
    # Whole rows are wide: a server has all its facts in one.
    rows = session.execute(select(model.id, model.number, *columns).where(model.id.in_(wanted)))
    return {row.id: NumberedName(id=row.id, number=format_number(model, row.number), name=name(row)) for row in rows}


def _with_model(model: str | None, place: str) -> str:
    return f"{model} ({place})" if model else place


#: The columns that a name is made of, and how.
_NAMES: dict[type[Any], tuple[tuple[Any, ...], Callable[[Any], str]]] = {
    Server: ((Server.name,), lambda row: str(row.name)),
    Controller: (
        (Controller.model, Controller.pci_address, Controller.key),
        lambda row: _with_model(row.model, row.pci_address or row.key),
    ),
    Drive: (
        (Drive.model, Drive.path, Drive.kernel_name, Drive.location),
        lambda row: _with_model(row.model, place_of(row)),
    ),
    Array: ((Array.name,), lambda row: str(row.name)),
}
