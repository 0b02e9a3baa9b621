"""Drives and their users, from `lsblk -J -b -O`.

The names below /dev/disk/by-id and firmware revisions in sysfs are read too.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from storagelab.collectors.base import CollectedFacts, DriveFacts
from storagelab.collectors.block_devices import BlockDevice, parse_block_devices
from storagelab.collectors.resources import add_resources
from storagelab.collectors.sandbox import select_sandbox_drives
from storagelab.domain.json_values import JsonObject

name = "lsblk"
inputs: tuple[str, ...] = ("lsblk", "by_id", "firmware", "sandbox_devices", "block_devices", "machine_id")

_Node = JsonObject

#: Names of content, which move to another drive with a copy of it.
_CONTENT_NAMES = ("dm-", "md-", "lvm-", "zfs-")
#: The name of an array: its members carry its id, so it goes where they go.
_ARRAY_NAME = "md-uuid-"
#: Signatures that make a drive part of something larger, in words.
_MEMBERSHIPS = {
    "LVM2_member": "is a physical volume of LVM",
    "linux_raid_member": "is a member of a software RAID",
    "isw_raid_member": "is a member of a firmware RAID",
    "ddf_raid_member": "is a member of a firmware RAID",
    "mpath_member": "is a path of a multipath device",
    "zfs_member": "is a member of a ZFS pool",
    "bcache": "is part of a bcache",
    "ceph_bluestore": "is a Ceph OSD",
    "crypto_LUKS": "holds an encrypted volume",
    "swap": "holds a swap area",
}


def parse(outputs: Mapping[str, str | None]) -> CollectedFacts:
    """Parse every drive with a capacity, and every array of the kernel.

    An array can be tested like a drive. Memory disks and optical drives do not count as drives, and loop devices only
    in a sandbox.
    """
    warnings: list[str] = []
    links = _parse_links(outputs.get("by_id"), warnings)
    nodes = _parse_nodes(outputs.get("lsblk"), warnings)
    firmware = _parse_texts(outputs.get("firmware"))
    devices = parse_block_devices(outputs.get("block_devices"))
    drives = [_drive(node, links, firmware) for node in nodes if _is_drive(node)]
    drives += [_build_array(node, links, firmware) for node in _build_arrays(nodes)]
    drives = [_replace_serial(drive, devices) for drive in drives]
    drives = _remove_ambiguous_ids(select_sandbox_drives(drives, outputs.get("sandbox_devices")))
    machine = (outputs.get("machine_id") or "").strip() or None
    return CollectedFacts(drives=add_resources(drives, devices, machine), warnings=(*warnings, *_list_warnings(drives)))


def _parse_nodes(text: str | None, warnings: list[str]) -> list[_Node]:
    if not text or not text.strip():
        warnings.append("The drives could not be read: lsblk printed nothing.")
        return []
    try:
        listed = json.loads(text)["blockdevices"]
        nodes = [node for node in listed if isinstance(node.get("name"), str)]
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError):
        warnings.append("The drives could not be read: the output of lsblk was not understood.")
        return []
    if len(nodes) < len(listed):
        warnings.append("lsblk lists a device without a name, which is left out.")
    return nodes


def _parse_links(text: str | None, warnings: list[str]) -> dict[str, list[str]] | None:
    """Return the names below /dev/disk/by-id by kernel path.

    Return None, with a warning, when none are reported.
    """
    names = _parse_texts(text)
    if not names:
        warnings.append("There is nothing in /dev/disk/by-id: the names of drives are made from what lsblk prints.")
        return None
    links: dict[str, list[str]] = {}
    for link, path in sorted(names.items()):
        if not link.startswith(_CONTENT_NAMES) or link.startswith(_ARRAY_NAME):
            links.setdefault(path, []).append(link)
    return links


def _parse_texts(text: str | None) -> dict[str, str]:
    """Return the texts of a JSON object; empty when there is none."""
    try:
        value = json.loads(text) if text and text.strip() else None
    except (ValueError, RecursionError):
        value = None
    return {key: item for key, item in value.items() if isinstance(item, str)} if isinstance(value, dict) else {}


def _is_drive(node: _Node) -> bool:
    kernel_name = str(node["name"])
    if node.get("type") not in ("disk", "loop") or kernel_name.startswith(("ram", "zram")):
        return False
    # A loop device without a file and a reader without a medium have a capacity of 0; an unknown one is retained with a
    # warning.
    return _read_integer(node.get("size")) != 0


def _drive(node: _Node, links: Mapping[str, Sequence[str]] | None, firmware: Mapping[str, str]) -> DriveFacts:
    kernel_name = str(node.get("kname") or node["name"])
    path = str(node.get("path") or f"/dev/{kernel_name}")
    model, serial, wwn, transport = (_read_word(node.get(key)) for key in ("model", "serial", "wwn", "tran"))
    if links is None:
        stable_ids = _build_udev_names(model, serial, wwn, transport)
    else:
        names = links.get(path) or links.get(f"/dev/{kernel_name}") or ()
        stable_ids = [name for name in names if name.startswith(_ARRAY_NAME) == kernel_name.startswith("md")]
    return DriveFacts(
        kernel_name=kernel_name,
        path=path,
        stable_id=_find_best_id(stable_ids, model, serial),
        stable_ids=tuple(stable_ids),
        model=model,
        serial=serial,
        wwn=wwn,
        firmware=_read_word(node.get("rev")) or _read_word(firmware.get(kernel_name)),
        size_bytes=_read_integer(node.get("size")),
        logical_block_bytes=_read_integer(node.get("log-sec")),
        physical_block_bytes=_read_integer(node.get("phy-sec")),
        rotational=_read_boolean(node.get("rota")),
        transport=transport,
        mountpoints=tuple(
            dict.fromkeys(
                place for child in _iterate_tree(node) for place in _list_mount_points(child) if place != "[SWAP]"
            )
        ),
        filesystem=_read_word(node.get("fstype")),
        in_use_reasons=tuple(dict.fromkeys(_iterate_use_reasons(node))),
    )


def _build_arrays(nodes: Iterable[_Node]) -> list[_Node]:
    """Return each of the kernel's arrays once, although lsblk lists an array below every member."""
    arrays = {}
    for node in nodes:
        for child in _iterate_tree(node):
            if str(child.get("type")).startswith("raid") and str(child.get("kname") or child.get("name")).startswith(
                "md"
            ):
                arrays[child.get("kname") or child.get("name")] = child
    return list(arrays.values())


def _build_array(node: _Node, links: Mapping[str, Sequence[str]] | None, firmware: Mapping[str, str]) -> DriveFacts:
    return replace(_drive(node, links, firmware), model=f"Software RAID ({node['type']})", transport="md")


def _replace_serial(drive: DriveFacts, devices: Mapping[str, BlockDevice]) -> DriveFacts:
    """Return a drive with the serial number from the runner, which the runner later compares."""
    device = devices.get(drive.kernel_name)
    return drive if device is None or device.serial is None else replace(drive, serial=device.serial)


def _build_udev_names(model: str | None, serial: str | None, wwn: str | None, transport: str | None) -> Sequence[str]:
    """Return the udev names of a drive below /dev/disk/by-id, where its bus has one rule for them."""
    names = []
    if wwn and wwn.startswith(("eui.", "uuid.")):
        names.append(f"nvme-{wwn}")
    if wwn and wwn.startswith("0x"):
        names.append(f"wwn-{wwn}")
    bus = {"nvme": "nvme", "sata": "ata", "ata": "ata"}.get(transport or "")
    if bus and model and serial:
        names.append(f"{bus}-{model}_{serial}".replace(" ", "_"))
    return names


def _find_best_id(stable_ids: Sequence[str], model: str | None, serial: str | None) -> str | None:
    """Return the best stable id of a drive; None without one.

    World-wide names come first, then names of model and serial number, then any other name of the drive.
    """
    tail = f"{model}_{serial}".replace(" ", "_") if model and serial else None

    def rank(stable_id: str) -> tuple[int, str]:
        if stable_id.startswith(("nvme-eui.", "nvme-uuid.", "wwn-")):
            return 0, stable_id
        if tail is not None and stable_id.endswith(f"-{tail}"):
            return 1, stable_id
        if serial is not None and serial in stable_id:
            return 2, stable_id
        return 3, stable_id

    return min(stable_ids, key=rank, default=None)


def _remove_ambiguous_ids(drives: list[DriveFacts]) -> list[DriveFacts]:
    """Remove stable names that two drives share, because such a name identifies neither."""
    claims = Counter(drive.stable_id for drive in drives if drive.stable_id is not None)
    return [
        replace(drive, stable_id=None) if drive.stable_id is not None and claims[drive.stable_id] > 1 else drive
        for drive in drives
    ]


def _list_warnings(drives: list[DriveFacts]) -> list[str]:
    warnings = []
    for drive in drives:
        if drive.stable_id is None:
            warnings.append(
                f"{drive.path} has no name that survives a reboot (no world-wide name, no serial): it can be mistaken "
                "for another drive."
            )
        if drive.size_bytes is None:
            warnings.append(f"The capacity of {drive.path} could not be read.")
    serials = Counter(drive.serial for drive in drives if drive.serial is not None)
    for serial, count in serials.items():
        if count > 1:
            paths = ", ".join(drive.path for drive in drives if drive.serial == serial)
            warnings.append(
                f"{paths} report the same serial {serial}: several paths or namespaces of one drive, or a cloned "
                "serial. They are kept apart."
            )
    return warnings


def _iterate_use_reasons(node: _Node) -> Iterator[str]:
    """Yield the reasons why a drive is in use, such as mounts and partitions.

    A reason names the part of the drive that is in use.
    """
    partitions = [str(child.get("name")) for child in _list_children(node) if child.get("type") == "part"]
    for part in _iterate_tree(node):
        yield from _iterate_uses(part, "" if part is node else f" ({part.get('name')})")
    if partitions:
        yield f"has partitions ({', '.join(partitions)})"
    elif _read_word(node.get("pttype")):
        yield f"has a partition table ({node['pttype']})"
    if _read_boolean(node.get("ro")):
        yield "is read-only"


def _iterate_uses(node: _Node, detail: str) -> Iterator[str]:
    mounts = _list_mount_points(node)
    for place in mounts:
        yield f"holds swap{detail}" if place == "[SWAP]" else f"mounted at {place}{detail}"
    content = _read_word(node.get("fstype"))
    if content in _MEMBERSHIPS:
        if "[SWAP]" not in mounts:
            yield f"{_MEMBERSHIPS[content]}{detail}"
    elif content and not mounts:
        yield f"holds a file system: {content}{detail}"
    for child in _list_children(node):
        if child.get("type") != "part":
            yield f"is used by {child.get('name')} ({child.get('type')})"


def _iterate_tree(node: _Node) -> Iterator[_Node]:
    yield node
    for child in _list_children(node):
        yield from _iterate_tree(child)


def _list_children(node: _Node) -> list[_Node]:
    children = node.get("children")
    return [child for child in children if isinstance(child, dict)] if isinstance(children, list) else []


def _list_mount_points(node: _Node) -> list[str]:
    """Return the mount points of one device; before util-linux 2.37 there is only one."""
    places = node.get("mountpoints")
    if not isinstance(places, list):
        places = [node.get("mountpoint")]
    return [place for place in places if isinstance(place, str) and place]


def _read_word(value: object) -> str | None:
    return value.strip() or None if isinstance(value, str) else None


def _read_integer(value: object) -> int | None:
    """Return a count; before util-linux 2.33 numbers are printed as text."""
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _read_boolean(value: object) -> bool | None:
    """Convert a printed yes or no to a boolean. Before util-linux 2.33 it is printed as text."""
    if isinstance(value, bool):
        return value
    return {"1": True, "0": False}.get(value) if isinstance(value, str) else None
