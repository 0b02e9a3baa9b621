"""Virtual drives as storcli and perccli describe them, with requested and effective policies."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from storagelab.collectors import storcli_answers
from storagelab.collectors.base import ArrayFacts, ControllerFacts, MemberFacts, Policy
from storagelab.collectors.drive_values import parse_world_wide_name, read_mappings
from storagelab.collectors.raid_words import (
    find_exact_size,
    parse_kernel_name,
    parse_raid_level,
    parse_tool_size,
    read_tool_word,
    read_whole,
)
from storagelab.collectors.storcli_answers import StorcliAnswer, format_location, get_section
from storagelab.collectors.storcli_drives import STATES
from storagelab.domain.json_values import JsonObject

_VOLUME = re.compile(r"/c(?P<controller>\d{1,6})/v(?P<number>\d{1,6})")
_GROUP = re.compile(r"\d{1,6}/(?P<number>\d{1,6})")
_PERCENT = re.compile(r"\((\d{1,3}(?:\.\d{1,6})?)\s*%\)")
_CACHE = re.compile(r"(?P<read>NR|R)(?P<write>AWB|FWB|WB|WT)(?P<io>[DC])?")
_READ = {"NR": "nora", "R": "ra"}
_IO = {"D": "direct", "C": "cached"}
_WRITE = {"wt": "wt", "wb": "wb", "awb": "awb", "fwb": "awb"}
_INITIAL_WRITE = {
    "writethrough": "wt",
    "writeback": "wb",
    "alwayswriteback": "awb",
    "forcewriteback": "awb",
    "forcedwriteback": "awb",
}
_DRIVE_CACHE = {"enabled": "on", "disabled": "off", "disk's default": "default"}
_CONDITIONS = {
    "Optl": "optimal",
    "Dgrd": "degraded",
    "Pdgd": "degraded",
    "OfLn": "failed",
    "Rec": "rebuilding",
}
_INITIALISING = re.compile(r"initiali[sz]ation|\binit\b|\b[bf]gi\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class VirtualDrive:
    """One virtual drive; `members` are `enclosure:slot`, `naa` its world-wide name, `activity` None at rest.

    `seats` are the rows about its members, `row` and `details` all values of the drive itself.
    """

    address: str
    controller: int
    level: str | None
    state: str | None
    strip_bytes: int | None
    members: tuple[str, ...]
    naa: str | None
    cache: str | None
    activity: str | None
    row: JsonObject = field(default_factory=dict)
    details: JsonObject = field(default_factory=dict)
    seats: tuple[JsonObject, ...] = ()


def parse_volumes(text: str) -> tuple[VirtualDrive, ...] | None:
    """Parse the virtual drives of `/call/vall show all J`; None when it is not the known JSON."""
    answers = storcli_answers.read(text)
    return None if answers is None else list_virtual_drives(answers)


def list_virtual_drives(answers: tuple[StorcliAnswer, ...]) -> tuple[VirtualDrive, ...]:
    """Return the virtual drives in these answers, in their order."""
    return tuple(drive for answer in answers for drive in _iterate_virtual_drives(answer))


def build_virtual_array(
    drive: VirtualDrive,
    controller: ControllerFacts | None,
    rebuilds: Mapping[str, float],
    *,
    patrol_read: bool,
) -> ArrayFacts:
    """Build an array from one virtual drive, with its effective cache policies.

    `rebuilds` is the progress in percent by location of the rebuilt drive.
    """
    members = tuple(_build_member(drive, index, row) for index, row in enumerate(drive.seats))
    condition = _compute_condition(drive, members)
    percent = _PERCENT.search(drive.activity or "")
    progress = (
        [float(percent[1])] if percent else [rebuilds[member.key] for member in members if member.key in rebuilds]
    )
    naa = parse_world_wide_name(drive.naa)
    settings = {
        "span_depth": read_whole(drive.details.get("Span Depth")),
        "drives_per_span": read_whole(drive.details.get("Number of Drives Per Span")),
        "access": read_tool_word(drive.row.get("Access")),
    }
    return ArrayFacts(
        key=naa or drive.address,
        name=read_tool_word(drive.row.get("Name")) or drive.address,
        implementation="megaraid",
        kernel_name=parse_kernel_name(drive.details.get("OS Drive Name")),
        wwn=naa,
        controller_key=None if controller is None else controller.key,
        level=parse_raid_level(drive.level),
        size_bytes=find_exact_size(drive.details.get("Number of Blocks"), drive.row.get("Size")),
        strip_bytes=drive.strip_bytes,
        condition=condition,
        activity=_get_activity(drive, members, controller, patrol_read=patrol_read),
        progress_percent=min(progress, default=None),
        policies=_parse_policies(drive, controller),
        members=members,
        settings={name: value for name, value in settings.items() if value is not None},
    )


def _iterate_virtual_drives(answer: StorcliAnswer) -> Iterator[VirtualDrive]:
    data = get_section(answer.data)
    for key, value in data.items():
        match = _VOLUME.fullmatch(key)
        row = next(iter(read_mappings(value)), None)
        if match is not None and row is not None:
            number = match["number"]
            details = get_section(data, f"VD{number} Properties")
            yield _build_virtual_drive(
                key, int(match["controller"]), row, details, read_mappings(data.get(f"PDs for VD {number}"))
            )
    # The short form without `all` has rows only.
    for row in read_mappings(data.get("Virtual Drives")):
        group = _GROUP.fullmatch(read_tool_word(row.get("DG/VD")) or "")
        if group is not None and answer.controller is not None:
            yield _build_virtual_drive(f"/c{answer.controller}/v{int(group['number'])}", answer.controller, row, {}, [])


def _build_virtual_drive(
    address: str, controller: int, row: JsonObject, details: JsonObject, seats: list[JsonObject]
) -> VirtualDrive:
    return VirtualDrive(
        address=address,
        controller=controller,
        level=read_tool_word(row.get("TYPE")),
        state=read_tool_word(row.get("State")),
        strip_bytes=parse_tool_size(details.get("Strip Size")),
        members=tuple(read_tool_word(seat.get("EID:Slt")) or "" for seat in seats),
        naa=read_tool_word(details.get("SCSI NAA Id")),
        cache=read_tool_word(row.get("Cache")),
        activity=read_tool_word(details.get("Active Operations")),
        row=row,
        details=details,
        seats=tuple(seats),
    )


def _build_member(drive: VirtualDrive, index: int, row: JsonObject) -> MemberFacts:
    """Build an array member from a row of a virtual drive.

    A missing member has no seat; its place in the array is its only name.
    """
    place = format_location(drive.controller, row.get("EID:Slt"))
    state = STATES.get(read_tool_word(row.get("State")) or "")
    return MemberFacts(kind="drive", key=place or f"{drive.address}/{index}", slot=index, state=state)


def _compute_condition(drive: VirtualDrive, members: tuple[MemberFacts, ...]) -> str | None:
    condition = _CONDITIONS.get(drive.state or "")
    if condition == "degraded" and any(member.state == "rebuilding" for member in members):
        return "rebuilding"
    if condition == "optimal" and _INITIALISING.search(drive.activity or ""):
        return "initialising"
    return condition


def _get_activity(
    drive: VirtualDrive, members: tuple[MemberFacts, ...], controller: ControllerFacts | None, *, patrol_read: bool
) -> str | None:
    """Return the background activity of a virtual drive; None if unknown.

    The activity is `none` only where the tool itself reports it, which older versions may not do.
    """
    activity = (drive.activity or "").lower()
    if "consistency" in activity:
        return "consistency_check"
    if "copyback" in activity or any(member.state == "copyback" for member in members):
        return "copyback"
    if patrol_read:
        return "patrol_read"
    if controller is not None and controller.battery == "learning":
        return "learn_cycle"
    is_idle = drive.activity is None and "Active Operations" in drive.details
    return "none" if is_idle or _INITIALISING.search(activity) else None


def _parse_policies(drive: VirtualDrive, controller: ControllerFacts | None) -> dict[str, Policy]:
    match = _CACHE.fullmatch(drive.cache or "")
    read = _READ.get(match["read"]) if match else None
    direct = _IO.get(match["io"] or "") if match else None
    current = _WRITE[match["write"].lower()] if match else None
    initial = read_tool_word(drive.details.get("Write Cache(initial setting)")) or ""
    requested = _INITIAL_WRITE.get(initial.replace(" ", "").lower(), current)
    drive_cache = _DRIVE_CACHE.get((read_tool_word(drive.details.get("Disk Cache Policy")) or "").lower())
    return {
        "read": Policy(read, read),
        "write": Policy(requested, _compute_effective_write(current or requested, controller)),
        "io": Policy(direct, direct),
        # What a drive does that is left to its default only the drive knows.
        "drive_cache": Policy(drive_cache, None if drive_cache == "default" else drive_cache),
    }


def _compute_effective_write(policy: str | None, controller: ControllerFacts | None) -> str | None:
    """Return the effective write policy, `wb` or `wt`; None if unknown.

    Write-back is effective only with a good cache battery, unless it is forced. With a battery that is unreported,
    charging or learning, the policy depends on the charge and is unknown.
    """
    if policy != "wb" or controller is None:
        return None if policy == "wb" else policy
    if controller.battery == "optimal" or controller.settings.get("write_back_without_battery") is True:
        return "wb"
    return "wt" if controller.battery in ("missing", "failed") else None
