"""Arrays merged from several tools, with their block device and their members.

Members are among the drives and arrays.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from storagelab.collectors.base import ArrayFacts, MemberFacts
from storagelab_workers.hardware.agreement import Agreement, has_same_size
from storagelab_workers.hardware.controllers import Boxes
from storagelab_workers.hardware.identity import parse_world_wide_name
from storagelab_workers.hardware.inventory import FoundDrive

_FIELDS = ("kernel_name", "wwn", "level", "strip_bytes", "condition", "activity")
_PARTITION = re.compile(r"(?P<whole>.*\d)p\d+|(?P<letters>.*\D)\d+")
_PART_NAME = re.compile(r"-part\d+$")


class DriveNames:
    """Every name by which a tool may mean one of the drives; each leads to its place in the list."""

    def __init__(self, drives: Sequence[FoundDrive]) -> None:
        self._names: dict[str, set[int]] = {}
        for place, drive in enumerate(drives):
            name = parse_world_wide_name(drive.wwn)
            own = {drive.kernel_name, drive.path, drive.location, *drive.stable_ids, f"wwn:{name}" if name else None}
            if drive.controller_key and drive.location:
                own.add(f"{drive.controller_key} {drive.location}")
            for alias in own - {None}:
                self._names.setdefault(str(alias), set()).add(place)

    def find(self, name: str | None) -> int | None:
        """Return the index of the drive with this name; None where there is none or more than one."""
        places = self._names.get(name or "", set())
        return next(iter(places)) if len(places) == 1 else None

    def find_member(self, key: str, controller_key: str | None) -> int | None:
        """Return the index of the drive that a tool names as an array member.

        The name may also be a partition or a path below /dev.
        """
        bare = _PART_NAME.sub("", key.removeprefix("/dev/disk/by-id/").removeprefix("/dev/"))
        match = self.find(f"{controller_key} {key}") if controller_key else None
        partition = _PARTITION.fullmatch(bare)
        for name in (key, bare, (partition["whole"] or partition["letters"]) if partition else None):
            match = self.find(name) if match is None else match
        return match


def merge_arrays(
    arrays: Sequence[ArrayFacts], drives: Sequence[FoundDrive], boxes: Boxes
) -> tuple[list[ArrayFacts], list[str]]:
    """Merge the reports of several tools about arrays, and link their members to drives.

    Reports belong together with the same key, else with the same source and block device. Returns arrays and warnings.
    """
    groups: list[list[ArrayFacts]] = []
    for array in arrays:
        same = next((group for group in groups if any(_is_same(array, other) for other in group)), None)
        if same is None:
            groups.append([array])
        else:
            same.append(array)
    warnings: list[str] = []
    merged = []
    for group in groups:
        agreement = Agreement(f"the array {group[0].name}")
        merged.append(_merge(group, agreement))
        warnings += agreement.warnings
    names = DriveNames(drives)
    devices = [_find_device(array, names) for array in merged]
    owners = {device: array.key for device, array in zip(devices, merged, strict=True) if device is not None}
    own_devices = {array.key: device for device, array in zip(devices, merged, strict=True)}
    return [
        replace(
            array,
            controller_key=boxes.keys.get(array.controller_key or "", array.controller_key),
            members=tuple(_find_member(item, array, names, owners, own_devices, boxes) for item in array.members),
            drive=device,
        )
        for device, array in zip(devices, merged, strict=True)
    ], warnings


def _is_same(one: ArrayFacts, other: ArrayFacts) -> bool:
    by_device = one.kernel_name is not None and one.kernel_name == other.kernel_name
    return one.key == other.key or (by_device and one.implementation == other.implementation)


def _merge(group: Sequence[ArrayFacts], agreement: Agreement) -> ArrayFacts:
    first = group[0]
    values = {name: agreement.on(name, [getattr(array, name) for array in group]) for name in _FIELDS}
    return replace(
        first,
        **values,
        size_bytes=agreement.on("size_bytes", [array.size_bytes for array in group], has_same_size),
        controller_key=next((array.controller_key for array in group if array.controller_key), None),
        progress_percent=next((array.progress_percent for array in group if array.progress_percent is not None), None),
        policies={name: policy for array in reversed(group) for name, policy in array.policies.items()},
        settings=agreement.agree_on_all("setting", [array.settings for array in group]),
        members=next((array.members for array in group if array.members), ()),
    )


def _find_device(array: ArrayFacts, names: DriveNames) -> int | None:
    device = names.find(array.kernel_name)
    name = parse_world_wide_name(array.wwn)
    return names.find(f"wwn:{name}") if device is None and name is not None else device


def _find_member(
    member: MemberFacts,
    array: ArrayFacts,
    names: DriveNames,
    owners: Mapping[int, str],
    devices: Mapping[str, int | None],
    boxes: Boxes,
) -> MemberFacts:
    """Return an array's member with the drive that it is, by index.

    A member that is the block device of another array becomes a member of kind `array`.
    """
    if member.kind == "array" and member.key in devices:
        return replace(member, drive=devices[member.key])
    controller = boxes.keys.get(array.controller_key or "", array.controller_key)
    place = names.find_member(member.key, controller)
    owner = owners.get(place) if place is not None else None
    if owner is not None and owner != array.key:
        return replace(member, kind="array", key=owner, drive=place)
    return replace(member, drive=place)
