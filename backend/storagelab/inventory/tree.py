"""Hardware of one server as a tree: controllers, enclosures, slots, drives, and arrays beside them."""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.models import Array, Controller, Drive, Enclosure, Server
from storagelab.db.references import format_row_number
from storagelab.http.schemas import NumberedName
from storagelab.inventory.arrays import describe_arrays
from storagelab.inventory.controllers import describe_controllers
from storagelab.inventory.drive_condition import judge_drive
from storagelab.inventory.drives import describe_health, load_arrays_by_drive
from storagelab.inventory.naming import get_descriptive_name, make_numbered_name
from storagelab.inventory.tree_schemas import ControllerNode, EnclosureNode, ServerTree, Slot, TreeDrive

#: More slots than any box has: a higher number from a tool is not believed.
MAX_SLOTS = 1000
Occupant = TypeVar("Occupant")


def show_tree(session: Session, server: Server) -> ServerTree:
    """Build the hardware tree of a server from its last discovery, with a constant number of queries."""
    controllers = _present(session, Controller, server, Controller.key)
    enclosures = _present(session, Enclosure, server, Enclosure.key)
    drives = sorted(_present(session, Drive, server, Drive.number), key=_build_place_key)
    arrays = _present(session, Array, server, Array.key)
    of_arrays = load_arrays_by_drive(session, {server.id})
    shown = {drive.id: _build_tree_drive(drive, of_arrays.get(drive.id, [])) for drive in drives}
    nodes = {row.id: _build_enclosure_node(row, drives, shown) for row in enclosures}
    controller_ids = {row.id for row in controllers}
    # The virtual drive of an array is listed with it, not among the drives without a controller.
    shapes = {row.drive_id for row in arrays}
    return ServerTree(
        server=make_numbered_name(server),
        controllers=[
            ControllerNode(
                controller=described,
                enclosures=[nodes[row.id] for row in enclosures if row.controller_id == described.id],
                drives=[
                    shown[drive.id]
                    for drive in drives
                    if drive.controller_id == described.id and drive.enclosure_id not in nodes
                ],
            )
            for described in describe_controllers(session, controllers)
        ],
        enclosures=[nodes[row.id] for row in enclosures if row.controller_id not in controller_ids],
        drives=[
            shown[drive.id]
            for drive in drives
            if drive.controller_id not in controller_ids and drive.enclosure_id not in nodes and drive.id not in shapes
        ],
        arrays=describe_arrays(session, arrays),
    )


def map_slots(
    occupied: Sequence[tuple[str | None, Occupant]], slot_count: int | None
) -> list[tuple[str | None, Occupant | None]]:
    """Return the slots of an enclosure in order, each with its occupant; None for an empty slot.

    Slots count from 0 or from 1; an occupied slot at either end shows which. Where neither end is occupied, empty slots
    follow without a number.
    """
    slots: list[tuple[str | None, Occupant | None]] = sorted(occupied, key=lambda item: build_natural_key(item[0]))
    empty = 0 if slot_count is None else min(slot_count, MAX_SLOTS) - len(slots)
    if slot_count is None or empty <= 0:
        return slots
    taken = {int(slot) for slot, _ in occupied if slot is not None and slot.isascii() and slot.isdigit()}
    if len(taken) == len(slots) and taken:
        for first in (0, 1):
            numbers = set(range(first, first + len(slots) + empty))
            end = 0 if first == 0 else slot_count
            if end in taken and taken <= numbers:
                slots += [(str(number), None) for number in sorted(numbers - taken)]
                return sorted(slots, key=lambda item: build_natural_key(item[0]))
    return slots + [(None, None)] * empty


def build_natural_key(text: str | None) -> list[tuple[int, int, str]]:
    """Return a key by which `s10` comes after `s2`, and None last."""
    if text is None:
        return [(2, 0, "")]
    return [
        (0, int(part), "") if part.isascii() and part.isdigit() else (1, 0, part)
        for part in re.split(r"(\d+)", text)
        if part
    ]


def _present(session: Session, model: Any, server: Server, order: Any) -> list[Any]:
    rows = session.scalars(select(model).where(model.server_id == server.id, model.present).order_by(order))
    return list(rows)


def _build_place_key(drive: Drive) -> list[tuple[int, int, str]]:
    return build_natural_key(drive.kernel_name or drive.location)


def _build_enclosure_node(
    enclosure: Enclosure, drives: Sequence[Drive], shown: Mapping[uuid.UUID, TreeDrive]
) -> EnclosureNode:
    occupied = [(drive.slot, shown[drive.id]) for drive in drives if drive.enclosure_id == enclosure.id]
    return EnclosureNode(
        id=enclosure.id,
        key=enclosure.key,
        kind=enclosure.kind,
        product=enclosure.product,
        slot_count=enclosure.slot_count,
        settings=dict(enclosure.settings),
        slots=[Slot(slot=slot, drive=drive) for slot, drive in map_slots(occupied, enclosure.slot_count)],
    )


def _build_tree_drive(drive: Drive, arrays: list[NumberedName]) -> TreeDrive:
    health = describe_health(drive.health)
    copied = TreeDrive.model_fields.keys() & {
        "id", "kernel_name", "location", "slot", "model", "serial", "firmware", "size_bytes", "drive_state",
        "lifecycle", "protected",
    }  # fmt: skip
    return TreeDrive(
        **{name: getattr(drive, name) for name in copied},
        number=format_row_number(drive),
        name=get_descriptive_name(drive),
        in_use=bool(drive.in_use_reasons),
        condition=judge_drive(drive),
        passed=health.passed,
        used_percent=health.used_percent,
        temperature_c=health.temperature_c,
        arrays=arrays,
    )
