"""NVMe format and sanitize: one namespace by its own node, no controller, no unnamed sibling."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from storagelab_runner.block_tree import BlockNode, Tree, read_tree
from storagelab_runner.operations.context import Context, OperationFailed
from storagelab_runner.operations.erasure import proven, released
from storagelab_runner.operations.kinds import Operation

if TYPE_CHECKING:
    from storagelab_runner.held_devices import HeldDevice

TOOL = "nvme"
_NAMESPACE = re.compile(r"/dev/nvme\d+n\d+")
_QUERY_SECONDS = 60.0
_FORMAT_SECONDS = 4 * 3600
_BEATS_BETWEEN_LOOKS = 8
_ACTIONS = {"block_erase": 2, "overwrite": 3, "crypto_erase": 4}
_FIELD = re.compile(r"\((?P<name>SPROG|SSTAT)\)\s*:\s*(?P<value>0x[0-9a-fA-F]+|\d+)")
#: States of a sanitize operation: done, going on, done without deallocating the blocks.
_DONE, _RUNNING, _DONE_ALLOCATED = 1, 2, 4


class LbaFormat(NamedTuple):
    """The LBA format of a namespace, how many it offers, and whether blocks that were discarded read as zeroes."""

    lbaf: int
    offered: int
    block_bytes: int
    promises_zeroes: bool


class SanitizeStatus(NamedTuple):
    """`state` is the lowest three bits of SSTAT, `progress` SPROG as a share of 1."""

    state: int
    progress: float


def format_namespace(operation: Operation, context: Context) -> dict[str, Any]:
    """Format every held namespace with the LBA format and erase setting of the operation.

    `devices` lists per namespace its LBA format, its block size before and after, and the surviving canary blocks.
    Raises OperationFailed or Stopped.
    """
    refuse_siblings(context)
    return {"devices": [_format(device, operation, context) for device in list(context.held)]}


def sanitize(operation: Operation, context: Context) -> dict[str, Any]:
    """Sanitize every held drive; one command erases all namespaces of a drive.

    Returns `devices`, the evidence of each. Raises OperationFailed or Stopped.
    """
    refuse_siblings(context)
    return {"devices": [_sanitize(device, operation, context) for device in list(context.held)]}


def format_arguments(path: str, lbaf: int, ses: int) -> list[str]:
    """Return the nvme format command for a namespace, LBA format `lbaf` and erase setting `ses`.

    Without --force nvme opens the namespace exclusively itself, after ten seconds of grace.
    """
    milliseconds = _FORMAT_SECONDS * 1000
    return [TOOL, "format", require_namespace(path), f"--lbaf={lbaf}", f"--ses={ses}", f"--timeout={milliseconds}"]


def sanitize_arguments(path: str, action: str) -> list[str]:
    """Return the nvme sanitize command; an overwrite is one pass."""
    passes = ["--owpass=1"] if action == "overwrite" else []
    return [TOOL, "sanitize", require_namespace(path), f"--sanact={_ACTIONS[action]}", *passes]


def is_namespace(path: str) -> bool:
    """Return whether this is the node of one namespace, not of a controller or a partition."""
    return _NAMESPACE.fullmatch(path) is not None


def require_namespace(path: str) -> str:
    """Return the path if it is the node of one namespace.

    Raises OperationFailed for a controller, a partition or anything else.
    """
    if not is_namespace(path):
        raise OperationFailed(f"{path} is not the node of an NVMe namespace.", "job")
    return path


def parse_layout(text: str) -> LbaFormat:
    """Parse the LBA format in use from the JSON of `nvme id-ns`. Raises OperationFailed."""
    try:
        document: Mapping[str, Any] = json.loads(text)
        flbas = int(document["flbas"])
        index = flbas & 0xF | (flbas >> 5 & 3) << 4
        formats = document["lbafs"]
        return LbaFormat(index, len(formats), 1 << int(formats[index]["ds"]), int(document["dlfeat"]) & 7 == 1)
    except (ValueError, KeyError, IndexError, TypeError):
        raise OperationFailed("nvme id-ns did not report the format of the namespace.") from None


def parse_sanitize_log(text: str) -> SanitizeStatus:
    """Parse the state in the text of `nvme sanitize-log`. Raises OperationFailed."""
    entries = {match["name"]: int(match["value"], 0) for match in _FIELD.finditer(text)}
    if "SSTAT" not in entries:
        raise OperationFailed("nvme sanitize-log did not report the state of the sanitize operation.")
    return SanitizeStatus(entries["SSTAT"] & 7, entries.get("SPROG", 0) / 65535)


def list_siblings(tree: Tree, names: Collection[str]) -> list[str]:
    """Return the kernel names of the other namespaces on the controllers of the namespaces `names`."""
    controllers = {controller for name in names if name in tree for controller in tree[name].controllers}
    return sorted(
        node.name
        for node in tree.values()
        if node.is_whole and node.name not in names and _has_shared_controller(node, controllers)
    )


def refuse_siblings(context: Context) -> None:
    """Raise OperationFailed unless every namespace of the drive is a target.

    A format may erase all of them, and a sanitize does.
    """
    names = [Path(require_namespace(device.path)).name for device in context.held]
    others = list_siblings(read_tree(), names)
    if others:
        raise OperationFailed(
            f"{', '.join(others)} share the drive with {', '.join(names)} and are not targets.", "job"
        )


def _has_shared_controller(node: BlockNode, controllers: Collection[str]) -> bool:
    return any(controller in controllers for controller in node.controllers)


def _format(device: HeldDevice, operation: Operation, context: Context) -> dict[str, Any]:
    before = read_layout(device.path, context)
    lbaf = before.lbaf if operation.values["lbaf"] is None else operation.values["lbaf"]
    if lbaf >= before.offered:
        raise OperationFailed(f"{device.path} offers the LBA formats 0 to {before.offered - 1}, not {lbaf}.", "job")
    with proven(device, context) as evidence:
        with released(device, context):
            context.command(format_arguments(device.path, lbaf, operation.values["ses"]), _FORMAT_SECONDS)
        after = read_layout(device.path, context)
        evidence.update(lbaf=after.lbaf, block_bytes=after.block_bytes, block_bytes_before=before.block_bytes)
        if after.lbaf != lbaf:
            raise OperationFailed(f"{device.path} has LBA format {after.lbaf} after a format to {lbaf}.")
    return evidence


def _sanitize(device: HeldDevice, operation: Operation, context: Context) -> dict[str, Any]:
    with proven(device, context) as evidence, released(device, context):
        context.command(sanitize_arguments(device.path, operation.values["action"]), _QUERY_SECONDS)
        evidence["state"] = _wait_for_sanitize(device, context)
    return evidence


def _wait_for_sanitize(device: HeldDevice, context: Context) -> int:
    """Wait until a sanitize operation has ended and return its state.

    A cancellation ends the waiting only: the drive goes on by itself, even through a power cut. Raises OperationFailed
    or Stopped.
    """
    while True:
        status = parse_sanitize_log(
            context.command([TOOL, "sanitize-log", require_namespace(device.path)], _QUERY_SECONDS).stdout
        )
        if status.state in (_DONE, _DONE_ALLOCATED):
            return status.state
        if status.state != _RUNNING:
            raise OperationFailed(f"{device.path} reports that the sanitize operation failed (state {status.state}).")
        for _ in range(_BEATS_BETWEEN_LOOKS):
            context.beat()


def read_layout(path: str, context: Context) -> LbaFormat:
    """Query a namespace for its LBA format. Raises OperationFailed or Stopped."""
    return parse_layout(
        context.command([TOOL, "id-ns", require_namespace(path), "--output-format=json"], _QUERY_SECONDS).stdout
    )
