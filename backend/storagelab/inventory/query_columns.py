"""Columns that hold the fields of a list, and the conditions of a query on them in SQL.

No condition is ever null, so that NOT finds exactly the other rows.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any, Protocol

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Select,
    Subquery,
    Text,
    and_,
    case,
    cast,
    distinct,
    func,
    literal,
    or_,
    select,
    true,
)
from sqlalchemy.dialects.postgresql import aggregate_order_by

from storagelab.db.references import KINDS
from storagelab.domain.labels import has_reserved_key
from storagelab.http.schemas import BIGINT_MAX
from storagelab.inventory.filters import Narrowed, has_label, is_labelled, parse_row_number, select_label_text
from storagelab.query.columns import TableColumn
from storagelab.query.conditions import (
    ContainsText,
    DateWithin,
    EqualsChoice,
    HasLabel,
    NumberWithin,
    TypedCondition,
)

#: Longer than any run, and still an interval.
MAX_SECONDS = 1e10


@dataclass(frozen=True, slots=True)
class RowValue:
    """The one value of each row of a list: in `table`, whose key is `owner` of the row, or in the row itself."""

    value: Any
    table: Subquery | None = None
    owner: Any = None

    def join_to(self, statement: Narrowed) -> Narrowed:
        """Return the statement joined so that the value of each row can be read; NULL where unknown."""
        if self.table is None:
            return statement
        return statement.outerjoin(self.table, self.table.c.key == self.owner)


class FieldColumn(Protocol):
    """The place of a field in the rows of a list."""

    def value_of(self, column: TableColumn) -> RowValue:
        """Return the SQL value of a column for each row.

        Where a row has several differing values, texts are joined and numbers are NULL.
        """

    def meets(self, condition: TypedCondition) -> ColumnElement[bool]:
        """Return the SQL condition for rows that meet a typed condition."""

    def select_values(self, model: type[Any]) -> Select[Any]:
        """Select `id` and `value` of each row of the list, `value` several times where a row has several."""


@dataclass(frozen=True)
class OwnColumn:
    """A column of the row itself, or an expression of such columns."""

    expression: Any

    def value_of(self, _column: TableColumn) -> RowValue:
        """Return the row's own column as the SQL value."""
        return RowValue(self.expression)

    def meets(self, condition: TypedCondition) -> ColumnElement[bool]:
        """Return the SQL condition for rows whose own column meets a typed condition."""
        return compare(condition, self.expression)

    def select_values(self, model: type[Any]) -> Select[Any]:
        """Select `id` and `value` of each row of the list."""
        return select(model.id.label("id"), self.expression.label("value")).select_from(model)


@dataclass(frozen=True)
class RelatedColumn:
    """A column of the rows of another table whose `key` is the value of `owner` in the row.

    Where the other rows have short numbers, texts find those as well, as in `server:s-1`.
    """

    owner: Any
    key: Any
    expression: Any
    where: Any = None

    def value_of(self, column: TableColumn) -> RowValue:
        """Return the SQL value from the related rows of each row.

        Differing texts are joined; differing numbers are NULL.
        """
        value = (
            _join_texts(self.expression)
            if column.field.type in ("text", "choice")
            else _select_common_value(self.expression)
        )
        query = select(self.key.label("key"), value.label("value"))
        table = query.where(self.key.is_not(None), self._limit()).group_by(self.key).subquery()
        return RowValue(table.c.value, table, self.owner)

    def meets(self, condition: TypedCondition) -> ColumnElement[bool]:
        """Return the SQL condition for rows with a related row that meets a typed condition."""
        criterion = compare(condition, self.expression)
        model = getattr(self.expression, "class_", None)
        if isinstance(condition, ContainsText) and model in KINDS:
            number = parse_row_number(model, condition.text.lower())
            criterion = criterion if number is None else or_(criterion, model.number == number)
        return is_in(self.owner, select(self.key).where(self.key.is_not(None), self._limit(), criterion))

    def select_values(self, model: type[Any]) -> Select[Any]:
        """Select `id` and `value` of each row of the list, `value` several times where a row has several."""
        query = select(model.id.label("id"), self.expression.label("value")).select_from(model)
        return query.where(self.key == self.owner, self._limit())

    def _limit(self) -> Any:
        return true() if self.where is None else self.where


@dataclass(frozen=True)
class ListColumn:
    """A column of JSON that lists texts, with an index over them."""

    expression: Any

    def value_of(self, _column: TableColumn) -> RowValue:
        """Return all texts in the list of each row, joined to one text."""
        text = func.jsonb_array_elements_text(self.expression).column_valued("each")
        return RowValue(select(_join_texts(text)).scalar_subquery())

    def meets(self, condition: TypedCondition) -> ColumnElement[bool]:
        """Return the SQL condition that a row's list contains the wanted text, or that it is not empty."""
        if isinstance(condition, EqualsChoice):
            return self.expression.has_key(condition.value)  # type: ignore[no-any-return]
        return func.jsonb_array_length(self.expression) > 0

    def select_values(self, model: type[Any]) -> Select[Any]:
        """Select `id` and `value` of each text of each row."""
        text = func.jsonb_array_elements_text(self.expression).table_valued("value", joins_implicitly=True)
        return select(model.id.label("id"), text.c.value.label("value")).select_from(model)


def _join_texts(expression: Any) -> ColumnElement[Any]:
    """Return the distinct texts of a group in sorted order, joined by commas."""
    text = cast(expression, Text).collate("C")
    return func.string_agg(distinct(text), aggregate_order_by(literal(", "), text))


def _select_common_value(expression: Any) -> ColumnElement[Any]:
    """Return the value of a group whose values are all equal; NULL where they differ."""
    low = func.min(expression)
    return case((low == func.max(expression), low))


def select_yes_or_no(condition: Any) -> Any:
    """Return an SQL expression with `yes` where `condition` is true, else `no`, also where unknown."""
    return case((condition, "yes"), else_="no")


@dataclass(frozen=True)
class LabelColumn:
    """The labels of the row."""

    model: type[Any]

    def value_of(self, column: TableColumn) -> RowValue:
        """Return the value of the requested label for each row; `true` for a label without a value.

        Without a label key, all labels of the row are returned.
        """
        if column.label_key is None:
            return RowValue(self.model.labels)
        pairs = func.jsonb_each_text(self.model.labels).table_valued("key", "value").render_derived()
        # Keys that differ by case alone are one label here.
        value = select(func.min(func.coalesce(pairs.c.value, "true"))).where(
            func.lower(pairs.c.key) == column.label_key
        )
        return RowValue(value.scalar_subquery())

    def meets(self, condition: TypedCondition) -> ColumnElement[bool]:
        """Return the SQL condition for rows whose labels meet a typed condition."""
        return build_label_condition(self.model, condition)

    def select_values(self, model: type[Any]) -> Select[Any]:
        """Select `id` and `value` of each label, as in `release=24.1`."""
        pairs = func.jsonb_each_text(model.labels).table_valued("key", "value", joins_implicitly=True).render_derived()
        text = pairs.c.key + func.coalesce("=" + pairs.c.value, "")
        return select(model.id.label("id"), text.label("value")).select_from(model).where(is_labelled(model))


def make_related_column(owner: Any, model: type[Any], expression: Any) -> RelatedColumn:
    """Return a column with a value of the one row of `model` that the reference `owner` names."""
    return RelatedColumn(owner, model.id, expression)


def build_word_condition(model: type[Any], word: str) -> ColumnElement[bool]:
    """Return the condition that a row has a word in its name or its labels, or as its number."""
    conditions = [
        model.name.icontains(word, autoescape=True),
        and_(is_labelled(model), func.strpos(func.lower(select_label_text(model.labels)), word) > 0),
    ]
    number = parse_row_number(model, word)
    return or_(*conditions) if number is None else or_(*conditions, model.number == number)


def build_label_condition(model: type[Any], condition: TypedCondition) -> ColumnElement[bool]:
    """Return the condition that a row has the wanted label, or any label from people."""
    if not isinstance(condition, HasLabel):
        return is_labelled(model)
    held = has_label(model, condition.key, condition.value)
    return held if has_reserved_key(condition.key.casefold()) else and_(is_labelled(model), held)


def is_in(reference: Any, selected: Select[Any]) -> ColumnElement[bool]:
    """Return the condition that a reference is among the selected ids; false where it is null."""
    return and_(reference.is_not(None), reference.in_(selected))


def compare(condition: TypedCondition, column: Any) -> ColumnElement[bool]:
    """Return the SQL form of a typed condition on a column; false where the column is null."""
    is_known = column.is_not(None)
    if isinstance(condition, ContainsText):
        return and_(is_known, column.icontains(condition.text, autoescape=True))
    if isinstance(condition, EqualsChoice):
        is_open = not condition.field.choices
        return and_(is_known, func.lower(column) == condition.value.lower() if is_open else column == condition.value)
    if isinstance(condition, NumberWithin):
        return and_(is_known, *_build_limit_conditions(condition, column))
    if isinstance(condition, DateWithin):
        limits = [
            column >= condition.start if condition.start is not None else None,
            column < condition.end if condition.end is not None else None,
        ]
        return and_(is_known, *(limit for limit in limits if limit is not None))
    return is_known  # type: ignore[no-any-return]


def _build_limit_conditions(condition: NumberWithin, column: Any) -> list[ColumnElement[bool]]:
    limits = []
    if condition.min is not None:
        low = _convert_to_column_type(column, condition.min)
        limits.append(column >= low if condition.includes_min else column > low)
    if condition.max is not None:
        high = _convert_to_column_type(column, condition.max)
        limits.append(column <= high if condition.includes_max else column < high)
    return limits


def _convert_to_column_type(column: Any, number: float) -> Any:
    """Convert a number to the SQL type of the column, so that the column's index can be used."""
    if isinstance(column.type, BigInteger) and number.is_integer() and abs(number) <= BIGINT_MAX:
        return int(number)
    if column.type.python_type is dt.timedelta:
        return dt.timedelta(seconds=min(number, MAX_SECONDS))
    return number
