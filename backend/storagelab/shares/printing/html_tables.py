"""Tables as a reader of a page sees them: cells in words, and of very many rows some."""

from __future__ import annotations

import re
from dataclasses import dataclass

from storagelab.shares import figures
from storagelab.shares.page.model import PageCell, PageColumn, PageTable, RatingMark, Unit

#: A table under a chart has a maximum of cells and rows: no reader needs the ten-thousandth second.
MAX_CELLS, MIN_ROWS, MAX_ROWS = 240, 12, 40
_HASH = re.compile(r"[0-9a-f]{16,64}")


@dataclass(frozen=True, slots=True)
class ShownCell:
    """A cell in words; `is_hash` for what is compared and copied, `tone` for a change for the better or the worse."""

    text: str
    note: str | None
    is_hash: bool
    is_number: bool
    tone: str
    marks: tuple[RatingMark, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table in words. `numeric` states for each column whether it holds numbers; `left_out` describes the rest."""

    numeric: tuple[bool, ...]
    rows: tuple[tuple[ShownCell, ...], ...]
    left_out: str | None


def format_cell(cell: PageCell, unit: Unit | None = None) -> str:
    """Format the value of a cell with every digit; a text stays unchanged."""
    value = cell.value
    if isinstance(value, str):
        return value
    # The head of a table or of its row names the metric.
    return figures.format_exact(value, cell.unit or unit or "count").removesuffix(" IOPS")


def format_signed_percent(percent: float) -> str:
    """Format a difference in percent with one decimal, which always has its sign."""
    sign = "+" if percent > 0 else figures.MINUS if percent < 0 else "±"
    return f"{sign}{abs(percent):,.1f} %"


def format_rounded_change(percent: float) -> str:
    """Format a difference in percent for a tile: `+66 %`, and `±0 %` below half a percent."""
    rounded = round(percent)
    sign = "+" if rounded > 0 else figures.MINUS if rounded < 0 else "±"
    return f"{sign}{abs(rounded):,} %"


def _format_column_cell(cell: PageCell, column: PageColumn) -> str:
    if cell.value is None and cell.note:
        return ""
    if column.signed and isinstance(cell.value, int | float):
        return format_signed_percent(cell.value)
    return format_cell(cell, column.unit)


def format_tone(tone: str | None) -> str:
    """Return the style class of a tone in a table: good or bad, and empty for any other."""
    return {"good": "good", "warn": "bad"}.get(tone or "", "")


def format_table(table: PageTable, *, is_short: bool = False) -> ShownTable:
    """Return a table with all cells formatted as text.

    A short table leaves out rows at equal distances when there are many.
    """
    count = len(table.rows)
    max_rows = min(max(MAX_CELLS // max(len(table.columns), 1), MIN_ROWS), MAX_ROWS)
    step = -(-count // max_rows) if is_short and count > max_rows else 1
    rows = []
    for index in range(0, count, step):
        cells = zip(table.rows[index], table.columns, strict=True)
        rows.append(
            tuple(
                ShownCell(
                    text=_format_column_cell(cell, column),
                    note=cell.note,
                    is_hash=isinstance(cell.value, str) and _HASH.fullmatch(cell.value) is not None,
                    is_number=isinstance(cell.value, int | float),
                    tone=format_tone(cell.tone),
                    marks=cell.marks,
                )
                for cell, column in cells
            )
        )
    numeric = tuple(
        column.unit is not None or any(row[index].is_number for row in rows)
        for index, column in enumerate(table.columns)
    )
    words = f"{len(rows):,} of {count:,} rows, evenly chosen: all of them are in the data of this page."
    return ShownTable(numeric, tuple(rows), words if step > 1 else None)
