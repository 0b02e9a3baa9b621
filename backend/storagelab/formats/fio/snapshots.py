"""Texts in which fio prints the same jobs again and again (`--status-interval`): the last time counts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from storagelab.domain.samples import DIRECTIONS
from storagelab.engines.fio.parts import Notes

#: Clones of a job end together; a snapshot is at least this much later than the one before.
_SHORTEST_INTERVAL_MS = 200


def last_snapshot(jobs: Sequence[dict[str, Any]], notes: Notes) -> list[dict[str, Any]]:
    """The jobs of the last snapshot, or all of them where they do not repeat.

    A snapshot has the same jobs in the same order as the one before, and its counters have gone on.
    """
    keys = [(job["jobname"], job["groupid"]) for job in jobs]
    for period in range(1, len(jobs) // 2 + 1):
        if len(jobs) % period or keys[period:] != keys[:-period]:
            continue
        rounds = [jobs[begin : begin + period] for begin in range(0, len(jobs), period)]
        if all(_went_on(before, after) for before, after in pairwise(rounds)):
            notes.add(f"the text has {len(rounds)} snapshots of the same jobs, of which the last counts")
            return list(rounds[-1])
    return list(jobs)


def _went_on(before: Sequence[dict[str, Any]], after: Sequence[dict[str, Any]]) -> bool:
    """Whether at least one job has run on in between, and none has lost anything."""
    passed = [_runtime_ms(later) - _runtime_ms(earlier) for earlier, later in zip(before, after, strict=True)]
    return max(passed) >= _SHORTEST_INTERVAL_MS and min(passed) >= 0


def _runtime_ms(job: dict[str, Any]) -> float:
    blocks = [job.get(direction) for direction in (*DIRECTIONS, "mixed")]
    return max((float(block.get("runtime") or 0) for block in blocks if isinstance(block, dict)), default=0.0)
