"""Orders of the table of runs by group and column, unknown values last, and their cursors."""

from __future__ import annotations

import base64
import binascii
import datetime as dt
import hashlib
import json
import math
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import ColumnElement, Date, and_, cast, func, literal, or_, tuple_

from storagelab.db.models import Run
from storagelab.errors import InvalidInput
from storagelab.query.columns import Sort, TableColumn
from storagelab.results.run_columns import JoinedColumn, JoinedColumns, compile_cell

#: Texts are compared without their case; names too, and then with it, so that each has a place of its own.
KeyKind = Literal["text", "name", "number", "moment", "day"]
#: Less than any character of a name.
_END_OF_NAME = "\x01"


@dataclass(frozen=True, slots=True)
class OrderKey:
    """A value by which runs are ordered, in a query that its source is joined to."""

    column: JoinedColumn
    value: ColumnElement[Any]
    kind: KeyKind
    is_descending: bool = False

    @property
    def ordered(self) -> ColumnElement[Any]:
        """Return what is compared."""
        return self.comparable(self.value)

    def comparable(self, value: ColumnElement[Any]) -> ColumnElement[Any]:
        """Return what is compared of a value: texts by their characters in every database."""
        if self.kind == "name":
            return func.lower(value).concat(_END_OF_NAME).concat(value).collate("C")
        return func.lower(value).collate("C") if self.kind == "text" else value

    def compared_key(self, key: Any) -> Any:
        """Return what is compared of a value that was read, None for an unknown one."""
        return None if key is None else self.comparable(literal(key))

    def order(self) -> ColumnElement[Any]:
        """Return the order in which unknown values are last."""
        return (self.ordered.desc() if self.is_descending else self.ordered.asc()).nulls_last()


@dataclass(frozen=True, slots=True)
class TableOrder:
    """An order of the table. Runs of one group and value are newest first, or oldest first where that was requested."""

    group: OrderKey | None
    sort: OrderKey | None
    #: The group of one run, in a query over few runs.
    group_cell: ColumnElement[Any] | None
    is_newest_first: bool
    #: Differs for any other order.
    signature: str

    def tail(self) -> tuple[ColumnElement[Any], ColumnElement[Any]]:
        """Return the order of runs with the same values."""
        if self.is_newest_first:
            return Run.created_at.desc(), Run.id.desc()
        return Run.created_at.asc(), Run.id.asc()

    def behind_tail(self, place: RunPlace) -> ColumnElement[bool]:
        """Return the condition of runs with the same values that come behind a place."""
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
    """Return the order that a request means. Dates are grouped by days of the time zone."""
    texts = [group.expression if group else "", sort.expression if sort else "", time_zone if group else ""]
    by_creation = sort is not None and sort.column.field.name == "created"
    return TableOrder(
        group=_group_key(joined, group, time_zone) if group is not None else None,
        sort=_sort_key(joined, sort) if sort is not None and not by_creation else None,
        group_cell=_group_value(group, compile_cell(group).value, time_zone) if group is not None else None,
        is_newest_first=sort is None or not by_creation or sort.is_descending,
        signature=hashlib.sha256(json.dumps(texts).encode()).hexdigest()[:12],
    )


def encode_place(order: TableOrder, place: RunPlace) -> str:
    """Return the cursor of the runs behind a place."""
    key = [order.signature, _plain(place.group), _plain(place.value), place.created_at.isoformat(), str(place.run_id)]
    return base64.urlsafe_b64encode(json.dumps(key, ensure_ascii=False).encode()).decode().rstrip("=")


def decode_place(order: TableOrder, cursor: str) -> RunPlace:
    """Return the place of a cursor. Raises InvalidInput for one of another order, or that is not ours."""
    try:
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        key = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
        signature, group, value, created_at, run_id = key
        if signature != order.signature:
            raise ValueError("made for another order")
        return RunPlace(
            _read(group, order.group),
            _read(value, order.sort),
            dt.datetime.fromisoformat(created_at),
            uuid.UUID(run_id),
        )
    except (ValueError, TypeError, AttributeError, OverflowError, binascii.Error, RecursionError):
        raise InvalidInput("is not a cursor of this list in this order: begin without one", path="cursor") from None


def behind(keys: Sequence[tuple[OrderKey, Any]], rest: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return the condition of runs behind these values, `rest` for those with the same ones."""
    if not keys:
        return rest
    (key, value), *others = keys
    column = key.ordered
    if value is None:
        return and_(column.is_(None), behind(others, rest))
    beyond = column < value if key.is_descending else column > value
    return or_(beyond, column.is_(None), and_(column == value, behind(others, rest)))


def behind_known(key: OrderKey, value: Any, rest: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return the same for one value that is known, in a query without unknown ones; an index on it can be used."""
    column = key.ordered
    limit, beyond = (column <= value, column < value) if key.is_descending else (column >= value, column > value)
    return and_(limit, or_(beyond, rest))


def _sort_key(joined: JoinedColumns, sort: Sort) -> OrderKey:
    column = joined.add(sort.column)
    kinds: dict[str, KeyKind] = {"number": "number", "date": "moment"}
    return OrderKey(column, column.value, kinds.get(sort.column.field.type, "text"), sort.is_descending)


def _group_key(joined: JoinedColumns, group: TableColumn, time_zone: str) -> OrderKey:
    column = joined.add(group)
    kinds: dict[str, KeyKind] = {"number": "number", "date": "day"}
    return OrderKey(column, _group_value(group, column.value, time_zone), kinds.get(group.field.type, "name"))


def _group_value(group: TableColumn, value: ColumnElement[Any], time_zone: str) -> ColumnElement[Any]:
    return cast(func.timezone(time_zone, value), Date) if group.field.type == "date" else value


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, dt.date) else value


def _read(value: Any, key: OrderKey | None) -> Any:
    """Return a value of a cursor in the type of its key. Raises ValueError."""
    if value is None:
        return None
    if key is None:
        raise ValueError("made for another order")
    if key.kind == "number":
        return _read_number(value)
    if not isinstance(value, str) or "\0" in value:
        raise ValueError("no text")
    value.encode()
    if key.kind in ("text", "name"):
        return value
    return dt.date.fromisoformat(value) if key.kind == "day" else dt.datetime.fromisoformat(value)


def _read_number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError("no number")
    return value
