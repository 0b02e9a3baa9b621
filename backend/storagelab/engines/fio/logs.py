"""fio's latency logs, written when the engine ends: with `log_max_value` the only true maximum of every interval."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from storagelab.analysis.downsample import IntArray
from storagelab.domain.samples import DIRECTIONS, Direction
from storagelab.engines.base import ParseFailed


@dataclass(frozen=True, slots=True, eq=False)
class LogRows:
    """Rows of one log in the order of the file.

    `t_ms` counts from the start of the job or the end of its ramp, `values` are ns (fio 2.99 and later), `directions`
    index DIRECTIONS.
    """

    t_ms: IntArray
    values: IntArray
    directions: IntArray


def parse_log(data: bytes) -> LogRows:
    """Time, value and direction of each row; further columns (block size, offset, priority) differ by version.

    An incomplete last row is left out. Raises ParseFailed, naming the line, for anything that is not such a log.
    """
    complete = data[: data.rfind(b"\n") + 1]
    if not complete.strip():
        empty = np.empty(0, dtype=np.int64)
        return LogRows(empty, empty, empty)
    try:
        columns = np.loadtxt(
            io.BytesIO(complete), dtype=np.int64, delimiter=",", usecols=(0, 1, 2), ndmin=2, comments=None
        )
    except (ValueError, OverflowError) as wrong:
        raise ParseFailed(_place(complete), "a row of a fio log: time, value, direction, ...") from wrong
    directions = columns[:, 2]
    strange = np.flatnonzero((directions < 0) | (directions >= len(DIRECTIONS)))
    if strange.size:
        raise ParseFailed(f"row {int(strange[0]) + 1}", f"direction 0, 1 or 2, not {int(directions[strange[0]])}")
    return LogRows(t_ms=columns[:, 0], values=columns[:, 1], directions=directions)


def window_maxima(logs: Iterable[LogRows], *, window_ms: int = 1000) -> dict[Direction, tuple[IntArray, IntArray]]:
    """For each direction the end of every window that had I/O, in ms, and its maximum over all logs (one per thread).

    fio stamps a row at the end of its window, a few ms late, and may repeat a stamp; up to a twentieth of a window
    counts as late.
    """
    parts = list(logs)
    t_ms = np.concatenate([np.empty(0, dtype=np.int64), *(part.t_ms for part in parts)])
    values = np.concatenate([np.empty(0, dtype=np.int64), *(part.values for part in parts)])
    directions = np.concatenate([np.empty(0, dtype=np.int64), *(part.directions for part in parts)])
    late_ms = window_ms // 20
    maxima: dict[Direction, tuple[IntArray, IntArray]] = {}
    for index, direction in enumerate(DIRECTIONS):
        mine = directions == index
        if not mine.any():
            continue
        windows, place = np.unique(np.maximum(t_ms[mine] - 1 - late_ms, 0) // window_ms, return_inverse=True)
        highest = np.zeros(windows.size, dtype=np.int64)
        np.maximum.at(highest, place, values[mine])
        maxima[direction] = ((windows + 1) * window_ms, highest)
    return maxima


def _place(complete: bytes) -> str:
    """The first line whose first three columns are not whole numbers."""
    for position, line in enumerate(complete.splitlines(), start=1):
        columns = line.split(b",")[:3]
        if line.strip() and (len(columns) < 3 or not all(_whole(column) for column in columns)):
            return f"line {position}"
    return "line 1"


def _whole(column: bytes) -> bool:
    try:
        return -(2**63) <= int(column) < 2**63
    except ValueError:
        return False
