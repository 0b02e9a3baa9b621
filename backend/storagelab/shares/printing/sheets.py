"""Sheets of a workbook, row by row: numbers in base units, dates as dates, text never as a formula."""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from storagelab.shares.page.model import PageCell, PageColumn, PageTable, Unit
from storagelab.shares.printing.amounts import is_number
from storagelab.shares.printing.characters import clean_text

Value = float | int | str | dt.datetime | None

#: What Excel takes: characters of a name and of a cell, rows of a sheet.
LONGEST_NAME = 31
LONGEST_TEXT = 32_767
MAX_ROWS = 1_000_000
_WIDEST = 60
#: Larger whole numbers are not exact in a spreadsheet.
_EXACT = 2**53
_NOT_IN_NAMES = re.compile(r"[\[\]:*?/\\\x00-\x1f]")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?( UTC|Z|\+00:00)")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_NUMBER_FORMATS: dict[Unit | None, str] = {"1/s": "#,##0.##", "bytes/s": "#,##0", "ns": "#,##0.##", "bytes": "#,##0"}


@dataclass(frozen=True, slots=True)
class Placed:
    """Position of a table: its rows and, for each of its columns, the column of the sheet."""

    sheet: str
    header: int
    first: int
    last: int
    columns: tuple[int, ...]
    width: int


class Book:
    """A workbook with the few formats that its sheets share, and names that no two sheets have."""

    def __init__(self, workbook: Workbook) -> None:
        self.workbook = workbook
        # Excel reserves this name.
        self._names = {"history"}
        self.title = workbook.add_format({"bold": True, "font_size": 14})
        self.strong = workbook.add_format({"bold": True})
        self.header = workbook.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"})
        self.wrapped = workbook.add_format({"text_wrap": True, "valign": "top"})
        self.code = workbook.add_format({"font_name": "Consolas", "font_size": 9})
        self.soft = workbook.add_format({"font_color": "#55606E"})
        self.moment = workbook.add_format({"num_format": 'yyyy-mm-dd hh:mm:ss" UTC"', "align": "left"})
        self.day = workbook.add_format({"num_format": "yyyy-mm-dd", "align": "left"})
        self._numbers = {unit: workbook.add_format({"num_format": form}) for unit, form in _NUMBER_FORMATS.items()}

    def number(self, unit: Unit | None) -> Format | None:
        """Return the format for numbers of a unit; None for the default format."""
        return self._numbers.get(unit)

    def add_sheet(self, wanted: str) -> PrintSheet:
        """Add a sheet under this name, or under the nearest that Excel accepts and no other sheet has."""
        base = _NOT_IN_NAMES.sub(" ", clean_text(wanted)).strip(" '")[:LONGEST_NAME].strip(" '") or "Sheet"
        name, number = base, 1
        while name.lower() in self._names:
            number += 1
            ending = f" ({number})"
            name = base[: LONGEST_NAME - len(ending)].rstrip(" '") + ending
        self._names.add(name.lower())
        return PrintSheet(self, self.workbook.add_worksheet(name), name)


class PrintSheet:
    """One sheet, written row by row."""

    def __init__(self, book: Book, worksheet: Worksheet, name: str) -> None:
        self._book = book
        self.worksheet = worksheet
        self.name = name
        self.row = 0

    def write(self, values: Sequence[Value], style: Format | None = None) -> None:
        """Write a row of values."""
        for column, value in enumerate(values):
            self._write(column, value, style)
        self.row += 1

    def skip(self) -> None:
        """Skip a row."""
        self.row += 1

    def widen(self, widths: Iterable[int]) -> None:
        """Set the widths of the first columns, in characters."""
        for column, width in enumerate(widths):
            self.worksheet.set_column(column, column, width)

    def table(self, table: PageTable) -> Placed:
        """Write the heads and rows of a table, and return its place in the sheet.

        Notes, and units where a column has several, are in columns of their own.
        """
        rows = tuple(table.rows[:MAX_ROWS])
        places, heads = [], list[str]()
        mixed, noted = [], []
        for index, column in enumerate(table.columns):
            cells = [row[index] for row in rows]
            places.append(len(heads))
            mixed.append(any(cell.unit not in (None, column.unit) for cell in cells))
            noted.append(any(cell.note for cell in cells))
            heads.append(_format_head(column, mixed[-1]))
            heads += [f"{column.title}, unit"] if mixed[-1] else []
            heads += [f"{column.title}, note"] if noted[-1] else []
        header = self.row
        self.write(heads, self._book.header)
        first = self.row
        for row in rows:
            self._write_cells(table.columns, row, mixed, noted)
        if len(table.rows) > len(rows):
            self.write(
                [f"{len(table.rows) - len(rows):,} more rows are in the document of this page."], self._book.soft
            )
        return Placed(self.name, header, first, first + len(rows) - 1, tuple(places), len(heads))

    def _write_cells(
        self, columns: Sequence[PageColumn], row: Sequence[PageCell], mixed: Sequence[bool], noted: Sequence[bool]
    ) -> None:
        position = 0
        for column, cell, has_units, has_notes in zip(columns, row, mixed, noted, strict=True):
            unit = cell.unit or column.unit
            self._write(position, cell.value, self._book.number(unit) if is_number(cell.value) else None)
            position += 1
            if has_units:
                self._write(position, unit, None)
                position += 1
            if has_notes:
                self._write(position, cell.note, None)
                position += 1
        self.row += 1

    def _write(self, column: int, value: Value, style: Format | None) -> None:
        sheet, row = self.worksheet, self.row
        if isinstance(value, str):
            moment = _parse_time(value)
            if moment is None:
                sheet.write_string(row, column, _cut(clean_text(value)), style)
                return
            style = style or (self._book.day if len(value) == 10 else self._book.moment)
            value = moment
        if isinstance(value, dt.datetime):
            sheet.write_datetime(row, column, value.astimezone(dt.UTC).replace(tzinfo=None), style or self._book.moment)
        elif value is None or (isinstance(value, float) and not math.isfinite(value)):
            # Unknown is an empty cell: a word in its place would spoil sums and charts.
            sheet.write_blank(row, column, None, style)
        elif isinstance(value, int) and abs(value) > _EXACT:
            sheet.write_string(row, column, str(value), style)
        else:
            sheet.write_number(row, column, value, style)


def compute_widths(rows: Iterable[Sequence[Value]], count: int) -> list[int]:
    """Return a width for each of `count` columns in which most of their values can be read."""
    widths = [10] * count
    for row in rows:
        for index, value in enumerate(row[:count]):
            widths[index] = max(widths[index], min(_WIDEST, len(str(value)) + 2))
    return widths


def _format_head(column: PageColumn, is_mixed: bool) -> str:
    title = clean_text(column.title)
    return (
        title if column.unit is None or is_mixed or column.unit in ("count", "number") else f"{title} ({column.unit})"
    )


def _parse_time(text: str) -> dt.datetime | None:
    if not (_DAY.fullmatch(text) or _MOMENT.fullmatch(text)):
        return None
    try:
        moment = dt.datetime.fromisoformat(text.replace(" UTC", "+00:00"))
    except ValueError:
        return None
    # A spreadsheet knows no day before 1900.
    return moment.replace(tzinfo=dt.UTC) if moment.year >= 1900 else None


def _cut(text: str) -> str:
    if len(text.encode("utf-16-le", "replace")) <= 2 * LONGEST_TEXT:
        return text
    return text[: LONGEST_TEXT // 2 - 40] + " (cut here: a cell holds no more)"
