"""Names that distinguish the entries of a comparison by the factors in which they differ."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from storagelab.domain.configuration_table import ConfigurationFactorRow
from storagelab.domain.equivalent_values import choose_names
from storagelab.evaluate.short_names import FACTOR_JOINT, remove_common_beginning

MAX_PARTS = 3
_PIECES = {"drives": "drive", "controllers": "controller"}
_NO_PIECES = "none"
_BARE = frozenset({"none", "on", "off", "yes", "no"})
#: Pieces of one model; a comma parts several, and what is missing.
_COUNTED = re.compile(r"(?:(?P<count>\d+) x )?(?P<model>[^,;]+)(?P<missing>, \d+ missing)?")
#: Factors that name entries, the most distinctive first; others are used only where these do not separate entries.
_ORDER = (
    "array.level",
    "drives",
    "controllers",
    "controllers.firmware",
    "drives.firmware",
    "drives.over_provisioning",
    "drives.spare_area",
    "array.condition",
    "server.model",
    "profile",
)


def name_entries(
    rows: Sequence[ConfigurationFactorRow], *, fallbacks: Sequence[str], numbers: Sequence[str]
) -> list[str]:
    """Return the names of the columns of `rows` by their factors, without what all long names begin with.

    `fallbacks` and `numbers` are those of `name_by_factors`.
    """
    return remove_common_beginning(name_by_factors(rows, fallbacks=fallbacks, numbers=numbers))


def name_by_factors(
    rows: Sequence[ConfigurationFactorRow], *, fallbacks: Sequence[str], numbers: Sequence[str]
) -> list[str]:
    """Build a name for each column of `rows` from its values of up to three differing factors.

    A column without a known difference gets its name in `fallbacks`. Equal names get the run number from `numbers`.
    """
    chosen = _choose([_unify_spellings(row) for row in rows if row.state == "differs"])
    values = [_build_name_parts(row) for row in chosen]
    names = [
        FACTOR_JOINT.join(part for parts in values if (part := parts[place]) is not None) or fallback
        for place, fallback in enumerate(fallbacks)
    ]
    counted = Counter(names)
    return [f"{name} ({number})" if counted[name] > 1 else name for name, number in zip(names, numbers, strict=True)]


def _unify_spellings(row: ConfigurationFactorRow) -> ConfigurationFactorRow:
    """Return a row with one name for all spellings of a value."""
    names = choose_names([cell.value for cell in row.cells if cell.value is not None], row.key)
    cells = (replace(cell, value=names.get(cell.value or "", cell.value)) for cell in row.cells)
    return replace(row, cells=tuple(cells))


def _build_name_parts(row: ConfigurationFactorRow) -> list[str | None]:
    """Return the part that a factor adds to the name of each entry.

    A value that is unclear by itself includes the label of the factor.
    """
    values = [cell.value for cell in row.cells]
    if (piece := _PIECES.get(row.key)) is not None:
        return _format_pieces(values, piece)
    if row.key == "array.condition":
        return _shorten_conditions(values)
    return [f"{row.label} {value}" if value is not None and _is_bare(value) else value for value in values]


def _format_pieces(values: Sequence[str | None], piece: str) -> list[str | None]:
    """Return the components of each entry as text; with one model in all, only their number.

    `piece` is the noun of one component, such as drive.
    """
    matches = [None if value is None else _COUNTED.fullmatch(value) for value in values]
    named = [(match, value) for match, value in zip(matches, values, strict=True) if value not in (None, _NO_PIECES)]
    listed = [match["model"] if match else value or "" for match, value in named]
    models = set(choose_names(listed, f"{piece}s").values())
    parts: list[str | None] = []
    for match, value in zip(matches, values, strict=True):
        if value == _NO_PIECES:
            parts.append(f"no {piece}")
        elif match is None or len(models) > 1:
            parts.append(value)
        else:
            count = int(match["count"] or 1)
            parts.append(f"{count} {piece}{'' if count == 1 else 's'}{match['missing'] or ''}")
    return parts


def _shorten_conditions(values: Sequence[str | None]) -> list[str | None]:
    """Return `degraded` for `degraded, 1 of 8 members missing`, unless the members distinguish conditions."""
    short = [None if value is None else value.partition(", ")[0] for value in values]
    return short if len(set(short)) == len(set(values)) else list(values)


def _is_bare(value: str) -> bool:
    return value in _BARE or not any(map(str.isalpha, value))


def _choose(differing: Sequence[ConfigurationFactorRow]) -> list[ConfigurationFactorRow]:
    """Select the factors for the names of entries, in a fixed order.

    Factors that separate otherwise equal entries come before merely distinctive ones.
    """
    ordered = sorted(differing, key=_find_rank)
    chosen: list[ConfigurationFactorRow] = []
    for row in ordered:
        if len(chosen) < MAX_PARTS and _count_distinguished_entries([*chosen, row]) > _count_distinguished_entries(
            chosen
        ):
            chosen.append(row)
    for row in ordered:
        if len(chosen) < MAX_PARTS and row.key in _ORDER and row not in chosen:
            chosen.append(row)
    return sorted(chosen, key=_find_rank)


def _find_rank(row: ConfigurationFactorRow) -> int:
    return _ORDER.index(row.key) if row.key in _ORDER else len(_ORDER)


def _count_distinguished_entries(rows: Sequence[ConfigurationFactorRow]) -> int:
    """Return the number of entries that the values of these rows distinguish."""
    return len(set(zip(*([cell.value for cell in row.cells] for row in rows), strict=True))) if rows else 1
