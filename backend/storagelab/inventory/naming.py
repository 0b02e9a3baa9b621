"""Readable names of components of hardware."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.models import Array, Controller, Drive, Server
from storagelab.db.references import format_number, format_row_number
from storagelab.http.schemas import NumberedName
from storagelab.inventory.hardware_schemas import Component, ComponentLink

Piece = Server | Controller | Drive | Array
MODELS: dict[Component, type[Any]] = {"server": Server, "controller": Controller, "drive": Drive, "array": Array}


def get_component_kind(row: Piece) -> Component:
    """Return the component kind of a row."""
    return next(name for name, model in MODELS.items() if isinstance(row, model))


def get_descriptive_name(row: Piece) -> str:
    """Return the most descriptive name of a piece, such as the model of a drive and where it is."""
    return _NAMES[type(row)][1](row)


def get_drive_place(drive: Drive) -> str:
    """Return the place of a drive in its server: its path, or its place behind a controller."""
    return drive.path or drive.kernel_name or drive.location or "a drive without a place"


def make_numbered_name(row: Piece) -> NumberedName:
    """Return id, number and most descriptive name of a piece of hardware."""
    return NumberedName(id=row.id, number=format_row_number(row), name=get_descriptive_name(row))


def make_component_link(row: Piece) -> ComponentLink:
    """Return kind, id, number and name of a piece of hardware, from which clients link to its page."""
    return ComponentLink(
        component=get_component_kind(row), id=row.id, number=format_row_number(row), name=get_descriptive_name(row)
    )


def load_numbered_names(
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


def _format_model_place(model: str | None, place: str) -> str:
    return f"{model} ({place})" if model else place


#: The columns that a name is made of, and how.
_NAMES: dict[type[Any], tuple[tuple[Any, ...], Callable[[Any], str]]] = {
    Server: ((Server.name,), lambda row: str(row.name)),
    Controller: (
        (Controller.model, Controller.pci_address, Controller.key),
        lambda row: _format_model_place(row.model, row.pci_address or row.key),
    ),
    Drive: (
        (Drive.model, Drive.path, Drive.kernel_name, Drive.location),
        lambda row: _format_model_place(row.model, get_drive_place(row)),
    ),
    Array: ((Array.name,), lambda row: str(row.name)),
}
