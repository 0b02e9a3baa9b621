"""Queries over objects in memory, by the rules that `inventory.query_columns` puts into SQL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, assert_never

from storagelab.query.conditions import (
    ContainsText,
    DateWithin,
    EqualsChoice,
    HasLabel,
    HasValue,
    Mentions,
    NumberWithin,
    TypedCondition,
    TypedQuery,
)
from storagelab.query.fields import QueryField
from storagelab.query.tree import And, Not, Or

#: The known values of a field.
Values = Callable[[QueryField], Sequence[Any]]


def is_match(query: TypedQuery, values: Values, text: str) -> bool:
    """Return whether an object matches a query.

    `values` returns the object's values of a field. `text`, in lower case, is searched for free words.
    """
    if isinstance(query, Not):
        return not is_match(query.item, values, text)
    if isinstance(query, And):
        return all(is_match(item, values, text) for item in query.items)
    if isinstance(query, Or):
        return any(is_match(item, values, text) for item in query.items)
    if isinstance(query, Mentions):
        return all(word in text for word in query.text.lower().split())
    return any(_is_condition_met(query, value) for value in values(query.field))


def _is_condition_met(condition: TypedCondition, value: Any) -> bool:
    match condition:
        case ContainsText(text=text):
            return text.lower() in value.lower()
        case EqualsChoice(value=choice):
            return bool(value.lower() == choice.lower())
        case NumberWithin():
            return _is_within(condition, value)
        case DateWithin(start=start, end=end):
            return (start is None or value >= start) and (end is None or value < end)
        case HasValue():
            return True
        case HasLabel() | Mentions():
            raise TypeError(f"{type(condition).__name__} is not a condition on a value")
        case _:
            assert_never(condition)


def _is_within(condition: NumberWithin, value: float) -> bool:
    low, high = condition.min, condition.max
    is_above = low is None or value > low or (condition.includes_min and value == low)
    return is_above and (high is None or value < high or (condition.includes_max and value == high))
