"""Hardware part of a snapshot: drives, their arrays and controllers, the host's settings."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from storagelab.db.models import Array, Controller, Drive
from storagelab.inventory.under_load import SeenHardware, find_inner_array, iterate_member_drives

_DRIVE_FIELDS = (
    "kernel_name",
    "stable_id",
    "location",
    "slot",
    "vendor",
    "model",
    "serial",
    "wwn",
    "firmware",
    "size_bytes",
    "logical_block_bytes",
    "physical_block_bytes",
    "rotational",
    "rotation_rpm",
    "medium",
    "transport",
)
_LINK_FIELDS = ("link_speed_gts", "link_width")
_CONTROLLER_LINK_FIELDS = ("max_link_speed_gts", "max_link_width", "numa_node")
_CONTROLLER_FIELDS = (
    "key",
    "kind",
    "vendor",
    "model",
    "serial",
    "firmware",
    "driver",
    "driver_version",
    "pci_address",
    *_LINK_FIELDS,
    *_CONTROLLER_LINK_FIELDS,
    "cache_bytes",
    "battery",
    "cache_module",
)
_ARRAY_FIELDS = (
    "key",
    "name",
    "kernel_name",
    "stable_id",
    "implementation",
    "level",
    "size_bytes",
    "strip_bytes",
    "condition",
    "activity",
    "progress_percent",
    "policies",
)
_SPARE = "hot_spare"
#: Settings of an array that its members report, or that name components; of a list of members only the number counts.
_REPORTED_BY_MEMBERS = frozenset({"raid_devices", "spares", "container", "journal"})
#: Settings of a drive that change with its use, or that name this very piece and what it hangs on.
_NOT_OF_ITS_KIND = frozenset({"smart_attributes", "device_id", "controllers"})
#: Settings of the block layer are `block.{kernel name}.{setting}`: they belong to a drive, whose name may change.
_BLOCK = "block."
#: Settings of the block layer that a snapshot of the drive has as fields of their own.
_NOT_AGAIN = frozenset({"rotational", "write_cache"})


def take_drive(hardware: SeenHardware, drive: Drive) -> dict[str, object]:
    """Return the identity, connection and settings of a drive.

    A link that the drive does not report is that of its NVMe controller.
    """
    controller = hardware.find_controller(drive)
    own = controller if controller is not None and controller.kind == "nvme" else None
    block = _block_settings(hardware, drive.kernel_name)
    settings = {name: value for name, value in (drive.settings or {}).items() if name not in _NOT_OF_ITS_KIND}
    if isinstance(paths := settings.get("multipath"), dict):
        settings["multipath"] = {name: paths.get(name) for name in ("paths", "policy")}
    written_through = settings.pop("write_cache", None)
    return {
        **{field: getattr(drive, field) for field in _DRIVE_FIELDS},
        **{field: _find_first(getattr(drive, field), getattr(own, field, None)) for field in _LINK_FIELDS},
        **{field: getattr(own, field, None) for field in _CONTROLLER_LINK_FIELDS},
        "write_cache": _find_first(written_through, block.get("write_cache")),
        "over_provisioned_percent": settings.pop("over_provisioned_percent", None),
        "settings": settings,
        "block": {name: value for name, value in block.items() if name not in _NOT_AGAIN},
        "is_array": hardware.find_array(drive) is not None,
    }


def build_unknown_drive(stable_id: str) -> dict[str, object]:
    """Return snapshot facts of a drive that the inventory does not have: all None but the name."""
    fields = (*_DRIVE_FIELDS, *_LINK_FIELDS, *_CONTROLLER_LINK_FIELDS, "write_cache", "over_provisioned_percent")
    return {**dict.fromkeys(fields), "settings": {}, "block": {}, "is_array": None, "stable_id": stable_id}


def take_arrays(hardware: SeenHardware, targets: Iterable[Drive]) -> list[dict[str, object]]:
    """Return the arrays that the targets are (role `under`) or are members of (`above`), each with all below it."""
    targets = list(targets)
    arrays = []
    for array in hardware.arrays:
        if any(array.drive_id == drive.id for drive in targets):
            arrays.append({"role": "under", **_take_array(hardware, array, set())})
        elif any(_is_member(hardware, array, drive) for drive in targets):
            arrays.append({"role": "above", **_take_array(hardware, array, set())})
    return arrays


def take_controllers(hardware: SeenHardware, targets: Iterable[Drive]) -> list[dict[str, object]]:
    """Return the controllers between the host and the target drives, without NVMe controllers.

    An NVMe drive is its own controller.
    """
    pieces: list[Drive | Array] = []
    for drive in targets:
        array = hardware.find_array(drive)
        pieces += [drive] if array is None else [drive, array, *iterate_member_drives(hardware, array)]
    behind: dict[uuid.UUID, Controller] = {}
    for piece in pieces:
        controller = hardware.find_controller(piece)
        if controller is not None and controller.kind != "nvme":
            behind[controller.id] = controller
    return [
        {**{field: getattr(item, field) for field in _CONTROLLER_FIELDS}, "settings": dict(item.settings or {})}
        for item in behind.values()
    ]


def take_settings(settings: Mapping[str, Any]) -> dict[str, object]:
    """Return the host's settings without those of single block devices."""
    return {name: value for name, value in settings.items() if not name.startswith(_BLOCK)}


def _take_array(hardware: SeenHardware, array: Array, above: set[uuid.UUID]) -> dict[str, object]:
    members = [_take_member(hardware, member, above | {array.id}) for member in array.members or []]
    working = [member for member in members if member["state"] != _SPARE]
    settings = dict(array.settings or {})
    return {
        **{field: getattr(array, field) for field in _ARRAY_FIELDS},
        # How many it is made of does not change when one of them fails.
        "member_count": _find_first(settings.get("raid_devices"), array.drive_count, len(working) or None),
        "settings": {
            name: len(value) if isinstance(value, list) else value
            for name, value in settings.items()
            if name not in _REPORTED_BY_MEMBERS
        },
        "block": {
            name: value
            for name, value in _block_settings(hardware, array.kernel_name).items()
            if name not in _NOT_AGAIN
        },
        "members": members,
    }


def _take_member(hardware: SeenHardware, member: Mapping[str, Any], above: set[uuid.UUID]) -> dict[str, object]:
    drive = hardware.drive_with(member.get("drive_id"))
    inner = find_inner_array(hardware, member, drive)
    return {
        "kind": member.get("kind"),
        "key": member.get("key"),
        "slot": member.get("slot"),
        "state": member.get("state"),
        "drive": take_drive(hardware, drive) if drive is not None and inner is None else None,
        "array": _take_array(hardware, inner, above) if inner is not None and inner.id not in above else None,
    }


def _is_member(hardware: SeenHardware, array: Array, drive: Drive) -> bool:
    own = hardware.find_array(drive)
    if any(str(member.get("drive_id")) == str(drive.id) for member in array.members or []):
        return True
    if own is not None:
        return any(member.get("key") == own.key for member in array.members or [])
    return any(below.id == drive.id for below in iterate_member_drives(hardware, array))


def _block_settings(hardware: SeenHardware, kernel_name: str | None) -> dict[str, object]:
    prefix = f"{_BLOCK}{kernel_name}."
    return {name.removeprefix(prefix): value for name, value in hardware.settings.items() if name.startswith(prefix)}


def _find_first(*values: Any) -> Any:
    return next((value for value in values if value is not None), None)
