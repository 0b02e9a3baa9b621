"""Plans of charts in prints: the columns of a table by the kind of the chart. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from storagelab.shares.charts.chart import Plan
from storagelab.shares.charts.registry import find_chart
from storagelab.shares.page.model import PageTable, Unit
from storagelab.shares.printing.amounts import is_number

#: The number of charts of one table that are drawn below each other, one for each unit.
MAX_PANELS = 3
#: The edges of a range or an interval, which a spreadsheet would draw as curves of their own.
_EDGES = (", lowest", ", highest", ", 95 % interval from", ", 95 % interval to")
#: Other titles of columns: of comparisons, and in tables of earlier documents.
_OTHER_TITLES = {"Configuration": "Run", "Write share": "Share of writes", "Latency": "Response time"}


@dataclass(frozen=True, slots=True)
class DrawingPlan:
    """One drawing of a table: its columns by their places, and the unit of the values."""

    plan: Plan
    over: tuple[int, ...]
    values: tuple[int, ...]
    unit: Unit | None


def plan_panels(kind: str, table: PageTable) -> list[DrawingPlan]:
    """Return the plans of the charts of a table, one for each unit; empty without numbers to draw.

    `kind` is the kind of the chart whose table it is.
    """
    if not table.rows:
        return []
    plan, over = _resolve_plan(kind, table)
    taken = {*over, *([_find_column_index(table, plan.by)] if plan.by else [])}
    values = [
        index
        for index, column in enumerate(table.columns)
        if index not in taken
        and column.title not in plan.without
        and not column.title.endswith(_EDGES)
        and _has_numbers(table, index)
    ]
    units: dict[Unit | None, list[int]] = {}
    for index in values:
        units.setdefault(table.columns[index].unit, []).append(index)
    # Plain numbers beside measured ones are settings or counts.
    by_unit = {unit: places for unit, places in units.items() if unit is not None} or units
    max_panels = MAX_PANELS if plan.style == "lines" else 1
    # Where the curves separate the rows, a second column would have curves with the same names.
    curves_per_panel = 1 if plan.by else len(values)
    return [
        DrawingPlan(plan, over, tuple(places[:curves_per_panel]), unit)
        for unit, places in list(by_unit.items())[:max_panels]
    ]


def find_curve_column(kind: str, table: PageTable) -> int | None:
    """Return the index of the column that separates the curves, whose rows must be adjacent; None without one."""
    plan, _ = _resolve_plan(kind, table)
    return _find_column_index(table, plan.by) if plan.by else None


def _resolve_plan(kind: str, table: PageTable) -> tuple[Plan, tuple[int, ...]]:
    """Return the plan of a chart kind if the table has its columns, else a plan that suits the table.

    The second value has the indexes of the columns over which the plan draws.
    """
    chart = find_chart(kind)
    plan = chart.plan if chart is not None else None
    if plan is not None and plan.over:
        over = [_find_column_index(table, title) for title in plan.over]
        fits = plan.style == "columns" or (over[0] is not None and _has_numbers(table, over[0]))
        if None not in over and fits and (plan.by is None or _find_column_index(table, plan.by) is not None):
            return plan, tuple(index for index in over if index is not None)
    without, log_y = (plan.without, plan.log_y) if plan else (frozenset[str](), False)
    if _has_numbers(table, 0) and len(table.rows) > 1:
        return Plan("lines", (), without=without, log_y=log_y), (0,)
    leading = [index for index in range(len(table.columns)) if not _has_numbers(table, index)]
    head = [index for place, index in enumerate(leading) if place == index]
    return Plan("columns", (), without=without), tuple(head or [0])


def _find_column_index(table: PageTable, title: str) -> int | None:
    """Return the index of the column with a title or its other title; None without one."""
    titles = [column.title for column in table.columns]
    return next((titles.index(name) for name in (title, _OTHER_TITLES.get(title)) if name in titles), None)


def _has_numbers(table: PageTable, index: int) -> bool:
    values = [row[index].value for row in table.rows if row[index].value is not None]
    return bool(values) and all(is_number(value) for value in values)


def find_curve_ranges(names: Sequence[object]) -> list[tuple[int, int]]:
    """Return the first and last index of each sequence of equal adjacent names."""
    curves: list[tuple[int, int]] = []
    for place, name in enumerate(names):
        if curves and names[curves[-1][0]] == name:
            curves[-1] = (curves[-1][0], place)
        else:
            curves.append((place, place))
    return curves
