"""Lists that queries find rows of: each is its fields with their columns, and where words are found."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy import ColumnElement, SQLColumnExpression, Uuid, and_, bindparam, not_, or_, true

from storagelab.db.base import Timestamped
from storagelab.inventory.filters import Narrowed
from storagelab.inventory.query_columns import FieldColumn, LabelColumn, OwnColumn
from storagelab.query.conditions import Mentions, TypedQuery, has_field_condition
from storagelab.query.fields import FieldGroup, FieldSet, FieldType, QueryField
from storagelab.query.tree import And, Not, Or

FieldEntry = tuple[QueryField, FieldColumn]
#: The person who sends the request, in the conditions of lists that are not the same for everybody.
VIEWER: Any = bindparam("viewer", None, Uuid())


@dataclass(frozen=True)
class QueryList:
    """A list of rows of `model`. `mentions` is the condition that a row shows a word, in lower case.

    Rows that do not meet `shown` are found only by queries on the field `shown_by`, by none where it is empty.
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

    @property
    def recency(self) -> tuple[Any, ...]:
        """Return the columns that order rows by age; the newest row has the highest values.

        They are creation time and id, or the id alone for a log.
        """
        model: Any = self.model
        return (model.created_at, model.id) if issubclass(self.model, Timestamped) else (model.id,)

    def get_field_column(self, field: QueryField) -> FieldColumn:
        """Return the column of a field of this list."""
        return self._columns[field.name]

    def narrow(self, statement: Narrowed, query: TypedQuery | None, *, viewer: uuid.UUID | None = None) -> Narrowed:
        """Return the statement narrowed to rows that match `query`, or to all shown rows for None.

        Hidden rows are included only where the query names the field that hides them.
        """
        if self.shown is not None and not has_field_condition(query, self.shown_by):
            statement = statement.where(self.shown)
        return self.find(statement, query, viewer=viewer)

    def find(self, statement: Narrowed, query: TypedQuery | None, *, viewer: uuid.UUID | None = None) -> Narrowed:
        """Return the statement narrowed to rows that match `query`, hidden rows included."""
        narrowed = statement if query is None else statement.where(self.compile(query))
        return narrowed.params(viewer=viewer)

    def compile(self, query: TypedQuery) -> ColumnElement[bool]:
        """Return the SQL condition for rows that match a query."""
        if isinstance(query, Not):
            return not_(self.compile(query.item))
        if isinstance(query, And | Or):
            join = and_ if isinstance(query, And) else or_
            return join(*(self.compile(item) for item in query.items))
        if isinstance(query, Mentions):
            return and_(true(), *(self.mentions(word) for word in query.text.lower().split()))
        return self.get_field_column(query.field).meets(query)

    @cached_property
    def _columns(self) -> dict[str, FieldColumn]:
        return {field.name: column for field, column in self.columns}


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
        """Make a query field that accepts one of `choices`, or any value where there are none."""
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
        return field, OwnColumn(column) if isinstance(column, SQLColumnExpression) else column
