"""The table of runs as a file: CSV, Arrow or Parquet, in batches of rows."""

from __future__ import annotations

import asyncio
import csv
import datetime as dt
import io
import uuid
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool

from storagelab.db.models import Run
from storagelab.db.references import format_number
from storagelab.errors import InvalidInput
from storagelab.http.csv_cells import plain_cell
from storagelab.http.session import OpenScope
from storagelab.query.columns import TableColumn
from storagelab.results.run_order import TableOrder
from storagelab.results.run_table import Narrow, TableRow, choose_runs, read_rows

#: Runs of one file.
MAX_FILE_RUNS = 100_000
#: Runs that are read and written at once.
BATCH = 1000
#: Columns before those that were requested.
FIRST_HEADINGS = ("run", "title")


class FileType(StrEnum):
    """Media types of files."""

    CSV = "text/csv"
    ARROW = "application/vnd.apache.arrow.stream"
    PARQUET = "application/vnd.apache.parquet"


ENDINGS = {FileType.CSV: "csv", FileType.ARROW: "arrows", FileType.PARQUET: "parquet"}


class TableWriter(Protocol):
    """Writes one file; each step returns the bytes that are complete."""

    def begin(self) -> bytes:
        """Return what comes before all rows."""

    def add(self, rows: Sequence[TableRow]) -> bytes:
        """Write some rows."""

    def finish(self) -> bytes:
        """Return what comes behind all rows."""


def choose_file_type(accept: str | None) -> FileType | None:
    """Return the type of file that an `Accept` header prefers, None for JSON, which is also for what is unknown."""
    ranked = sorted(_read_accept(accept or ""), key=lambda each: -each[1])
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

    def __init__(self, columns: Sequence[TableColumn]) -> None:
        self._headings = [*FIRST_HEADINGS, *(column.heading for column in columns)]

    def begin(self) -> bytes:
        """Return the line of headings."""
        return _write_lines([self._headings])

    def add(self, rows: Sequence[TableRow]) -> bytes:
        """Return a line for each row."""
        return _write_lines([[*first_cells(row), *map(_csv_cell, row.values)] for row in rows])

    def finish(self) -> bytes:
        """Return nothing: the last line ends the file."""
        return b""


def first_cells(row: TableRow) -> tuple[str, str]:
    """Return the number and the title of a run."""
    return format_number(Run, row.number), row.title


def make_writer(file_type: FileType, columns: Sequence[TableColumn]) -> TableWriter:
    """Return the writer of a file with these columns behind the first ones."""
    if file_type is FileType.CSV:
        return CSVWriter(columns)
    # Large, and needed for these files alone.
    from storagelab.results.run_arrow import ArrowWriter, ParquetWriter  # noqa: PLC0415

    return ArrowWriter(columns) if file_type is FileType.ARROW else ParquetWriter(columns)


def _csv_cell(value: Any) -> Any:
    if isinstance(value, bool):
        return str(value).lower()
    return value.isoformat().replace("+00:00", "Z") if isinstance(value, dt.datetime) else value


def _write_lines(lines: Sequence[Sequence[Any]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows([plain_cell(cell) for cell in line] for line in lines)
    return text.getvalue().encode()


@dataclass(frozen=True, slots=True)
class TableFile:
    """A file to be written: its runs in order, and how the values of some of them are read."""

    writer: TableWriter
    run_ids: Sequence[uuid.UUID]
    read_rows: Callable[[Sequence[uuid.UUID]], list[TableRow]]

    def write_batch(self, run_ids: Sequence[uuid.UUID]) -> bytes:
        """Read and write some rows."""
        return self.writer.add(self.read_rows(run_ids))


def open_file(
    session: Session,
    open_scope: OpenScope,
    narrow: Narrow,
    order: TableOrder,
    columns: Sequence[TableColumn],
    kind: FileType,
) -> TableFile:
    """Choose the runs of a file. Raises InvalidInput for too many; the title is a column of every file."""
    places = choose_runs(session, narrow, order, limit=MAX_FILE_RUNS + 1)
    if len(places) > MAX_FILE_RUNS:
        raise InvalidInput(
            f"more than {MAX_FILE_RUNS:,} runs match, which is the limit of a file. Narrow the query.", path="q"
        )
    columns = [column for column in columns if column.field.name != "title"]

    def read(run_ids: Sequence[uuid.UUID]) -> list[TableRow]:
        # A transaction for each batch: a slow client holds none open.
        with open_scope() as of_batch:
            return read_rows(of_batch, columns, run_ids)

    return TableFile(make_writer(kind, columns), [place.run_id for place in places], read)


async def stream_file(file: TableFile, admission: asyncio.Semaphore) -> AsyncIterator[bytes]:
    """Yield the bytes of a file; each batch waits for its turn in the database as a request does."""
    yield file.writer.begin()
    for start in range(0, len(file.run_ids), BATCH):
        async with admission:
            block = await run_in_threadpool(file.write_batch, file.run_ids[start : start + BATCH])
        yield block
    yield file.writer.finish()
