"""Parser of the flat file of Vdbench for a phase: a row for each interval and an average row."""

from __future__ import annotations

import math
import os
import re
from pathlib import Path
from typing import Dict, NamedTuple

from storagelab_runner.stop_rule import Count

_RUN = re.compile(r"phase_i([0-9]{1,6})_w([0-9]{1,6})")
_AVERAGE = re.compile(r"avg_[0-9]{1,9}-[0-9]{1,9}")
_READ_BYTES = 1 << 20
#: Rows have about 400 characters.
_LONGEST_LINE = 64 << 10
#: The average row is the last one, and what a phase of many days writes is much longer than its end.
_HEAD_BYTES = 64 << 10
_TAIL_BYTES = 64 << 10
_MS_PER_S = 1000.0
_BYTES_PER_MIB = 1 << 20
_NS_PER_MS = 1e6

Row = Dict[str, str]


class FlatFileReader:
    """Reads on where it stopped. A row that is cut stays pending until the rest of it has been written."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._offset = 0
        self._pending = b""
        self._columns: list[str] = []

    def read_new_rows(self) -> list[Row]:
        """Return the rows of phases that were completed in the flat file since the last call.

        The keys of a row are the column names in lower case.
        """
        self._read_on()
        end = self._pending.rfind(b"\n") + 1
        lines, self._pending = self._pending[:end].splitlines(), self._pending[end:]
        if len(self._pending) > _LONGEST_LINE:
            self._pending = b""
        return [row for row in map(self._row, lines) if row is not None]

    def _row(self, line: bytes) -> Row | None:
        fields = line.decode("utf-8", "replace").split()
        if fields[:1] == ["tod"]:
            self._columns = [name.lower() for name in fields]
            return None
        row = dict(zip(self._columns, fields))
        return row if len(fields) == len(self._columns) > 0 and _RUN.fullmatch(row.get("run", "")) else None

    def _read_on(self) -> None:
        try:
            with self._path.open("rb") as file:
                file.seek(self._offset, os.SEEK_SET)
                for block in iter(lambda: file.read(_READ_BYTES), b""):
                    self._offset += len(block)
                    self._pending += block
        except FileNotFoundError:
            return


class IntervalCounts:
    """Totals of the intervals after the warm-up, for the stop rule."""

    def __init__(self, path: Path) -> None:
        self._file = FlatFileReader(path)
        self._last = 0
        self.counts: list[Count] = []

    def read_on(self) -> bool:
        """Read the intervals written since the last call; return whether there were any."""
        rows = self._file.read_new_rows()
        for row in rows:
            self._add(row)
        return bool(rows)

    def _add(self, row: Row) -> None:
        seconds, warmup = (int(text) for text in _RUN.fullmatch(row["run"]).groups())  # type: ignore[union-attr]
        number, rate = row.get("interval", ""), find_figure(row, "rate")
        if not number.isdigit() or rate is None or not seconds:
            return
        if int(number) <= self._last or int(number) <= warmup // seconds:
            return
        self._last = int(number)
        before = self.counts[-1] if self.counts else Count(0.0, 0.0, 0.0, 0.0)
        ios, volume, latency = rate * seconds, find_figure(row, "mb/sec"), find_figure(row, "resp")
        moved = None if volume is None else volume * _BYTES_PER_MIB * seconds
        waited = 0.0 if not ios else None if latency is None else latency * _NS_PER_MS * ios
        self.counts.append(
            Count(
                before.elapsed_ms + _MS_PER_S * seconds,
                before.ios + ios,
                _sum_figures(before.bytes, moved),
                _sum_figures(before.waited_ns, waited),
            )
        )


class FlatFileEnd(NamedTuple):
    """The end of a flat file: whether its last line is cut, and what the last row is if it is an average."""

    is_cut: bool
    average: Row | None


def read_end(path: Path) -> FlatFileEnd | None:
    """Return the end of the flat file of an engine that has ended; None when there is no file.

    Only the beginning, which names the columns, and the end are read.
    """
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD_BYTES)
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - _TAIL_BYTES))
            tail = file.read()
    except FileNotFoundError:
        return None
    columns = next(
        (line.lower().split() for line in head.decode("utf-8", "replace").splitlines() if _is_heading(line)), []
    )
    lines = tail.decode("utf-8", "replace").splitlines()
    last = lines[-1].split() if lines else []
    row = dict(zip(columns, last))
    whole = len(last) == len(columns) > 0 and _RUN.fullmatch(row.get("run", "")) and _AVERAGE.fullmatch(row["interval"])
    return FlatFileEnd(bool(tail) and not tail.endswith(b"\n"), row if whole else None)


def find_figure(row: Row, column: str) -> float | None:
    """Return a figure of a row, None where it is unknown or not finite."""
    try:
        value = float(row[column])
    except (KeyError, ValueError):
        return None
    return value if math.isfinite(value) and value >= 0 else None


def compute_last_digit(text: str) -> float:
    """Return the value of one unit in the last digit of a printed figure: 0.1 for `2.5`."""
    return 10.0 ** -len(text.partition(".")[2])


def _sum_figures(before: float | None, more: float | None) -> float | None:
    return None if before is None or more is None else before + more


def _is_heading(line: str) -> bool:
    return line.split()[:1] == ["tod"]
