"""API schemas of the hardware of one server as a tree. Unknown is null."""

from __future__ import annotations

import uuid

from pydantic import JsonValue

from storagelab.http.schemas import NumberedName, Strict
from storagelab.inventory.drive_condition import DriveCondition
from storagelab.inventory.hardware_schemas import ArrayOut, ControllerOut, Lifecycle


class TreeDrive(Strict):
    """A drive as its place in a server shows it. All else of it is at its own address."""

    id: uuid.UUID
    number: str
    name: str
    kernel_name: str | None
    location: str | None
    slot: str | None
    model: str | None
    serial: str | None
    firmware: str | None
    size_bytes: int | None
    drive_state: str | None
    condition: DriveCondition
    lifecycle: Lifecycle
    protected: bool
    in_use: bool
    passed: bool | None
    used_percent: float | None
    temperature_c: float | None
    arrays: list[NumberedName]


class Slot(Strict):
    """One place of an enclosure. `slot` is null for an empty one whose number is not known."""

    slot: str | None
    drive: TreeDrive | None


class EnclosureNode(Strict):
    """An enclosure with its slot map. Empty slots are shown where their number is known."""

    id: uuid.UUID
    key: str
    kind: str
    product: str | None
    slot_count: int | None
    settings: dict[str, JsonValue]
    slots: list[Slot]


class ControllerNode(Strict):
    """A controller with its enclosures, and the drives behind it that are in none."""

    controller: ControllerOut
    enclosures: list[EnclosureNode]
    drives: list[TreeDrive]


class ServerTree(Strict):
    """The hardware that the last discovery saw: what hangs on controllers, arrays, and what hangs on nothing known."""

    server: NumberedName
    controllers: list[ControllerNode]
    enclosures: list[EnclosureNode]
    drives: list[TreeDrive]
    arrays: list[ArrayOut]
