"""Block devices as targets: identified, proven free, and held exclusively during a test."""

from __future__ import annotations

import contextlib
import errno
import os
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from storagelab_runner.block_tree import BlockNode, get_kernel_node, list_family
from storagelab_runner.descriptors import DescriptorScan, OpenUser, find_open_users, wait_until_unused
from storagelab_runner.errors import Refusal
from storagelab_runner.findings import REFUSE, ProbeFinding, raise_first_refusal
from storagelab_runner.identity import get_user_name
from storagelab_runner.interlocks.device_probe import find_node, read_device, read_opened, read_use
from storagelab_runner.interlocks.facts import HostFacts
from storagelab_runner.interlocks.host_probe import read_host
from storagelab_runner.interlocks.table import judge, judge_use
from storagelab_runner.layout import CONFIG_FOLDER, StateFolder
from storagelab_runner.lost_use import close_lost_use
from storagelab_runner.places import THIS_SERVER, Places
from storagelab_runner.spec_targets import Device

__all__ = [
    "DescriptorScan",
    "HeldDevice",
    "OpenUser",
    "check",
    "check_use",
    "claim",
    "find_kernel_paths",
    "find_open_users",
    "release",
    "retake",
    "take",
    "wait_until_unused",
]

_SAFE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._/+-")
_RETAKE_SECONDS = 5.0
_POLL_SECONDS = 0.05


class HeldDevice(NamedTuple):
    """A device that is held: `path` is the kernel's node, `device_number` its `major:minor`."""

    stable_id: str
    path: str
    device_number: str
    serial: str | None
    descriptor: int
    writable: bool


def check(
    devices: Sequence[Device], *, writes: bool, state: StateFolder, config: Path, places: Places = THIS_SERVER
) -> list[ProbeFinding]:
    """Run every interlock for every device and return the findings; no device remains open.

    Each device is opened exclusively for that moment, and for reading also when the job writes. udev examines a device
    again as soon as it is closed after writing, which would obstruct the start that follows.
    """
    before = read_host(config, places)
    opened = [_open_exclusively(device, before, os.O_RDONLY) for device in devices]
    try:
        return _judge(devices, opened, writes, state, read_host(config, places))
    finally:
        _close(descriptor for descriptor, _ in opened)


def claim(
    devices: Sequence[Device], *, writable: bool, state: StateFolder, config: Path, places: Places = THIS_SERVER
) -> tuple[list[HeldDevice], list[ProbeFinding]]:
    """Check and exclusively open every device, and check again; hold all devices or none.

    Return the held devices and the findings. The second check uses the opened descriptors. Raises Refusal with all
    findings when any interlock refuses.
    """
    raise_first_refusal(check(devices, writes=writable, state=state, config=config, places=places))
    return take(devices, writable=writable, state=state, config=config, places=places)


def take(
    devices: Sequence[Device], *, writable: bool, state: StateFolder, config: Path, places: Places = THIS_SERVER
) -> tuple[list[HeldDevice], list[ProbeFinding]]:
    """Exclusively open and check the devices; return the held devices and the findings.

    This is the second half of `claim`: no finding from before the opening is trusted. Raises Refusal with all findings
    when any interlock refuses.
    """
    before = read_host(config, places)
    flags = os.O_RDWR if writable else os.O_RDONLY
    opened = [_open_exclusively(device, before, flags) for device in devices]
    try:
        now = read_host(config, places)
        findings = _judge(devices, opened, writable, state, now)
        raise_first_refusal(findings)
        held = [
            _build_held_device(device, descriptor, now, writable) for device, (descriptor, _) in zip(devices, opened)
        ]
    except BaseException:
        _close(descriptor for descriptor, _ in opened)
        raise
    return held, findings


def release(held: HeldDevice) -> None:
    """Close a held device, because a command needs exclusive access to it."""
    os.close(held.descriptor)


def retake(held: HeldDevice, config: Path = CONFIG_FOLDER, places: Places = THIS_SERVER) -> HeldDevice:
    """Open a released device exclusively again and return it; its descriptor may be another.

    The device must still have its name, its number and its serial, and be free. Raises Refusal.
    """
    host = read_host(config, places)
    wanted = Device(held.stable_id, held.serial, held.path, None)
    node, doubt = find_node(wanted, host)
    if node is None or node.number != held.device_number:
        reason = doubt or f"{held.stable_id} is a different device than before"
        raise Refusal("refused", f"{reason}: it was not taken again.", "infrastructure")
    deadline = time.monotonic() + _RETAKE_SECONDS
    while True:
        descriptor, busy = _open_exclusively(wanted, host, os.O_RDWR if held.writable else os.O_RDONLY)
        if descriptor is not None:
            break
        if time.monotonic() >= deadline:
            raise Refusal("refused", f"The drive could not be taken again. {busy}", "infrastructure")
        time.sleep(_POLL_SECONDS)
    opened = read_opened(descriptor)
    serials = () if opened.node is None else opened.node.serials
    if opened.number != held.device_number or (held.serial is not None and held.serial not in serials):
        os.close(descriptor)
        raise Refusal(
            "refused", f"{held.path} is a different drive than before: nothing was touched.", "infrastructure"
        )
    return held._replace(descriptor=descriptor)


def check_use(held: Sequence[HeldDevice], config: Path, places: Places = THIS_SERVER) -> None:
    """Check again for users of the held devices, before the next phase. Raises Refusal when there are any.

    A loop device or an export needs no exclusivity, so it may have come since the start.
    """
    if not held:
        return
    host = read_host(config, places)
    by_number = {node.number: node for node in host.nodes.values()}
    findings: list[ProbeFinding] = []
    for device in held:
        node = by_number.get(device.device_number)
        if node is not None:
            wanted = Device(device.stable_id, device.serial, device.path, None)
            findings += judge_use(read_use(wanted, device.writable, node, host), host)
    refused = [finding for finding in findings if finding.verdict == REFUSE]
    if refused:
        reason = refused[0].reason.replace(": nothing was touched", "")
        raise Refusal("refused", f"{refused[0].device} came into use during the run. {reason}", "infrastructure")


def find_kernel_paths(devices: Sequence[Device], config: Path, places: Places = THIS_SERVER) -> list[Path]:
    """Return the kernel's device nodes of the devices, as an engine receives them.

    Raises Refusal for a device that is missing or has no plain node below /dev.
    """
    host = read_host(config, places)
    paths = []
    for device in devices:
        node, doubt = find_node(device, host)
        if node is None:
            raise Refusal("refused", f"{doubt}.", "infrastructure")
        path = get_kernel_node(node)
        if not set(str(path)) <= _SAFE:
            raise Refusal("refused", f"{str(path)!r} is not a plain device node below /dev.")
        paths.append(path)
    return paths


def _judge(
    devices: Sequence[Device],
    opened: Sequence[tuple[int | None, str | None]],
    writes: bool,
    state: StateFolder,
    host: HostFacts,
) -> list[ProbeFinding]:
    findings: list[ProbeFinding] = []
    for device, (descriptor, busy) in zip(devices, opened):
        facts = read_device(device, writes, host, state, descriptor, busy)
        findings += judge(close_lost_use(facts, host, state), host)
    return findings


def _build_held_device(device: Device, descriptor: int | None, host: HostFacts, writable: bool) -> HeldDevice:
    node, doubt = find_node(device, host)
    if node is None or descriptor is None or device.stable_id is None:
        raise Refusal("internal", f"A drive passed every check and is not open: {doubt}.")
    serial = device.serial if device.serial is not None else node.serial
    return HeldDevice(device.stable_id, str(get_kernel_node(node)), node.number, serial, descriptor, writable)


def _open_exclusively(device: Device, host: HostFacts, flags: int) -> tuple[int | None, str | None]:
    """Open a device exclusively; return its descriptor, or the sentence on why it failed.

    The other item of the pair is None.
    """
    node, doubt = find_node(device, host)
    if node is None:
        return None, f"{doubt}."
    path = get_kernel_node(node)
    try:
        return os.open(path, flags | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW), None
    except OSError as problem:
        return None, _explain_open_failure(node, path, problem, host)


def _explain_open_failure(node: BlockNode, path: Path, problem: OSError, host: HostFacts) -> str:
    if problem.errno in (errno.EACCES, errno.EPERM):
        return (
            f"The account {get_user_name()} may not open {path}. Give it the right to use the drive on this server, "
            "or register the server with an account that has it, such as root."
        )
    if problem.errno != errno.EBUSY:
        return f"{path} could not be opened: {problem.strerror}."
    parts = list_family(host.nodes, node)
    numbers = {part.number for part in parts}
    points = sorted({mount.point for mount in host.mounts if mount.device in numbers})
    uses = [f"mounted at {', '.join(points)}"] if points else []
    uses += ["swapped to"] if numbers & set(host.swaps) else []
    uses += [f"used by {holder}" for part in parts for holder in part.holders]
    return f"{path} is in use ({', '.join(uses) or 'held by a program'}): nothing was touched."


def _close(descriptors: Iterable[int | None]) -> None:
    for descriptor in descriptors:
        if descriptor is not None:
            with contextlib.suppress(OSError):
                os.close(descriptor)
