"""Block devices as targets: identified, proven free by an exclusive open, and held open while they are measured."""

from __future__ import annotations

import errno
import fcntl
import os
import re
import stat
import struct
from pathlib import Path
from typing import NamedTuple

from storagelab_runner.errors import Refusal
from storagelab_runner.findings import NOT_APPLICABLE, PASS, REFUSE, Finding, raise_first_refusal
from storagelab_runner.identity import user_name
from storagelab_runner.mounts import read_mounts
from storagelab_runner.spec import Device

_BY_ID = Path("/dev/disk/by-id")
_SAFE_PATH = re.compile(r"/dev/[A-Za-z0-9._/+-]+")
_SAFE_ID = re.compile(r"[A-Za-z0-9._:+@-]+")
_BLKGETSIZE64 = 0x80081272


class OpenedDevice(NamedTuple):
    """What one device is; `descriptor` holds it exclusively, None when it could not be opened so."""

    path: Path
    findings: list[Finding]
    descriptor: int | None


def resolve(device: Device) -> Path:
    """The kernel's node of the device. Raises Refusal when there is no such block device."""
    try:
        path = Path(device.path).resolve(strict=True)
        is_block_device = stat.S_ISBLK(path.stat().st_mode)
    except (OSError, RuntimeError):
        raise Refusal("refused", f"{device.path} does not exist on this server.", "infrastructure") from None
    if not is_block_device:
        raise Refusal("refused", f"{device.path} is not a block device.")
    if not _SAFE_PATH.fullmatch(str(path)):
        raise Refusal("refused", f"{str(path)!r} is not a plain device node below /dev.")
    return path


def open_exclusively(device: Device) -> OpenedDevice:
    """Open for reading what nobody else uses, and check that it is the device that was meant."""
    path = resolve(device)
    findings = [_check_identity(device, path)]
    descriptor: int | None = None
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_EXCL | os.O_CLOEXEC)
    except OSError as problem:
        findings.append(_not_opened(path, problem))
    else:
        reason = f"{path} is not mounted and no array, swap or volume uses it."
        findings += [
            Finding(f"exclusive:{path}", "Nobody uses the device", PASS, reason),
            _check_size(device, descriptor),
        ]
    return OpenedDevice(path, findings, descriptor)


def claim(devices: tuple[Device, ...]) -> list[int]:
    """Descriptors that hold every device exclusively. Raises Refusal, and holds none, when any check refuses."""
    descriptors: list[int] = []
    try:
        for device in devices:
            opened = open_exclusively(device)
            if opened.descriptor is not None:
                descriptors.append(opened.descriptor)
            raise_first_refusal(opened.findings)
    except BaseException:
        for descriptor in descriptors:
            os.close(descriptor)
        raise
    return descriptors


def is_present(path: Path) -> bool:
    """Whether the device is still there and has a capacity: the kernel sets it to 0 when a drive is pulled."""
    try:
        return path.is_block_device() and int(_sysfs(path).joinpath("size").read_text("ascii")) > 0
    except (OSError, ValueError):
        return False


def _sysfs(path: Path) -> Path:
    number = path.stat().st_rdev
    return Path(f"/sys/dev/block/{os.major(number)}:{os.minor(number)}").resolve()


def _check_identity(device: Device, path: Path) -> Finding:
    identity, title = f"identity:{path}", "The path leads to the drive that was meant"
    if device.stable_id is None or not _SAFE_ID.fullmatch(device.stable_id):
        return Finding(identity, title, NOT_APPLICABLE, f"No name below {_BY_ID} was given for {path}.")
    link = _BY_ID / device.stable_id
    if not link.exists():
        return Finding(identity, title, NOT_APPLICABLE, f"This server has no {link}; the size and the path decide.")
    actual = link.resolve()
    if actual != path:
        reason = f"{device.stable_id} is now {actual}, not {path}: nothing was touched."
        return Finding(identity, title, REFUSE, reason, kind="infrastructure")
    return Finding(identity, title, PASS, f"{device.stable_id} is {path}.")


def _check_size(device: Device, descriptor: int) -> Finding:
    identity, title = f"size:{device.path}", "The capacity is the one that was registered"
    buffer = fcntl.ioctl(descriptor, _BLKGETSIZE64, bytes(8))
    size = int(struct.unpack("=Q", buffer)[0])
    if device.size_bytes is None:
        return Finding(identity, title, NOT_APPLICABLE, f"No capacity was given; {device.path} has {size} bytes.")
    if size != device.size_bytes:
        reason = f"{device.path} has {size} bytes, not {device.size_bytes}: it is another drive."
        return Finding(identity, title, REFUSE, reason, kind="infrastructure")
    return Finding(identity, title, PASS, f"{device.path} has {size} bytes.")


def _not_opened(path: Path, problem: OSError) -> Finding:
    identity, title = f"exclusive:{path}", "Nobody uses the device"
    if problem.errno in (errno.EACCES, errno.EPERM):
        reason = (
            f"The account {user_name()} may not read {path}. Give it the right to read the drive on this server, "
            "or register the server with an account that has it, such as root."
        )
        return Finding(identity, title, REFUSE, reason, kind="infrastructure")
    if problem.errno != errno.EBUSY:
        reason = f"{path} could not be opened: {problem.strerror}."
        return Finding(identity, title, REFUSE, reason, kind="infrastructure")
    points = _mount_points(path)
    use = (
        f"mounted at {', '.join(points)}"
        if points
        else "as swap, or member of an array or volume, or held by a program"
    )
    return Finding(identity, title, REFUSE, f"{path} is in use ({use}): nothing was touched.", kind="infrastructure")


def _mount_points(path: Path) -> list[str]:
    """Where the device or one of its partitions is mounted."""
    folder = _sysfs(path)
    numbers = set()
    for place in (folder / "dev", *folder.glob("*/dev")):
        try:
            numbers.add(place.read_text("ascii").strip())
        except OSError:
            continue
    return [mount.point for mount in read_mounts() if mount.device in numbers]
