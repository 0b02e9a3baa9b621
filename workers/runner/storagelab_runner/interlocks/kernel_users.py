"""Kernel users of a block device that open it without exclusivity, so sysfs names no holder."""

from __future__ import annotations

import contextlib
import os
import re
import stat
import struct
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from storagelab_runner.block_devices import format_device_number
from storagelab_runner.block_tree import BlockNode, Tree, read_loop_status
from storagelab_runner.mounts import MountEntry
from storagelab_runner.places import Places, is_plain_file, list_names, read_line

#: linux/loop.h: loop_info64 begins with the device and the inode of the file, eight bytes each.
_RDEVICE_OFFSET = 16
#: Modules whose use of block devices is seen in configfs only.
_CONFIGFS_MODULES = ("nvmet", "target_core_mod", "libcomposite", "usb_f_mass_storage")
#: Bounds of one walk through configfs: a server with more objects is not judged.
_MAX_CONFIGFS_FILES = 50_000
_MAX_ATTRIBUTE_BYTES = 4096
_PATH = re.compile(r"(?:^|(?<=[\s=:,\"']))/[^\s,\"']+")
_DELETED = " (deleted)"


class KernelUser(NamedTuple):
    """One part of the kernel that uses the block device `number` (`major:minor`); `words` name it in a sentence."""

    number: str
    words: str


class KernelUsers(NamedTuple):
    """Users found in the kernel; `doubt` is a clause about what could not be read, None when all was read."""

    users: tuple[KernelUser, ...]
    doubt: str | None


def read_kernel_users(nodes: Tree, mounts: Iterable[MountEntry], places: Places) -> KernelUsers:
    """Return loop devices, exported devices and write-back devices with the block device that each uses."""
    doubts: list[str] = []
    users = [
        *_iterate_loop_users(nodes, tuple(mounts), places, doubts),
        *_iterate_configfs_users(nodes, places, doubts),
        *_iterate_sysfs_users(nodes, places, doubts),
    ]
    return KernelUsers(tuple(dict.fromkeys(users)), doubts[0] if doubts else None)


def list_users(users: KernelUsers, numbers: Collection[str]) -> list[str]:
    """Return a phrase for each user of the devices `numbers` (`major:minor`), sorted, each once."""
    return sorted({user.words for user in users.users if user.number in numbers})


def _iterate_loop_users(
    nodes: Tree, mounts: tuple[MountEntry, ...], places: Places, doubts: list[str]
) -> Iterator[KernelUser]:
    """Yield loop devices whose backing file is a block device."""
    for node in nodes.values():
        folder = Path(node.folder) / "loop"
        if not node.is_loop or not node.is_whole or not folder.is_dir():
            continue
        number, doubt = _find_backing_number(node, folder, nodes, places)
        if doubt is not None:
            doubts.append(doubt)
        if number is not None:
            yield KernelUser(number, _format_loop_device(nodes, node, folder, mounts))


def _find_backing_number(node: BlockNode, folder: Path, nodes: Tree, places: Places) -> tuple[str | None, str | None]:
    """Return the `major:minor` of the block device behind a loop device, and a doubt.

    The number is None for a plain file. The doubt states why the backing file cannot be examined, else it is None.
    """
    with contextlib.suppress(OSError):
        return _read_backing_number(places.dev / node.name), None
    path = read_line(folder / "backing_file")
    if path is None:
        # The device was detached meanwhile.
        return None, None
    numbers = find_device_numbers(path, nodes, places)
    if numbers:
        return numbers[0], None
    is_plain = is_plain_file(Path(path)) or (path.endswith(_DELETED) and not path.startswith("/dev/"))
    return None, None if is_plain else f"{node.name} uses {path}, which cannot be looked at"


def _read_backing_number(path: Path) -> str | None:
    """Return the `major:minor` of the block device behind a loop device, None for a plain file.

    `path` is the device node. Raises OSError.
    """
    (device,) = struct.unpack_from("=Q", read_loop_status(path), _RDEVICE_OFFSET)
    return format_device_number(device) if device else None


def _format_loop_device(nodes: Tree, node: BlockNode, folder: Path, mounts: tuple[MountEntry, ...]) -> str:
    """Return a phrase for a loop device with its offset, size limit and mounts.

    Mounts on its partitions are included.
    """
    numbers = {part.number for part in nodes.values() if part.whole == node.name}
    points = sorted({mount.point for mount in mounts if mount.device in numbers})
    offset, limit = read_line(folder / "offset") or "0", read_line(folder / "sizelimit") or "0"
    details = [f"from byte {offset}" if offset != "0" else "", f"{limit} bytes" if limit != "0" else ""]
    details += [f"mounted at {', '.join(points)}" if points else ""]
    text = ", ".join(filter(None, details))
    return f"the loop device {node.name}{f' ({text})' if text else ''}"


def _iterate_configfs_users(nodes: Tree, places: Places, doubts: list[str]) -> Iterator[KernelUser]:
    """Yield every object of configfs with an attribute that names a block device, such as nvmet, LIO and USB gadgets.

    All attributes are read rather than those of known subsystems, so that a target of another kind is seen too.
    """
    root = places.sys / "kernel" / "config"
    if not list_names(root):
        loaded = [name for name in _CONFIGFS_MODULES if (places.sys / "module" / name).is_dir()]
        if loaded:
            doubts.append(f"configfs is not mounted, so the exports of {', '.join(loaded)} cannot be read")
        return
    files = 0
    for folder, _, names in os.walk(root, onerror=lambda problem: doubts.append(f"{problem.filename} cannot be read")):
        for name in names:
            files += 1
            if files > _MAX_CONFIGFS_FILES:
                doubts.append(f"configfs has more than {_MAX_CONFIGFS_FILES} attributes")
                return
            for number in _iterate_attribute_devices(Path(folder) / name, nodes, places):
                yield KernelUser(number, f"the kernel's export {Path(folder).relative_to(root)}")


def _iterate_attribute_devices(path: Path, nodes: Tree, places: Places) -> Iterator[str]:
    """Yield the `major:minor` of the block devices named by the paths in one configfs attribute.

    An NVMe controller counts for its namespaces.
    """
    try:
        if not path.stat().st_mode & 0o444:
            return
        with path.open("rb") as file:
            text = file.read(_MAX_ATTRIBUTE_BYTES).decode("utf-8", "replace").strip("\0 \t\r\n")
    except OSError:
        # Attributes of objects that are not set up yet answer with an error.
        return
    for match in _PATH.finditer(text):
        yield from find_device_numbers(match[0], nodes, places)


def find_device_numbers(name: str, nodes: Tree, places: Places) -> list[str]:
    """Return the `major:minor` of each block device that a path names.

    There is one device, or all namespaces of an NVMe controller.
    """
    try:
        facts = Path(name).stat()
    except OSError:
        kernel_name = Path(name).name
        return [nodes[kernel_name].number] if name.startswith("/dev/") and kernel_name in nodes else []
    if stat.S_ISBLK(facts.st_mode):
        return [format_device_number(facts.st_rdev)]
    if stat.S_ISCHR(facts.st_mode):
        character = format_device_number(facts.st_rdev)
        return [node.number for node in nodes.values() if character in find_character_devices(node, places)]
    return []


def find_character_devices(node: BlockNode, places: Places) -> dict[str, str]:
    """Return the names of the character devices that accept commands to a whole drive.

    The keys are `major:minor`. NVMe: the generic device of the namespace and its controllers. SCSI: sg and bsg of the
    same device.
    """
    if not node.is_whole:
        return {}
    classes = places.sys / "class"
    if node.is_nvme:
        folders = [classes / "nvme-generic" / node.name.replace("nvme", "ng", 1)]
        folders += [classes / "nvme" / controller for controller in node.controllers]
    else:
        device = Path(node.folder) / "device"
        if not device.exists():
            return {}
        seat = device.resolve()
        folders = [
            folder
            for name in ("scsi_generic", "bsg")
            for folder in (classes / name / entry for entry in list_names(classes / name))
            if (folder / "device").resolve() == seat
        ]
    numbers = ((read_line(folder / "dev"), folder.name) for folder in folders)
    return {number: name for number, name in numbers if number is not None}


def _iterate_sysfs_users(nodes: Tree, places: Places, doubts: list[str]) -> Iterator[KernelUser]:
    """Yield the users that name their block device in sysfs.

    These are zram's write-back, network block exports, UBI and others.
    """
    for path, words in _iterate_sysfs_links(places):
        name = read_line(path) if path.is_file() else str(path.resolve().name)
        if name in (None, "none"):
            continue
        path_name = str(name) if str(name).startswith("/") else f"/dev/{name}"
        numbers = find_device_numbers(path_name, nodes, places)
        if not numbers and not is_plain_file(Path(path_name)):
            doubts.append(f"{words} uses {name}, which cannot be looked at")
        yield from (KernelUser(number, words) for number in numbers)


def _iterate_sysfs_links(places: Places) -> Iterator[tuple[Path, str]]:
    """Yield the files and links of sysfs that name a device, and who uses it."""
    block = places.sys / "block"
    for name in list_names(block):
        if (block / name / "backing_dev").is_file():
            yield block / name / "backing_dev", f"the write-back of {name}"
    exports = places.sys / "class" / "rnbd-server" / "ctl" / "devices"
    for name in list_names(exports):
        yield exports / name / "block_dev", f"the network export {name} (rnbd)"
