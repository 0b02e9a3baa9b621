"""Names that tell the entries of a comparison apart by the factors in which they differ."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from storagelab.domain.configuration_table import Row

MAX_PARTS = 3
_JOINT = " · "
_PIECES = {"drives": "drive", "controllers": "controller"}
#: Pieces of one model; a comma parts several.
_COUNTED = re.compile(r"(?:(?P<count>\d+) x )?(?P<model>[^,;]+)")
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
    values = [_without_shared_model(row) for row in chosen]
    names = [
        _JOINT.join(part for parts in values if (part := parts[place]) is not None) or fallback
        for place, fallback in enumerate(fallbacks)
    ]
    counted = Counter(names)
    return [f"{name} ({number})" if counted[name] > 1 else name for name, number in zip(names, numbers, strict=True)]


def _without_shared_model(row: Row) -> list[str | None]:
    """Return the values of a row; where pieces of one model differ in their number alone, that number."""
    values = [cell.value for cell in row.cells]
    found = [None if value is None else _COUNTED.fullmatch(value) for value in values]
    models = {
        match["model"] if match else value for match, value in zip(found, values, strict=True) if value is not None
    }
    piece = _PIECES.get(row.key)
    if piece is None or len(models) > 1:
        return values
    numbers = [None if match is None else int(match["count"] or 1) for match in found]
    return [None if number is None else f"{number} {piece}{'' if number == 1 else 's'}" for number in numbers]


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
