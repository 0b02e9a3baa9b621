"""The state of the arrays that a target stands on, taken before the first phase and at the end of each.

The record is made once and never changed. It holds `boottime_ns` and `realtime_ns` of the moment it was begun,
`duration_ms`, and `conditions`, one entry for each array that any device of the target stands on:

device       the stable id of the target's device; the path of the file where the target is one
kernel_name  the array (md0), or the virtual drive of a RAID controller (sdb)
kind         mdadm or storcli
raw          the whole of /proc/mdstat, or what `storcli /call/vall show all J` printed; null with a `problem` in words
sysfs        with mdadm only: the files below /sys/block/NAME/md that tell the state, as the kernel has them or null
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Callable, NamedTuple

from storagelab_runner.asking import Question, ask_all
from storagelab_runner.block_devices import all_below
from storagelab_runner.block_tree import BlockNode, read_node
from storagelab_runner.identity import boottime_ns, realtime_ns
from storagelab_runner.interlocks.paths import is_virtual_drive
from storagelab_runner.inventory_raid import raid_program
from storagelab_runner.places import THIS_SERVER, Places, line_of
from storagelab_runner.records import canonical, create_once
from storagelab_runner.tools import Answer

STORCLI_SECONDS = 5.0
SHOW_VOLUMES = ("/call/vall", "show", "all", "J")
_MD_FILES = (
    *("array_state", "degraded", "sync_action", "sync_completed", "sync_speed", "last_sync_action", "mismatch_cnt"),
    *("level", "raid_disks", "reshape_position"),
)


class Ground(NamedTuple):
    """What a target stands on: `device` as people name it, `folder` its block device in sysfs."""

    device: str
    folder: Path


def record_conditions(
    path: Path, grounds: Sequence[Ground], pulse: Callable[[], object], places: Places = THIS_SERVER
) -> str | None:
    """Write the record; its SHA-256, None where it cannot be written or is there already."""
    boottime, realtime, began = boottime_ns(), realtime_ns(), time.monotonic()
    conditions = list(_conditions(grounds, pulse, places))
    record = {
        "boottime_ns": boottime,
        "realtime_ns": realtime,
        "duration_ms": round((time.monotonic() - began) * 1000),
        "conditions": conditions,
    }
    try:
        return hashlib.sha256(canonical(record)).hexdigest() if create_once(path, record) else None
    except OSError:
        # A disk that is full ends the attempt with words of its own.
        return None


def ask_for_volumes(pulse: Callable[[], object]) -> Answer:
    """What the RAID controllers say of their virtual drives."""
    program = raid_program()
    if program is None:
        return Answer((), None, problem="no program of the RAID controller is installed", missing=True)
    question = Question("storcli_volumes", (program, *SHOW_VOLUMES))
    deadline = time.monotonic() + STORCLI_SECONDS
    return ask_all([(question,)], deadline, seconds=STORCLI_SECONDS, pulse=pulse)[0].answer


def nodes_below(ground: Ground, places: Places) -> Iterator[BlockNode]:
    """The devices that a target stands on, itself first, down to the drives."""
    for folder in all_below(ground.folder):
        number = line_of(folder / "dev")
        node = read_node(number, places) if number is not None else None
        if node is not None:
            yield node


def _conditions(grounds: Sequence[Ground], pulse: Callable[[], object], places: Places) -> Iterator[dict[str, Any]]:
    volumes: Answer | None = None
    seen = set()
    for ground in grounds:
        for node in nodes_below(ground, places):
            if node.name in seen:
                continue
            seen.add(node.name)
            if node.array is not None:
                yield _of_md(ground, node, places)
            elif is_virtual_drive(node):
                volumes = volumes or ask_for_volumes(pulse)
                yield _entry(ground, node, "storcli", volumes.stdout or None, volumes.last_words)


def _of_md(ground: Ground, node: BlockNode, places: Places) -> dict[str, Any]:
    folder = Path(node.folder) / "md"
    entry = _entry(ground, node, "mdadm", line_of(places.proc / "mdstat"), "/proc/mdstat cannot be read")
    return {**entry, "sysfs": {name: line_of(folder / name) for name in _MD_FILES}}


def _entry(ground: Ground, node: BlockNode, kind: str, raw: str | None, problem: str) -> dict[str, Any]:
    entry = {"device": ground.device, "kernel_name": node.name, "kind": kind, "raw": raw}
    return entry if raw is not None else {**entry, "problem": problem}
