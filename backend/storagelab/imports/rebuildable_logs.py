"""Logs stored without their text: series and layout rebuild it byte for byte."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

import numpy as np

from storagelab.analysis.downsample import IntArray
from storagelab.domain.results import ObservedSeries
from storagelab.domain.samples import DIRECTIONS
from storagelab.engines.base import ParseFailed
from storagelab.engines.fio.logs import LogRows, parse_log

#: Directions repeat in such an order at most, and change between such orders so often at most.
_LONGEST_PATTERN = 6
_MAX_RUNS = 500
_COLUMNS = 3


class LogLayout(TypedDict):
    """The layout of a log: the order of its directions as patterns with repeat counts, and row endings by direction."""

    separator: str
    columns: int
    order: list[list[Any]]
    endings: dict[str, str]
    last_newline: bool


def find_log_layout(data: bytes, series: Sequence[ObservedSeries]) -> LogLayout | None:
    """Return the layout from which `results.download.rebuild_log` rebuilds the log `data`.

    Returns None when the text cannot be rebuilt from `series`. The text itself is not rebuilt for this test:
    `_is_plain` proves that it would be identical.
    """
    if any(curve.epoch or curve.interleaved for curve in series):
        return None
    try:
        log = parse_log(data)
    except ParseFailed:
        return None
    separator = b", " if b", " in data[: data.find(b"\n")] else b","
    endings = _read_row_endings(data, log.directions, separator)
    order = _compress_direction_order(log.directions)
    if (
        endings is None
        or order is None
        or not _has_same_rows(series, log)
        or not _is_plain(data, log, endings, separator)
    ):
        return None
    return {
        "separator": separator.decode(),
        "columns": _COLUMNS,
        "order": order,
        "endings": {str(direction): ending.decode("ascii") for direction, ending in endings.items()},
        "last_newline": True,
    }


def _is_plain(data: bytes, log: LogRows, endings: Mapping[int, bytes], separator: bytes) -> bool:
    """Return whether each row is exactly time, value, direction and the ending of that direction.

    Numbers must be in their shortest form. The test compares field counts, row ends and row lengths, which prove that
    the rebuilt text is identical byte for byte.
    """
    behind = {direction: separator + str(direction).encode() + ending for direction, ending in endings.items()}
    commas = {tail.count(b",") for tail in behind.values()}
    text = np.frombuffer(data, dtype=np.uint8)
    ends = np.flatnonzero(text == ord("\n"))
    places = np.flatnonzero(text == ord(","))
    if len(commas) != 1 or ends.size != log.t_ms.size or ends[-1] != len(data) - 1:
        return False
    in_row = np.diff(np.searchsorted(places, ends), prepend=0)
    width = np.zeros(3, dtype=np.int64)
    for direction, tail in behind.items():
        width[direction] = len(tail)
    expected = _count_characters(log.t_ms) + _count_characters(log.values) + len(separator) + width[log.directions]
    return (
        bool(np.all(in_row == commas.pop() + 1))
        and np.array_equal(np.diff(ends, prepend=-1) - 1, expected)
        and data.count(separator) == places.size
        and all(
            data.count(tail + b"\n") == np.count_nonzero(log.directions == direction)
            for direction, tail in behind.items()
        )
    )


def _read_row_endings(data: bytes, directions: IntArray, separator: bytes) -> dict[int, bytes] | None:
    """Return by direction the text that follows the direction in its first row.

    Returns None where a row has another form or a direction is missing.
    """
    endings: dict[int, bytes] = {}
    wanted = set(np.unique(directions).tolist())
    start = 0
    while wanted - set(endings) and start < len(data):
        stop = data.find(b"\n", start)
        fields = data[start:stop].split(separator, _COLUMNS)
        direction = fields[2] if len(fields) > 2 else b""
        if not data[start:stop].isascii() or direction not in (b"0", b"1", b"2"):
            return None
        endings.setdefault(int(direction), separator + fields[3] if len(fields) > _COLUMNS else b"")
        start = stop + 1
    return dict(sorted(endings.items())) if set(endings) == wanted else None


def _compress_direction_order(directions: IntArray) -> list[list[Any]] | None:
    """Return the order of directions as [pattern, repeat count] pairs; None where it is irregular."""
    count = directions.size
    for length in range(1, min(_LONGEST_PATTERN, count) + 1):
        if np.array_equal(directions[length:], directions[:-length]):
            pattern = directions[:length].tolist()
            rest = directions[count - count % length :].tolist()
            return [[pattern, count // length], *([[rest, 1]] if rest else [])]
    starts = np.flatnonzero(np.diff(directions, prepend=-1))
    if not 0 < starts.size <= _MAX_RUNS:
        return None
    lengths = np.diff(starts, append=count)
    return [
        [[direction], length] for direction, length in zip(directions[starts].tolist(), lengths.tolist(), strict=True)
    ]


def _has_same_rows(series: Sequence[ObservedSeries], log: LogRows) -> bool:
    """Return whether the series have exactly the times and values of the log in each direction."""
    if {curve.direction for curve in series} != {DIRECTIONS[index] for index in np.unique(log.directions)}:
        return False
    if len({curve.direction for curve in series}) != len(series):
        return False
    for index, direction in enumerate(DIRECTIONS):
        mine = log.directions == index
        for curve in series:
            if curve.direction == direction and not (
                np.array_equal(curve.t_ms, log.t_ms[mine]) and np.array_equal(curve.values, log.values[mine])
            ):
                return False
    return True


def _count_characters(numbers: IntArray) -> IntArray:
    """Return the number of characters of each integer in decimal form, sign included.

    The count is exact for all 64-bit integers.
    """
    magnitude = np.abs(numbers).astype(np.uint64)
    powers = np.array([10**power for power in range(1, 20)], dtype=np.uint64)
    digits: IntArray = np.searchsorted(powers, magnitude, side="right") + 1 + (numbers < 0)
    return digits
