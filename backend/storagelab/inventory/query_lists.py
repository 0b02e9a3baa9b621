"""Lists that queries find rows of: each is its fields with their columns, and where words are found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from fastapi import Depends
from sqlalchemy import ColumnElement, and_, not_, or_, true

from storagelab.http.query_text import DEFAULT_TIME_ZONE, QueryText, TimeZone, read_query_text
from storagelab.http.session import SessionDep
from storagelab.inventory.filters import Narrowed
from storagelab.inventory.query_columns import FieldColumn, LabelColumn, OwnColumn, RelatedColumn
from storagelab.query.conditions import Mentions, TypedQuery, names_field
from storagelab.query.fields import FieldGroup, FieldSet, FieldType, QueryField
from storagelab.query.tree import And, Not, Or

FieldEntry = tuple[QueryField, FieldColumn]


@dataclass(frozen=True)
class QueryList:
    """A list of rows of `model`. `mentions` is the condition that a row shows a word, in lower case.

    Rows that do not meet `shown` are found only by queries on the field `shown_by`.
    """

    model: type[Any]
    columns: tuple[FieldEntry, ...]
    mentions: Callable[[str], ColumnElement[bool]]
    shown: ColumnElement[bool] | None = None
    shown_by: str = ""

    @cached_property
    def fields(self) -> FieldSet:
        """Return the fields in the order in which they are shown."""
        return FieldSet(tuple(field for field, _ in self.columns))

    def column_of(self, field: QueryField) -> FieldColumn:
        """Return the column of a field of this list."""
        return self._columns[field.name]

    def narrow(self, statement: Narrowed, query: TypedQuery | None) -> Narrowed:
        """Return a statement over the rows narrowed to those that a query finds, all shown ones for None."""
        if self.shown is not None and not names_field(query, self.shown_by):
            statement = statement.where(self.shown)
        return statement if query is None else statement.where(self.compile(query))

    def compile(self, query: TypedQuery) -> ColumnElement[bool]:
        """Return the condition that a query puts on a row."""
        if isinstance(query, Not):
            return not_(self.compile(query.item))
        if isinstance(query, And | Or):
            join = and_ if isinstance(query, And) else or_
            return join(*(self.compile(item) for item in query.items))
        if isinstance(query, Mentions):
            return and_(true(), *(self.mentions(word) for word in query.text.lower().split()))
        return self.column_of(query.field).meets(query)

    @cached_property
    def _columns(self) -> dict[str, FieldColumn]:
        return {field.name: column for field, column in self.columns}


def query_of(queried: QueryList) -> Any:
    """Return the dependency that reads the query of a request for a list."""

    def read_query(
        session: SessionDep, q: QueryText = None, time_zone: TimeZone = DEFAULT_TIME_ZONE
    ) -> TypedQuery | None:
        return read_query_text(session, q, queried.fields, time_zone=time_zone)

    return Depends(read_query)


class FieldMaker:
    """Makes the fields of one list, each with its column."""

    def __init__(self, group: FieldGroup) -> None:
        self._group = group

    def text(
        self, name: str, column: Any, description: str, example: str, *aliases: str, heading: str = ""
    ) -> FieldEntry:
        """Make a field of text."""
        return self._make("text", name, column, description, example, aliases, heading=heading)

    def choice(self, name: str, column: Any, description: str, example: str, *choices: str, **more: Any) -> FieldEntry:
        """Make a field that has one of these values, or without them any."""
        return self._make("choice", name, column, description, example, choices=choices, **more)

    def number(
        self,
        name: str,
        column: Any,
        description: str,
        example: str,
        *aliases: str,
        unit: str | None = None,
        heading: str = "",
    ) -> FieldEntry:
        """Make a field of numbers."""
        return self._make("number", name, column, description, example, aliases, unit=unit, heading=heading)

    def date(
        self, name: str, column: Any, description: str, example: str, *aliases: str, heading: str = ""
    ) -> FieldEntry:
        """Make a field of times."""
        return self._make("date", name, column, description, example, aliases, heading=heading)

    def label(self, model: type[Any], description: str) -> FieldEntry:
        """Make the field of the labels."""
        return self._make("label", "label", LabelColumn(model), description, "label:rack=7")

    def _make(
        self,
        kind: FieldType,
        name: str,
        column: Any,
        description: str,
        example: str,
        aliases: tuple[str, ...] = (),
        **more: Any,
    ) -> FieldEntry:
        field = QueryField(name, kind, self._group, description, example, aliases, **more)
        return field, column if isinstance(column, OwnColumn | RelatedColumn | LabelColumn) else OwnColumn(column)
