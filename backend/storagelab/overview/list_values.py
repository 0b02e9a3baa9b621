"""Values that the rows of a list have, for completion: the most frequent first."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from storagelab.inventory.query_lists import QueryList
from storagelab.query.completion import (
    MAX_COMPLETIONS,
    Completion,
    CompletionContext,
    complete_choices,
    make_value_completion,
)
from storagelab.query.fields import QueryField
from storagelab.results.field_values import make_value_writer

#: Number of newest rows whose values are read. Values are counted only where there are no more rows.
NEWEST_ROWS = 5000
#: Longer texts, such as notes, are no proposals.
MAX_CHARACTERS = 100


#: Values with the number of rows that have each, the most frequent first; None where there are too many rows.
Counts = Mapping[str, int | None]


def complete_from(context: CompletionContext, count: Callable[[QueryField], Counts]) -> list[Completion]:
    """Return values for the field at the caret, at most MAX_COMPLETIONS. Numbers of rows have none."""
    field = context.field
    if field is None or field.name == "number":
        return []
    if field.type == "date":
        return complete_choices(context)
    values = count(field)
    if field.choices:
        # A value that no row has is missing in the newest rows too, but an older row may have it.
        missing = None if None in values.values() else 0
        return [
            Completion(choice.kind, choice.text, choice.description, values.get(choice.text, missing))
            for choice in complete_choices(context)
        ]
    prefix = context.prefix.lower()
    matches = [
        (text, count) for text, count in values.items() if prefix in text.lower() and len(text) <= MAX_CHARACTERS
    ]
    return [make_value_completion(field, text, count) for text, count in matches[:MAX_COMPLETIONS]]


def count_values(field: QueryField, rows: Iterable[Sequence[Any]]) -> Counts:
    """Count the values of a field, which each row gives once."""
    write = make_value_writer(field)
    counted = Counter(write(value) for values in rows for value in values)
    return dict(sorted(counted.items(), key=lambda item: (-item[1], item[0])))


def count_row_values(session: Session, queried: QueryList, field: QueryField, *, viewer: uuid.UUID) -> Counts:
    """Count the values of a field in the newest rows of a list."""
    statement = queried.get_field_column(field).select_values(queried.model)
    if field.name != queried.shown_by:
        statement = queried.narrow(statement, None, viewer=viewer)
    statement = statement.params(viewer=viewer)
    newest = statement.order_by(*(column.desc() for column in queried.recency)).limit(NEWEST_ROWS).subquery()
    count: Any = func.count(newest.c.id.distinct())
    total: Any = func.sum(func.count()).over()
    query = select(newest.c.value, count, total).group_by(newest.c.value).order_by(count.desc(), newest.c.value)
    write = make_value_writer(field)
    return {
        write(value): number if rows < NEWEST_ROWS else None
        for value, number, rows in session.execute(query)
        if value is not None
    }
