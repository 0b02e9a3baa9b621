"""CSV or TSV as rows: separator, columns, and the line of each row."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from storagelab.domain.reading_limits import COLUMNS, ROWS
from storagelab.formats.base import ParseFailed
from storagelab.formats.text import clip, decode_text

#: Larger files are data of programs, not tables of figures.
MAX_BYTES = 8 << 20
_TRUNCATED = "truncated: "
#: Warnings of one table are for reading; behind these a count follows.
_MAX_WARNINGS = 50
_SEPARATORS = (",", ";", "\t")
#: The line that spreadsheets write before the header to declare the column separator.
_SEPARATOR_LINE = re.compile(r"sep=([,;\t])\s*", re.IGNORECASE)
#: Other names under which the columns are met.
_ALIASES: Mapping[str, str] = {
    "config": "configuration",
    "system": "configuration",
    "setup": "configuration",
    "bs": "block_size",
    "blocksize": "block_size",
    "queue_depth": "qd",
    "iodepth": "qd",
    "raid": "raid_level",
    "level": "raid_level",
    "kind": "value_kind",
}


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One row: the line it begins in and its cells by column, without the blanks around them.

    `may_be_cut` marks the last row of a file that does not end with a line end: nothing proves its last cell whole.
    """

    line: int
    cells: Mapping[str, str]
    may_be_cut: bool = False

    def __getitem__(self, column: str) -> str:
        """Return the cell of a column; empty where the table has no such column."""
        return self.cells.get(column, "")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table. `warnings` name what could not be read, each with its line."""

    separator: str
    columns: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    warnings: tuple[str, ...]

    @property
    def points_are_decimal(self) -> bool:
        """Return whether `1.234` has a decimal point: semicolons are used where the comma is the decimal mark."""
        return self.separator != ";"


def read_header_columns(head: bytes) -> tuple[str, ...]:
    """Return the first columns named in the first line of a file, given only its beginning."""
    return _find_header(decode_text(head)[0])[1][: COLUMNS.max_count]


def read_sheet(data: bytes) -> Sheet:
    """Read the table in a file. Raises ParseFailed when it has no header, no row, or names one column twice."""
    if len(data) > MAX_BYTES:
        raise ParseFailed(f"byte {MAX_BYTES}", f"the end of a table: none has more than {MAX_BYTES >> 20} MiB")
    text, warning = decode_text(data)
    separator, columns, header_line = _find_header(text)
    if len(columns) > COLUMNS.max_count:
        raise ParseFailed(f"line {header_line}", COLUMNS.exceeded(len(columns)))
    if not columns:
        raise ParseFailed(f"line {header_line}", "the names of at least two columns, separated by commas, ; or tabs")
    twice = sorted({column for column in columns if column and columns.count(column) > 1})
    if twice:
        raise ParseFailed(f"line {header_line}", f"each column once, but {clip(twice[0], 40)!r} is listed twice")
    warnings = [warning] if warning else []
    rows = tuple(islice(_iterate_rows(text, separator, columns, header_line, warnings), ROWS.max_count + 1))
    if len(rows) > ROWS.max_count:
        raise ParseFailed(f"line {rows[-1].line}", ROWS.exceeded())
    if not rows:
        where = warnings[-1] if warnings else f"line {header_line + 1}"
        raise ParseFailed(where, f"at least one row with {len(columns)} columns below the header")
    return Sheet(separator, columns, rows, tuple(warnings))


def prefix_warnings(member: str, warnings: Sequence[str]) -> tuple[str, ...]:
    """Return the warnings of one table with the name of its file: at most fifty, and how many more there are."""
    named = []
    for warning in warnings[:_MAX_WARNINGS]:
        cut = warning.startswith(_TRUNCATED)
        named.append(f"{_TRUNCATED * cut}{member}, {warning.removeprefix(_TRUNCATED)}")
    more = len(warnings) - _MAX_WARNINGS
    return (*named, f"{member}, {more} more rows were left out or are doubtful") if more > 0 else tuple(named)


def _find_header(text: str) -> tuple[str, tuple[str, ...], int]:
    """Return separator, column names (none when the line is no header) and the line of the header."""
    lines = io.StringIO(text, newline=None)
    declared = None
    number = 1
    for number, line in enumerate(lines, start=1):
        if declared is None and (match := _SEPARATOR_LINE.fullmatch(line)):
            declared = match[1]
        elif line.strip():
            separators = (declared,) if declared else _SEPARATORS
            names = {separator: _parse_column_names(line, separator) for separator in separators}
            best = max(names, key=lambda separator: len(names[separator]))
            return best, names[best] if len(names[best]) > 1 else (), number
    return ",", (), number


def _parse_column_names(line: str, separator: str) -> tuple[str, ...]:
    try:
        cells = next(csv.reader([line], delimiter=separator), [])
    except csv.Error:
        return ()
    if len(cells) > COLUMNS.max_count:
        # Only counted, and looked at for what a table needs.
        return (*_normalise_column_names(cells[: COLUMNS.max_count]), *cells[COLUMNS.max_count :])
    return tuple(_normalise_column_names(cells))


def _normalise_column_names(cells: Sequence[str]) -> Iterator[str]:
    names = (re.sub(r"[\s-]+", "_", cell.strip().lower()) for cell in cells)
    return (_ALIASES.get(name, name) for name in names)


def _iterate_rows(
    text: str, separator: str, columns: tuple[str, ...], header_line: int, warnings: list[str]
) -> Iterator[SheetRow]:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    ends_whole = not lines[-1]
    last = len(lines) - 1 if ends_whole else len(lines)
    reader = csv.reader(io.StringIO("\n".join(lines[header_line:last]) + "\n", newline=""), delimiter=separator)
    begin = header_line + 1
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as wrong:
            warnings.append(f"line {begin}: this row and all below it are left out: {wrong}")
            return
        end = header_line + reader.line_num
        whole = end < last or ends_whole
        never_closed = end == last and _is_open(lines[begin - 1 : last], separator)
        if never_closed or (not whole and len(cells) < len(columns)):
            reason = "a quotation mark is opened and never closed" if never_closed else "the file ends within this row"
            warnings.append(f"truncated: line {begin}: {reason}")
        elif any(cell.strip() for cell in cells):
            if len(cells) == len(columns):
                stripped = {column: cell.strip() for column, cell in zip(columns, cells, strict=True)}
                yield SheetRow(begin, stripped, may_be_cut=not whole)
            else:
                warnings.append(f"line {begin}: {len(cells)} columns instead of {len(columns)}, left out")
        begin = end + 1


def _is_open(lines: list[str], separator: str) -> bool:
    """Return whether a quoted field is still open where the file ends."""
    try:
        list(csv.reader([f"{line}\n" for line in lines], delimiter=separator, strict=True))
    except csv.Error as wrong:
        return "unexpected end of data" in str(wrong)
    return False
