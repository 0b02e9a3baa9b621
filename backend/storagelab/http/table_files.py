"""A table as a file: CSV, Arrow or Parquet, in batches of lines."""

from __future__ import annotations

import asyncio
import csv
import datetime as dt
import io
import uuid
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, TypeVar

from fastapi import Request
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool

from storagelab.errors import InvalidInput
from storagelab.http.csv_cells import escape_formula
from storagelab.http.file_columns import CellKind, FileColumn, Line
from storagelab.query.columns import TableColumn

#: Rows of one file.
MAX_FILE_ROWS = 100_000
#: Rows that are read and written at once.
BATCH = 1000
Row = TypeVar("Row")


def make_column(column: TableColumn, *, is_whole: bool) -> FileColumn:
    """Return the column of a CSV, Arrow or Parquet file for a column of a table.

    Its expression and unit become metadata of the file.
    """
    kind: CellKind = "text"
    if column.field.type == "date":
        kind = "moment"
    elif column.field.type == "number":
        kind = "whole" if is_whole and column.baseline is None else "number"
    metadata = {"expression": column.expression}
    if column.unit is not None:
        metadata["unit"] = column.unit
    return FileColumn(column.heading, kind, metadata)


class FileType(StrEnum):
    """Media types of files."""

    CSV = "text/csv"
    ARROW = "application/vnd.apache.arrow.stream"
    PARQUET = "application/vnd.apache.parquet"


ENDINGS = {FileType.CSV: "csv", FileType.ARROW: "arrows", FileType.PARQUET: "parquet"}


class TableWriter(Protocol):
    """Writes one file; each step returns the bytes that are complete."""

    def begin(self) -> bytes:
        """Return the bytes before all lines, such as headings or a schema."""

    def add(self, lines: Sequence[Line]) -> bytes:
        """Return the bytes of some lines."""

    def finish(self) -> bytes:
        """Return the bytes after all lines."""


def choose_file_type(accept: str | None) -> FileType | None:
    """Return the file type that an `Accept` header prefers.

    None means JSON, which also answers unknown types.
    """
    ranked = sorted(_read_accept(accept or ""), key=lambda entry: -entry[1])
    for media_type, quality in ranked:
        if quality > 0 and media_type in [*FileType]:
            return FileType(media_type)
        if quality > 0 and media_type in ("application/json", "application/*", "*/*"):
            return None
    return None


def _read_accept(accept: str) -> Iterator[tuple[str, float]]:
    for item in accept.split(","):
        media_type, *parameters = (part.strip().lower() for part in item.split(";"))
        quality = next((text[2:] for text in parameters if text.startswith("q=")), "1")
        try:
            yield media_type, float(quality)
        except ValueError:
            yield media_type, 0.0


class CSVWriter:
    """Writes RFC 4180; text that would be a formula in a spreadsheet gets a quote."""

    def __init__(self, columns: Sequence[FileColumn]) -> None:
        self._headings = [column.heading for column in columns]

    def begin(self) -> bytes:
        """Return the line of headings."""
        return _write_lines([self._headings])

    def add(self, lines: Sequence[Line]) -> bytes:
        """Return the CSV text of some lines."""
        return _write_lines([list(map(_format_csv_cell, line)) for line in lines])

    def finish(self) -> bytes:
        """Return nothing: the last line ends the file."""
        return b""


def make_writer(file_type: FileType, columns: Sequence[FileColumn]) -> TableWriter:
    """Return the writer of a file with these columns."""
    if file_type is FileType.CSV:
        return CSVWriter(columns)
    # Large, and needed for these files alone.
    from storagelab.http.table_arrow import ArrowWriter, ParquetWriter  # noqa: PLC0415

    return ArrowWriter(columns) if file_type is FileType.ARROW else ParquetWriter(columns)


def _format_csv_cell(value: Any) -> Any:
    if isinstance(value, bool):
        return str(value).lower()
    return value.isoformat().replace("+00:00", "Z") if isinstance(value, dt.datetime) else value


def _write_lines(lines: Sequence[Sequence[Any]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows([escape_formula(cell) for cell in line] for line in lines)
    return text.getvalue().encode()


@dataclass(frozen=True, slots=True)
class TableFile:
    """A file to be written: its rows in order, and how the lines of some of them are read."""

    writer: TableWriter
    row_ids: Sequence[uuid.UUID]
    read_lines: Callable[[Sequence[uuid.UUID]], Sequence[Line]]

    def write_batch(self, row_ids: Sequence[uuid.UUID]) -> bytes:
        """Read the rows with these ids and return their bytes in the file."""
        return self.writer.add(self.read_lines(row_ids))


def choose_rows(read: Callable[[int], Sequence[Row]], things: str) -> Sequence[Row]:
    """Return all rows of a downloaded file.

    `read` returns at most the number of rows that it receives. `things` names the rows in the error. Raises
    InvalidInput for too many rows.
    """
    rows = read(MAX_FILE_ROWS + 1)
    if len(rows) > MAX_FILE_ROWS:
        raise InvalidInput(
            f"more than {MAX_FILE_ROWS:,} {things} match, which is the limit of a file. Narrow the query.", path="q"
        )
    return rows


def refuse_page(request: Request, things: str, *names: str) -> None:
    """Raise InvalidInput for query parameters of a page, because a file has no pages.

    `names` are these parameters; `things` names the rows in the error.
    """
    for name in names:
        if name in request.query_params:
            raise InvalidInput(f"is for pages in JSON. A file has all {things}: leave it out", path=name)


def respond_with_file(request: Request, file: TableFile, kind: FileType, name: str) -> StreamingResponse:
    """Return the answer that streams a file under a name."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.{ENDINGS[kind]}"', "Vary": "Accept"}
    return StreamingResponse(_stream_file(file, request.app.state.admission), media_type=kind.value, headers=headers)


async def _stream_file(file: TableFile, admission: asyncio.Semaphore) -> AsyncIterator[bytes]:
    """Yield the bytes of a file; each batch waits for its turn in the database as a request does."""
    yield file.writer.begin()
    for start in range(0, len(file.row_ids), BATCH):
        async with admission:
            block = await run_in_threadpool(file.write_batch, file.row_ids[start : start + BATCH])
        yield block
    yield file.writer.finish()
