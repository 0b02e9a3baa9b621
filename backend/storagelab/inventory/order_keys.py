"""Values by which rows of a list are ordered, unknown ones last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Float, and_, func, literal, or_

from storagelab.http.order_cursors import KeyKind

#: Less than any character of a name.
_END_OF_NAME = "\x01"


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderKey:
    """A value by which rows are ordered."""

    value: ColumnElement[Any]
    kind: KeyKind
    is_descending: bool = False

    @property
    def ordered(self) -> ColumnElement[Any]:
        """Return the column expression by which rows are ordered and compared."""
        return self.comparable(self.value)

    def comparable(self, value: ColumnElement[Any]) -> ColumnElement[Any]:
        """Return the comparable form of `value`; texts compare by character codes in every database."""
        if self.kind == "name":
            return func.lower(value).concat(_END_OF_NAME).concat(value).collate("C")
        return func.lower(value).collate("C") if self.kind == "text" else value

    def build_compared_key(self, key: Any) -> Any:
        """Return the comparable form of a value that was read before; None for an unknown value."""
        return None if key is None else self.comparable(literal(key))

    def order(self) -> ColumnElement[Any]:
        """Return the ORDER BY expression of this key; unknown values are last."""
        return (self.ordered.desc() if self.is_descending else self.ordered.asc()).nulls_last()


def build_behind_condition(keys: Sequence[tuple[OrderKey, Any]], rest: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return the condition for rows after the given key values; for equal rows, `rest` decides."""
    if not keys:
        return rest
    (key, value), *others = keys
    column = key.ordered
    if value is None:
        return and_(column.is_(None), build_behind_condition(others, rest))
    compared = _widen_number(value)
    beyond = column < compared if key.is_descending else column > compared
    return or_(beyond, column.is_(None), and_(column == compared, build_behind_condition(others, rest)))


def _widen_number(value: Any) -> Any:
    """Return a number in the widest SQL type of its kind, comparable with every numeric column."""
    if isinstance(value, int):
        return literal(value, BigInteger)
    return literal(value, Float) if isinstance(value, float) else value
