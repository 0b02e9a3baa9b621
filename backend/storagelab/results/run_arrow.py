"""The table of runs as Arrow stream and as Parquet; imported only where one of them is written."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from sqlalchemy import BigInteger

from storagelab.query.columns import TableColumn
from storagelab.results.run_columns import compile_cell
from storagelab.results.run_files import FIRST_HEADINGS, first_cells
from storagelab.results.run_table import TableRow


class _Sink(io.BytesIO):
    """Holds what was written until it is taken."""

    def take(self) -> bytes:
        """Return what was written since the last time."""
        data = self.getvalue()
        self.seek(0)
        self.truncate()
        return data


class ArrowWriter:
    """Writes an Arrow stream; each field has unit and expression of its column as metadata."""

    def __init__(self, columns: Sequence[TableColumn]) -> None:
        self._schema = _make_schema(columns)
        self._sink = _Sink()
        self._writer: Any = None

    def begin(self) -> bytes:
        """Return the schema."""
        self._writer = self._open()
        return self._sink.take()

    def add(self, rows: Sequence[TableRow]) -> bytes:
        """Return one batch of rows."""
        self._writer.write_batch(_make_batch(rows, self._schema))
        return self._sink.take()

    def finish(self) -> bytes:
        """Return the end of the file."""
        self._writer.close()
        return self._sink.take()

    def _open(self) -> Any:
        return pa.ipc.new_stream(self._sink, self._schema)


class ParquetWriter(ArrowWriter):
    """Writes a Parquet file with a group of rows for each batch."""

    def _open(self) -> Any:
        return pq.ParquetWriter(self._sink, self._schema)


def _make_schema(columns: Sequence[TableColumn]) -> Any:
    fields = [pa.field(heading, pa.string()) for heading in FIRST_HEADINGS]
    for column in columns:
        metadata = {"expression": column.expression}
        if column.unit is not None:
            metadata["unit"] = column.unit
        fields.append(pa.field(column.heading, _type_of(column), metadata=metadata))
    return pa.schema(fields)


def _type_of(column: TableColumn) -> Any:
    if column.field.type == "date":
        return pa.timestamp("us", tz="UTC")
    if column.field.type != "number":
        return pa.string()
    if column.baseline is not None:
        return pa.float64()
    return pa.int64() if isinstance(compile_cell(column).value.type, BigInteger) else pa.float64()


def _make_batch(rows: Sequence[TableRow], schema: Any) -> Any:
    lines = [(*first_cells(row), *map(_arrow_cell, row.values)) for row in rows]
    arrays = [pa.array([line[index] for line in lines], type=field.type) for index, field in enumerate(schema)]
    return pa.record_batch(arrays, schema=schema)


def _arrow_cell(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value
