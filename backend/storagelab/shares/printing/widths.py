"""How wide the columns of a printed table are: numbers never break, words share what is left."""

from __future__ import annotations

from collections.abc import Sequence

#: So many characters stand in a line of a table, its gaps counted as characters.
LINE = 104
GAP = 3
#: Words longer than this go on in a second line before they take the room of others.
_LONGEST = 40
_SHORTEST = 8


def column_widths(heads: Sequence[str], numbers: Sequence[bool], rows: Sequence[Sequence[str]]) -> list[float | int]:
    """For each column how wide it is: a float is characters, an int a share of what is left, 0 as wide as its cells."""
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
    # Without words there is nobody to take what is left.
    return widths if not all(numbers) else [0] * len(heads)
