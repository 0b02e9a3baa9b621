"""Trees with the fields of a list: conditions get a type, errors point at their characters."""

from __future__ import annotations

import datetime as dt

from storagelab.domain.labels import parse_label
from storagelab.errors import InvalidQuery
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
from storagelab.query.fields import FieldSet, QueryField, find_nearest
from storagelab.query.grammar import parse_query
from storagelab.query.tree import And, Condition, Not, Or, Query, Value, ValueRange, Word
from storagelab.query.values import Period, is_relative, read_number, read_period

#: Any value, without quotation marks.
ANY = "*"


def read_query(text: str, fields: FieldSet, now: dt.datetime) -> TypedQuery | None:
    """Parse a query and resolve its fields and values; return None for an empty text.

    `now` has the time zone in which calendar dates are read. Raises InvalidQuery.
    """
    tree = parse_query(text)
    return None if tree is None else resolve_query(tree, fields, now)


def resolve_query(query: Query, fields: FieldSet, now: dt.datetime) -> TypedQuery:
    """Return the tree of a query with each condition typed by its field.

    `now` has the time zone in which calendar dates are read. Raises InvalidQuery for an unknown field or a value of
    another type.
    """
    if isinstance(query, And):
        return And(tuple(resolve_query(item, fields, now) for item in query.items))
    if isinstance(query, Or):
        return Or(tuple(resolve_query(item, fields, now) for item in query.items))
    if isinstance(query, Not):
        return Not(resolve_query(query.item, fields, now))
    return _resolve_word(query, fields) if isinstance(query, Word) else _resolve_condition(query, fields, now)


def _resolve_word(word: Word, fields: FieldSet) -> Mentions:
    name, sign, value = word.text.partition("=")
    field = fields.find(name) if sign else None
    if field is not None and word.end - word.start == len(word.text):
        meant = f"{name}:{value}"
        raise InvalidQuery(
            f"The operator = is unknown. Write {meant}, or use quotation marks to search for the text.",
            start=word.start,
            end=word.end,
            suggestion=meant,
        )
    return Mentions(word.text)


def _resolve_condition(condition: Condition, fields: FieldSet, now: dt.datetime) -> TypedCondition:
    field = fields.find(condition.field)
    if field is None:
        raise _make_unknown_field_error(condition, fields)
    value = condition.value
    if isinstance(value, Value) and value.text == ANY and not value.is_quoted and condition.operator == ":":
        return HasValue(field)
    if field.type == "number":
        return _resolve_number(condition, field)
    if field.type == "date":
        return _resolve_date(condition, field, now)
    return _resolve_text(condition, field)


def _make_unknown_field_error(condition: Condition, fields: FieldSet) -> InvalidQuery:
    suggestion = fields.suggest(condition.field)
    remedy = f"Did you mean {suggestion}?" if suggestion else "Use quotation marks to search for the text."
    return InvalidQuery(
        f"The field {condition.field} is unknown. {remedy}",
        start=condition.start,
        end=condition.name_end,
        available=fields.names,
        suggestion=suggestion,
    )


def _resolve_text(condition: Condition, field: QueryField) -> TypedCondition:
    value = condition.value
    if condition.operator != ":":
        raise InvalidQuery(
            f"The field {field.name} is text and has no order. Write {field.name}: before the value.",
            start=condition.start,
            end=condition.end,
            suggestion=f"{field.name}:",
        )
    if isinstance(value, ValueRange):
        raise InvalidQuery(
            f"The field {field.name} is text and has no range. Use quotation marks if the text has two dots.",
            start=value.start,
            end=value.end,
        )
    if not value.text.strip():
        raise InvalidQuery(f"The value of {field.name} is empty.", start=value.start, end=value.end)
    if field.type == "choice":
        return EqualsChoice(field, _read_choice(value, field))
    if field.type == "label":
        try:
            return HasLabel(field, *parse_label(value.text))
        except ValueError:
            raise InvalidQuery(
                "The label has no key. Write label:release or label:release=24.1.", start=value.start, end=value.end
            ) from None
    return ContainsText(field, value.text.strip())


def _read_choice(value: Value, field: QueryField) -> str:
    text = value.text.strip()
    if field.normalise is not None:
        text = field.normalise(text) or text
    if not field.choices:
        return text
    by_text = {choice.lower(): choice for choice in field.choices}
    if (choice := by_text.get(text.lower())) is not None:
        return choice
    raise InvalidQuery(
        f"The field {field.name} has no value {text}. Available: {', '.join(field.choices)}.",
        start=value.start,
        end=value.end,
        available=field.choices,
        suggestion=find_nearest(text, field.choices),
    )


def _resolve_number(condition: Condition, field: QueryField) -> NumberWithin:
    value = condition.value
    if isinstance(value, ValueRange):
        _require_range(condition, field)
        low = _read_number(value.low, field) if value.low is not None else None
        high = _read_number(value.high, field) if value.high is not None else None
        if low is not None and high is not None and low > high:
            raise _empty_range(value)
        return NumberWithin(field, low, high)
    number = _read_number(value, field)
    operator = condition.operator
    if operator == ":":
        return NumberWithin(field, number, number)
    if operator in (">", ">="):
        return NumberWithin(field, min=number, includes_min=operator == ">=")
    return NumberWithin(field, max=number, includes_max=operator == "<=")


def _resolve_date(condition: Condition, field: QueryField, now: dt.datetime) -> DateWithin:
    value = condition.value
    if isinstance(value, ValueRange):
        _require_range(condition, field)
        low = _read_period(value.low, field, now) if value.low is not None else None
        high = _read_period(value.high, field, now) if value.high is not None else None
        if low is not None and high is not None and low.start > high.end:
            raise _empty_range(value)
        return DateWithin(field, low.start if low else None, high.end if high else None)
    period = _read_period(value, field, now)
    match condition.operator:
        case ":":
            return DateWithin(field, period.start, now if is_relative(value.text) else period.end)
        case ">":
            return DateWithin(field, start=period.end)
        case ">=":
            return DateWithin(field, start=period.start)
        case "<":
            return DateWithin(field, end=period.start)
        case _:
            return DateWithin(field, end=period.end)


def _require_range(condition: Condition, field: QueryField) -> None:
    value = condition.value
    assert isinstance(value, ValueRange)  # noqa: S101 - narrows the type.
    if condition.operator != ":":
        raise InvalidQuery(
            f"A range needs the operator :, as in {field.name}:{_print_range(value)}.",
            start=condition.name_end,
            end=condition.end,
        )
    if value.low is None and value.high is None:
        raise InvalidQuery("The range has neither a lowest nor a highest value.", start=value.start, end=value.end)


def _print_range(value: ValueRange) -> str:
    low, high = (limit.text if limit is not None else "" for limit in (value.low, value.high))
    return f"{low}..{high}"


def _empty_range(value: ValueRange) -> InvalidQuery:
    return InvalidQuery("The range is empty: its first value is above its last one.", start=value.start, end=value.end)


def _read_number(value: Value, field: QueryField) -> float:
    try:
        return read_number(value.text, field.unit)
    except ValueError as fault:
        raise InvalidQuery(f"The field {field.name} is a number: {fault}.", start=value.start, end=value.end) from None


def _read_period(value: Value, field: QueryField, now: dt.datetime) -> Period:
    try:
        return read_period(value.text, now)
    except ValueError as fault:
        raise InvalidQuery(f"The field {field.name} is a date: {fault}.", start=value.start, end=value.end) from None
