"""Conditions with typed values: the meaning of a query, whatever it is compared with."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from storagelab.query.fields import QueryField
from storagelab.query.tree import And, Node, Not, Or


@dataclass(frozen=True, slots=True)
class Mentions:
    """A free word that the number, title, labels, configuration or server shows, case aside."""

    text: str


@dataclass(frozen=True, slots=True)
class HasValue:
    """The field has a known value."""

    field: QueryField


@dataclass(frozen=True, slots=True)
class ContainsText:
    """The text of a field contains another one, case aside."""

    field: QueryField
    text: str


@dataclass(frozen=True, slots=True)
class EqualsChoice:
    """A choice is this one, case aside; `value` is in its one writing."""

    field: QueryField
    value: str


@dataclass(frozen=True, slots=True)
class NumberWithin:
    """A number lies between two limits in its base unit, each included or not; None is no limit."""

    field: QueryField
    min: float | None = None
    max: float | None = None
    includes_min: bool = True
    includes_max: bool = True


@dataclass(frozen=True, slots=True)
class DateWithin:
    """A time is not before `start` and before `end`; None is no limit."""

    field: QueryField
    start: dt.datetime | None = None
    end: dt.datetime | None = None


@dataclass(frozen=True, slots=True)
class HasLabel:
    """There is a label of this key, and of this value where it is not None, both case aside."""

    field: QueryField
    key: str
    value: str | None


TypedCondition: TypeAlias = Mentions | HasValue | ContainsText | EqualsChoice | NumberWithin | DateWithin | HasLabel
TypedQuery: TypeAlias = Node[TypedCondition]


def has_field_condition(query: TypedQuery | None, name: str) -> bool:
    """Return whether a query has a condition on the field of this name."""
    return any(field.name == name for field in _iterate_fields(query))


def has_condition(query: TypedQuery | None) -> bool:
    """Return whether a query has a condition on any field, and not only words."""
    return any(True for _ in _iterate_fields(query))


def _iterate_fields(query: TypedQuery | None) -> Iterator[QueryField]:
    if isinstance(query, And | Or):
        for item in query.items:
            yield from _iterate_fields(item)
    elif isinstance(query, Not):
        yield from _iterate_fields(query.item)
    elif query is not None and not isinstance(query, Mentions):
        yield query.field
