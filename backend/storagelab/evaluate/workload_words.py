"""Workloads in words for findings and tiles: block size, order, mix and depth."""

from __future__ import annotations

import re

from storagelab.domain.printed_engine import read_printed_engine
from storagelab.domain.result import PhaseResult, RequestedLoad, RunResult
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


def describe_phase_workload(
    run: RunResult, phase: PhaseResult, load: RequestedLoad | None = None, *, threads: bool = False
) -> str:
    """Return the workload of a phase, such as `4K random write, QD 256`, without the load generator.

    A depth that the name of a published workload leaves out is added from `load` where its source states it. With
    `threads` a depth is called by its threads, such as `2 threads × QD 64`.
    """
    name = find_workload_name(phase)
    if run.origin != "measured" and read_printed_engine(name) is not None:
        name = name.partition(" ")[2]
    stated = load or phase.load
    moment = [str(taken)] if (taken := phase.workload.get("moment")) and str(taken) not in name else []
    if not _HAS_DEPTH.search(name):
        return ", ".join((name, *_list_depths(stated), *moment))
    name = ", ".join((name, *moment))
    return _ONE.sub(_replace_one, _BOTH.sub(_replace_threads if threads else _replace_both, name))


def remove_depth(words: str) -> str:
    """Return a workload in words without its depth."""
    return _DEPTH.sub("", words, count=1)


def format_load_generator(name: str) -> str:
    """Return the name of a load generator as its makers write it."""
    return _GENERATORS.get(name, name)


def _list_depths(load: RequestedLoad) -> list[str]:
    if load.outstanding_ios is not None:
        return [f"QD {load.outstanding_ios}"]
    threads = [_format_threads(load.threads)] if load.threads is not None else []
    return [*threads, *([f"QD {load.queue_depth}"] if load.queue_depth is not None else [])]


def _replace_both(match: re.Match[str]) -> str:
    return _replace_threads(match) if match[3] else f"QD {int(match[1]) * int(match[2])}"


def _replace_threads(match: re.Match[str]) -> str:
    return f"{_format_threads(int(match[1]))} × QD {match[2]}{match[3] or ''}"


def _replace_one(match: re.Match[str]) -> str:
    return f", {_format_threads(int(match[1]))}" if match[2] == "T" else f", QD {match[1]}"


def _format_threads(count: int) -> str:
    return "1 thread" if count == 1 else f"{count} threads"
