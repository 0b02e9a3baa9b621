"""Loop devices of a server that its root marked as a sandbox.

They count as drives there and nowhere else.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace

from storagelab.collectors.base import DriveFacts
from storagelab.domain.json_values import JsonObject

LOOP_MODEL = "Loop device"


def select_sandbox_drives(drives: Iterable[DriveFacts], text: str | None) -> list[DriveFacts]:
    """Name the loop devices of a sandbox, and remove all other loop devices from `drives`.

    `text` is the runner's list of sandbox devices. Without it, as with older runners, all drives are returned
    unchanged.
    """
    devices = _parse_devices(text)
    if devices is None:
        return list(drives)
    result = []
    for drive in drives:
        if not drive.kernel_name.startswith("loop"):
            result.append(drive)
        elif drive.kernel_name in devices:
            result.append(_name_sandbox_drive(drive, devices[drive.kernel_name]))
    return result


def _parse_devices(text: str | None) -> dict[str, JsonObject] | None:
    try:
        value = json.loads(text) if text else None
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, list):
        return None
    return {str(item["name"]): item for item in value if isinstance(item, dict) and "name" in item}


def _name_sandbox_drive(drive: DriveFacts, facts: JsonObject) -> DriveFacts:
    stable_id, serial = facts.get("stable_id"), facts.get("serial")
    name = stable_id if isinstance(stable_id, str) and stable_id else None
    return replace(
        drive,
        stable_id=name,
        stable_ids=(name,) if name is not None else (),
        serial=serial if isinstance(serial, str) and serial else None,
        model=drive.model or LOOP_MODEL,
        transport=drive.transport or "loop",
    )
