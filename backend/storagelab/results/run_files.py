"""The table of runs as a file."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from sqlalchemy import BigInteger
from sqlalchemy.orm import Session

from storagelab.db.models import Run
from storagelab.db.references import format_number
from storagelab.http.file_columns import FileColumn
from storagelab.http.session import OpenScope
from storagelab.http.table_files import (
    FileType,
    TableFile,
    choose_rows,
    make_column,
    make_writer,
)
from storagelab.query.columns import TableColumn
from storagelab.results.run_columns import compile_cell
from storagelab.results.run_order import TableOrder
from storagelab.results.run_table import Narrow, TableRow, choose_runs, read_rows

#: Columns before those that were requested.
_FIRST = (FileColumn("run"), FileColumn("title"))


def open_run_file(
    session: Session,
    open_scope: OpenScope,
    narrow: Narrow,
    order: TableOrder,
    columns: Sequence[TableColumn],
    kind: FileType,
) -> TableFile:
    """Select the runs of a table file and return the file for streaming.

    Raises InvalidInput for too many runs. The title is a column of every file.
    """
    places = choose_rows(lambda limit: choose_runs(session, narrow, order, limit=limit), "runs")
    columns = [column for column in columns if column.field.name != "title"]

    def read(run_ids: Sequence[uuid.UUID]) -> list[list[Any]]:
        # A transaction for each batch: a slow client holds none open.
        with open_scope() as of_batch:
            return [_write_line(row) for row in read_rows(of_batch, columns, run_ids)]

    writer = make_writer(kind, [*_FIRST, *(make_column(column, is_whole=_is_whole(column)) for column in columns)])
    return TableFile(writer, [place.run_id for place in places], read)


def _write_line(row: TableRow) -> list[Any]:
    return [format_number(Run, row.number), row.title, *row.values]


def _is_whole(column: TableColumn) -> bool:
    return column.baseline is None and isinstance(compile_cell(column).value.type, BigInteger)
