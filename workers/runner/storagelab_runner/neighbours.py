"""Drives beside the target: their state before a run that writes, compared with that after it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from storagelab_runner.block_tree import BlockNode, Tree, get_kernel_node, list_carriers
from storagelab_runner.interlocks.facts import HostFacts
from storagelab_runner.interlocks.host_probe import read_host
from storagelab_runner.layout import CONFIG_FOLDER
from storagelab_runner.places import THIS_SERVER, Places

_FIRST_BYTES = 1 << 20


def snapshot(exclude: Collection[str], config: Path = CONFIG_FOLDER, places: Places = THIS_SERVER) -> dict[str, Any]:
    """Return serial, capacity and SHA-256 of the first MiB of every drive not in `exclude`.

    `exclude` has numbers `major:minor`. Drives that carry an excluded device (the members of an array) or are built on
    one are left out as well. The hash is None, with a reason, where the MiB cannot be read. It is None too where the
    drive is in use as a whole, so that the MiB may rightly change. The keys are the best identity of each drive,
    because kernel names move.
    """
    host = read_host(config, places)
    left_out = _collect_excluded_names(host.nodes, exclude)
    drives = {
        _build_key(node): {
            "device": node.name,
            "serial": node.serial,
            "size_bytes": node.size_bytes,
            **_read_first_bytes(node, host),
        }
        for node in host.nodes.values()
        if _is_neighbour(node, host) and node.name not in left_out
    }
    return {"exclude": sorted(exclude), "drives": drives}


def compare(before: Mapping[str, Any], config: Path = CONFIG_FOLDER, places: Places = THIS_SERVER) -> dict[str, Any]:
    """Compare the drives of this server with an earlier snapshot.

    Return `state`, `changed`, `unread` and `compared` in the form of the protocol. The `state` is `unknown` when a
    drive could not be read that should have been; a drive that appeared later is no damage.
    """
    after = snapshot(before["exclude"], config, places)["drives"]
    changed: list[dict[str, str]] = []
    for key, then in before["drives"].items():
        now = after.get(key)
        difference = "it is missing, or has another identity" if now is None else _find_difference(then, now)
        if difference is not None:
            changed.append({"device": str(then["device"]), "what": difference})
    unread = [
        {"device": str(facts["device"]), "why": str(facts["unread"])}
        for facts in (*before["drives"].values(), *after.values())
        if facts["unread"] is not None
    ]
    state = "changed" if changed else "unknown" if unread else "unchanged"
    return {"state": state, "changed": changed, "unread": unread, "compared": len(before["drives"])}


def _collect_excluded_names(nodes: Tree, numbers: Collection[str]) -> set[str]:
    """Return the kernel names of excluded devices, of devices that carry them and of those above.

    `numbers` are the excluded devices as `major:minor`. Devices above are built on an excluded one.
    """
    excluded: set[str] = set()
    for node in nodes.values():
        below = list_carriers(nodes, node.name)
        if any(nodes[name].number in numbers for name in below if name in nodes):
            excluded |= {node.name}
        if node.number in numbers:
            excluded |= below
    return excluded


def _is_neighbour(node: BlockNode, host: HostFacts) -> bool:
    if not node.is_whole or node.hidden or not node.size_bytes or node.is_memory_or_optical:
        return False
    return not node.is_loop or (host.sandbox is not None and host.sandbox.covers(node))


def _build_key(node: BlockNode) -> str:
    if node.wwid is not None:
        return f"wwid:{node.wwid}"
    return f"serial:{node.model or ''}:{node.serial}" if node.serial is not None else f"name:{node.name}"


def _read_first_bytes(node: BlockNode, host: HostFacts) -> dict[str, str | None]:
    used = _use_of_the_whole(node, host)
    if used is not None:
        return {"first_sha256": None, "in_use": used, "unread": None}
    try:
        descriptor = os.open(get_kernel_node(node), os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.posix_fadvise(descriptor, 0, _FIRST_BYTES, os.POSIX_FADV_DONTNEED)
            digest = hashlib.sha256(os.pread(descriptor, _FIRST_BYTES, 0)).hexdigest()
        finally:
            os.close(descriptor)
    except OSError as problem:
        return {"first_sha256": None, "in_use": None, "unread": problem.strerror or str(problem)}
    return {"first_sha256": digest, "in_use": None, "unread": None}


def _use_of_the_whole(node: BlockNode, host: HostFacts) -> str | None:
    """Return in words which use may rightly change a drive's first MiB, None without such a use.

    Uses of its partitions do not count, because partitions begin behind the first MiB.
    """
    if any(mount.device == node.number for mount in host.mounts) or node.name in {other.node for other in host.system}:
        return "mounted"
    if node.number in host.swaps:
        return "swapped to"
    return f"used by {', '.join(node.holders)}" if node.holders else None


def _find_difference(then: dict[str, Any], now: dict[str, Any]) -> str | None:
    for field, words in (("serial", "its serial"), ("size_bytes", "its capacity")):
        if then[field] != now[field]:
            return f"{words} was {then[field]} and is {now[field]}"
    if None not in (then["first_sha256"], now["first_sha256"]) and then["first_sha256"] != now["first_sha256"]:
        return "its first MiB was written to"
    return None
