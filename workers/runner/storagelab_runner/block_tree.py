"""Every block device of this server as sysfs and udev describe it, with what lies above and below it."""

from __future__ import annotations

import fcntl
import os
import re
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Mapping, NamedTuple

from storagelab_runner.places import THIS_SERVER, Places, list_names, read_line, read_number

_SECTOR_BYTES = 512
#: linux/loop.h: the status of a loop device, 232 bytes that begin with device and inode of its file.
_LOOP_GET_STATUS64 = 0x4C05
_LOOP_STATUS_BYTES = 232
#: SPC: the unit serial number page has four bytes before the text.
_VPD_HEADER_BYTES = 4
#: Folders in the path of a device in sysfs that show its transport, the more specific first.
_TRANSPORTS = (
    (re.compile(r"/rport-\d"), "fc"),
    (re.compile(r"/session\d+/"), "iscsi"),
    (re.compile(r"/end_device-\d"), "sas"),
    (re.compile(r"/usb\d+/"), "usb"),
    (re.compile(r"/ata\d+/"), "sata"),
    (re.compile(r"/virtio\d+/"), "virtio"),
)
_NVME = re.compile(r"nvme\d+n\d+")
_NVME_CONTROLLER = re.compile(r"nvme\d+")
_MEMORY_AND_OPTICAL = ("ram", "zram", "sr", "fd")


class PciController(NamedTuple):
    """The controller a device hangs on: `class_code` as sysfs has it, such as 0x010802."""

    address: str
    class_code: str
    driver: str | None


class SoftwareArray(NamedTuple):
    """State of a software RAID as the kernel shows it."""

    level: str | None
    state: str | None
    chunk_bytes: int | None


class BlockNode(NamedTuple):
    """One block device or partition.

    `serials` are all texts it may be known by, the drive's own first; `controllers` are those of an NVMe namespace.
    """

    name: str
    number: str
    whole: str
    folder: str
    size_bytes: int | None
    logical_block_bytes: int | None
    read_only: bool | None
    hidden: bool
    holders: tuple[str, ...]
    slaves: tuple[str, ...]
    model: str | None
    serials: tuple[str, ...]
    wwid: str | None
    transport: str | None
    state: str | None
    properties: Mapping[str, str]
    mapper_uuid: str | None
    array: SoftwareArray | None
    pci: PciController | None
    controllers: tuple[str, ...]
    backing_file: str | None
    raid_level: str | None

    @property
    def serial(self) -> str | None:
        """Serial number, None when the drive reports none."""
        return self.serials[0] if self.serials else None

    @property
    def is_whole(self) -> bool:
        """Return True if it is not a partition."""
        return self.whole == self.name

    @property
    def is_loop(self) -> bool:
        """Return True if it is a loop device, which presents a file as a drive."""
        return self.name.startswith("loop")

    @property
    def is_nvme(self) -> bool:
        """Return True if it is a namespace of an NVMe drive."""
        return _NVME.fullmatch(self.whole) is not None

    @property
    def is_memory_or_optical(self) -> bool:
        """Return True if it is memory or an optical drive, which the lab never counts as a drive."""
        return self.whole.startswith(_MEMORY_AND_OPTICAL)


Tree = Mapping[str, BlockNode]


def read_tree(places: Places = THIS_SERVER) -> dict[str, BlockNode]:
    """Read all block devices by kernel name."""
    block = places.sys / "class" / "block"
    nodes = {}
    for name in list_names(block):
        folder = _follow(block / name)
        node = _read_node(name, folder, places) if folder is not None else None
        if node is not None:
            nodes[name] = node
    return nodes


def read_node(number: str, places: Places = THIS_SERVER) -> BlockNode | None:
    """Read the device with this `major:minor`; None when there is no longer one."""
    link = places.sys / "dev" / "block" / number
    folder = _follow(link) if link.exists() else None
    return _read_node(folder.name, folder, places) if folder is not None else None


def list_family(tree: Tree, node: BlockNode) -> tuple[BlockNode, ...]:
    """Return a device and its partitions."""
    return (node, *(other for other in tree.values() if other.whole == node.name and other.name != node.name))


def list_carriers(tree: Tree, name: str) -> set[str]:
    """Return the kernel names of the whole devices that carry a device, including its own.

    They are the disk of a partition and the members of an array.
    """
    wholes: set[str] = set()
    open_ends = [name]
    while open_ends:
        node = tree.get(open_ends.pop())
        if node is None or node.whole in wholes:
            continue
        wholes.add(node.whole)
        open_ends += [*node.slaves, *(tree[node.whole].slaves if node.whole in tree else ())]
    return wholes


def list_extent(tree: Tree, node: BlockNode) -> tuple[BlockNode, ...]:
    """Return a device, the devices below it down to the drives, and the partitions of all of them.

    A process that writes to one of these without exclusivity writes to the device.
    """
    wholes = {node.whole, *list_carriers(tree, node.name)}
    return tuple(other for other in tree.values() if other.whole in wholes)


def get_kernel_node(node: BlockNode, places: Places = THIS_SERVER) -> Path:
    """Return the path below /dev that the kernel gives a device, such as /dev/sda."""
    return places.dev / node.name.replace("!", "/")


def _follow(link: Path) -> Path | None:
    """Return the folder that a link leads to, None where the device went away meanwhile."""
    try:
        return link.resolve()
    except FileNotFoundError:
        return None


def _read_node(name: str, folder: Path, places: Places) -> BlockNode | None:
    number = read_line(folder / "dev")
    if number is None:
        return None
    is_partition = (folder / "partition").exists()
    disk = folder.parent if is_partition else folder
    sectors = read_number(folder / "size")
    read_only = read_line(folder / "ro")
    properties = _read_udev_properties(places, number)
    controllers = _list_nvme_controllers(disk)
    # A namespace with several paths is a virtual device; what carries it hangs on its controllers.
    seat = controllers[0] if controllers else disk
    return BlockNode(
        name=name,
        number=number,
        whole=disk.name,
        folder=str(folder),
        size_bytes=None if sectors is None else sectors * _SECTOR_BYTES,
        logical_block_bytes=read_number(disk / "queue" / "logical_block_size"),
        read_only=None if read_only is None else read_only != "0",
        hidden=read_line(folder / "hidden") == "1",
        holders=list_names(folder / "holders"),
        slaves=list_names(folder / "slaves"),
        model=read_line(disk / "device" / "model") or properties.get("ID_MODEL"),
        serials=() if is_partition else tuple(dict.fromkeys(_iterate_serials(name, folder, properties, places))),
        wwid=None if is_partition else read_line(folder / "wwid") or read_line(folder / "device" / "wwid"),
        transport=_find_transport(disk, seat),
        state=read_line(seat / "state") if controllers else read_line(disk / "device" / "state"),
        properties=properties,
        mapper_uuid=read_line(folder / "dm" / "uuid"),
        array=_read_array(folder / "md"),
        pci=_find_pci_function(seat, places),
        controllers=tuple(folder.name for folder in controllers),
        backing_file=read_line(folder / "loop" / "backing_file"),
        raid_level=read_line(disk / "device" / "raid_level"),
    )


def _read_udev_properties(places: Places, number: str) -> dict[str, str]:
    """Return the udev properties of a device; empty where there is no udev."""
    text = read_line(places.run / "udev" / "data" / f"b{number}") or ""
    pairs = (line[2:].partition("=") for line in text.splitlines() if line.startswith("E:"))
    return {key: value for key, _, value in pairs}


def _iterate_serials(name: str, folder: Path, properties: Mapping[str, str], places: Places) -> Iterator[str]:
    if name.startswith("loop"):
        serial = _read_loop_serial(places.dev / name) if (folder / "loop").is_dir() else None
        yield from filter(None, (serial,))
        return
    if (folder / "md").is_dir():
        # The kernel writes the id of an array with dashes; udev and mdadm group its digits by eight.
        uuid = (read_line(folder / "md" / "uuid") or "").replace("-", "")
        grouped = ":".join(uuid[start : start + 8] for start in range(0, 32, 8)) if len(uuid) == 32 else None
        yield from filter(None, (properties.get("MD_UUID"), grouped))
        return
    candidates = (
        read_line(folder / "serial"),
        _read_vital_serial(folder / "device" / "vpd_pg80"),
        read_line(folder / "device" / "serial"),
        properties.get("ID_SCSI_SERIAL"),
        properties.get("ID_SERIAL_SHORT"),
    )
    yield from (text.strip() for text in candidates if text is not None and text.strip())


def _read_vital_serial(path: Path) -> str | None:
    try:
        return path.read_bytes()[_VPD_HEADER_BYTES:].decode("ascii", "replace").strip("\0 ") or None
    except OSError:
        return None


def read_loop_status(path: Path) -> bytes:
    """Return the loop_info64 of a loop device (LOOP_GET_STATUS64). Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return fcntl.ioctl(descriptor, _LOOP_GET_STATUS64, bytes(_LOOP_STATUS_BYTES))
    finally:
        os.close(descriptor)


def _read_loop_serial(path: Path) -> str | None:
    """Return the device number and inode of the file behind a loop device, None if not readable.

    They identify the file, which its name does not prove.
    """
    try:
        device, inode = struct.unpack_from("=QQ", read_loop_status(path))
    except OSError:
        return None
    return f"{device:x}-{inode}"


def _list_nvme_controllers(disk: Path) -> tuple[Path, ...]:
    """Return the sysfs folders of the controllers that reach an NVMe namespace.

    There is one controller, or all controllers of its subsystem.
    """
    if not _NVME.fullmatch(disk.name):
        return ()
    parent = (disk / "device").resolve()
    if _NVME_CONTROLLER.fullmatch(parent.name):
        return (parent,)
    names = (name for name in list_names(parent) if _NVME_CONTROLLER.fullmatch(name))
    return tuple((parent / name).resolve() for name in names)


def _find_transport(disk: Path, seat: Path) -> str | None:
    if _NVME.fullmatch(disk.name):
        return f"nvme-{read_line(seat / 'transport') or 'unknown'}"
    if disk.name.startswith(("loop", "md", "dm-")):
        return {"l": "loop", "m": "md", "d": "dm"}[disk.name[0]]
    return next((word for pattern, word in _TRANSPORTS if pattern.search(f"{disk}/")), None)


def _read_array(folder: Path) -> SoftwareArray | None:
    if not folder.is_dir():
        return None
    return SoftwareArray(
        read_line(folder / "level"), read_line(folder / "array_state"), read_number(folder / "chunk_size")
    )


def _find_pci_function(seat: Path, places: Places) -> PciController | None:
    """Return the nearest PCI function above the device folder `seat` in sysfs, None without one."""
    for folder in seat.parents:
        if folder == places.sys:
            break
        subsystem = folder / "subsystem"
        if subsystem.is_symlink() and subsystem.resolve().name == "pci":
            driver = folder / "driver"
            name = driver.resolve().name if driver.is_symlink() else None
            return PciController(folder.name, read_line(folder / "class") or "", name)
    return None
