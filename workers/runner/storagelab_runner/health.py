"""Health of the drives below a target, before any change to them and after the last phase.

The record holds `boottime_ns` and `realtime_ns` of its beginning and `outputs` under their inventory names:
nvme_smart_log/NAME, smartctl/NAME, smartctl_raid/CONTROLLER/DID.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Callable

from storagelab_runner.block_tree import BlockNode, get_kernel_node
from storagelab_runner.clock import WallClock
from storagelab_runner.interlocks.paths import is_virtual_drive
from storagelab_runner.interlocks.tool_answers import document_of, find_member_numbers
from storagelab_runner.inventory_questions import build_nvme_question, build_smart_question
from storagelab_runner.inventory_raid import build_hidden_drive_question, build_volume_question
from storagelab_runner.layers import Ground, iterate_nodes_below
from storagelab_runner.outputs import convert_answer
from storagelab_runner.places import THIS_SERVER, Places
from storagelab_runner.records import write_record
from storagelab_runner.tool_pool import ToolQuestion, query_all
from storagelab_runner.tools import is_tool_installed

_SECONDS = 5.0
_BUDGET_SECONDS = 20.0
#: These have no health of their own: they are files, or rest on drives that are queried themselves.
_WITHOUT_HEALTH = ("loop", "md", "dm", "virtio")


def record_health(
    path: Path,
    grounds: Sequence[Ground],
    pulse: Callable[[], object],
    clock: WallClock,
    places: Places = THIS_SERVER,
) -> None:
    """Query the health of every drive below the target and write the record to `path`.

    A query or a write that fails raises no error.
    """
    begun = clock.stamp()
    folders = [ground.folder for ground in grounds if ground.folder is not None]
    nodes = {node.name: node for folder in folders for node in iterate_nodes_below(folder, places)}
    lanes = [(question,) for node in nodes.values() for question in _iterate_health_questions(node, pulse, places)]
    answered = query_all(lanes, time.monotonic() + _BUDGET_SECONDS, seconds=_SECONDS, pulse=pulse)
    outputs = [convert_answer(question.name, answer) for question, answer in answered]
    with contextlib.suppress(OSError):
        write_record(path, {**begun, "outputs": outputs})


def _iterate_health_questions(node: BlockNode, pulse: Callable[[], object], places: Places) -> Iterator[ToolQuestion]:
    if node.is_nvme:
        yield build_nvme_question(node, places) if is_tool_installed("nvme") else build_smart_question(node, places)
    elif is_virtual_drive(node):
        yield from _iterate_member_questions(node, pulse, places)
    elif node.transport not in _WITHOUT_HEALTH and not node.is_memory_or_optical:
        yield build_smart_question(node, places)


def _iterate_member_questions(node: BlockNode, pulse: Callable[[], object], places: Places) -> Iterator[ToolQuestion]:
    """Yield the health queries for the drives of a virtual drive.

    The RAID controller hides these drives from the kernel.
    """
    answered = query_all([(build_volume_question(),)], time.monotonic() + _SECONDS, seconds=_SECONDS, pulse=pulse)
    members = find_member_numbers(node.wwid, document_of(answered[0].answer))
    if members is not None:
        controller, numbers = members
        yield from (
            build_hidden_drive_question(controller, number, str(get_kernel_node(node, places))) for number in numbers
        )
