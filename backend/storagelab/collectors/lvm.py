"""Logical volumes that span several devices, from the JSON reports of `pvs`, `vgs` and `lvs -a`.

`lvs` prints one row a segment. A volume is striped, mirrored or a RAID when one of its segments is. It is linear over
several devices when its segments lie on several.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from storagelab.collectors.base import ArrayFacts, CollectedFacts, MemberFacts, Settings
from storagelab.collectors.device_paths import get_member_kind, parse_device_name
from storagelab.collectors.values import count, get_output_text, parse_json_object, read_percentage, read_word
from storagelab.domain.json_values import JsonObject

name = "lvm"
inputs: tuple[str, ...] = ("lvm_pvs", "lvm_vgs", "lvm_lvs")

_DEVICE = re.compile(r"(?P<name>.+)\(\d+\)")
#: RAID layouts that differ only in where parity lies end in such a word, as in raid5_ls.
_LAYOUT = re.compile(r"(?P<level>raid\d+)_\w+")
_LEVELS = {"striped": "raid0", "mirror": "raid1", "error": "linear"}
_MISSING_DEVICE = "[unknown]"
_REBUILDS = ("recover", "reshape")
_CHECKS = ("check", "repair")


@dataclass(frozen=True, slots=True)
class _Volume:
    """A logical volume with all its segments; `devices` are paths of drives or names of volumes of its group."""

    group: str
    name: str
    row: JsonObject
    kinds: tuple[str, ...]
    devices: tuple[str, ...]


def parse(outputs: Mapping[str, str | None]) -> CollectedFacts:
    """Parse LVM volumes as arrays of drives or of other volumes, with warnings about incomplete ones.

    A volume is incomplete if it lacks a drive or is not whole.
    """
    warnings: list[str] = []
    rows = _parse_rows(outputs, "lvm_lvs", "lv", warnings)
    volumes = _group_volumes(rows)
    arrays = [_build_array(volume, volumes) for volume in volumes.values() if _is_array(volume)]
    warnings += [doubt for array in arrays for doubt in _iterate_warnings(array)]
    for row in _parse_rows(outputs, "lvm_vgs", "vg", warnings):
        missing = count(row.get("vg_missing_pv_count"))
        if missing:
            warnings.append(
                f"The volume group {read_word(row.get('vg_name'))} lacks {missing} of its physical volumes."
            )
    for row in _parse_rows(outputs, "lvm_pvs", "pv", warnings):
        if read_word(row.get("pv_duplicate")) not in (None, "0"):
            warnings.append(
                f"{read_word(row.get('pv_name'))} repeats another physical volume, and LVM does not use it."
            )
    return CollectedFacts(arrays=tuple(arrays), warnings=tuple(warnings))


def list_volume_uuids(outputs: Mapping[str, str | None]) -> frozenset[str]:
    """Return the uuids of all volumes that `lvs` lists, including those that are not striped or mirrored."""
    uuids = (read_word(row.get("lv_uuid")) for row in _parse_rows(outputs, "lvm_lvs", "lv", []))
    return frozenset(uuid for uuid in uuids if uuid is not None)


def _parse_rows(outputs: Mapping[str, str | None], output: str, kind: str, warnings: list[str]) -> list[JsonObject]:
    """Return the rows of kind `kind` in an LVM JSON report, which may have several parts.

    A report that is not understood adds a warning.
    """
    text = get_output_text(outputs, output)
    if text is None:
        return []
    report = (parse_json_object(text) or {}).get("report")
    if not isinstance(report, list):
        warnings.append(f"The output of LVM was not understood: {output} is not one of its JSON reports.")
        return []
    parts = [part.get(kind) for part in report if isinstance(part, dict)]
    return [row for part in parts if isinstance(part, list) for row in part if isinstance(row, dict)]


def _group_volumes(rows: list[JsonObject]) -> dict[tuple[str, str], _Volume]:
    """Return volumes by group and name. A hidden volume is printed in brackets, but referred to without them."""
    volumes: dict[tuple[str, str], _Volume] = {}
    for row in rows:
        group, name = read_word(row.get("vg_name")), (read_word(row.get("lv_name")) or "").strip("[]")
        if group is None or not name:
            continue
        volume = volumes.get((group, name)) or _Volume(group, name, row, (), ())
        kind = read_word(row.get("segtype"))
        volumes[group, name] = replace(
            volume,
            kinds=(*volume.kinds, kind) if kind is not None and kind not in volume.kinds else volume.kinds,
            devices=tuple(dict.fromkeys((*volume.devices, *_parse_devices(row)))),
        )
    return volumes


def _parse_devices(row: JsonObject) -> list[str]:
    """Return the devices of `/dev/sda(0),pool_tdata(0)`, where each stripe or image of a segment begins.

    A cache or pool adds no others.
    """
    parts = (_DEVICE.fullmatch(part.strip()) for part in (read_word(row.get("devices")) or "").split(","))
    return [
        match["name"].strip("[]") if match["name"] != _MISSING_DEVICE else _MISSING_DEVICE
        for match in parts
        if match is not None
    ]


def _is_array(volume: _Volume) -> bool:
    """Return whether a volume spans several devices and is an array of its own.

    Parts of a RAID are its members, unless they span devices too.
    """
    spread = len(volume.devices) > 1 or any(kind.startswith(("raid", "mirror")) for kind in volume.kinds)
    return spread and not _is_record(volume) and bool(_get_raid_level(volume))


def _is_record(volume: _Volume) -> bool:
    """Return whether a volume is a metadata record of LVM for a RAID or a pool, which contains no data."""
    return "metadata" in (read_word(volume.row.get("lv_role")) or "").split(",")


def _get_raid_level(volume: _Volume) -> str | None:
    kind = next((segment for segment in volume.kinds if segment != "linear"), volume.kinds[0] if volume.kinds else None)
    if kind is None:
        # Without segment types the layout shows the level, such as `raid,raid1` or `striped`.
        kind = (read_word(volume.row.get("lv_layout")) or "").split(",")[-1] or None
    if kind is None:
        return None
    match = _LAYOUT.fullmatch(kind)
    return match["level"] if match is not None else _LEVELS.get(kind, kind)


def _build_key(volume: _Volume) -> str:
    return read_word(volume.row.get("lv_uuid")) or f"lvm:{volume.group}/{volume.name}"


def _build_array(volume: _Volume, volumes: Mapping[tuple[str, str], _Volume]) -> ArrayFacts:
    row, level = volume.row, _get_raid_level(volume)
    action = read_word(row.get("raid_sync_action"))
    progress = read_percentage(row.get("sync_percent") or row.get("copy_percent"))
    condition = _compute_condition(row, action, progress)
    checks = action in _CHECKS
    return ArrayFacts(
        key=_build_key(volume),
        name=f"{volume.group}/{volume.name}",
        implementation="lvm",
        kernel_name=_build_kernel_name(row),
        level=level,
        size_bytes=count(row.get("lv_size")),
        strip_bytes=count(row.get("stripe_size")) or None,
        condition=condition,
        activity=None if condition is None else ("consistency_check" if checks else "none"),
        progress_percent=progress if checks or condition in ("rebuilding", "initialising") else None,
        members=tuple(_build_member(device, slot, volume.group, volumes) for slot, device in enumerate(volume.devices)),
        settings=_collect_settings(volume),
    )


def _build_kernel_name(row: JsonObject) -> str | None:
    """Return the device-mapper name of an active volume; an inactive one has the number -1."""
    minor = count(row.get("lv_kernel_minor"))
    return None if minor is None else f"dm-{minor}"


def _compute_condition(row: JsonObject, action: str | None, progress: float | None) -> str | None:
    """Return the condition of a volume, one of CONDITIONS; None when the volume is not active.

    The sources are its health, its `action` with the `progress` in percent, and the ninth letter of lv_attr.
    """
    health = read_word(row.get("lv_health_status"))
    attributes = read_word(row.get("lv_attr")) or ""
    flag = attributes[8] if len(attributes) > 8 else ""
    if action in _REBUILDS:
        return "rebuilding"
    if health in ("partial", "refresh needed") or flag in ("p", "r"):
        return "degraded"
    if health not in (None, "mismatches exist"):
        return "failed"
    if action == "resync" or (action not in _CHECKS and progress is not None and progress < 100):
        return "initialising"
    return "optimal" if len(attributes) > 4 and attributes[4] == "a" else None


def _build_member(device: str, slot: int, group: str, volumes: Mapping[tuple[str, str], _Volume]) -> MemberFacts:
    """Return the member of an array on `device`: a drive, an array or a striped volume.

    A volume that lies entirely on one drive represents that drive.
    """
    seen: set[str] = set()
    volume = volumes.get((group, device))
    while volume is not None and device not in seen:
        seen.add(device)
        if _is_array(volume):
            return MemberFacts("array", _build_key(volume), slot, "online")
        if len(volume.devices) != 1:
            return MemberFacts("lun", _build_key(volume), slot)
        (device,) = volume.devices
        volume = volumes.get((group, device))
    if device == _MISSING_DEVICE:
        return MemberFacts("drive", f"slot-{slot}", slot, "missing")
    kernel_name = parse_device_name(device)
    return MemberFacts(get_member_kind(kernel_name), kernel_name, slot, "online")


def _collect_settings(volume: _Volume) -> Settings:
    row = volume.row
    settings = {
        "stripes": count(row.get("stripes")),
        "region_bytes": count(row.get("region_size")) or None,
        "layout": read_word(row.get("lv_layout")),
        "segment_types": ", ".join(volume.kinds) or None,
        "mismatches": count(row.get("raid_mismatch_count")) or None,
    }
    return {field: value for field, value in settings.items() if value is not None}


def _iterate_warnings(array: ArrayFacts) -> Iterator[str]:
    if array.condition in ("degraded", "failed"):
        yield f"The logical volume {array.name} is {array.condition}."
    if array.progress_percent is not None:
        yield f"The logical volume {array.name} is being synchronised or checked: {array.progress_percent:g} %."
    for member in array.members:
        if member.state == "missing":
            yield f"The logical volume {array.name} lacks the drive of its part {member.slot}."
