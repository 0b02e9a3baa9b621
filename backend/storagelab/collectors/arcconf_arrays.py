"""Logical devices of Adaptec controllers, from the blocks of `arcconf getconfig`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from storagelab.collectors.arcconf_blocks import ArcconfBlock
from storagelab.collectors.arcconf_tasks import Task
from storagelab.collectors.base import ArrayFacts, ControllerFacts, DriveDetail, MemberFacts, Policy
from storagelab.collectors.drive_values import parse_world_wide_name
from storagelab.collectors.raid_words import parse_kernel_name, parse_raid_level, parse_tool_size, read_tool_word

#: What a state of a drive contains, for `DRIVE_STATES`; the first that fits holds.
STATES = {
    "rebuilding": "rebuilding",
    "hot spare": "hot_spare",
    "hot-spare": "hot_spare",
    "pass through": "jbod",
    "raw": "jbod",
    "failed": "failed",
    "missing": "missing",
    "offline": "offline",
    "online": "online",
    "ready": "unconfigured",
}
_CONDITIONS = {
    "optimal": "optimal",
    "okay": "optimal",
    "rebuilding": "rebuilding",
    "suboptimal": "degraded",
    "degraded": "degraded",
    "critical": "degraded",
    "building": "initialising",
    "initializing": "initialising",
    "failed": "failed",
    "offline": "failed",
}
_SEGMENT = re.compile(r"(?:group \d{1,6}, )?segment \d{1,6}|device \d{1,6}")
_LISTED = re.compile(r"(?:stripe order|drive\(s\)) \(channel,device\)")
_SEATS = re.compile(r"\d{1,6},\d{1,6}")
_PRESENT = re.compile(r"(?P<state>[^(]*?)\s*\((?P<about>[^)]*)\)\s*(?P<serial>\S*)")


def build_arrays(
    number: str,
    controller: ControllerFacts,
    logical: Sequence[ArcconfBlock],
    drives: Sequence[DriveDetail],
    tasks: Sequence[Task] | None,
) -> tuple[ArrayFacts, ...]:
    """Build the arrays from the logical devices of one controller, with their background activity.

    `number` is the controller's number in arcconf. `tasks` are the running operations, None if unknown.
    """
    described = (_build_array(f"arcconf/{number}", controller, block, drives) for block in logical)
    return tuple(_add_activity(array, block.number, tasks) for array, block in zip(described, logical, strict=True))


def _add_activity(array: ArrayFacts, number: int | None, tasks: Sequence[Task] | None) -> ArrayFacts:
    """Return an array with its background activity, and the condition that the activity implies.

    `number` is the number of its logical device. A task without a logical device may run on any array.
    """
    if tasks is None:
        return array
    own = [task for task in tasks if task.logical in (number, None)]
    meant = [task.condition for task in own if task.condition is not None]
    activities = {task.activity for task in own if task.logical is not None}
    condition = array.condition
    if condition in ("optimal", "degraded") and "rebuilding" in meant:
        condition = "rebuilding"
    elif condition == "optimal" and meant:
        condition = meant[0]
    unsure = None in activities or any(task.logical is None for task in own)
    return replace(
        array,
        condition=condition,
        activity=None if unsure else next((activity for activity in activities if activity != "none"), "none"),
        progress_percent=next((task.percent for task in own), None),
    )


def _build_array(
    prefix: str, controller: ControllerFacts, block: ArcconfBlock, drives: Sequence[DriveDetail]
) -> ArrayFacts:
    wwn = parse_world_wide_name(block.get("volume unique identifier"))
    kind = next((kind for kind in ("device", "drive") if f"logical {kind} name" in block.values), "device")
    address = f"{prefix}/logical {block.number}"
    method = block.get("ld acceleration method")
    return ArrayFacts(
        key=wwn or address,
        name=block.get(f"logical {kind} name") or address,
        implementation="adaptec",
        kernel_name=parse_kernel_name(block.get("disk name")),
        wwn=wwn,
        controller_key=controller.key,
        level=parse_raid_level(block.get("raid level")),
        size_bytes=parse_tool_size(block.get("size")),
        strip_bytes=parse_tool_size(block.get("stripe-unit size")),
        condition=_parse_condition(block.get(f"status of logical {kind}") or ""),
        policies=_parse_policies(block),
        members=tuple(_iterate_members(prefix, block, drives)),
        settings={} if method is None else {"acceleration": method},
    )


def _parse_condition(status: str) -> str | None:
    """Parse the condition in an arcconf status such as `Degraded, Rebuilding`, which is `rebuilding`.

    A rebuild takes precedence, because the activity is more specific.
    """
    words = [_CONDITIONS.get(name) for name in re.findall(r"[a-z]+", status.lower())]
    return (
        "rebuilding"
        if "rebuilding" in words
        else next((condition for condition in words if condition is not None), None)
    )


def _parse_policies(block: ArcconfBlock) -> dict[str, Policy]:
    """Parse the cache policies of a logical device.

    The write cache has a setting or a caching mode; its status or mode is in effect.
    """
    caching = block.get("caching")
    read = _switch(block.get("read-cache setting", "read-cache mode") or caching)
    holds = _switch(block.get("read-cache status", "read-cache mode"))
    write = _write(block.get("write-cache setting") or caching, effective=False)
    written = _write(block.get("write-cache status", "write-cache mode"), effective=True)
    if _switch(caching) == "off":
        holds, written = holds or "off", written or "wt"
    # A cache that always writes back, and does so now, has no more detail.
    return {
        "read": Policy(read, holds),
        "write": Policy(write, write if (write, written) == ("awb", "wb") else written),
    }


def _switch(value: str | None) -> str | None:
    text = (value or "").lower()
    return "on" if text.startswith(("enabled", "on")) else "off" if text.startswith(("disabled", "off")) else None


def _write(value: str | None, *, effective: bool) -> str | None:
    """Parse a write cache setting into `wt`, `wb` or `awb`; None if unknown.

    An enabled cache is `awb` (always write-back) unless it depends on a battery, or the value is `effective`.
    """
    switch = _switch(value)
    if switch is None:
        return None
    if switch == "off":
        return "wt"
    protected = effective or "when protected" in (value or "").lower() or (value or "").lower() == "enabled"
    return "wb" if protected else "awb"


def _iterate_members(prefix: str, block: ArcconfBlock, drives: Sequence[DriveDetail]) -> Iterator[MemberFacts]:
    """Yield the members of a logical device, found among `drives` by serial number or slot.

    The key of a missing member is its place in the array.
    """
    by_seat = {detail.location: detail for detail in drives}
    by_serial = {detail.serial: detail for detail in drives if detail.serial is not None}
    for index, (seat, serial, state) in enumerate(_iterate_member_entries(block)):
        drive = by_serial.get(serial or "") or by_seat.get(f"{prefix}/{seat}")
        place = None if drive is None else drive.location
        key = place or (f"{prefix}/{seat}" if seat else f"{prefix}/logical {block.number}/{index}")
        meaning = next((meaning for words, meaning in STATES.items() if words in state.lower()), None)
        yield MemberFacts(kind="drive", key=key, slot=index, state=meaning or (None if drive is None else drive.state))


def _iterate_member_entries(block: ArcconfBlock) -> Iterator[tuple[str | None, str | None, str]]:
    """Yield slot, serial number and state of each member; unknown values are None."""
    for name, value in block.values.items():
        key = name.rpartition("/")[2]
        if _LISTED.fullmatch(key):
            yield from ((seat, None, "") for seat in _SEATS.findall(value))
        elif _SEGMENT.fullmatch(key):
            match = _PRESENT.fullmatch(value.strip())
            if match is None:
                yield None, None, value
            else:
                seat = match["about"].strip()
                yield seat if _SEATS.fullmatch(seat) else None, read_tool_word(match["serial"]), match["state"]
