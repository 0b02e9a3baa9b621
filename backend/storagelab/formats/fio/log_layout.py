"""Layout of a log, from which its text can be rebuilt byte for byte out of its series alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from storagelab.domain.results import ObservedSeries
from storagelab.domain.samples import DIRECTIONS

#: Longest repeated order of directions that is looked for, and most pieces that still count as small.
_LONGEST_PATTERN = 6
_MAX_PIECES = 500


def describe_layout(data: bytes, series: Sequence[ObservedSeries]) -> dict[str, Any] | None:
    """Describe everything about the text of a log that its series lack, in a form for JSON.

    Returns None when the text cannot be reproduced from it, as with a row for each I/O or with odd spaces. Before a
    layout is returned, `rebuild` has been tried: its result is `data`.
    """
    first = data.split(b"\n", 1)[0]
    separator = ", " if b", " in first else ","
    try:
        rows = data.decode("ascii").splitlines()
    except UnicodeDecodeError:
        return None
    present = {DIRECTIONS.index(one.direction) for one in series if one.direction != "total"}
    columns = 4 if any(one.metric == "lat_max" for one in series) else 3
    order, endings = _read_row_order(rows, separator, columns)
    if order is None or set(order) != present:
        return None
    pieces = _compress_order(order)
    if len(pieces) > _MAX_PIECES:
        return None
    layout = {
        "separator": separator,
        "columns": columns,
        "order": pieces,
        "endings": endings,
        "last_newline": data.endswith(b"\n"),
    }
    try:
        return layout if rebuild_log(layout, series) == data else None
    except (ValueError, IndexError):
        return None


def rebuild_log(layout: Mapping[str, Any], series: Sequence[ObservedSeries]) -> bytes:
    """Rebuild a log of fio byte for byte from its stored series and its layout.

    Raises ValueError if the series are not those of the layout.
    """
    order: npt.NDArray[np.int64] = np.array(
        [direction for pattern, times in layout["order"] for direction in pattern * times], dtype=np.int64
    )
    lines = np.empty(order.size, dtype=object)
    for index in sorted(set(order.tolist())):
        mine = [one for one in series if one.direction == DIRECTIONS[index]]
        main = [one for one in mine if one.metric != "lat_max"]
        if len(main) != 1 or main[0].t_ms.size != np.count_nonzero(order == index):
            raise ValueError("the series are not those of this log")
        fields = [main[0].t_ms.tolist(), main[0].values.tolist()]
        fields += [one.values.tolist() for one in mine if one.metric == "lat_max"]
        if len(fields) != layout["columns"] - 1:
            raise ValueError("the series are not those of this log")
        ending = f"{index}{layout['endings'][str(index)]}"
        lines[order == index] = [
            layout["separator"].join([*map(str, row), ending]) for row in zip(*fields, strict=True)
        ]
    return ("\n".join(lines.tolist()) + ("\n" if layout["last_newline"] else "")).encode()


def _read_row_order(rows: Sequence[str], separator: str, columns: int) -> tuple[list[int] | None, dict[str, str]]:
    """Return the direction of each row and the text after it, which has to be the same for all rows of a direction."""
    order: list[int] = []
    endings: dict[str, str] = {}
    for row in rows:
        fields = row.split(separator, columns)
        direction = fields[columns - 1] if len(fields) >= columns else ""
        if direction not in ("0", "1", "2"):
            return None, {}
        ending = row[sum(len(field) for field in fields[:columns]) + (columns - 1) * len(separator) :]
        if endings.setdefault(direction, ending) != ending:
            return None, {}
        order.append(int(direction))
    return order, endings


def _compress_order(order: Sequence[int]) -> list[list[Any]]:
    """Return the order as repeated patterns: `[[0, 1], 3600]` is a read and a write, 3600 times."""
    pieces: list[list[Any]] = []
    place = 0
    while place < len(order) and len(pieces) <= _MAX_PIECES:
        best, times = list(order[place : place + 1]), 1
        for length in range(1, _LONGEST_PATTERN + 1):
            pattern = list(order[place : place + length])
            repeats = 1
            while list(order[place + repeats * length : place + (repeats + 1) * length]) == pattern:
                repeats += 1
            if len(pattern) == length and repeats > 1 and repeats * length > len(best) * times:
                best, times = pattern, repeats
        pieces.append([best, times])
        place += len(best) * times
    return pieces
