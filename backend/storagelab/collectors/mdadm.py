"""Software arrays of the kernel: members, state, and doubts about measuring on them.

/proc/mdstat reports the present state. `mdadm --detail` names members, layout and identity. `mdadm --examine` names the
array that a drive was last part of.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from storagelab.collectors.base import ArrayFacts, CollectedFacts, MemberFacts, Settings, SettingValue
from storagelab.collectors.device_paths import get_member_kind, parse_device_name
from storagelab.collectors.mdadm_text import (
    MdadmDetail,
    MdadmMemberRow,
    parse_bare_name,
    parse_detail,
    parse_examine,
    parse_export,
    parse_size_bytes,
)
from storagelab.collectors.mdstat import MdArray, list_array_warnings, parse_mdstat
from storagelab.collectors.values import count, get_output_text, iterate_output_texts, read_word

name = "mdadm"
inputs: tuple[str, ...] = ("mdstat", "mdadm/*", "mdadm_export/*", "mdadm_examine/*")

_UNIT = 1 << 10
_CHECKS = ("check", "repair")
_SERVING = ("clean", "active", "active-idle", "write-pending", "readonly", "read-auto")
#: Words of a member's state in order of precedence; the first match decides.
_MEMBER_STATES = {"faulty": "failed", "rebuilding": "rebuilding", "removed": "missing", "spare": "hot_spare"}


@dataclass(frozen=True, slots=True)
class _ArrayRecord:
    """All values that mdadm reports about one array."""

    kernel_name: str
    mdstat: MdArray | None
    detail: MdadmDetail | None
    export: Mapping[str, str]


def parse(outputs: Mapping[str, str | None]) -> CollectedFacts:
    """Return every running array, and warnings about arrays that are degraded, busy or not running."""
    warnings: list[str] = []
    listed = parse_mdstat(get_output_text(outputs, "mdstat"))
    details = _parse_details(outputs, warnings)
    exports = {device: parse_export(text) for device, text in iterate_output_texts(outputs, "mdadm_export")}
    statuses = {array.name: array for array in listed}
    names = dict.fromkeys([*statuses, *details, *exports])
    records = [_ArrayRecord(name, statuses.get(name), details.get(name), exports.get(name, {})) for name in names]
    records = [record for record in records if record.mdstat or record.detail or record.export]
    keys = {alias: _build_key(record) for record in records for alias in _iterate_aliases(record)}
    arrays = [_build_array(record, keys) for record in records]
    warnings += [doubt for array in listed for doubt in list_array_warnings(array)]
    warnings += _iterate_stray_warnings(outputs, arrays)
    return CollectedFacts(arrays=tuple(arrays), warnings=tuple(warnings))


def _parse_details(outputs: Mapping[str, str | None], warnings: list[str]) -> dict[str, MdadmDetail]:
    details = {}
    for device, text in iterate_output_texts(outputs, "mdadm"):
        detail = parse_detail(text)
        if detail is None:
            warnings.append(f"The output of mdadm about the array {device} was not understood.")
        else:
            details[device] = detail
    return details


def _build_key(record: _ArrayRecord) -> str:
    uuid = _find_value(record, "UUID", "MD_UUID")
    return uuid.partition(" ")[0].lower() if uuid is not None else f"md:{record.kernel_name}"


def _iterate_aliases(record: _ArrayRecord) -> Iterator[str]:
    """Yield the names by which another array may refer to this array as its member."""
    yield record.kernel_name
    if record.detail is not None and record.detail.path is not None:
        yield record.detail.path


def _find_value(record: _ArrayRecord, field: str, exported: str) -> str | None:
    """Return the value `field` of `mdadm --detail`, else the value `exported` of its --export form."""
    return read_word(
        (record.detail.values.get(field) if record.detail is not None else None) or record.export.get(exported)
    )


def _build_array(record: _ArrayRecord, keys: Mapping[str, str]) -> ArrayFacts:
    level = _find_value(record, "Raid Level", "MD_LEVEL") or (
        record.mdstat.level if record.mdstat is not None else None
    )
    container = level == "container" or (record.mdstat is not None and record.mdstat.container)
    members = _build_members(record, keys)
    activity, percent = _find_activity(record)
    condition = None if container else _compute_condition(record, activity, members)
    busy = None if condition is None else ("consistency_check" if activity in _CHECKS else "none")
    return ArrayFacts(
        key=_build_key(record),
        name=_get_array_name(record),
        implementation="mdadm",
        kernel_name=record.kernel_name,
        level="container" if container else level,
        size_bytes=_compute_size(record),
        strip_bytes=_strip(record),
        condition=condition,
        activity=busy,
        progress_percent=percent,
        members=members,
        settings=_collect_settings(record, members),
    )


def _get_array_name(record: _ArrayRecord) -> str:
    """Return the given name of the array; a name that is only a number is replaced by the kernel name."""
    name = parse_bare_name(_find_value(record, "Name", "MD_NAME")) or read_word(record.export.get("MD_DEVNAME"))
    return record.kernel_name if name is None or name.isdigit() else name


def _compute_size(record: _ArrayRecord) -> int | None:
    if record.detail is not None:
        kibibytes = count(record.detail.values.get("Array Size", "").partition(" ")[0])
        if kibibytes is not None:
            return kibibytes * _UNIT
    return record.mdstat.size_bytes if record.mdstat is not None else None


def _strip(record: _ArrayRecord) -> int | None:
    strip = parse_size_bytes(record.detail.values.get("Chunk Size")) if record.detail is not None else None
    return strip or (record.mdstat.chunk_bytes if record.mdstat is not None else None)


def _find_activity(record: _ArrayRecord) -> tuple[str | None, float | None]:
    """Return (background activity, progress in percent) of an array in the kernel's words.

    /proc/mdstat takes precedence over `mdadm --detail`, because it is more exact.
    """
    status, detail = record.mdstat, record.detail
    if status is not None and status.activity is not None:
        return status.activity, status.percent
    return (detail.activity, detail.percent) if detail is not None else (None, None)


def _compute_condition(record: _ArrayRecord, activity: str | None, members: tuple[MemberFacts, ...]) -> str | None:
    """Return the condition of an array, one of CONDITIONS; None if unknown.

    A reshape is `rebuilding`, because it moves all data. A resync is `initialising`, because it writes all data for the
    first time.
    """
    states = record.detail.states if record.detail is not None else frozenset()
    stopped = record.mdstat is not None and not record.mdstat.active
    if stopped or states & {"FAILED", "broken", "inactive", "Not Started"}:
        return "failed"
    if activity in ("recovery", "reshape"):
        return "rebuilding"
    lacks = bool(record.mdstat is not None and record.mdstat.missing) or any(
        member.state == "missing" for member in members
    )
    if "degraded" in states or lacks:
        return "degraded"
    if activity == "resync":
        return "initialising"
    return "optimal" if record.mdstat is not None or states.intersection(_SERVING) else None


def _build_members(record: _ArrayRecord, keys: Mapping[str, str]) -> tuple[MemberFacts, ...]:
    """Return the members of an array in the order of their slots, then members without a slot.

    `keys` maps names of other arrays to their keys.
    """
    if record.detail is not None and record.detail.rows:
        members = [
            _build_member(_build_row_key(row), row.slot, _get_row_state(row), keys) for row in record.detail.rows
        ]
    elif record.export:
        members = list(_iterate_exported_members(record.export, keys))
    else:
        members = []
    if not members and record.mdstat is not None:
        return tuple(_iterate_listed_members(record.mdstat, keys))
    return tuple(sorted(members, key=lambda member: (member.slot is None, member.slot or 0)))


def _build_row_key(row: MdadmMemberRow) -> str:
    """Return the key of a member row: its device name, or its slot for a missing member."""
    return parse_device_name(row.path) if row.path is not None else f"slot-{row.slot}"


def _get_row_state(row: MdadmMemberRow) -> str | None:
    if not row.words:
        return None if row.path is not None else "missing"
    return next((state for term, state in _MEMBER_STATES.items() if term in row.words), "online")


def _iterate_exported_members(export: Mapping[str, str], keys: Mapping[str, str]) -> Iterator[MemberFacts]:
    for field, role in export.items():
        path = export.get(f"{field.removesuffix('_ROLE')}_DEV")
        if field.startswith("MD_DEVICE_") and field.endswith("_ROLE") and path is not None:
            state = "hot_spare" if role == "spare" else None
            yield _build_member(parse_device_name(path), count(role), state, keys)


def _iterate_listed_members(array: MdArray, keys: Mapping[str, str]) -> Iterator[MemberFacts]:
    """Yield the members that /proc/mdstat lists, by kernel number; a number can differ from the slot."""
    for _, device in sorted(zip(array.numbers, array.members, strict=True)):
        spare = "hot_spare" if device in array.spares and not array.container else None
        yield _build_member(device, None, "failed" if device in array.faulty else spare, keys)


def _build_member(device: str, slot: int | None, state: str | None, keys: Mapping[str, str]) -> MemberFacts:
    if device in keys:
        return MemberFacts("array", keys[device], slot, state)
    return MemberFacts(get_member_kind(device), device, slot, state)


def _collect_settings(record: _ArrayRecord, members: tuple[MemberFacts, ...]) -> Settings:
    """Return the remaining settings of an array that can change a result, if reported.

    Examples are layout, bitmap and metadata version.
    """
    values = record.detail.values if record.detail is not None else {}
    rows = record.detail.rows if record.detail is not None else ()
    settings: dict[str, SettingValue] = {
        "layout": None if values.get("Layout") == "-unknown-" else read_word(values.get("Layout")),
        "bitmap": read_word(values.get("Intent Bitmap")) or ("none" if "Raid Level" in values else None),
        "bitmap_chunk_bytes": record.mdstat.bitmap_chunk_bytes if record.mdstat is not None else None,
        "metadata_version": _find_value(record, "Version", "MD_METADATA"),
        "consistency_policy": read_word(values.get("Consistency Policy")),
        "raid_devices": count(values.get("Raid Devices") or record.export.get("MD_DEVICES")),
        "spares": sum(member.state == "hot_spare" for member in members) if rows else None,
        "container": read_word(values.get("Container") or record.export.get("MD_CONTAINER")),
        "write_mostly": sorted(_build_row_key(row) for row in rows if "writemostly" in row.words) or None,
        "failfast": sorted(_build_row_key(row) for row in rows if "failfast" in row.words) or None,
        "journal": next((_build_row_key(row) for row in rows if "journal" in row.words), None),
    }
    return {field: value for field, value in settings.items() if value is not None}


def _iterate_stray_warnings(outputs: Mapping[str, str | None], arrays: list[ArrayFacts]) -> Iterator[str]:
    """Yield warnings about drives whose array does not run, or runs without them."""
    members = {member.key for array in arrays for member in array.members}
    names = {array.key: array.name for array in arrays}
    for device, text in iterate_output_texts(outputs, "mdadm_examine"):
        examined = parse_examine(text)
        if examined is None or device in members:
            continue
        if examined.uuid in names:
            yield f"{device} belongs to the array {names[examined.uuid]} but takes no part in it."
        else:
            called = parse_bare_name(examined.name) or examined.uuid
            yield f"{device} carries a member of the array {called}, which is not running."
