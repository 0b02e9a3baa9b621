"""A list with columns for its fields as a file."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Integer, Select, select
from sqlalchemy.orm import Session

from storagelab.db.references import KINDS, format_number
from storagelab.domain.labels import format_labels, has_reserved_key
from storagelab.http.file_columns import FileColumn
from storagelab.http.session import OpenScope
from storagelab.http.table_files import (
    FileType,
    TableFile,
    choose_rows,
    make_column,
    make_writer,
)
from storagelab.inventory.list_order import ListOrder
from storagelab.inventory.query_columns import RowValue
from storagelab.inventory.query_lists import QueryList
from storagelab.query.columns import TableColumn

#: Fields that the first columns of every file have.
_FIRST = ("number", "name")


def open_list_file(
    session: Session,
    open_scope: OpenScope,
    queried: QueryList,
    narrow: Callable[[Select[Any]], Select[Any]],
    order: ListOrder,
    columns: Sequence[TableColumn] | None,
    kind: FileType,
) -> TableFile:
    """Select the rows of a downloaded list; columns are all fields unless `columns` names some.

    Number and name are columns of every file. Raises InvalidInput for too many rows.
    """
    model = queried.model
    thing = KINDS[model][1]
    ordered = order.apply(narrow(select(model.id)))
    chosen_ids = choose_rows(lambda limit: session.scalars(ordered.limit(limit)).all(), f"{thing}s")
    wanted = [TableColumn(field) for field in queried.fields.fields] if columns is None else columns
    shown = [column for column in wanted if column.field.name not in _FIRST]
    values = [queried.get_field_column(column.field).value_of(column) for column in shown]

    def read(row_ids: Sequence[uuid.UUID]) -> list[list[Any]]:
        # A transaction for each batch: a slow client holds none open.
        with open_scope() as of_batch:
            return _read_lines(of_batch, model, values, row_ids)

    headings = [FileColumn(thing), FileColumn("name")]
    for column, value in zip(shown, values, strict=True):
        headings.append(make_column(column, is_whole=isinstance(value.value.type, Integer)))
    return TableFile(make_writer(kind, headings), chosen_ids, read)


def _read_lines(
    session: Session, model: type[Any], values: Sequence[RowValue], row_ids: Sequence[uuid.UUID]
) -> list[list[Any]]:
    """Return the lines of these rows in this order; one that was removed is left out."""
    query: Select[Any] = select(model.id, model.number, model.name, *(row_value.value for row_value in values))
    query = query.where(model.id.in_(row_ids))
    for value in values:
        query = value.join_to(query)
    lines = {row[0]: [format_number(model, row[1]), *map(_convert_cell, row[2:])] for row in session.execute(query)}
    return [lines[row_id] for row_id in row_ids if row_id in lines]


def _convert_cell(value: Any) -> Any:
    """Convert a value to a cell of a file; all labels of a row become one text."""
    if isinstance(value, dict):
        return format_labels({key: text for key, text in value.items() if not has_reserved_key(key)}) or None
    return value
