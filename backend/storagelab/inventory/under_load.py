"""Hardware under the load of a run: the addressed block devices, and the drives below their arrays."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.models import Array, Controller, Drive, Server


@dataclass(frozen=True, slots=True)
class SeenHardware:
    """Hardware of one server at the last discovery; `settings` are those of the host, by their dotted names."""

    drives: Sequence[Drive]
    arrays: Sequence[Array]
    controllers: Sequence[Controller]
    settings: Mapping[str, Any]

    def find_array(self, drive: Drive) -> Array | None:
        """Return the array whose virtual drive is this block device; None where there is none."""
        return next((array for array in self.arrays if array.drive_id is not None and array.drive_id == drive.id), None)

    def drive_with(self, key: Any) -> Drive | None:
        """Return the drive whose id is `key`, the form in which an array lists its members."""
        return next((drive for drive in self.drives if key is not None and str(drive.id) == str(key)), None)

    def find_controller(self, piece: Drive | Array) -> Controller | None:
        """Return the controller that a drive is attached to or that made an array."""
        return next((item for item in self.controllers if item.id == piece.controller_id), None)


def iterate_member_drives(hardware: SeenHardware, array: Array) -> Iterator[Drive]:
    """Yield every drive below an array that is known, those of its inner arrays too."""
    yield from _iterate_members_below(hardware, array, set())


def read_hardware(session: Session, server: Server) -> SeenHardware:
    """Read the drives, arrays and controllers that the last discovery saw in this server, and the host's settings."""
    drives = session.scalars(
        select(Drive).where(Drive.server_id == server.id, Drive.present).order_by(Drive.kernel_name, Drive.location)
    ).all()
    arrays = session.scalars(select(Array).where(Array.server_id == server.id, Array.present).order_by(Array.key)).all()
    controllers = session.scalars(
        select(Controller).where(Controller.server_id == server.id, Controller.present).order_by(Controller.key)
    ).all()
    return SeenHardware(drives, arrays, controllers, server.facts.get("settings") or {})


def find_targets(hardware: SeenHardware, target: Mapping[str, Any], *, place: str) -> list[Drive]:
    """Find the block devices under the load: those that a job names, or the one that carries the file at `place`."""
    if target["kind"] == "devices":
        named = {name: drive for drive in hardware.drives for name in [*drive.stable_ids, drive.stable_id] if name}
        return [named[stable_id] for stable_id in target["stable_ids"] if stable_id in named]
    below = _drive_below(place, hardware)
    return [below] if below is not None else []


def find_inner_array(hardware: SeenHardware, member: Mapping[str, Any], drive: Drive | None) -> Array | None:
    """Return the array that a member of an array is; None where the member is a plain drive.

    The array is named by its key, or is the one whose block device is `drive`.
    """
    if drive is not None:
        return hardware.find_array(drive)
    if member.get("kind") == "drive":
        return None
    return next((array for array in hardware.arrays if array.key == member.get("key")), None)


def _iterate_members_below(hardware: SeenHardware, array: Array, above: set[uuid.UUID]) -> Iterator[Drive]:
    for member in array.members or []:
        drive = hardware.drive_with(member.get("drive_id"))
        inner = find_inner_array(hardware, member, drive)
        if inner is not None and inner.id not in above:
            yield from _iterate_members_below(hardware, inner, above | {array.id})
        elif drive is not None and inner is None:
            yield drive


def _drive_below(place: str, hardware: SeenHardware) -> Drive | None:
    """Return the block device that carries the path `place`; None when several carry it.

    Of the file systems mounted above the path, the deepest counts. According to the kernel, a file system on an array
    is mounted on its members too.
    """
    depths: dict[int, list[Drive]] = {}
    for drive in hardware.drives:
        above = [len(PurePosixPath(at).parts) for at in drive.mountpoints if PurePosixPath(place).is_relative_to(at)]
        if above:
            depths.setdefault(max(above), []).append(drive)
    deepest = depths[max(depths)] if depths else []
    arrays = [array for drive in deepest if (array := hardware.find_array(drive)) is not None]
    members: set[uuid.UUID | None] = {below.id for array in arrays for below in iterate_member_drives(hardware, array)}
    members |= {array.drive_id for array in arrays if any(_is_inner(array.key, other.members) for other in arrays)}
    left = [drive for drive in deepest if drive.id not in members]
    return left[0] if len(left) == 1 else None


def _is_inner(key: str, members: Sequence[Mapping[str, Any]]) -> bool:
    return any(member.get("key") == key for member in members or [])
