"""Texts in which fio prints the same jobs again and again (`--status-interval`): the last time counts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from storagelab.domain.samples import DIRECTIONS
from storagelab.engines.fio.parts import WarningList
from storagelab.formats.fio.printed_jobs import PartName, PrintedJob

#: Clones of a job end together; a snapshot is at least this much later than the one before.
_SHORTEST_INTERVAL_MS = 200


def select_last_snapshot(jobs: Sequence[PrintedJob], notes: WarningList) -> list[PrintedJob]:
    """Return the jobs of the last snapshot, or all of them where they do not repeat.

    A snapshot has the same jobs in the same order as the one before. At least one of them has run on in between, and
    none has a shorter run time.
    """
    numbers: dict[tuple[str, int], int] = {}
    keys = np.array(
        [numbers.setdefault((job["jobname"], job["groupid"]), len(numbers)) for job in jobs], dtype=np.int64
    )
    runtimes = np.array([_get_runtime_ms(job) for job in jobs])
    for period in range(1, len(jobs) // 2 + 1):
        if len(jobs) % period or not np.array_equal(keys[period:], keys[:-period]):
            continue
        # Passed from one snapshot to the next, a column for each job.
        passed = np.diff(runtimes.reshape(-1, period), axis=0)
        if (passed.max(axis=1) >= _SHORTEST_INTERVAL_MS).all() and passed.min() >= 0:
            notes.add(f"the text has {len(jobs) // period} snapshots of the same jobs, of which the last counts")
            return list(jobs[-period:])
    return list(jobs)


def _get_runtime_ms(job: PrintedJob) -> float:
    names: tuple[PartName, ...] = (*DIRECTIONS, "mixed")
    parts = [job[name] for name in names if name in job]
    return max((float(part.get("runtime") or 0) for part in parts), default=0.0)
