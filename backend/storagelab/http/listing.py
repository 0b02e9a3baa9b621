"""Keyset pagination: a page begins where the last one ended, even when rows were added meanwhile."""

from __future__ import annotations

import base64
import binascii
import datetime as dt
import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from sqlalchemy import Select, tuple_
from sqlalchemy.orm import Session

from storagelab.errors import InvalidInput
from storagelab.http.schemas import Strict

DEFAULT_LIMIT = 50
MAX_LIMIT = 200
Sort = Literal["-created_at", "created_at"]
Item = TypeVar("Item")


class Listing(Strict, Generic[Item]):
    """One page of a list; `next_cursor` leads to the next one and is null on the last."""

    items: list[Item]
    next_cursor: str | None


@dataclass(frozen=True)
class PageRequest:
    """Page of a list that a client requests."""

    limit: int = DEFAULT_LIMIT
    cursor: str | None = None
    sort: Sort = "-created_at"


def paginate(session: Session, statement: Select[Any], model: Any, page: PageRequest) -> tuple[list[Any], str | None]:
    """Return the rows of one page in order of `created_at` and id, and the cursor of the next page.

    The cursor is None on the last page. `statement` selects the rows of `model`, which has both columns. Raises
    InvalidInput for a cursor that the lab did not issue.
    """
    keys = tuple_(model.created_at, model.id)
    descending = page.sort == "-created_at"
    if page.cursor is not None:
        start = _decode_cursor(page.cursor, page.sort)
        statement = statement.where(keys < start if descending else keys > start)
    order = (model.created_at.desc(), model.id.desc()) if descending else (model.created_at, model.id)
    rows = list(session.scalars(statement.order_by(*order).limit(page.limit + 1)))
    if len(rows) <= page.limit:
        return rows, None
    last = rows[page.limit - 1]
    return rows[: page.limit], _encode_cursor(last.created_at, last.id, page.sort)


def paginate_together(
    session: Session, statements: Sequence[tuple[Select[Any], Any]], page: PageRequest
) -> tuple[list[Any], str | None]:
    """Return one page of rows merged from several statements, and the cursor of the next page.

    The order is by `created_at` and id, like in `paginate`. Each statement has the model of its rows.
    """
    pages = [paginate(session, statement, model, page) for statement, model in statements]
    merged = [row for rows, _ in pages for row in rows]
    merged.sort(key=lambda row: (row.created_at, row.id), reverse=page.sort == "-created_at")
    rows = merged[: page.limit]
    if len(merged) == len(rows) and all(cursor is None for _, cursor in pages):
        return rows, None
    return rows, _encode_cursor(rows[-1].created_at, rows[-1].id, page.sort)


def encode_key(key: Sequence[str | int]) -> str:
    """Return the cursor of the row with this sort key, in a list that is not ordered by its time."""
    return base64.urlsafe_b64encode(json.dumps(key).encode()).decode().rstrip("=")


def decode_key(cursor: str, *types: type[str] | type[int]) -> tuple[Any, ...]:
    """Return the sort key in a cursor, with values of the given `types`.

    Raises InvalidInput for a cursor that the lab did not issue.
    """
    try:
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        key = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
        if [type(value) for value in key] != list(types):
            raise ValueError("made for another list")
    except (ValueError, TypeError, binascii.Error, RecursionError):
        raise InvalidInput("is not a cursor of this list: begin without one", path="cursor") from None
    return tuple(key)


def _encode_cursor(created_at: dt.datetime, identifier: uuid.UUID, sort: Sort) -> str:
    text = json.dumps([sort, created_at.isoformat(), str(identifier)])
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _decode_cursor(cursor: str, sort: Sort) -> tuple[dt.datetime, uuid.UUID]:
    try:
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        given_sort, created_at, identifier = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
        if given_sort != sort:
            raise ValueError("made for another order")
        return dt.datetime.fromisoformat(created_at), uuid.UUID(identifier)
    except (ValueError, TypeError, AttributeError, binascii.Error, RecursionError):
        raise InvalidInput("is not a cursor of this list in this order: begin without one", path="cursor") from None
