"""Orders of the table of runs by group and column, unknown values last, and their cursors."""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Date, and_, cast, func, or_, tuple_

from storagelab.db.models import Run
from storagelab.http.order_cursors import (
    KeyKind,
    decode_values,
    encode_values,
    get_key_kind,
    make_cursor_error,
    read_value,
    sign_order,
)
from storagelab.inventory.order_keys import OrderKey
from storagelab.query.columns import Sort, TableColumn
from storagelab.results.run_columns import JoinedColumn, JoinedColumns, compile_cell


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOrderKey(OrderKey):
    """A value by which runs are ordered, in a query that its source is joined to."""

    column: JoinedColumn


@dataclass(frozen=True, slots=True)
class TableOrder:
    """An order of the table. Runs of one group and value are newest first, or oldest first where that was requested."""

    group: RunOrderKey | None
    sort: RunOrderKey | None
    #: The group of one run, in a query over few runs.
    group_cell: ColumnElement[Any] | None
    is_newest_first: bool
    #: Differs for any other order.
    signature: str

    def tail(self) -> tuple[ColumnElement[Any], ColumnElement[Any]]:
        """Return the SQL order of runs with equal values: by creation, then id."""
        if self.is_newest_first:
            return Run.created_at.desc(), Run.id.desc()
        return Run.created_at.asc(), Run.id.asc()

    def build_tail_condition(self, place: RunPlace) -> ColumnElement[bool]:
        """Return the SQL condition of runs behind a place, among runs with equal values."""
        keys = tuple_(Run.created_at, Run.id)
        start = (place.created_at, place.run_id)
        return keys < start if self.is_newest_first else keys > start


@dataclass(frozen=True, slots=True)
class RunPlace:
    """The last run of a page: its group, the value that it is ordered by, and what decides among equal ones."""

    group: Any
    value: Any
    created_at: dt.datetime
    run_id: uuid.UUID


def make_order(joined: JoinedColumns, group: TableColumn | None, sort: Sort | None, time_zone: str) -> TableOrder:
    """Build the order of the run table from a group column and a sort.

    Dates are grouped by days of the time zone.
    """
    texts = [group.expression if group else "", sort.expression if sort else "", time_zone if group else ""]
    by_creation = sort is not None and sort.column.field.name == "created"
    return TableOrder(
        group=_make_group_key(joined, group, time_zone) if group is not None else None,
        sort=_make_sort_key(joined, sort) if sort is not None and not by_creation else None,
        group_cell=_convert_group_value(group, compile_cell(group).value, time_zone) if group is not None else None,
        is_newest_first=sort is None or not by_creation or sort.is_descending,
        signature=sign_order(*texts),
    )


def encode_place(order: TableOrder, place: RunPlace) -> str:
    """Return the cursor that continues the run table behind a place."""
    return encode_values(order.signature, [place.group, place.value, place.created_at, str(place.run_id)])


def decode_place(order: TableOrder, cursor: str) -> RunPlace:
    """Return the place in a cursor of the run table.

    Raises InvalidInput for a cursor of another order, or one that this lab did not make.
    """
    try:
        group, value, created_at, run_id = decode_values(order.signature, cursor)
        return RunPlace(
            _read(group, order.group),
            _read(value, order.sort),
            dt.datetime.fromisoformat(created_at),
            uuid.UUID(run_id),
        )
    except (ValueError, TypeError, AttributeError, OverflowError):
        raise make_cursor_error() from None


def build_known_condition(key: RunOrderKey, value: Any, rest: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return the SQL condition of runs behind a known value, in a form that an index can meet.

    The query must have no runs with an unknown value. `rest` decides among equal values.
    """
    column = key.ordered
    limit, beyond = (column <= value, column < value) if key.is_descending else (column >= value, column > value)
    return and_(limit, or_(beyond, rest))


def _make_sort_key(joined: JoinedColumns, sort: Sort) -> RunOrderKey:
    column = joined.add(sort.column)
    kind = get_key_kind(sort.column.field.type)
    return RunOrderKey(column=column, value=column.value, kind=kind, is_descending=sort.is_descending)


def _make_group_key(joined: JoinedColumns, group: TableColumn, time_zone: str) -> RunOrderKey:
    column = joined.add(group)
    kinds: dict[str, KeyKind] = {"number": "number", "date": "day"}
    value = _convert_group_value(group, column.value, time_zone)
    return RunOrderKey(column=column, value=value, kind=kinds.get(group.field.type, "name"))


def _convert_group_value(group: TableColumn, value: ColumnElement[Any], time_zone: str) -> ColumnElement[Any]:
    return cast(func.timezone(time_zone, value), Date) if group.field.type == "date" else value


def _read(value: Any, key: RunOrderKey | None) -> Any:
    """Return a value from a cursor in the type of its order key.

    Raises ValueError for a value without a key, or of another type.
    """
    if key is None and value is not None:
        raise ValueError("made for another order")
    return None if key is None else read_value(value, key.kind)
