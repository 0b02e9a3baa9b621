"""Inventory outputs that come from files of this server and from the kernel itself."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from storagelab_runner.allow_list import Sandbox, describe_allow_list, read_sandbox
from storagelab_runner.block_tree import BlockNode, Tree, get_kernel_node
from storagelab_runner.identity import get_realtime_ns
from storagelab_runner.interlocks.host_probe import LOOP_PREFIX, collect_stable_names
from storagelab_runner.kernel_settings import read_kernel_settings
from storagelab_runner.outputs import build_output, read_file_output
from storagelab_runner.pci_facts import collect_pci_facts
from storagelab_runner.places import Places, list_names, read_line

_FILES = {
    "os_release": "/etc/os-release",
    "machine_id": "/etc/machine-id",
}
_KERNEL_FILES = {
    "cpuinfo": "cpuinfo",
    "meminfo": "meminfo",
    "mountinfo": "self/mountinfo",
    "swaps": "swaps",
    "mdstat": "mdstat",
}
_DMI_FIELDS = ("board_vendor", "board_name", "product_name", "sys_vendor", "bios_version")
#: Fields of a block device that the lab does without, because it gets them elsewhere or they are long.
_UNTOLD = frozenset(("folder", "properties"))


def iterate_file_outputs(nodes: Tree, config: Path, places: Places) -> Iterator[dict[str, Any]]:
    """Yield the inventory outputs that come from files.

    They are system files unchanged, and the contents of many small kernel files as JSON.
    """
    yield from (read_file_output(name, Path(path)) for name, path in _FILES.items())
    yield from (read_file_output(name, places.proc / path) for name, path in _KERNEL_FILES.items())
    sandbox = read_sandbox(config)
    names = collect_stable_names(nodes, sandbox, places)
    facts = {
        "uname": _read_uname(),
        "dmi": {field: read_line(places.sys / "class" / "dmi" / "id" / field) for field in _DMI_FIELDS},
        "by_id": {link: str((places.by_id / link).resolve()) for link in list_names(places.by_id)},
        "firmware": _read_firmware_revisions(nodes, places),
        "udev": {name: node.properties for name, node in nodes.items() if node.properties},
        "block_devices": {name: _describe_node(node) for name, node in nodes.items()},
        "enrolled": describe_allow_list(config, nodes, names, get_realtime_ns()),
        "sandbox_devices": _find_sandbox_devices(nodes, sandbox),
        "pci": collect_pci_facts(nodes, places),
        "kernel_settings": read_kernel_settings(nodes, places),
    }
    yield from (build_output(name, [], 0, json.dumps(value)) for name, value in facts.items())


def _read_uname() -> dict[str, str]:
    facts = os.uname()
    names = ("sysname", "nodename", "release", "version", "machine")
    return {name: str(getattr(facts, name)) for name in names}


def _read_firmware_revisions(nodes: Tree, places: Places) -> dict[str, str]:
    """Return firmware revisions by kernel name; lsblk does not report those of NVMe drives."""
    block = places.sys / "class" / "block"
    revisions = ((name, read_line(block / name / "device" / "firmware_rev")) for name in nodes)
    return {name: revision for name, revision in revisions if revision is not None}


def _describe_node(node: BlockNode) -> dict[str, Any]:
    view = {name: value for name, value in node._asdict().items() if name not in _UNTOLD}
    return {**view, **{name: part._asdict() for name in ("array", "pci") if (part := getattr(node, name)) is not None}}


def _find_sandbox_devices(nodes: Tree, sandbox: Sandbox | None) -> list[dict[str, Any]]:
    """Return the loop devices that count as drives in the sandbox, with their names and sizes."""
    return [
        {
            "name": node.name,
            "path": str(get_kernel_node(node)),
            "stable_id": f"{LOOP_PREFIX}{Path(str(node.backing_file)).name}",
            "serial": node.serial,
            "size": node.size_bytes,
            "log-sec": node.logical_block_bytes,
            "backing_file": node.backing_file,
        }
        for node in nodes.values()
        if sandbox is not None and sandbox.covers(node) and node.size_bytes
    ]
