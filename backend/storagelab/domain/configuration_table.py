"""Several configurations side by side: every fact of each, and how it compares with that of the baseline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from storagelab.domain.configuration_diff import diff
from storagelab.domain.configuration_facts import Fact, Group, facts_of

CellState = Literal["same", "differs", "unknown", "not_applicable"]
RowState = Literal["same", "differs", "unknown"]
_GROUPS = ("server", "controller", "array", "drives", "profile", "settings")
_CONDITION = "array.condition"


@dataclass(frozen=True, slots=True)
class Column:
    """One side of the table: a snapshot, and what its array was found in while it was measured, in words."""

    snapshot: Mapping[str, Any]
    condition: str | None = None
    #: Facts that are not in the snapshot, by their keys, such as the profile.
    more: Mapping[str, Fact] | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """What one side says, in words; None is unknown, or does not apply there."""

    value: str | None
    state: CellState


@dataclass(frozen=True, slots=True)
class Row:
    """One factor over all columns. It differs where any column is known to; else it is unknown where any may."""

    key: str
    label: str
    group: Group
    cells: tuple[Cell, ...]

    @property
    def state(self) -> RowState:
        """What the row as a whole says."""
        states = {cell.state for cell in self.cells}
        return "differs" if "differs" in states else "unknown" if "unknown" in states else "same"


def table(columns: Sequence[Column], *, baseline: int = 0) -> list[Row]:
    """A row for each fact that any column tells, in the order of the groups.

    Every cell is judged against that of the baseline by the rules of `configuration_diff`: what is unknown never equals
    what is unknown of another source, and pieces of one role are one fact.
    """
    told = [_told(column) for column in columns]
    against = [_factors(columns[baseline], column) for column in columns]
    labels: dict[str, Fact] = {}
    for facts in told:
        labels = {**facts, **labels}
    rows = [
        Row(
            key,
            fact.label,
            fact.group,
            tuple(_cell(facts.get(key), factors.get(key)) for facts, factors in zip(told, against, strict=True)),
        )
        for key, fact in labels.items()
    ]
    return sorted(rows, key=lambda row: _GROUPS.index(row.group))


def only_factor(rows: Sequence[Row]) -> Row | None:
    """The row that is known to differ when no other one is; None else."""
    differing = [row for row in rows if row.state == "differs"]
    return differing[0] if len(differing) == 1 else None


def _told(column: Column) -> dict[str, Fact]:
    facts = facts_of(column.snapshot)
    if column.condition is not None and _CONDITION in facts:
        facts |= {_CONDITION: Fact(facts[_CONDITION].label, "array", column.condition)}
    return {**facts, **(column.more or {})}


def _factors(baseline: Column, other: Column) -> dict[str, bool]:
    """By the keys of what is not the same: whether it is known to differ."""
    if baseline is other:
        return {}
    found = {
        factor.key: factor.known
        for factor in diff(
            baseline.snapshot, other.snapshot, condition_a=baseline.condition, condition_b=other.condition
        )
    }
    here, there = baseline.more or {}, other.more or {}
    for key in {*here, *there}:
        left, right = (side[key].value if key in side else None for side in (here, there))
        if left is None or right is None:
            found[key] = False
        elif str(left) != str(right):
            found[key] = True
    return found


def _cell(fact: Fact | None, differs: bool | None) -> Cell:
    value = None if fact is None or fact.value is None else str(fact.value)
    if differs is not None:
        return Cell(value, "differs" if differs else "unknown")
    if fact is None:
        return Cell(None, "not_applicable")
    return Cell(value, "same")
