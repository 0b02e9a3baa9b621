"""Logical drives of HPE Smart Array controllers, from the blocks of ssacli."""

from __future__ import annotations

import re

from storagelab.collectors.base import ArrayFacts, ControllerFacts, MemberFacts, Policy
from storagelab.collectors.drive_values import parse_world_wide_name
from storagelab.collectors.raid_words import parse_kernel_name, parse_raid_level, parse_tool_size
from storagelab.collectors.ssacli_blocks import SsacliBlock, SsacliController

_CONDITIONS = {
    "ok": "optimal",
    "interim recovery mode": "degraded",
    "ready for recovery operation": "degraded",
    "ready for rebuild": "degraded",
    "waiting for rebuild": "degraded",
    "recovering": "rebuilding",
    "rebuilding": "rebuilding",
    "failed": "failed",
}
#: Parity that is still to be written: until then a write costs more than it will.
_INITIALISING = ("queued", "in progress", "initializing", "rapid")
_PERCENT = re.compile(r"(\d{1,3}(?:\.\d{1,6})?)\s*%")
_YIELDING_SCANS = ("idle", "disabled")
_SWITCHES = {"enabled": "on", "disabled": "off"}


def build_logical_array(parsed: SsacliController, controller: ControllerFacts, block: SsacliBlock) -> ArrayFacts:
    """Build an array from one logical drive.

    Only members that are listed in groups have a known place in the array.
    """
    wwn = parse_world_wide_name(block.get("unique identifier"))
    address = f"{parsed.address}/logical {block.name}"
    status, parity = (block.get("status") or "").lower(), (block.get("parity initialization status") or "").lower()
    condition = next((meaning for words, meaning in _CONDITIONS.items() if status.startswith(words)), None)
    if condition == "optimal" and parity.startswith(_INITIALISING):
        condition = "initialising"
    percent = _PERCENT.search(status) or _PERCENT.search(block.get("parity initialization progress") or "")
    method = block.get("ld acceleration method")
    return ArrayFacts(
        key=wwn or address,
        name=block.get("logical drive label") or address,
        implementation="smartarray",
        kernel_name=parse_kernel_name(block.get("disk name")),
        wwn=wwn,
        controller_key=controller.key,
        level=parse_raid_level(block.get("fault tolerance")),
        strip_bytes=parse_tool_size(block.get("strip size")),
        condition=condition,
        activity=_get_activity(controller, condition),
        progress_percent=None if percent is None else float(percent[1]),
        policies=_parse_policies(block, controller),
        members=_build_members(parsed, block),
        settings={} if method is None else {"acceleration": method},
    )


def _get_activity(controller: ControllerFacts, condition: str | None) -> str | None:
    """Return the background activity of an array; None if unknown.

    The tool reports rebuilds as conditions and only the mode of surface scans. Scans that yield to I/O are idle. With a
    scan that does not yield, the activity is unknown.
    """
    mode = str(controller.settings.get("surface_scan_mode", "")).lower()
    return "none" if condition is not None and mode in _YIELDING_SCANS else None


def _parse_policies(block: SsacliBlock, controller: ControllerFacts) -> dict[str, Policy]:
    """Return the cache policies. Caching is one setting; it writes back only while battery and cache are healthy."""
    caching = _SWITCHES.get((block.get("caching") or "").lower())
    drive_cache = _SWITCHES.get(str(controller.settings.get("drive_write_cache", "")).lower())
    requested = {"on": "wb", "off": "wt"}.get(caching or "")
    effective = "wt" if requested == "wt" else None
    if requested == "wb":
        cache = str(controller.settings.get("cache_status", "")).lower()
        without = str(controller.settings.get("write_cache_without_battery", "")).lower()
        if cache == "ok" and controller.battery == "optimal":
            effective = "wb"
        elif "disabled" in cache or (controller.battery in ("missing", "failed") and without == "disabled"):
            effective = "wt"
    return {
        "read": Policy(caching, "off" if caching == "off" else None),
        "write": Policy(requested, effective),
        "drive_cache": Policy(drive_cache, drive_cache),
    }


def _build_members(controller: SsacliController, block: SsacliBlock) -> tuple[MemberFacts, ...]:
    states = {"failed": "failed", "rebuilding": "rebuilding"}
    drives = {drive.name: drive for drive in controller.drives}
    listed = [
        drive.name
        for drive in controller.drives
        if block.array is not None
        and drive.array == block.array
        and (drive.get("drive type") or "").lower() == "data drive"
    ]
    members = []
    for index, name in enumerate(block.members or listed):
        drive = drives.get(name)
        status = "" if drive is None else (drive.get("status") or "").lower()
        online = "online" if status in ("ok", "predictive failure") else None
        state = next((meaning for words, meaning in states.items() if status.startswith(words)), online)
        place = index if block.members else None
        members.append(MemberFacts(kind="drive", key=f"{controller.address}/{name}", slot=place, state=state))
    return tuple(members)
