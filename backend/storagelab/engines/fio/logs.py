"""Rows of fio's logs, written when the engine ends.

Under `log_max_value` they have the only true maximum of every interval.
"""

from __future__ import annotations

import io
from dataclasses import dataclass

import numpy as np

from storagelab.analysis.downsample import IntArray
from storagelab.domain.samples import DIRECTIONS
from storagelab.engines.base import ParseFailed

#: Places of the columns with one value and, under `log_window_value=both` (3.37 on), with a mean and a maximum.
_PLAIN = (0, 1, 2)
_WITH_MAXIMUM = (0, 1, 3, 2)
#: No row of a log is longer.
_LINE_BYTES = 4096


@dataclass(frozen=True, slots=True, eq=False)
class LogRows:
    """Rows of one log in the order of the file.

    `t_ms` counts from the start of the job or the end of its ramp, `values` are ns (fio 2.99 and later) or what the log
    is of, `directions` index DIRECTIONS. `highest` is the maximum of each window where the log has it beside the mean.
    `block_bytes` is the size of the first request: 0 in a log of windows, more in one with a row for each I/O, None in
    a log without the column. `complete` is False when the last row was cut and left out.
    """

    t_ms: IntArray
    values: IntArray
    directions: IntArray
    highest: IntArray | None = None
    block_bytes: int | None = None
    complete: bool = True


def parse_log(data: bytes) -> LogRows:
    """Parse a log that fio wrote (`write_iops_log` and the like): time, value and direction of each row.

    Further columns (block size, offset, priority) differ by version of fio. A third column with other values than
    directions is the maximum of the log's averaging window, and the fourth is the direction. An incomplete last row is
    left out. Raises ParseFailed, naming the line, for anything that is not such a log.
    """
    rows, complete = _cut_complete_rows(data)
    if not rows.strip():
        empty = np.empty(0, dtype=np.int64)
        return LogRows(empty, empty, empty, complete=complete)
    first = rows[:_LINE_BYTES].lstrip().split(b"\n", 1)[0].split(b",")
    columns = _load(rows, _PLAIN)
    strange = _find_unknown_directions(columns[:, 2])
    highest = None
    if strange.size and len(first) >= len(_WITH_MAXIMUM) + 1:
        columns = _load(rows, _WITH_MAXIMUM)
        strange = _find_unknown_directions(columns[:, 2])
        highest = columns[:, 3]
    if strange.size:
        place, value = int(strange[0]), int(columns[strange[0], 2])
        raise ParseFailed(f"row {place + 1}", f"direction 0, 1 or 2, not {value}")
    negative = np.flatnonzero((columns < 0).any(axis=1))
    if negative.size:
        raise ParseFailed(f"row {int(negative[0]) + 1}", "a time and a value that are not negative")
    size = first[4 if highest is not None else 3 : 5]
    return LogRows(
        t_ms=columns[:, 0],
        values=columns[:, 1],
        directions=columns[:, 2],
        highest=highest,
        block_bytes=int(size[0]) if size and _is_whole_number(size[0]) else None,
        complete=complete,
    )


def _cut_complete_rows(data: bytes) -> tuple[bytes, bool]:
    """Return the complete rows of a fio log, and whether the whole log is complete.

    A last line without an end is complete when no column is missing.
    """
    end = data.rfind(b"\n") + 1
    rest = data[end:]
    if not rest.strip():
        return data[:end], True
    width = data[:end].split(b"\n", 1)[0].count(b",")
    whole = width >= len(_PLAIN) and rest.count(b",") == width and _is_whole_number(rest.rpartition(b",")[2])
    return (data, True) if whole else (data[:end], False)


def _load(rows: bytes, columns: tuple[int, ...]) -> IntArray:
    try:
        return np.loadtxt(io.BytesIO(rows), dtype=np.int64, delimiter=",", usecols=columns, ndmin=2, comments=None)
    except (ValueError, OverflowError) as wrong:
        raise ParseFailed(_find_bad_line(rows, columns), "a row of a fio log: time, value, direction, ...") from wrong


def _find_unknown_directions(directions: IntArray) -> IntArray:
    return np.flatnonzero((directions < 0) | (directions >= len(DIRECTIONS)))


def _find_bad_line(rows: bytes, columns: tuple[int, ...]) -> str:
    """Return the first line of a fio log with a missing or invalid number, as in `line 12`.

    Each of `columns` must be a whole number.
    """
    for position, line in enumerate(rows.split(b"\n"), start=1):
        fields = line.split(b",")
        if line.strip() and (
            len(fields) <= max(columns) or not all(_is_whole_number(fields[column]) for column in columns)
        ):
            return f"line {position}"
    return "line 1"


def _is_whole_number(column: bytes) -> bool:
    text = column.strip()
    return len(text) < 20 and text.removeprefix(b"-").isdigit() and -(2**63) <= int(text) < 2**63
