"""Column widths of a printed table: numbers never break, words share the remaining width."""

from __future__ import annotations

from collections.abc import Sequence

#: The number of characters in a line of a table; its gaps count as characters.
LINE = 104
GAP = 3
#: Words longer than this go on in a second line before they take the room of others.
_LONGEST = 40
_SHORTEST = 8
#: The first column names its row.
_MIN_NAME = 20


def compute_column_widths(
    heads: Sequence[str], numbers: Sequence[bool], rows: Sequence[Sequence[str]]
) -> list[float | int]:
    """Return the width of each column of a table: in characters, or as a share of the rest.

    A float is in characters, an int a share. 0 is the width of the cells of a column. `numbers` marks columns of
    numbers.
    """
    natural = [
        max([len(head), *(len(row[index]) for row in rows)], default=0) + GAP for index, head in enumerate(heads)
    ]
    if sum(natural) <= LINE:
        return [0] * len(heads)
    widths: list[float | int] = []
    for index, head in enumerate(heads):
        if numbers[index]:
            cells = max((len(row[index]) for row in rows), default=0)
            widths.append(float(max(cells, *(len(word) for word in head.split() or [""])) + GAP))
        else:
            widths.append(min(max(natural[index], _SHORTEST), _LONGEST))
    # Short names of rows are never broken by the words beside them.
    if not numbers[0] and natural[0] <= _MIN_NAME:
        widths[0] = float(natural[0])
    # Without words no column takes the remaining width.
    return widths if not all(numbers) else [0] * len(heads)


def count_line_characters(columns: int) -> int:
    """Return the number of characters in a line of this many columns; many columns have smaller letters."""
    return LINE if columns <= 5 else LINE * 10 // 9 if columns <= 7 else LINE * 6 // 5


def compute_minimum_widths(numbers: Sequence[bool], rows: Sequence[Sequence[str]]) -> list[int]:
    """Return the minimum width of each column in characters at which the column can be read.

    Numbers and the names of rows need their whole width, other words a part of it.
    """
    natural = [max((len(row[index]) for row in rows), default=0) + GAP for index in range(len(numbers))]
    return [
        width if is_number else min(width, _MIN_NAME if index == 0 else _SHORTEST)
        for index, (width, is_number) in enumerate(zip(natural, numbers, strict=True))
    ]
