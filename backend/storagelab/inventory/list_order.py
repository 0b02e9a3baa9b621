"""Orders of a list by the fields of its queries, and pages of it."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, func, tuple_
from sqlalchemy.orm import Session

from storagelab.http import listing
from storagelab.http.listing import PageRequest, paginate
from storagelab.http.order_cursors import (
    decode_values,
    encode_values,
    get_key_kind,
    make_cursor_error,
    read_value,
    sign_order,
)
from storagelab.http.pagination import SortedPage
from storagelab.http.schemas import BIGINT_MAX
from storagelab.inventory.filters import Narrowed
from storagelab.inventory.order_keys import OrderKey, build_behind_condition
from storagelab.inventory.query_columns import RowValue
from storagelab.inventory.query_lists import QueryList
from storagelab.query.columns import Sort
from storagelab.query.ordering import MAX_COMPARED


def _read_id(value: Any) -> int:
    if type(value) is not int or abs(value) > BIGINT_MAX:
        raise ValueError("no id of a log")
    return value


#: How a cursor has the columns by which the newest row is known.
_READERS: Mapping[type[Any], Callable[[Any], Any]] = {
    dt.datetime: dt.datetime.fromisoformat,
    uuid.UUID: uuid.UUID,
    int: _read_id,
}


@dataclass(frozen=True, slots=True)
class ListOrder:
    """An order of the rows of a list. Rows with the same values are in the order of `recency`, the newest first."""

    recency: tuple[Any, ...]
    keys: tuple[OrderKey, ...]
    sources: tuple[RowValue, ...]
    signature: str

    @property
    def by_creation(self) -> listing.Sort | None:
        """Return `created_at` or `-created_at` where this is the order by creation, which has an index.

        None for any other order.
        """
        if len(self.recency) == 1:
            return None
        if not self.keys:
            return "-created_at"
        if len(self.keys) > 1 or self.sources[0].value is not self.recency[0]:
            return None
        return "-created_at" if self.keys[0].is_descending else "created_at"

    def apply(self, statement: Narrowed) -> Narrowed:
        """Return the statement with its rows sorted in this order."""
        for source in self.sources:
            statement = source.join_to(statement)
        return statement.order_by(*(key.order() for key in self.keys), *self._tail())

    def select_page(self, statement: Select[Any], page: SortedPage) -> Select[Any]:
        """Return the statement for one page and one more row, with the sort values as added columns.

        Raises InvalidInput for a cursor of another order.
        """
        if page.cursor is not None:
            statement = statement.where(self._is_behind(decode_values(self.signature, page.cursor)))
        statement = statement.add_columns(*(key.ordered for key in self.keys))
        return self.apply(statement).limit(page.limit + 1)

    def write_cursor(self, row: Any, values: Sequence[Any]) -> str:
        """Return the cursor for the rows after `row`, whose sort values are `values`."""
        return encode_values(self.signature, [*values, *(getattr(row, column.key) for column in self.recency)])

    def _tail(self) -> tuple[ColumnElement[Any], ...]:
        return tuple(column.desc() for column in self.recency)

    def _is_behind(self, place: Sequence[Any]) -> ColumnElement[bool]:
        try:
            values, start = place[: len(self.keys)], place[len(self.keys) :]
            keys = [(key, read_value(value, key.kind)) for key, value in zip(self.keys, values, strict=True)]
            last = [_READERS[column.type.python_type](value) for column, value in zip(self.recency, start, strict=True)]
        except (ValueError, TypeError, AttributeError):
            raise make_cursor_error() from None
        return build_behind_condition(keys, tuple_(*self.recency) < tuple(last))


def make_order(queried: QueryList, sorts: Sequence[Sort]) -> ListOrder:
    """Return the order of a list by these fields, the first one first."""
    sources = tuple(queried.get_field_column(sort.column.field).value_of(sort.column) for sort in sorts)
    keys = tuple(_make_key(source.value, sort) for source, sort in zip(sources, sorts, strict=True))
    signature = sign_order(queried.model.__tablename__, *(sort.expression for sort in sorts))
    return ListOrder(queried.recency, keys, sources, signature)


def paginate_list(
    session: Session, statement: Select[Any], queried: QueryList, page: SortedPage, *, viewer: uuid.UUID | None = None
) -> tuple[list[Any], str | None]:
    """Return the rows of one page of a list in its order, and the cursor of the next page.

    `statement` selects rows of the list. Raises InvalidInput for a cursor that the lab did not issue.
    """
    order = make_order(queried, page.sorts)
    if (by_creation := order.by_creation) is not None:
        return paginate(session, statement, queried.model, PageRequest(page.limit, page.cursor, by_creation))
    result = session.execute(order.select_page(statement, page).params(viewer=viewer)).all()
    shown = result[: page.limit]
    rows = [row for row, *_ in shown]
    return rows, order.write_cursor(rows[-1], shown[-1][1:]) if len(result) > len(shown) else None


def _make_key(value: ColumnElement[Any], sort: Sort) -> OrderKey:
    kind = get_key_kind(sort.column.field.type)
    compared = func.left(value, MAX_COMPARED) if kind == "text" else value
    return OrderKey(value=compared, kind=kind, is_descending=sort.is_descending)
