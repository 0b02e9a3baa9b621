"""The tree of a query as it was typed: words and conditions below AND, OR and NOT."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias, TypeVar, Union

Leaf = TypeVar("Leaf")
Operator = Literal[":", ">", ">=", "<", "<="]


@dataclass(frozen=True, slots=True)
class And(Generic[Leaf]):
    """Two or more parts that must all hold."""

    items: tuple[Node[Leaf], ...]


@dataclass(frozen=True, slots=True)
class Or(Generic[Leaf]):
    """Two or more parts of which one must hold."""

    items: tuple[Node[Leaf], ...]


@dataclass(frozen=True, slots=True)
class Not(Generic[Leaf]):
    """A part that must not hold."""

    item: Node[Leaf]


Node: TypeAlias = Union[And[Leaf], Or[Leaf], Not[Leaf], Leaf]  # noqa: UP007 - the alias refers to classes that refer to it.


@dataclass(frozen=True, slots=True)
class Word:
    """Free text. `start` and `end` are characters of the query, the end exclusive, and make no two words differ."""

    text: str
    start: int = dataclasses.field(default=0, compare=False)
    end: int = dataclasses.field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Value:
    """The text behind an operator, without quotation marks. Quoted text is never a range or the sign `*`."""

    text: str
    is_quoted: bool = False
    start: int = dataclasses.field(default=0, compare=False)
    end: int = dataclasses.field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class ValueRange:
    """Values from `low` to `high`, both included. One of the two may be None for no limit."""

    low: Value | None
    high: Value | None
    start: int = dataclasses.field(default=0, compare=False)
    end: int = dataclasses.field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Condition:
    """A field, an operator and a value, as in `iops>500k`. The name of the field ends at `name_end`."""

    field: str
    operator: Operator
    value: Value | ValueRange
    start: int = dataclasses.field(default=0, compare=False)
    name_end: int = dataclasses.field(default=0, compare=False)
    end: int = dataclasses.field(default=0, compare=False)


Query: TypeAlias = Node[Word | Condition]
