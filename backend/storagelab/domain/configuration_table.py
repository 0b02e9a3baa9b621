"""Facts of several configurations side by side, and how they compare with the baseline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from storagelab.domain.components import Pieces
from storagelab.domain.configuration_diff import add_observed_condition, can_apply, is_equal
from storagelab.domain.configuration_facts import GROUPS, Fact, Facts, Group, collect_facts

CellState = Literal["same", "differs", "unknown", "not_applicable"]
RowState = Literal["same", "differs", "unknown"]


@dataclass(frozen=True, slots=True)
class ConfigurationColumn:
    """One side of the table: a snapshot, and what its array was found in while it was measured, in words."""

    snapshot: Mapping[str, Any]
    condition: str | None = None
    #: Facts that are not in the snapshot, by their keys, such as the profile.
    more: Mapping[str, Fact] | None = None


@dataclass(frozen=True, slots=True)
class ConfigurationCell:
    """The value of one column in words; None is unknown, or does not apply there."""

    value: str | None
    state: CellState


@dataclass(frozen=True, slots=True)
class ConfigurationFactorRow:
    """One factor over all columns. It differs when any two known values do; else it is unknown where any value is."""

    key: str
    label: str
    group: Group
    cells: tuple[ConfigurationCell, ...]

    @property
    def state(self) -> RowState:
        """Return `differs` if any cell of the row differs, else `unknown` if any is unknown, else `same`."""
        states = {cell.state for cell in self.cells}
        return "differs" if "differs" in states else "unknown" if "unknown" in states else "same"


@dataclass(frozen=True, slots=True)
class _Value:
    """A fact in one column. Unknown values equal each other only within one `source`; None equals none."""

    key: str
    value: str | Pieces | None
    applies: bool
    source: Any


def build_table(columns: Sequence[ConfigurationColumn], *, baseline: int = 0) -> list[ConfigurationFactorRow]:
    """Return a row for each fact of any column, in the order of the groups.

    Cells are compared with the baseline by the rules of `configuration_diff`. Where the baseline is unknown or has no
    such fact, they are compared with the first known column. So an unknown baseline hides no difference between the
    others.
    """
    sides = [_collect_column_facts(column) for column in columns]
    first: Facts = {}
    for facts in sides:
        first = {**facts, **first}
    rows = [
        ConfigurationFactorRow(
            key, fact.label, fact.group, _build_cells(_collect_fact_values(key, fact, columns, sides), baseline)
        )
        for key, fact in first.items()
    ]
    return sorted(rows, key=lambda row: GROUPS.index(row.group))


def find_only_factor(rows: Sequence[ConfigurationFactorRow]) -> ConfigurationFactorRow | None:
    """Return the row of the only factor that is known to differ; None for none or several."""
    differing = [row for row in rows if row.state == "differs"]
    return differing[0] if len(differing) == 1 else None


def _collect_column_facts(column: ConfigurationColumn) -> Facts:
    return {**add_observed_condition(collect_facts(column.snapshot), column.condition), **(column.more or {})}


def _collect_fact_values(
    key: str, fact: Fact, columns: Sequence[ConfigurationColumn], sides: Sequence[Facts]
) -> list[_Value]:
    """Return the value of a fact in every column.

    A fact from outside the snapshots applies everywhere and has no source.
    """
    is_beside = any(key in (column.more or {}) for column in columns)
    return [
        _Value(
            key,
            facts[key].value if key in facts else None,
            applies=is_beside or key in facts or can_apply(fact, facts),
            source=None if is_beside else column.snapshot.get("source", ""),
        )
        for column, facts in zip(columns, sides, strict=True)
    ]


def _build_cells(values: Sequence[_Value], baseline: int) -> tuple[ConfigurationCell, ...]:
    order = [baseline, *(place for place in range(len(values)) if place != baseline)]
    with_value = [place for place in order if values[place].value is not None]
    reference = (with_value or [place for place in order if values[place].applies] or order)[0]
    states: dict[int, CellState] = {}
    alike: list[_Value] = []
    for place in (reference, *(other for other in order if other != reference)):
        states[place] = _compare_value(values[place], alike)
        if states[place] == "same":
            alike.append(values[place])
    return tuple(
        ConfigurationCell(None if value.value is None else str(value.value), states[place])
        for place, value in enumerate(values)
    )


def _compare_value(value: _Value, alike: Sequence[_Value]) -> CellState:
    """Compare a value with `alike`, the values found equal to each other so far.

    A value must equal all of them: a side that lacks members equals more than one other side.
    """
    if not value.applies:
        return "not_applicable"
    if not alike:
        return "same"
    if value.value is None or alike[0].value is None:
        one_source = value.source is not None and value.source == alike[0].source
        return "same" if is_equal(value.value, alike[0].value, one_source=one_source, key=value.key) else "unknown"
    is_same = all(is_equal(value.value, other.value, one_source=True, key=value.key) for other in alike)
    return "same" if is_same else "differs"
