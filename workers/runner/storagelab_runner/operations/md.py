"""Software RAID: arrays of the held drives, made with mdadm and verified in the kernel."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from storagelab_runner.block_tree import read_node, read_tree
from storagelab_runner.held_devices import HeldDevice
from storagelab_runner.operations.blocks import erase_signatures
from storagelab_runner.operations.context import Context, OperationFailed
from storagelab_runner.operations.kinds import Operation
from storagelab_runner.operations.md_text import ArrayDetail, ArrayDevice, parse_detail

TOOL = "mdadm"
_SECONDS = 120.0
_BY_ID = Path("/dev/disk/by-id")
_BEATS_UNTIL_SEEN = 80
#: How many drives each level takes at least.
MIN_MEMBERS = {"raid0": 2, "raid1": 2, "raid5": 3, "raid6": 4, "raid10": 2}


def create(operation: Operation, context: Context) -> dict[str, Any]:
    """Create a software array of all held drives, and hold the array instead of the drives.

    Returns the state of the array with its path and stable id. Raises OperationFailed or Stopped.
    """
    members = list(context.held)
    active = len(members) - operation.values["spares"]
    required = MIN_MEMBERS[operation.values["level"]]
    if active < required:
        raise OperationFailed(
            f"{operation.values['level']} needs {required} drives beside the spares, there are {active}.", "job"
        )
    node = Path("/dev/md") / operation.values["name"]
    if node.exists():
        raise OperationFailed(f"{node} exists already.")
    for member in members:
        context.let_go(member)
    try:
        context.command(create_arguments(operation, [member.path for member in members]), _SECONDS)
        detail = _query_detail(str(node), context)
        _verify_created(detail, operation, members)
        array = _hold_array(node, detail, context)
    except BaseException:
        if node.exists():
            context.run([TOOL, "--stop", str(node)], _SECONDS, to_the_end=True)
        for member in members:
            context.take_back(member)
        raise
    context.lent += members
    context.changed = True
    return {**_build_evidence(detail), "path": array.path, "stable_id": array.stable_id}


def stop(operation: Operation, context: Context) -> dict[str, Any]:
    """Stop the held software array and hold its members instead. Raises OperationFailed or Stopped."""
    array = require_array(context)
    members = _list_members(array, context)
    context.let_go(array)
    try:
        context.command([TOOL, "--stop", array.path], _SECONDS)
    except BaseException:
        context.take_back(array)
        raise
    context.changed = True
    context.lent[:] = [device for device in context.lent if device not in members]
    taken = [context.take_back(member) for member in members]
    if operation.values["erase_superblocks"]:
        for member in taken:
            # Not by mdadm, which needs the drive for itself: udev assembles an array again as soon as it is let go.
            erase_signatures(member)
            if context.run([TOOL, "--examine", member.path], _SECONDS).exit_code == 0:
                raise OperationFailed(f"{member.path} still has a superblock after it was erased.")
    return {"members": [member.stable_id for member in members]}


def fail(operation: Operation, context: Context) -> dict[str, Any]:
    """Set a member of the held array faulty and return the array's state.

    Raises OperationFailed or Stopped.
    """
    array = require_array(context)
    member = _get_member(operation.values["member"], array, context)
    context.command([TOOL, "--manage", array.path, "--fail", member.path], _SECONDS)
    detail = _query_detail(array.path, context)
    if "faulty" not in _get_member_states(detail, member.path):
        raise OperationFailed(f"{member.path} is not faulty in {array.path}, though mdadm reported success.")
    return _build_evidence(detail)


def readd_member(operation: Operation, context: Context) -> dict[str, Any]:
    """Re-add a member to the held array, from the array's record of it or as a new drive.

    Returns the array's state. Raises OperationFailed or Stopped.
    """
    array = require_array(context)
    member = _get_member(operation.values["member"], array, context)
    if "faulty" in member.states:
        context.command([TOOL, "--manage", array.path, "--remove", member.path], _SECONDS)
    if operation.values["full"]:
        context.command([TOOL, "--zero-superblock", member.path], _SECONDS)
    action = "--add" if operation.values["full"] else "--re-add"
    context.command([TOOL, "--manage", array.path, action, member.path], _SECONDS)
    return _build_evidence(_verify_joined(member.path, array, context))


def add_spare(operation: Operation, context: Context) -> dict[str, Any]:
    """Add a held drive to the held array as a spare and return the array's state.

    Raises OperationFailed or Stopped.
    """
    array = require_array(context)
    stable_id = operation.values["member"]
    spare = next((device for device in context.held if device.stable_id == stable_id and device != array), None)
    if spare is None:
        raise OperationFailed(f"{stable_id} is not held beside the array.", "job")
    context.let_go(spare)
    try:
        context.command([TOOL, "--manage", array.path, "--add", spare.path], _SECONDS)
        detail = _verify_joined(spare.path, array, context)
    except BaseException:
        context.take_back(spare)
        raise
    context.lent.append(spare)
    context.changed = True
    return _build_evidence(detail)


def create_arguments(operation: Operation, paths: Sequence[str]) -> list[str]:
    """Return the command that creates an array; --run answers the interactive prompts of mdadm."""
    values = operation.values
    argv = [TOOL, "--create", f"/dev/md/{values['name']}", "--run", "--metadata=1.2", "--homehost=any"]
    argv += [
        f"--name={values['name']}",
        f"--level={values['level']}",
        f"--raid-devices={len(paths) - values['spares']}",
    ]
    if values["spares"]:
        argv.append(f"--spare-devices={values['spares']}")
    if values["chunk_bytes"] is not None:
        argv.append(f"--chunk={values['chunk_bytes'] >> 10}K")
    if values["level"] != "raid0":
        argv.append(f"--bitmap={values['bitmap']}")
    if values["assume_clean"]:
        argv.append("--assume-clean")
    return [*argv, *paths]


def require_array(context: Context) -> HeldDevice:
    """Return the one held software array. Raises OperationFailed unless exactly one is held."""
    arrays = [device for device in context.held if Path(device.path).name.startswith("md")]
    if len(arrays) != 1:
        raise OperationFailed(f"This needs exactly one software array, and {len(arrays)} are held.", "job")
    return arrays[0]


def _verify_created(detail: ArrayDetail, operation: Operation, members: Sequence[HeldDevice]) -> None:
    values = operation.values
    wanted = {"level": values["level"], "raid_devices": len(members) - values["spares"]}
    if values["chunk_bytes"] is not None:
        wanted["chunk_bytes"] = values["chunk_bytes"]
    for name, wish in wanted.items():
        actual = getattr(detail, name)
        if actual != wish:
            raise OperationFailed(f"The new array has {name.replace('_', ' ')} {actual}, not {wish}.")
    if {member.path for member in detail.members} != {member.path for member in members}:
        raise OperationFailed("The new array has other members than the drives that were named.")
    bad = detail.states & {"degraded", "FAILED", "inactive", "broken", "Not Started"}
    # An array of parity is made degraded with a spare that is rebuilt into its place.
    if bad - {"degraded"} or ("degraded" in bad and values["level"] not in ("raid5", "raid6")):
        raise OperationFailed(f"The new array is {', '.join(sorted(bad))}.")


def _hold_array(node: Path, detail: ArrayDetail, context: Context) -> HeldDevice:
    """Open a new array exclusively and add it to the held devices; wait while udev looks at it."""
    path = node.resolve()
    for _ in range(_BEATS_UNTIL_SEEN):
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_EXCL | os.O_CLOEXEC)
        except OSError:
            context.beat()
            continue
        number = os.fstat(descriptor).st_rdev
        device_number = f"{os.major(number)}:{os.minor(number)}"
        stable_id = f"md-uuid-{detail.uuid}"
        array = HeldDevice(stable_id, str(path), device_number, detail.uuid, descriptor, True)
        context.held.append(array)
        return array
    raise OperationFailed(f"{path} could not be held after it was made.")


def _list_members(array: HeldDevice, context: Context) -> list[HeldDevice]:
    """Return the members of an array as devices that can be held.

    A member that this attempt released to the array is returned as it was held, another is found by its kernel name.
    Raises OperationFailed.
    """
    node = read_node(array.device_number)
    if node is None:
        raise OperationFailed(f"{array.path} is not known to the kernel.")
    lent = {Path(device.path).name: device for device in context.lent}
    return [lent[name] if name in lent else _build_unknown_member(name) for name in node.slaves]


def _build_unknown_member(name: str) -> HeldDevice:
    """Return a closed HeldDevice for a member that an earlier attempt added to the array.

    `name` is its kernel name. Raises OperationFailed when its stable id or serial is unknown.
    """
    node = read_tree().get(name)
    links = [link.name for link in sorted(_BY_ID.glob("*")) if link.resolve().name == name]
    if node is None or not links or node.serial is None:
        raise OperationFailed(f"{name} is a member of the array, and its name and serial are not known.")
    return HeldDevice(links[0], f"/dev/{name}", node.number, node.serial, -1, True)


def _get_member(stable_id: str, array: HeldDevice, context: Context) -> ArrayDevice:
    lent = next((device.path for device in context.lent if device.stable_id == stable_id), None)
    path = lent or str((_BY_ID / stable_id).resolve())
    detail = _query_detail(array.path, context)
    for member in detail.members:
        if member.path == path:
            return member
    if lent is not None:
        # One that failed and was removed is no longer listed, but it is still lent to this array.
        return ArrayDevice(lent, None, frozenset({"removed"}))
    raise OperationFailed(f"{stable_id} is not a member of {array.path}.", "job")


def _verify_joined(path: str, array: HeldDevice, context: Context) -> ArrayDetail:
    detail = _query_detail(array.path, context)
    states = _get_member_states(detail, path)
    if not states or "faulty" in states:
        raise OperationFailed(f"{path} has not joined {array.path}, though mdadm reported success.")
    return detail


def _get_member_states(detail: ArrayDetail, path: str) -> frozenset[str]:
    return next((member.states for member in detail.members if member.path == path), frozenset())


def _query_detail(path: str, context: Context) -> ArrayDetail:
    return parse_detail(context.command([TOOL, "--detail", path], _SECONDS).stdout)


def _build_evidence(detail: ArrayDetail) -> dict[str, Any]:
    return {
        "level": detail.level,
        "raid_devices": detail.raid_devices,
        "chunk_bytes": detail.chunk_bytes,
        "states": sorted(detail.states),
        "uuid": detail.uuid,
        "members": [{"path": member.path, "states": sorted(member.states)} for member in detail.members],
    }
