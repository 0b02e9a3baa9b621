"""Orders of objects in memory, by the rules that `inventory.list_order` puts into SQL."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cmp_to_key
from typing import Any

from storagelab.query.columns import Sort
from storagelab.query.matching import Values

#: Characters of a text that count, so that a cursor has a limit.
MAX_COMPARED = 200
#: What an object is ordered by: a value for each field, None for an unknown one, and then what decides among equals.
Place = Sequence[Any]


def find_place(sorts: Sequence[Sort], values: Values, *rest: str) -> list[Any]:
    """Return the sort position of an object: its value for each sort order, then `rest`.

    `rest` decides between objects with equal values.
    """
    return [*(_find_single_value(sort, values) for sort in sorts), *rest]


def compare_places(sorts: Sequence[Sort], a: Place, b: Place) -> int:
    """Compare two sort positions: the result is below 0, 0 or above 0, as for `cmp`.

    It is below 0 where `a` comes before `b`. An unknown value comes last.
    """
    for sort, value, other in zip(sorts, a, b, strict=False):
        if value == other:
            continue
        if value is None or other is None:
            return 1 if value is None else -1
        return 1 if (value > other) != sort.is_descending else -1
    rest, of_other = list(a[len(sorts) :]), list(b[len(sorts) :])
    return (rest > of_other) - (rest < of_other)


def build_sort_key(sorts: Sequence[Sort]) -> Any:
    """Return the key with which `sorted` orders sort positions by `sorts`."""
    return cmp_to_key(lambda a, b: compare_places(sorts, a, b))


def _find_single_value(sort: Sort, values: Values) -> Any:
    """Return the value by which an object is sorted: several texts joined, one number, else None.

    An object with several numbers of a field has no value.
    """
    field_values = values(sort.column.field)
    if sort.column.field.type in ("text", "choice"):
        return ", ".join(sorted(field_values))[:MAX_COMPARED].lower() or None
    return field_values[0] if len(set(field_values)) == 1 else None
