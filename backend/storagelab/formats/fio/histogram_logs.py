"""fio's histogram logs: a row for each interval and direction, a column for each bin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from storagelab.analysis.histogram_log import convert_columns_to_bins
from storagelab.domain.samples import DIRECTIONS
from storagelab.engines.base import ParseFailed

Ints = npt.NDArray[np.int64]

_FIELDS_BEFORE = 3
#: More I/Os than this no bin of an interval holds: a day at 200 million per second.
_MAX_IOS = 1 << 44


class RowBins(Mapping[int, int]):
    """One histogram of many, as two short arrays: a dict for each row of a long log would not fit into memory."""

    __slots__ = ("_counts", "_values")

    def __init__(self, values: Ints, counts: Ints) -> None:
        self._values = values
        self._counts = counts

    def __getitem__(self, value: int) -> int:
        place = int(np.searchsorted(self._values, value))
        if place == self._values.size or self._values[place] != value:
            raise KeyError(value)
        return int(self._counts[place])

    def __iter__(self) -> Iterator[int]:
        return iter(self._values.tolist())

    def __len__(self) -> int:
        return int(self._values.size)

    @property
    def total(self) -> int:
        """All I/Os of the row."""
        return int(self._counts.sum())

    def __repr__(self) -> str:
        return f"RowBins({dict(self)})"


@dataclass(frozen=True, slots=True, eq=False)
class HistogramRows:
    """Rows in the order of the file. `histograms` map representative ns to I/Os; `complete` as in `logs.LogRows`.

    `damaged` is the number of rows whose counts no run can reach (fio 3.7 writes such as a client), empty here.
    """

    t_ms: Ints
    directions: Ints
    histograms: tuple[RowBins, ...]
    complete: bool = True
    damaged: int = 0


def parse_histogram_log(data: bytes) -> HistogramRows:
    """Parse all rows, whatever their coarseness; a truncated last row is left out.

    Raises ParseFailed naming the line.
    """
    lines = data.split(b"\n")
    complete = not lines[-1].strip()
    values: Ints | None = None
    t_ms: list[int] = []
    directions: list[int] = []
    histograms: list[RowBins] = []
    damaged = 0
    for position, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        if not complete and position == len(lines):
            break
        row = _parse_row(line, position)
        if values is None:
            values = _compute_bin_values(row.size - _FIELDS_BEFORE, position)
        if row.size != values.size + _FIELDS_BEFORE:
            raise ParseFailed(f"line {position}", f"{values.size} bins as on the lines before")
        if (row < 0).any() or row[1] >= len(DIRECTIONS):
            raise ParseFailed(f"line {position}", "a time, a direction of 0, 1 or 2, and counts that are not negative")
        filled = np.flatnonzero(row[_FIELDS_BEFORE:])
        if row[_FIELDS_BEFORE:].max() > _MAX_IOS:
            damaged += 1
            filled = filled[:0]
        t_ms.append(int(row[0]))
        directions.append(int(row[1]))
        histograms.append(RowBins(values[filled], row[_FIELDS_BEFORE:][filled]))
    return HistogramRows(np.array(t_ms, np.int64), np.array(directions, np.int64), tuple(histograms), complete, damaged)


def _parse_row(line: bytes, position: int) -> Ints:
    try:
        row = np.fromstring(line.strip().decode("ascii"), dtype=np.int64, sep=",")
    except ValueError:
        row = np.empty(0, dtype=np.int64)
    # A number beyond 64 bits comes out as the largest there is, which in a bin is damage like any other.
    if row.size <= _FIELDS_BEFORE or row[:_FIELDS_BEFORE].max() == np.iinfo(np.int64).max:
        raise ParseFailed(f"line {position}", "a row of a histogram log of fio: time, direction, block size, bins")
    return row


def _compute_bin_values(columns: int, position: int) -> Ints:
    """Return the representative nanoseconds of every column: the middle of the bins that it sums."""
    try:
        return np.array(list(convert_columns_to_bins([1] * columns)), dtype=np.int64)
    except ValueError as strange:
        raise ParseFailed(
            f"line {position}", f"1856 or 1216 bins, or a half, a quarter, ... of them, but there are {columns}"
        ) from strange
