"""Stores the hardware of a discovery with every change, in the discovery's transaction."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields

from sqlalchemy.orm import Session

from storagelab.collectors.base import ArrayFacts, MemberFacts
from storagelab.db.models import Array, Controller, Drive, Enclosure, Server
from storagelab.domain.json_values import RowValues
from storagelab_workers.hardware.changes import InventoryChangeRow, write_changes
from storagelab_workers.hardware.cleaning import clean_json
from storagelab_workers.hardware.elsewhere import merge_moves, read_sightings, warn, warn_of_twins
from storagelab_workers.hardware.inventory import DiscoveredHardware, FoundDrive
from storagelab_workers.hardware.matching import match_drives, match_keys
from storagelab_workers.hardware.readings import get_health_values, store_readings
from storagelab_workers.hardware.rows import Match, Row, read_rows, write_rows

Ids = Mapping[str | None, uuid.UUID]
_LINKS = ("controller_key", "enclosure_key")
_HOT_SPARE = "hot_spare"


def store_hardware(session: Session, *, server: Server, hardware: DiscoveredHardware, now: dt.datetime) -> list[str]:
    """Store a server's discovered hardware and its changes.

    Returns sentences about drives that other servers have too.
    """
    changes, controllers = _store_controllers(session, server, hardware, now)
    more, enclosures = _store_enclosures(session, server, hardware, controllers, now)
    changes += more
    more, drives, warnings = _store_drives(session, server, hardware.drives, controllers, enclosures, now)
    changes += more
    changes += _store_arrays(session, server, hardware, controllers, drives, now)
    write_changes(session, changes, server_id=server.id, now=now)
    return warnings


def _store_controllers(
    session: Session, server: Server, hardware: DiscoveredHardware, now: dt.datetime
) -> tuple[list[InventoryChangeRow], Ids]:
    merged = hardware.controllers
    existing = read_rows(session, Controller, server.id)
    rows = match_keys([controller.key for controller in merged], [controller.serial for controller in merged], existing)
    values = [asdict(controller) | {"settings": clean_json(controller.settings)} for controller in merged]
    matches = [Match.of(row, value) for row, value in zip(rows, values, strict=True)]
    changes = write_rows(session, Controller, existing, matches, server_id=server.id, now=now)
    return changes, {match.values["key"]: match.id for match in matches}


def _store_enclosures(
    session: Session, server: Server, hardware: DiscoveredHardware, controllers: Ids, now: dt.datetime
) -> tuple[list[InventoryChangeRow], Ids]:
    merged = hardware.enclosures
    existing = read_rows(session, Enclosure, server.id)
    rows = match_keys([enclosure.key for enclosure in merged], [None] * len(merged), existing)
    matches = []
    for enclosure, row in zip(merged, rows, strict=True):
        values = asdict(enclosure) | {"settings": clean_json(enclosure.settings)}
        values["controller_id"] = controllers.get(values.pop("controller_key"))
        matches.append(Match.of(row, values))
    changes = write_rows(session, Enclosure, existing, matches, server_id=server.id, now=now)
    return changes, {match.values["key"]: match.id for match in matches}


def _store_drives(
    session: Session,
    server: Server,
    drives: Sequence[FoundDrive],
    controllers: Ids,
    enclosures: Ids,
    now: dt.datetime,
) -> tuple[list[InventoryChangeRow], list[Match], list[str]]:
    existing = read_rows(session, Drive, server.id)
    rows = match_drives(drives, existing)
    matches = [
        Match.of(row, _drive_values(drive, row, controllers, enclosures))
        for drive, row in zip(drives, rows, strict=True)
    ]
    seen = {match.id for match in matches}
    missing = {row["identity"] for row in existing if row["present"] and row["id"] not in seen} - {None}
    identities = {drive.identity for drive in drives if drive.identity is not None}
    sightings = read_sightings(session, server, identities | missing)
    changes = write_rows(session, Drive, existing, matches, server_id=server.id, now=now)
    store_readings(session, matches, [drive.health is not None for drive in drives], now=now)
    warnings = warn(session, server, matches, missing, sightings)
    if identities:
        warnings += warn_of_twins(session, server)
    return merge_moves(changes, matches, existing, sightings, server), matches, warnings


def _drive_values(drive: FoundDrive, row: Row | None, controllers: Ids, enclosures: Ids) -> RowValues:
    """Return the column values of a drive; its health is the last reported one, maybe from earlier."""
    values: RowValues = {}
    for column in fields(drive):
        value = getattr(drive, column.name)
        if column.name not in _LINKS:
            values[column.name] = list(value) if isinstance(value, tuple) else value
    values["settings"] = clean_json(drive.settings)
    values["health"] = get_health_values(drive.health) or (row["health"] if row is not None else {})
    values["controller_id"] = controllers.get(drive.controller_key)
    values["enclosure_id"] = enclosures.get(drive.enclosure_key)
    return values


def _store_arrays(
    session: Session,
    server: Server,
    hardware: DiscoveredHardware,
    controllers: Ids,
    drives: Sequence[Match],
    now: dt.datetime,
) -> list[InventoryChangeRow]:
    merged = hardware.arrays
    existing = read_rows(session, Array, server.id)
    rows = match_keys([array.key for array in merged], [None] * len(merged), existing)
    values = [_build_array_values(array, controllers, drives) for array in merged]
    matches = [Match.of(row, value) for row, value in zip(rows, values, strict=True)]
    return write_rows(session, Array, existing, matches, server_id=server.id, now=now)


def count_drives(members: Sequence[MemberFacts]) -> int | None:
    """Return the number of drives of an array, without hot spares; None if unknown.

    A drive that failed is listed beside the gap that it left and is not counted twice.
    """
    working = [member for member in members if member.state != _HOT_SPARE]
    placed = [member for member in working if member.slot is not None]
    return len(placed or working) or None


def _build_array_values(array: ArrayFacts, controllers: Ids, drives: Sequence[Match]) -> RowValues:
    device = None if array.drive is None else drives[array.drive]
    return {
        "key": array.key,
        "name": array.name,
        "kernel_name": array.kernel_name,
        "implementation": array.implementation,
        "controller_id": controllers.get(array.controller_key),
        "drive_id": None if device is None else device.id,
        "stable_id": None if device is None else device.values["stable_id"],
        "level": array.level,
        "drive_count": count_drives(array.members),
        "strip_bytes": array.strip_bytes,
        "size_bytes": array.size_bytes,
        "condition": array.condition,
        "activity": array.activity,
        "progress_percent": array.progress_percent,
        "policies": {name: clean_json(asdict(policy)) for name, policy in array.policies.items()},
        "members": [_build_member_values(member, drives) for member in array.members],
        "settings": clean_json(array.settings),
    }


def _build_member_values(member: MemberFacts, drives: Sequence[Match]) -> dict[str, str | int | None]:
    return {
        "kind": member.kind,
        "key": member.key,
        "drive_id": None if member.drive is None else str(drives[member.drive].id),
        "slot": member.slot,
        "state": member.state,
    }
