"""Block devices in sysfs: their names, their presence, and the device below a file."""

from __future__ import annotations

import os
from pathlib import Path

from storagelab_runner.places import list_names

_BY_NUMBER = Path("/sys/dev/block")


def find_device_folder(device_number: str) -> Path | None:
    """Return the folder in sysfs of a device named "major:minor", None when there is none."""
    try:
        return (_BY_NUMBER / device_number).resolve(strict=True)
    except OSError:
        return None


def list_folders_below(folder: Path) -> list[Path]:
    """Return the folders in sysfs of a device and of all devices below it: disks of partitions, members of arrays."""
    folders: dict[Path, None] = {}
    waiting = [folder]
    while waiting:
        current = waiting.pop(0).resolve()
        if (current / "partition").exists():
            current = current.parent
        if current not in folders:
            folders[current] = None
            waiting += [current / "slaves" / name for name in list_names(current / "slaves")]
    return list(folders)


def is_there(device_number: str) -> bool:
    """Return whether a device exists and has a capacity above 0.

    The kernel sets the capacity to 0 when a drive is pulled.
    """
    folder = find_device_folder(device_number)
    try:
        return folder is not None and int((folder / "size").read_text("ascii")) > 0
    except (OSError, ValueError):
        return False


def format_device_number(device: int) -> str:
    """Convert a device number of stat(2) to "major:minor"."""
    return f"{os.major(device)}:{os.minor(device)}"


def find_disk_below(path: Path) -> Path | None:
    """Return the folder in sysfs of the whole disk with the file, None where its file system is on no block device."""
    folder = find_device_folder(format_device_number(path.stat().st_dev))
    if folder is not None and (folder / "partition").exists():
        return folder.parent
    return folder
