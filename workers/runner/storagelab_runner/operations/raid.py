"""Hardware RAID through storcli or perccli, limited to enrolled drives and held volumes."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from storagelab_runner.allow_list import read_allow_list
from storagelab_runner.block_tree import BlockNode, read_node
from storagelab_runner.held_devices import HeldDevice
from storagelab_runner.identity import get_realtime_ns
from storagelab_runner.operations import raid_commands, raid_text
from storagelab_runner.operations.command import search_path
from storagelab_runner.operations.context import Context, OperationFailed
from storagelab_runner.operations.kinds import Operation
from storagelab_runner.operations.raid_text import NotUnderstood, RaidDrive, RaidVolume

_SECONDS = 300.0
_BY_ID = Path("/dev/disk/by-id")
_BEATS_UNTIL_SEEN = 480
_T = TypeVar("_T")


def create(operation: Operation, context: Context) -> dict[str, Any]:
    """Create a virtual drive of enrolled drives and hold it instead of the drives.

    Returns the facts of the virtual drive with its path and stable id. Raises OperationFailed or Stopped.
    """
    values = operation.values
    members = [_require_enrolled_drive(serial, context) for serial in values["members"]]
    if len({member.controller for member in members}) != 1:
        raise OperationFailed("The drives are attached to different controllers.", "job")
    for member in members:
        if member.state not in ("UGood", "JBOD"):
            raise OperationFailed(f"Drive {member.serial} ({member.address}) is {member.state}, not unconfigured.")
    existing = {volume.address for volume in _list_volumes(context)}
    released = [device for device in context.held if device.serial in values["members"]]
    for device in released:
        context.let_go(device)
    try:
        _run_checked(raid_commands.create(values, members), context)
        volume = _require_new_volume(existing, context)
    except BaseException:
        for device in released:
            context.take_back(device)
        raise
    _verify_created(volume, values, members)
    if values["initialisation"] != "none":
        _run_checked(raid_commands.initialise(volume, values["initialisation"]), context)
    held = _hold(f"wwn-0x{volume.naa}", context)
    context.changed = True
    return {**_build_evidence(volume), "path": held.path, "stable_id": held.stable_id}


def delete(_operation: Operation, context: Context) -> dict[str, Any]:
    """Delete the held virtual drive and return its facts. Raises OperationFailed or Stopped."""
    device, volume = _require_held_volume(context)
    context.let_go(device)
    try:
        _run_checked(raid_commands.delete(volume), context)
        if any(other.naa == volume.naa for other in _list_volumes(context)):
            raise OperationFailed(f"{volume.address} is still there, though the tool reported its deletion.")
    except BaseException:
        context.take_back(device)
        raise
    context.changed = True
    return _build_evidence(volume)


def set_offline(operation: Operation, context: Context) -> dict[str, Any]:
    """Set a member of a virtual drive offline. Raises OperationFailed or Stopped."""
    return _bring(operation.values["member"], "offline", ("Offln",), context)


def set_missing(operation: Operation, context: Context) -> dict[str, Any]:
    """Mark an offline drive as missing; it is unconfigured afterwards.

    Raises OperationFailed or Stopped.
    """
    return _bring(operation.values["member"], "missing", ("UGood", "UBad", "Msng"), context)


def set_jbod(operation: Operation, context: Context) -> dict[str, Any]:
    """Expose drives to the system as JBOD and hold them, or make them unconfigured again.

    Returns `drives`, each with address, serial and state. Raises OperationFailed or Stopped.
    """
    drives = []
    for serial in operation.values["members"]:
        held = [device for device in context.held if device.serial == serial]
        if operation.values["on"]:
            drives.append(_bring(serial, "jbod", ("JBOD",), context))
            if not held:
                _hold(f"wwn-0x{_drive(serial, context).wwn}", context)
        else:
            for device in held:
                context.let_go(device)
            drives.append(_bring(serial, "good", ("UGood",), context))
    context.changed = True
    return {"drives": drives}


def start_rebuild(operation: Operation, context: Context) -> dict[str, Any]:
    """Start the rebuild of a drive and return its state. Raises OperationFailed or Stopped."""
    drive = _require_enrolled_drive(operation.values["member"], context)
    _run_checked(raid_commands.start_rebuild(drive), context)
    after = _drive(drive.serial, context)
    if after.state not in ("Rbld", "Onln"):
        raise OperationFailed(
            f"Drive {drive.serial} is {after.state}, though the tool reported that its rebuild has begun."
        )
    return _drive_evidence(after)


def set_hot_spare(operation: Operation, context: Context) -> dict[str, Any]:
    """Make a drive a hot spare or an ordinary one again, and return its state.

    Raises OperationFailed or Stopped.
    """
    drive = _require_enrolled_drive(operation.values["member"], context)
    _run_checked(raid_commands.build_hot_spare_command(drive, operation.values["action"]), context)
    after = _drive(drive.serial, context)
    wanted = ("GHS", "DHS") if operation.values["action"] == "add" else ("UGood",)
    if after.state not in wanted:
        raise OperationFailed(f"Drive {drive.serial} is {after.state}, not {' or '.join(wanted)}.")
    return _drive_evidence(after)


def set_rebuild_rate(operation: Operation, context: Context) -> dict[str, Any]:
    """Set the percentage of the controller that a rebuild may use, and verify it.

    The controller is the one of the held virtual drive. Raises OperationFailed or Stopped.
    """
    _, volume = _require_held_volume(context)
    wish = operation.values["percent"]
    _run_checked(raid_commands.set_rebuild_rate(volume.controller, wish), context)
    text = _run_checked(raid_commands.show_rebuild_rate(volume.controller), context)
    values = [value for pairs in _read(raid_text.parse_properties, text) for value in pairs.values()]
    if f"{wish}%" not in values:
        raise OperationFailed(f"The rebuild rate is {', '.join(values) or 'not known'}, not {wish}%.")
    return {"controller": volume.controller, "percent": wish}


def set_policies(operation: Operation, context: Context) -> dict[str, Any]:
    """Set the cache and I/O policies of the held virtual drive, and verify them.

    Raises OperationFailed or Stopped.
    """
    device, volume = _require_held_volume(context)
    for argv in raid_commands.set_policies(volume, operation.values):
        _run_checked(argv, context)
    after = _find_volume(device, context)
    for key, wish in operation.values.items():
        if wish is not None and getattr(after, key) != wish:
            raise OperationFailed(
                f"The {key.replace('_', ' ')} of {after.address} is {getattr(after, key)}, not {wish}."
            )
    return _build_evidence(after)


def find_tool(path: str) -> str | None:
    """Return the first storcli or perccli on that search path, or where their packages install them."""
    places = f"{path}:/opt/MegaRAID/storcli:/opt/MegaRAID/perccli"
    return next(filter(None, (shutil.which(name, path=places) for name in raid_commands.TOOLS)), None)


def run_raid_tool(arguments: Sequence[str], context: Context) -> str:
    """Return the output of the tool, whatever its exit status: its JSON reports what went wrong.

    Raises OperationFailed or Stopped.
    """
    tool = find_tool(search_path(context.environment))
    if tool is None:
        raise OperationFailed(f"None of {', '.join(raid_commands.TOOLS)} is installed on this server.")
    return context.run([tool, *arguments], _SECONDS).stdout


def _run_checked(arguments: Sequence[str], context: Context) -> str:
    text = run_raid_tool(arguments, context)
    _read(raid_text.parse_sections, text)
    return text


def _read(parse: Callable[[str], _T], text: str) -> _T:
    try:
        return parse(text)
    except NotUnderstood as problem:
        raise OperationFailed(f"The RAID tool failed: {str(problem).rstrip('.')}.") from None


def _list_volumes(context: Context) -> list[RaidVolume]:
    return _read(raid_text.parse_volumes, run_raid_tool(raid_commands.SHOW_VOLUMES, context))


def _drive(serial: str, context: Context) -> RaidDrive:
    matches = [
        drive
        for drive in _read(raid_text.parse_drives, run_raid_tool(raid_commands.SHOW_DRIVES, context))
        if drive.serial == serial
    ]
    if len(matches) != 1:
        raise OperationFailed(
            f"{len(matches)} drives behind the RAID controllers have the serial number {serial}.", "job"
        )
    return matches[0]


def _require_enrolled_drive(serial: str, context: Context) -> RaidDrive:
    """Return the drive with exactly this serial. Raises OperationFailed unless root enrolled it."""
    allowed = read_allow_list(context.state.config)
    valid = [entry for entry in allowed.entries if entry.expires_realtime_ns > get_realtime_ns()]
    if serial not in {name for entry in valid for name in (entry.serial, *(entry.members or ()))}:
        raise OperationFailed(
            f"Drive {serial} is not enrolled on this server{': ' + allowed.doubt if allowed.doubt else ''}."
        )
    return _drive(serial, context)


def _bring(serial: str, state: str, wanted: Sequence[str], context: Context) -> dict[str, Any]:
    drive = _require_enrolled_drive(serial, context)
    _run_checked(raid_commands.set_drive(drive, state), context)
    after = _drive(serial, context)
    if after.state not in wanted:
        raise OperationFailed(
            f"Drive {serial} is {after.state}, not {' or '.join(wanted)}, though the tool reported success."
        )
    return _drive_evidence(after)


def _require_held_volume(context: Context) -> tuple[HeldDevice, RaidVolume]:
    device = context.require_only_device("A virtual drive")
    return device, _find_volume(device, context)


def _find_volume(device: HeldDevice, context: Context) -> RaidVolume:
    """Return the virtual drive of a held device, found by its world-wide name alone.

    Raises OperationFailed unless exactly one matches.
    """
    node = read_node(device.device_number)
    name = _find_naa(node)
    matches = [volume for volume in _list_volumes(context) if volume.naa is not None and volume.naa == name]
    if len(matches) != 1:
        raise OperationFailed(f"{device.path} is not a virtual drive of the RAID tool.", "job")
    return matches[0]


def _find_naa(node: BlockNode | None) -> str | None:
    wwid = "" if node is None else (node.wwid or "")
    return wwid[4:].lower() if wwid.startswith("naa.") else None


def _require_new_volume(existing: set[str], context: Context) -> RaidVolume:
    created = [volume for volume in _list_volumes(context) if volume.address not in existing]
    if len(created) != 1:
        raise OperationFailed(f"{len(created)} new virtual drives are shown after one was created.")
    return created[0]


def _verify_created(volume: RaidVolume, values: Mapping[str, Any], members: Sequence[RaidDrive]) -> None:
    wanted = {
        "level": values["level"],
        "strip_bytes": values["strip_bytes"],
        "members": sorted(f"{member.enclosure}:{member.slot}" for member in members),
        **{key: values[key] for key in ("read_policy", "write_policy", "io_policy", "drive_cache")},
    }
    for key, wish in wanted.items():
        actual = sorted(volume.members) if key == "members" else getattr(volume, key)
        if actual != wish:
            raise OperationFailed(f"The new virtual drive has {key.replace('_', ' ')} {actual}, not {wish}.")
    if volume.state != "Optl":
        raise OperationFailed(f"The new virtual drive is {volume.state}, not optimal.")


def _hold(stable_id: str, context: Context) -> HeldDevice:
    """Wait until the kernel shows `stable_id`, then open that new device exclusively and hold it."""
    link = _BY_ID / stable_id
    for _ in range(_BEATS_UNTIL_SEEN):
        try:
            path = link.resolve(strict=True)
            descriptor = os.open(path, os.O_RDWR | os.O_EXCL | os.O_CLOEXEC)
        except OSError:
            context.beat()
            continue
        number = os.fstat(descriptor).st_rdev
        name = f"{os.major(number)}:{os.minor(number)}"
        node = read_node(name)
        held = HeldDevice(stable_id, str(path), name, None if node is None else node.serial, descriptor, True)
        context.held.append(held)
        return held
    raise OperationFailed(f"The new device did not appear as {link}, or something else uses it.")


def _build_evidence(volume: RaidVolume) -> dict[str, Any]:
    return {"address": volume.address, **volume._asdict(), "members": list(volume.members)}


def _drive_evidence(drive: RaidDrive) -> dict[str, Any]:
    return {"address": drive.address, "serial": drive.serial, "state": drive.state}
