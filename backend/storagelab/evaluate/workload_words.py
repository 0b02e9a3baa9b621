"""Workloads in words for findings and tiles: block size, order, mix and depth."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from storagelab.domain.printed_engine import read_printed_engine
from storagelab.domain.result import PhaseResult, RunResult
from storagelab.evaluate.measured_runs import find_workload_name

_BOTH = re.compile(r"\b(\d+)T/(\d+)Q( on each drive)?")
_ONE = re.compile(r", (\d+)([TQ])(?![/\w])")
_DEPTH = re.compile(r", (?:QD \d+|\d+ threads? × QD \d+)(?! on each)")
_GENERATORS = {"fio": "fio", "vdbench": "Vdbench", "iometer": "IOMeter"}
_HAS_DEPTH = re.compile(r"\bQD ?\d|\b\d+[TQ]\b", re.IGNORECASE)


def find_load_generator(run: RunResult, phase: PhaseResult) -> str | None:
    """Return the program that made the load of a phase, as a word in lower case; None where no source states it."""
    printed = read_printed_engine(phase.name) if run.origin != "measured" else None
    return printed or (run.engine.lower() if run.engine else None)


def describe_phase_workload(run: RunResult, phase: PhaseResult, *, threads: bool = False) -> str:
    """Return the workload of a phase, such as `4K random write, QD 256`, without the load generator.

    With `threads` a depth is called by its threads, such as `2 threads × QD 64`.
    """
    return describe_named_workload(find_workload_name(phase), phase.workload, origin=run.origin, threads=threads)


def describe_named_workload(name: str, workload: Mapping[str, Any], *, origin: str, threads: bool = False) -> str:
    """Return a workload by its name in words, with a stated depth that the name leaves out."""
    if origin != "measured" and read_printed_engine(name) is not None:
        name = name.partition(" ")[2]
    moment = [str(taken)] if (taken := workload.get("moment")) and str(taken) not in name else []
    if not _HAS_DEPTH.search(name):
        return ", ".join((name, *_list_depths(workload), *moment))
    name = ", ".join((name, *moment))
    return _ONE.sub(_replace_one, _BOTH.sub(_replace_threads if threads else _replace_both, name))


def remove_depth(words: str) -> str:
    """Return a workload in words without its depth."""
    return _DEPTH.sub("", words, count=1)


def format_load_generator(name: str) -> str:
    """Return the name of a load generator as its makers write it."""
    return _GENERATORS.get(name, name)


def _list_depths(workload: Mapping[str, Any]) -> list[str]:
    outstanding, count, depth = (workload.get(key) for key in ("outstanding_ios", "threads", "queue_depth"))
    if outstanding is not None:
        return [f"QD {outstanding}"]
    return [*([_format_threads(count)] if count is not None else []), *([f"QD {depth}"] if depth is not None else [])]


def _replace_both(match: re.Match[str]) -> str:
    return _replace_threads(match) if match[3] else f"QD {int(match[1]) * int(match[2])}"


def _replace_threads(match: re.Match[str]) -> str:
    return f"{_format_threads(int(match[1]))} × QD {match[2]}{match[3] or ''}"


def _replace_one(match: re.Match[str]) -> str:
    return f", {_format_threads(int(match[1]))}" if match[2] == "T" else f", QD {match[1]}"


def _format_threads(count: int) -> str:
    return "1 thread" if count == 1 else f"{count} threads"
