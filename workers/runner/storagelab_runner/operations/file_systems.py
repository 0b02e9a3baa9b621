"""File system with one file on it: mounted while the attempt lasts, then removed without a trace."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from storagelab_runner.layout import AttemptFolder, StateFolder
from storagelab_runner.mounts import read_mounts
from storagelab_runner.operations.blocks import erase_signatures
from storagelab_runner.operations.context import Context, MountedFile, OperationFailed
from storagelab_runner.operations.kinds import Operation

if TYPE_CHECKING:
    from storagelab_runner.held_devices import HeldDevice

_MAKE_SECONDS = 3600.0
_MOUNT_SECONDS = 300.0
_MIB = 1 << 20
_FILE = "test.dat"
#: Share of the free space for the file when the job leaves its size open; the file system needs the rest itself.
_SHARE_OF_FREE_SPACE = 0.9
#: ext4 would otherwise go on writing its tables in the background, in the middle of the measurement.
_MAKE = {
    "ext4": ["mkfs.ext4", "-q", "-E", "lazy_itable_init=0,lazy_journal_init=0"],
    "xfs": ["mkfs.xfs", "-q"],
}
_ALWAYS = ("nodev", "nosuid", "noexec")


def make_file_system(operation: Operation, context: Context) -> dict[str, Any]:
    """Make a file system on the one held device, mount it, and create the file that the phases use.

    Returns path, type, mount_options and file_bytes. Raises OperationFailed or Stopped.
    """
    device = context.require_only_device("A file system")
    kind, options = operation.values["type"], operation.values["mount_options"]
    erase_signatures(device)
    context.let_go(device)
    try:
        context.command(make_arguments(kind, device.path), _MAKE_SECONDS)
        actual = context.run(["blkid", "-p", "-o", "value", "-s", "TYPE", device.path], _MOUNT_SECONDS).stdout.strip()
        if actual != kind:
            raise OperationFailed(
                f"{device.path} holds {actual or 'nothing'} after mkfs reported an {kind} file system."
            )
        point = mount_point(context.state, context.attempt)
        point.mkdir(mode=0o700, parents=True)
        context.command(mount_arguments(kind, options, device.path, point), _MOUNT_SECONDS)
        if not _is_mounted(device, kind, point):
            raise OperationFailed(f"{device.path} is not mounted at {point}, though mount reported success.")
    except BaseException:
        _unmount(mount_point(context.state, context.attempt), context)
        context.take_back(device)
        raise
    context.lent.append(device)
    context.mounted = MountedFile(point, point / _FILE, 0, device)
    size = _make_file(point / _FILE, operation.values["file_bytes"])
    context.mounted = MountedFile(point, point / _FILE, size, device)
    return {"path": device.path, "type": kind, "mount_options": [*_ALWAYS, *options], "file_bytes": size}


def remove_file_system(context: Context) -> None:
    """Unmount the file system of this attempt, hold its device again and erase its signatures.

    Does nothing where none is mounted. Raises OperationFailed.
    """
    mounted = context.mounted
    if mounted is None:
        return
    _unmount(mounted.point, context)
    context.lent.remove(mounted.device)
    context.mounted = None
    erase_signatures(context.take_back(mounted.device))


def mount_point(state: StateFolder, attempt: AttemptFolder) -> Path:
    """Return the folder at which the file system of an attempt is mounted."""
    return state.root / "mounts" / attempt.attempt_id


def make_arguments(kind: str, path: str) -> list[str]:
    """Return the mkfs command for a file system type; without force, so it refuses a device in use."""
    return [*_MAKE[kind], path]


def mount_arguments(kind: str, options: tuple[str, ...], path: str, point: Path) -> list[str]:
    """Return the command that mounts the file system of the device `path` at `point`."""
    return ["mount", "-t", kind, "-o", ",".join((*_ALWAYS, *options)), path, str(point)]


def _is_mounted(device: HeldDevice, kind: str, point: Path) -> bool:
    return any(
        (mount.device, mount.file_system, mount.point) == (device.device_number, kind, str(point.resolve()))
        for mount in read_mounts()
    )


def _unmount(point: Path, context: Context) -> None:
    if any(mount.point == str(point.resolve()) for mount in read_mounts()):
        context.command(["umount", str(point)], _MOUNT_SECONDS, to_the_end=True)
    if point.exists():
        point.rmdir()


def _make_file(path: Path, wish: int | None) -> int:
    """Create an empty file of the requested size and return its size in bytes.

    Without a wish the size is a share of the free space, in whole MiB. Raises OperationFailed when the space does not
    suffice.
    """
    facts = os.statvfs(path.parent)
    free = facts.f_bavail * facts.f_frsize
    size = int(free * _SHARE_OF_FREE_SPACE) // _MIB * _MIB if wish is None else wish
    if not 0 < size <= free:
        raise OperationFailed(f"The new file system has {free} bytes free, too few for a file of {size} bytes.", "job")
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        os.ftruncate(descriptor, size)
    finally:
        os.close(descriptor)
    return size
