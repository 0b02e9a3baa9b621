"""Reads of controllers; each issues a number of queries that does not grow with the list."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from storagelab.db.models import Array, Controller, Drive, Server
from storagelab.db.references import format_row_number
from storagelab.inventory.filters import PieceFilter, apply_filter
from storagelab.inventory.hardware_schemas import ControllerOut
from storagelab.inventory.naming import load_numbered_names

_COMPUTED = {"number", "server", "link_narrowed", "drive_count", "array_count"}


def select_controllers(
    wanted: PieceFilter, *, model: str | None = None, firmware: str | None = None
) -> Select[Controller]:
    """Select the wanted controllers, of one model or with one firmware where given."""
    query = apply_filter(select(Controller), Controller, wanted)
    if model is not None:
        query = query.where(Controller.model == model)
    return query if firmware is None else query.where(Controller.firmware == firmware)


def describe_controllers(session: Session, controllers: Sequence[Controller]) -> list[ControllerOut]:
    """Return controllers as the API shows them, with the numbers of drives and arrays present now."""
    ids = [row.id for row in controllers]
    servers = load_numbered_names(session, Server, [row.server_id for row in controllers])
    drives, arrays = _count(session, Drive, ids), _count(session, Array, ids)
    return [
        ControllerOut(
            **{name: getattr(row, name) for name in ControllerOut.model_fields if name not in _COMPUTED},
            number=format_row_number(row),
            server=servers[row.server_id],
            link_narrowed=is_narrowed(row),
            drive_count=drives.get(row.id, 0),
            array_count=arrays.get(row.id, 0),
        )
        for row in controllers
    ]


def is_narrowed(controller: Controller) -> bool | None:
    """Return whether the PCIe link is slower or narrower than its maximum; None when unknown."""
    pairs = [
        (controller.link_speed_gts, controller.max_link_speed_gts),
        (controller.link_width, controller.max_link_width),
    ]
    narrowed = [now < best for now, best in pairs if now is not None and best is not None]
    return any(narrowed) if narrowed else None


def _count(session: Session, model: Any, ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, int]:
    query = select(model.controller_id, func.count()).where(model.controller_id.in_(ids), model.present)
    return {row[0]: row[1] for row in session.execute(query.group_by(model.controller_id))}
