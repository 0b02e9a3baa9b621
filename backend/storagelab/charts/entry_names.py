"""Names that tell the entries of a comparison apart by the factors in which they differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from storagelab.domain.configuration_table import Row

MAX_PARTS = 3
_JOINT = " · "
#: Factors that name entries, most telling first; others do so only where these leave entries alike.
_ORDER = (
    "array.level",
    "drives",
    "controllers",
    "controllers.firmware",
    "drives.firmware",
    "drives.over_provisioning",
    "array.condition",
    "server.model",
    "profile",
)


def name_entries(rows: Sequence[Row], *, fallbacks: Sequence[str], numbers: Sequence[str]) -> list[str]:
    """Return a name for each column of `rows`: its values of up to three factors that differ.

    Where nothing of an entry is known to differ it takes its fallback; names that still tie get their run number.
    """
    chosen = _choose([row for row in rows if row.state == "differs"])
    names = [
        _JOINT.join(value for row in chosen if (value := row.cells[place].value) is not None) or fallback
        for place, fallback in enumerate(fallbacks)
    ]
    counted = Counter(names)
    return [f"{name} ({number})" if counted[name] > 1 else name for name, number in zip(names, numbers, strict=True)]


def _choose(differing: Sequence[Row]) -> list[Row]:
    """Return the rows that split entries which others leave alike, then the most telling ones, in their order."""
    ordered = sorted(differing, key=_rank)
    chosen: list[Row] = []
    for row in ordered:
        if len(chosen) < MAX_PARTS and _kinds([*chosen, row]) > _kinds(chosen):
            chosen.append(row)
    for row in ordered:
        if len(chosen) < MAX_PARTS and row.key in _ORDER and row not in chosen:
            chosen.append(row)
    return sorted(chosen, key=_rank)


def _rank(row: Row) -> int:
    return _ORDER.index(row.key) if row.key in _ORDER else len(_ORDER)


def _kinds(rows: Sequence[Row]) -> int:
    """Return how many entries the values of these rows tell apart."""
    return len(set(zip(*([cell.value for cell in row.cells] for row in rows), strict=True))) if rows else 1
