"""Queries as text: what is printed parses to the same tree."""

from __future__ import annotations

from storagelab.query.grammar import BARE, COMPARE, KEYWORDS, RANGE_SIGN, quote
from storagelab.query.tree import And, Condition, Not, Or, Query, Value, ValueRange, Word


def print_query(query: Query | None) -> str:
    """Return the text of a query; the query None has the empty text."""
    if query is None:
        return ""
    if isinstance(query, Or):
        return " OR ".join(_print_operand(item, Or) for item in query.items)
    if isinstance(query, And):
        return " ".join(_print_operand(item, And, Or) for item in query.items)
    if isinstance(query, Not):
        return f"-{_print_operand(query.item, And, Or)}"
    return print_word(query.text) if isinstance(query, Word) else _print_condition(query)


def print_word(text: str) -> str:
    """Return a free word as query text, in quotation marks where the grammar would read it otherwise."""
    is_bare = (
        BARE.fullmatch(text) is not None
        and not text.startswith(("-", "<", ">"))
        and text not in KEYWORDS
        and COMPARE.match(text) is None
    )
    return text if is_bare else quote(text)


def print_value(text: str) -> str:
    """Return the value of a condition as query text, in quotation marks where they are needed."""
    is_bare = BARE.fullmatch(text) is not None and RANGE_SIGN not in text and text != "*"
    return text if is_bare else quote(text)


def _print_condition(condition: Condition) -> str:
    value = condition.value
    if isinstance(value, ValueRange):
        low, high = (end.text if end is not None else "" for end in (value.low, value.high))
        text = f"{low}{RANGE_SIGN}{high}"
    else:
        text = _print_exactly(value)
    return f"{condition.field}{condition.operator}{text}"


def _print_exactly(value: Value) -> str:
    return quote(value.text) if value.is_quoted else value.text


def _print_operand(query: Query, *kinds: type[And[Word | Condition]] | type[Or[Word | Condition]]) -> str:
    text = print_query(query)
    return f"({text})" if isinstance(query, kinds) else text
