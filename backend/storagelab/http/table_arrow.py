"""Tables as Arrow stream and as Parquet; imported only where one of them is written."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from storagelab.http.file_columns import CellKind, FileColumn, Line

_TYPES: Mapping[CellKind, Any] = {
    "text": pa.string(), "number": pa.float64(), "whole": pa.int64(), "moment": pa.timestamp("us", tz="UTC")
}  # fmt: skip


class _Sink(io.BytesIO):
    """Holds what was written until it is taken."""

    def take(self) -> bytes:
        """Return what was written since the last time."""
        data = self.getvalue()
        self.seek(0)
        self.truncate()
        return data


class ArrowWriter:
    """Writes an Arrow stream; each field has the metadata of its column."""

    def __init__(self, columns: Sequence[FileColumn]) -> None:
        self._schema = _make_schema(columns)
        self._sink = _Sink()
        self._writer: Any = None

    def begin(self) -> bytes:
        """Return the bytes of the schema, with which the file begins."""
        self._writer = self._open()
        return self._sink.take()

    def add(self, lines: Sequence[Line]) -> bytes:
        """Return the bytes of one batch of lines."""
        self._writer.write_batch(_make_batch(lines, self._schema))
        return self._sink.take()

    def finish(self) -> bytes:
        """Return the bytes that end the file."""
        self._writer.close()
        return self._sink.take()

    def _open(self) -> Any:
        return pa.ipc.new_stream(self._sink, self._schema)


class ParquetWriter(ArrowWriter):
    """Writes a Parquet file with a group of lines for each batch."""

    def _open(self) -> Any:
        return pq.ParquetWriter(self._sink, self._schema)


def _make_schema(columns: Sequence[FileColumn]) -> Any:
    return pa.schema(
        [pa.field(column.heading, _TYPES[column.kind], metadata=dict(column.metadata)) for column in columns]
    )


def _make_batch(lines: Sequence[Line], schema: Any) -> Any:
    rows = [list(map(_convert_cell, line)) for line in lines]
    arrays = [pa.array([row[index] for row in rows], type=field.type) for index, field in enumerate(schema)]
    return pa.record_batch(arrays, schema=schema)


def _convert_cell(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value
