"""The drives that a job wears, and how much of what it writes to its target reaches each of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from sqlalchemy.orm import Session

from storagelab.db.models import Array, Drive, Server
from storagelab.inventory.under_load import SeenHardware, find_inner_array, find_targets, read_hardware
from storagelab.planning.plan import RunnablePlan

#: Writes that reach the members of an array for one of its own, at the worst: a small write of RAID 5 rewrites its
#: parity as well. RAID 1 writes every member whole.
_MEMBER_WRITES = {"raid0": 1, "raid10": 2, "raid5": 2, "raid50": 2, "raid6": 3, "raid60": 3}


@dataclasses.dataclass(frozen=True, slots=True)
class Under:
    """A drive under a target, and the bytes written to it for each byte of the job; None where that is not known.

    `position` is its place among the drives of the job, None for one below an array.
    """

    name: str
    drive: Drive | None
    share: float | None
    position: int | None = None

    @property
    def names(self) -> frozenset[str]:
        """Return the names by which an operation may refer to the drive: name, stable ids, serial number."""
        aliases = [] if self.drive is None else [self.drive.stable_id, self.drive.serial, *self.drive.stable_ids]
        return frozenset(name for name in (self.name, *aliases) if name)


def list_worn_drives(session: Session, planned: RunnablePlan, *, server: Server) -> list[Under]:
    """Return every drive that a plan's target wears; an array is replaced by its member drives.

    The list is empty for a file target.
    """
    hardware = read_hardware(session, server)
    names = [item.stable_id for item in planned.target.drives]
    made = next(
        (operation for operation in planned.preparation.operations if operation["kind"] == "mdadm_create"), None
    )
    share: float | None = 1 / max(len(names), 1)
    if made is not None:
        share = _compute_member_share(made["level"], len(names) - made["spares"])
    return [drive for place, name in enumerate(names) for drive in _iterate_worn_drives(hardware, name, share, place)]


def _iterate_worn_drives(hardware: SeenHardware, name: str, share: float | None, position: int) -> Iterator[Under]:
    target = next(iter(find_targets(hardware, {"kind": "devices", "stable_ids": [name]}, place="")), None)
    array = hardware.find_array(target) if target is not None else None
    if array is None:
        yield Under(name, target, share, position)
    else:
        yield from _iterate_worn_members(hardware, array, share, frozenset())


def _iterate_worn_members(
    hardware: SeenHardware, array: Array, share: float | None, above: frozenset[object]
) -> Iterator[Under]:
    members = [entry for entry in array.members or [] if entry.get("state") != "hot_spare"]
    own = _compute_member_share(array.level, len(members))
    below = share * own if share is not None and own is not None else None
    if not members:
        yield Under(f"the members of {array.name}", None, None)
    for member in members:
        drive = hardware.drive_with(member.get("drive_id"))
        inner = find_inner_array(hardware, member, drive)
        if inner is not None and inner.id not in above:
            yield from _iterate_worn_members(hardware, inner, below, above | {array.id})
        else:
            name = (drive.stable_id if drive is not None else None) or f"{member.get('key')} of {array.name}"
            yield Under(name, drive, below)


def _compute_member_share(level: str | None, members: int) -> float | None:
    """Return the most bytes written to each array member per byte written to the array.

    Returns None for a RAID level without a known factor.
    """
    if level == "raid1":
        return 1.0
    writes = _MEMBER_WRITES.get(level or "")
    return min(writes / members, 1.0) if writes is not None and members > 0 else None
