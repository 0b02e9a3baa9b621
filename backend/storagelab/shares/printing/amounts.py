"""Cells of tables as words: what kind of column it is, and its values rounded for a reader."""

from __future__ import annotations

import math
from collections.abc import Sequence

from storagelab.shares import figures
from storagelab.shares.page.model import PageCell, PageColumn, Unit
from storagelab.shares.printing.html_tables import format_cell, format_signed_percent

#: The space between a number and its unit, at which a line never breaks.
UNIT_SEPARATOR = "\N{NO-BREAK SPACE}"


def is_number(value: float | int | str | None) -> bool:
    """Return whether a cell holds a number."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def find_number_columns(columns: Sequence[PageColumn], rows: Sequence[Sequence[PageCell]]) -> list[bool]:
    """Return for each column whether it holds numbers in these rows; numbers are aligned right."""
    return [_has_only_numbers(column.unit, [row[index] for row in rows]) for index, column in enumerate(columns)]


def format_amount(cell: PageCell, column: PageColumn) -> str:
    """Format the value of a cell with every digit; an unknown value is `n/a`. A line never breaks at the unit."""
    value = cell.value
    if isinstance(value, str):
        return value
    if value is None or not math.isfinite(value):
        return figures.UNKNOWN
    if column.signed:
        return format_signed_percent(value).replace(" ", UNIT_SEPARATOR)
    return format_cell(cell, column.unit).replace(" ", UNIT_SEPARATOR)


def _has_only_numbers(unit: Unit | None, cells: Sequence[PageCell]) -> bool:
    if unit is not None:
        return True
    values = [cell.value for cell in cells if cell.value is not None]
    return bool(values) and all(is_number(value) for value in values)
