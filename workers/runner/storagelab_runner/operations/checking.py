"""Checks that this server and these drives can carry out a preparation, before any change."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Callable, Mapping, NamedTuple

from storagelab_runner.block_tree import BlockNode, Tree, read_tree
from storagelab_runner.engine import build_environment
from storagelab_runner.findings import PASS, REFUSE, ProbeFinding
from storagelab_runner.operations import ata, kinds, md, nvme, quiet, raid, raid_commands, scsi
from storagelab_runner.operations.command import search_path
from storagelab_runner.operations.kinds import Operation
from storagelab_runner.operations.titles import format_title
from storagelab_runner.spec_targets import Device

_BY_ID = Path("/dev/disk/by-id")


class _Subject(NamedTuple):
    """Devices on which an operation would work; `nodes` is None once an earlier operation makes others."""

    devices: Sequence[Device]
    nodes: Sequence[BlockNode] | None
    tree: Tree
    path: str


def check(operations: Sequence[Operation], devices: Sequence[Device]) -> list[ProbeFinding]:
    """Return one finding per operation: whether this server can carry it out on the devices.

    The ids are `preparation.1` and so on. Nothing is changed.
    """
    tree = read_tree()
    subject = _Subject(devices, _find_nodes(devices, tree), tree, search_path(build_environment()))
    findings = []
    for ordinal, operation in enumerate(operations, start=1):
        findings.append(_judge_operation(ordinal, operation, subject))
        if kinds.has_new_array([operation]):
            subject = subject._replace(nodes=None)
    return findings


def _find_nodes(devices: Sequence[Device], tree: Tree) -> list[BlockNode]:
    """Return the kernel's block nodes of the devices, without devices that the kernel does not show.

    The interlocks refuse a missing device.
    """
    names = []
    for device in devices:
        link = _BY_ID / (device.stable_id or "")
        names.append(
            Path(device.path).name if device.stable_id is None or not link.is_symlink() else link.resolve().name
        )
    return [tree[name] for name in names if name in tree]


def _judge_operation(ordinal: int, operation: Operation, subject: _Subject) -> ProbeFinding:
    obstacle = next(_iterate_obstacles(operation, subject), None)
    verdict = PASS if obstacle is None else REFUSE
    reason = "This server can carry it out." if obstacle is None else f"{obstacle[:1].upper()}{obstacle[1:]}."
    return ProbeFinding(f"preparation.{ordinal}", format_title(operation), verdict, reason, kind="infrastructure")


def _iterate_obstacles(operation: Operation, subject: _Subject) -> Iterator[str]:
    for program in list_programs(operation):
        if shutil.which(program, path=subject.path) is None:
            yield f"{program} is not installed on this server"
    needs_raid_tool = operation.kind.startswith("storcli_") or (
        operation.kind == "wait_quiet" and quiet.has_raid_controller()
    )
    if needs_raid_tool and raid.find_tool(subject.path) is None:
        yield f"none of {', '.join(raid_commands.TOOLS)} is installed on this server"
    if subject.nodes is not None and operation.kind in _ABOUT_DRIVES:
        yield from _ABOUT_DRIVES[operation.kind](operation, subject)


def list_programs(operation: Operation) -> list[str]:
    """Return the programs that an operation runs, besides the engine and the tool of a RAID controller."""
    kind = operation.kind
    if kind.startswith("nvme_"):
        return [nvme.TOOL]
    if kind.startswith("mdadm_"):
        return [md.TOOL]
    if kind == "make_file_system":
        return [f"mkfs.{operation.values['type']}", "blkid", "mount", "umount"]
    tools = {"ata_secure_erase": ata.TOOL, "scsi_sanitize": scsi.SANITIZE_TOOL, "scsi_format": scsi.FORMAT_TOOL}
    return [tools[kind]] if kind in tools else []


def _discard(_operation: Operation, subject: _Subject) -> Iterator[str]:
    for node in subject.nodes or ():
        largest = Path(node.folder) / "queue" / "discard_max_bytes"
        if not largest.exists() or int(largest.read_text("ascii")) == 0:
            yield f"{node.name} cannot discard"


def _find_nvme_obstacles(_operation: Operation, subject: _Subject) -> Iterator[str]:
    nodes = subject.nodes or ()
    for node in nodes:
        if not node.is_nvme or not node.is_whole:
            yield f"{node.name} is not an NVMe namespace"
    names = [node.name for node in nodes]
    others = nvme.list_siblings(subject.tree, names)
    if others:
        yield (
            f"{', '.join(others)} share the drive with {', '.join(names)} and are not targets, but would be erased too"
        )


def _find_ata_obstacles(_operation: Operation, subject: _Subject) -> Iterator[str]:
    return (f"{node.name} is not an ATA drive" for node in subject.nodes or () if not _is_ata(node))


def _find_scsi_obstacles(_operation: Operation, subject: _Subject) -> Iterator[str]:
    for node in subject.nodes or ():
        if not node.name.startswith("sd") or _is_ata(node):
            yield f"{node.name} is not a SCSI drive"


def _is_ata(node: BlockNode) -> bool:
    vendor = Path(node.folder) / "device" / "vendor"
    return node.name.startswith("sd") and vendor.exists() and vendor.read_text("ascii", "replace").strip() == "ATA"


def _find_array_obstacles(operation: Operation, subject: _Subject) -> Iterator[str]:
    active, required = len(subject.devices) - operation.values["spares"], md.MIN_MEMBERS[operation.values["level"]]
    if active < required:
        yield f"{operation.values['level']} needs at least {required} drives beside the spares, and there are {active}"
    if (Path("/dev/md") / operation.values["name"]).exists():
        yield f"there is an array named {operation.values['name']} already"


def _find_device_count_obstacle(_operation: Operation, subject: _Subject) -> Iterator[str]:
    if len(subject.devices) != 1:
        yield f"a file system is made on one device, and the job names {len(subject.devices)}"


_ABOUT_DRIVES: Mapping[str, Callable[[Operation, _Subject], Iterator[str]]] = {
    "discard": _discard,
    "over_provision": _discard,
    "nvme_format": _find_nvme_obstacles,
    "nvme_sanitize": _find_nvme_obstacles,
    "ata_secure_erase": _find_ata_obstacles,
    "scsi_sanitize": _find_scsi_obstacles,
    "scsi_format": _find_scsi_obstacles,
    "mdadm_create": _find_array_obstacles,
    "make_file_system": _find_device_count_obstacle,
}
