"""Layers below a target that have a condition: software arrays, volume groups, pools, RAID volumes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Callable, NamedTuple

from storagelab_runner.block_devices import find_disk_below, list_folders_below
from storagelab_runner.block_tree import BlockNode, read_node
from storagelab_runner.interlocks.paths import get_scsi_address, is_virtual_drive
from storagelab_runner.mounts import MountEntry, mount_of
from storagelab_runner.places import Places, list_names, read_line
from storagelab_runner.tools import is_tool_installed

#: libdevmapper: the uuids of the volume group and of the volume, without dashes, and a word for a hidden part.
_LVM_UUID = re.compile(r"LVM-[0-9A-Za-z]{32}(?P<volume>[0-9A-Za-z]{32})(?:-\w+)?")
#: Group and volume with a dash between them; dashes of their own are doubled.
_LVM_NAME = re.compile(r"(?P<group>[0-9A-Za-z_.+](?:[0-9A-Za-z_.+]|--)*)-(?!-).+")
#: Where LVM puts dashes into a uuid when it prints it.
_UUID_PARTS = (6, 4, 4, 4, 4, 4, 6)
_ZVOL = re.compile(r"zd\d+")
#: udev's name of a volume of a pool, as its database has it.
_ZVOL_LINK = re.compile(r"^S:zvol/(?P<pool>[^/\s]+)/", re.MULTILINE)
_POOL = re.compile(r"[A-Za-z][0-9A-Za-z_.:-]*")
_SMART_ARRAY_DRIVERS = ("hpsa", "smartpqi")
_MPT_DRIVERS = ("mpt3sas", "mpt2sas", "mptsas")
#: Drivers of controllers that build volumes and whose programs are not queried.
_UNREAD_DRIVERS = ("arcmsr", "3w-sas", "3w-9xxx")
#: aacraid shows what it has built on the first channel and drives as they are on the others.
_AACRAID_VOLUME = re.compile(r"\d+:0:\d+:\d+")


class Ground(NamedTuple):
    """Foundation of a target: `device` as people name it; `folder` is its block device in sysfs, else `pool`."""

    device: str
    folder: Path | None
    pool: str | None = None


class Layer(NamedTuple):
    """One thing below a target.

    `kind` is the source of its condition: mdadm, lvm, zfs, storcli, ssacli, arcconf, sas3ircu, or a driver without such
    a source. `group` is the subject of the query, a volume group or a pool; empty where one answer covers all. `name`
    is the kernel's, else the pool's. `identity` is the name that the program uses, where it is known. `folder` is its
    own in sysfs.
    """

    kind: str
    group: str
    device: str
    name: str
    identity: str | None = None
    folder: str | None = None


def find_file_ground(path: Path, mounts: Iterable[MountEntry]) -> Ground:
    """Return the ground of a file: the sysfs folder of the disk or the ZFS pool that holds the file.

    Folder and pool are both None where the file system is on no block device of its own.
    """
    folder = find_disk_below(path)
    mount = mount_of(path, mounts) if folder is None else None
    if mount is None or mount.file_system != "zfs":
        return Ground(str(path), folder)
    return Ground(str(path), None, mount.source.partition("/")[0])


def iterate_nodes_below(folder: Path, places: Places) -> Iterator[BlockNode]:
    """Yield the devices below a device, itself first, down to the drives or to a volume of a pool."""
    for below in list_folders_below(folder):
        number = read_line(below / "dev")
        node = read_node(number, places) if number is not None else None
        if node is not None:
            yield node


def list_layers_below(
    grounds: Iterable[Ground], devices_of: Callable[[str], Iterable[Path]], places: Places
) -> Iterator[Layer]:
    """Yield every layer below the targets once, the upper layers first.

    `devices_of` returns the sysfs folders of a pool's devices, so that the walk continues below the pool.
    """
    seen: set[str] = set()
    for ground in grounds:
        folders = [] if ground.folder is None else [ground.folder]
        pools = [] if ground.pool is None else [ground.pool]
        while folders or pools:
            for node in iterate_nodes_below(folders.pop(), places) if folders else ():
                if node.name not in seen:
                    seen.add(node.name)
                    pool = _find_pool(node, places)
                    pools += [pool] if pool is not None else []
                    yield from _iterate_layers(ground.device, node, places) if pool is None else ()
            if pools and not folders:
                pool = pools.pop()
                if f"zfs:{pool}" not in seen:
                    seen.add(f"zfs:{pool}")
                    yield Layer("zfs", pool, ground.device, pool)
                    folders += devices_of(pool)


def _iterate_layers(device: str, node: BlockNode, places: Places) -> Iterator[Layer]:
    volume = _LVM_UUID.fullmatch(node.mapper_uuid or "")
    if node.array is not None:
        yield Layer("mdadm", "", device, node.name, folder=node.folder)
    elif _ZVOL.fullmatch(node.name):
        # Its pool is not known.
        yield Layer("zfs", "", device, node.name)
    elif volume is not None:
        yield Layer("lvm", _find_volume_group(node), device, node.name, _format_uuid(volume["volume"]))
    else:
        kind = _find_reporter(node, places)
        if kind is not None:
            yield Layer(kind, "", device, node.name, node.wwid)


def _find_volume_group(node: BlockNode) -> str:
    match = _LVM_NAME.fullmatch(read_line(Path(node.folder) / "dm" / "name") or "")
    return "" if match is None else match["group"].replace("--", "-")


def _format_uuid(uuid: str) -> str:
    ends = [sum(_UUID_PARTS[: count + 1]) for count in range(len(_UUID_PARTS))]
    return "-".join(uuid[end - length : end] for length, end in zip(_UUID_PARTS, ends))


def _find_pool(node: BlockNode, places: Places) -> str | None:
    """Return the pool that a device is a volume of; None where udev does not report it, and for any other device."""
    if not _ZVOL.fullmatch(node.name):
        return None
    match = _ZVOL_LINK.search(read_line(places.run / "udev" / "data" / f"b{node.number}") or "")
    return match["pool"] if match is not None and _POOL.fullmatch(match["pool"]) else None


def _find_reporter(node: BlockNode, places: Places) -> str | None:
    """Return the tool or driver that reports on a volume of a controller; None for a plain drive."""
    driver = None if node.pci is None else node.pci.driver
    if driver == "megaraid_sas":
        return "storcli" if is_virtual_drive(node) else None
    if driver is None or "/end_device-" in node.folder:
        return None
    if driver in _SMART_ARRAY_DRIVERS:
        has_arcconf_alone = driver == "smartpqi" and is_tool_installed("arcconf") and not is_tool_installed("ssacli")
        return None if node.raid_level == "N/A" else "arcconf" if has_arcconf_alone else "ssacli"
    if driver in _MPT_DRIVERS:
        return "sas3ircu" if get_scsi_address(node) in list_names(places.sys / "class" / "raid_devices") else None
    if driver == "aacraid":
        return "arcconf" if _AACRAID_VOLUME.fullmatch(get_scsi_address(node) or "") else None
    return "storcli" if driver == "mpi3mr" else driver if driver in _UNREAD_DRIVERS else None
