"""Addresses of objects: a UUID or a short number such as `j-12`."""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from sqlalchemy import Select, or_, select
from sqlalchemy.orm import Session

from storagelab.db.models import (
    Array,
    Attempt,
    Campaign,
    Configuration,
    Controller,
    Dashboard,
    Drive,
    Import,
    Job,
    Run,
    Server,
    Share,
    StoredFinding,
)
from storagelab.errors import NotFound

#: The largest that a number can be: the column is a bigint.
_MAX_NUMBER = 2**63 - 1
#: Letters of the short numbers and what people call the thing.
KINDS: dict[type[Any], tuple[str, str]] = {
    Server: ("s", "server"),
    Controller: ("k", "controller"),
    Drive: ("d", "drive"),
    Array: ("v", "array"),
    Configuration: ("c", "configuration"),
    Job: ("j", "job"),
    Run: ("r", "run"),
    Attempt: ("a", "attempt"),
    Share: ("p", "share"),
    Import: ("i", "import"),
    Campaign: ("m", "campaign"),
    Dashboard: ("b", "dashboard"),
    StoredFinding: ("f", "finding"),
}
_NUMBER = re.compile(r"([a-z])-([1-9]\d{0,18})", re.ASCII)


class NumberedRow(Protocol):
    """A row with a short number."""

    number: Any


Row = TypeVar("Row")


def format_row_number(row: NumberedRow) -> str:
    """Return the short number of a row as people write it, as in `j-12`."""
    return format_number(type(row), row.number)


def format_number(model: type[Any], number: int) -> str:
    """Return the short number of a row of `model`, as in `r-4821`."""
    return f"{KINDS[model][0]}-{number}"


def require_by_reference(model: type[Row], reference: str) -> Select[Row]:
    """Build the query for the row of `model` with an id or number.

    Raises NotFound for a `reference` that is neither.
    """
    letter, _ = KINDS[model]
    match = _NUMBER.fullmatch(reference)
    if match and match[1] == letter and int(match[2]) <= _MAX_NUMBER:
        return select(model).where(model.number == int(match[2]))  # type: ignore[attr-defined]
    try:
        identifier = uuid.UUID(reference)
    except ValueError:
        raise build_not_found(model, reference) from None
    return select(model).where(model.id == identifier)  # type: ignore[attr-defined]


def find_by_reference(session: Session, model: type[Row], reference: str, *options: Any) -> Row:
    """Return the row with this id or number, loaded with `options`. Raises NotFound."""
    row = session.scalars(require_by_reference(model, reference).options(*options)).one_or_none()
    if row is None:
        raise build_not_found(model, reference)
    return row


def find_all_by_reference(session: Session, model: type[Row], references: Sequence[str], *options: Any) -> list[Row]:
    """Return the rows with these ids or numbers, each once and in this order, in one query. Raises NotFound."""
    chosen = [require_by_reference(model, reference).whereclause for reference in references]
    query = select(model).where(or_(*(clause for clause in chosen if clause is not None)))
    rows_by_key = {
        key: row
        for row in session.scalars(query.options(*options))
        for key in (str(row.id), format_row_number(row))  # type: ignore[attr-defined,arg-type]
    }
    rows: dict[Any, Row] = {}
    for reference in references:
        row = rows_by_key.get(reference.lower())
        if row is None:
            raise build_not_found(model, reference)
        rows[row.id] = row  # type: ignore[attr-defined]
    return list(rows.values())


def build_not_found(model: type[Any], reference: str) -> NotFound:
    """Return the error for a reference without a row."""
    return NotFound(f"There is no {KINDS[model][1]} {reference}.")
