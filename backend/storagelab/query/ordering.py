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
    """Return what an object with these values is ordered by; `rest` decides among equals."""
    return [*(_find_single_value(sort, values) for sort in sorts), *rest]


def compare_places(sorts: Sequence[Sort], a: Place, b: Place) -> int:
    """Return a number below, at or above 0 as `a` comes before `b`, with it or behind it."""
    for sort, value, other in zip(sorts, a, b, strict=False):
        if value == other:
            continue
        if value is None or other is None:
            return 1 if value is None else -1
        return 1 if (value > other) != sort.is_descending else -1
    rest, of_other = list(a[len(sorts) :]), list(b[len(sorts) :])
    return (rest > of_other) - (rest < of_other)


def build_sort_key(sorts: Sequence[Sort]) -> Any:
    """Return the key by which `sorted` orders places."""
    return cmp_to_key(lambda a, b: compare_places(sorts, a, b))


def _find_single_value(sort: Sort, values: Values) -> Any:
    """Return the value of a field: of several texts all, of several numbers none."""
    field_values = values(sort.column.field)
    if sort.column.field.type in ("text", "choice"):
        return ", ".join(sorted(field_values))[:MAX_COMPARED].lower() or None
    return field_values[0] if len(set(field_values)) == 1 else None
