"""Inventory of this server: files and a fixed list of read-only commands, outputs unchanged."""

from __future__ import annotations

import json
import platform
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from storagelab_runner import inventory_questions, inventory_raid
from storagelab_runner.block_tree import Tree, read_tree
from storagelab_runner.inventory_files import iterate_file_outputs
from storagelab_runner.outputs import build_output, convert_answer
from storagelab_runner.places import THIS_SERVER, Places
from storagelab_runner.tool_pool import AnsweredQuestion, query_all
from storagelab_runner.tool_reports import ENGINE_TOOLS, VERSION_PREFIX, build_tool_reports, iterate_version_questions

PYTHON = platform.python_version()
#: Time limit of the whole inventory; a query not made by then becomes an output that reports this.
_BUDGET_SECONDS = 20.0


def collect_inventory(
    config: Path, places: Places = THIS_SERVER, *, engines: Sequence[AnsweredQuestion] | None = None
) -> list[dict[str, Any]]:
    """Return the inventory of this server: one output per command or file, as in the protocol.

    A missing or failed output has an `error`. `engines` are answers to the version queries of the engines; without them
    the engines are queried like all other tools. An output about one drive is named for its command and kernel name,
    such as smartctl/sda.
    """
    deadline = time.monotonic() + _BUDGET_SECONDS
    nodes = read_tree(places)
    answered = [*(engines or ()), *_query(nodes, places, deadline, skipped=() if engines is None else ENGINE_TOOLS)]
    shown = (result for result in answered if not result.question.name.startswith(VERSION_PREFIX))
    return [
        *(convert_answer(question.name, answer) for question, answer in shown),
        *iterate_file_outputs(nodes, config, places),
        build_output("tool_versions", [], 0, json.dumps(build_tool_reports(answered))),
    ]


def _query(nodes: Tree, places: Places, deadline: float, *, skipped: Sequence[str]) -> list[AnsweredQuestion]:
    # Programs that keep a log of their own leave it in a folder that vanishes.
    folder = Path(tempfile.mkdtemp(prefix="storagelab-"))
    try:
        # What takes longest begins first.
        lanes = [
            *inventory_raid.iterate_first_lanes(),
            *iterate_version_questions([*skipped, *_iterate_skipped_tools(places)]),
        ]
        answered = query_all([*lanes, *inventory_questions.iterate_first_lanes(nodes, places)], deadline, folder=folder)
        answers = {question.name: answer for question, answer in answered}
        return [
            *answered,
            *query_all(inventory_raid.iterate_following_lanes(nodes, places, answers), deadline, folder=folder),
        ]
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _iterate_skipped_tools(places: Places) -> Iterator[str]:
    if not inventory_questions.is_zfs_loaded(places):
        yield "zpool"
