"""Rows of lists with generated values, queries over them, and a filter that knows nothing of SQL."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st
from sqlalchemy.orm import InstrumentedAttribute

from storagelab.inventory.query_columns import OwnColumn
from storagelab.inventory.query_lists import QueryList
from storagelab.overview.query_lists import ListName
from storagelab.query.fields import FieldSet, QueryField
from storagelab.query.tree import And, Condition, Not, Or, Query, Value, ValueRange, Word

NOW = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)
TEXTS = ("Alpha One", "beta_2", "100% flash", "PM9A3", "alpha")
NUMBERS = (0, 1, 8, 4096, 65536, 1_920_000_000_000)
#: Values of the health of a drive, as tools report them: of another kind or beyond all numbers as well.
HEALTH_VALUES = (*NUMBERS, 10**400, 0.5, True, "8", None)
DATES = tuple(dt.datetime(2026, *rest, tzinfo=dt.UTC) for rest in ((1, 1), (2, 3), (2, 3, 23, 59), (2, 28, 12)))
#: RAID levels as people write them.
LEVELS = ("10", "raid5", "RAID 10", "none")
LABELS = ({}, {"Rack": "7"}, {"rack": "12", "slow": None}, {"slow": ""})
ROW_COUNT = 30

#: Paths of lists that have another name in queries.
PATHS = {ListName.MODELS: "hardware-models", ListName.CHANGES: "inventory/changes"}


def address_of(name: ListName) -> str:
    """Return the address of a list."""
    return f"/api/v1/{PATHS.get(name, name)}"


@dataclass(frozen=True)
class GeneratedRow:
    """A row as it was generated: its id, the values of each field, and the text in which words are found."""

    id: Any
    values: Mapping[str, Sequence[Any]]
    text: str


def own_attribute(queried: QueryList, field: QueryField) -> str | None:
    """Return the name of the column of the row that has a field, None where it is worked out."""
    column = queried.get_field_column(field)
    if not isinstance(column, OwnColumn) or not isinstance(column.expression, InstrumentedAttribute):
        return None
    return None if column.expression.property.columns[0].computed is not None else column.expression.key


def draw_values(queried: QueryList, chance: random.Random, fixed: Sequence[str]) -> dict[str, Any]:
    """Return values for the columns of a row but those that are fixed, some of them unknown."""
    drawn: dict[str, Any] = {"labels": chance.choice(LABELS)} if queried.fields.find("label") else {}
    for field in queried.fields.fields:
        name = own_attribute(queried, field)
        if name is None or name in ("number", "created_at", *fixed):
            continue
        column = queried.model.__table__.columns[queried.model.__mapper__.attrs[name].columns[0].name]
        choices = field.choices or (("raid10", "raid5") if field.normalise is not None else TEXTS)
        pool: Sequence[Any] = {"text": TEXTS, "number": NUMBERS, "date": DATES, "choice": choices}[field.type]
        drawn[name] = chance.choice([*pool, None] if column.nullable else pool)
    return drawn


def read_row(
    queried: QueryList, row: Any, worked_out: Mapping[str, Callable[[Any], Sequence[Any]]], text: str
) -> GeneratedRow:
    """Return a row of the database as the filter sees it."""
    values: dict[str, Sequence[Any]] = {}
    for field in queried.fields.fields:
        name = own_attribute(queried, field)
        if field.type == "label":
            values[field.name] = [row.labels] if row.labels else []
        elif name is not None:
            values[field.name] = [getattr(row, name)]
        else:
            values[field.name] = worked_out[field.name](row)
        values[field.name] = [value for value in values[field.name] if value is not None]
    return GeneratedRow(row.id, values, text.lower())


def finds(query: Query, row: GeneratedRow, fields: Mapping[str, QueryField]) -> bool:
    """Return whether a query finds a row."""
    if isinstance(query, Not):
        return not finds(query.item, row, fields)
    if isinstance(query, And | Or):
        matches = (finds(item, row, fields) for item in query.items)
        return all(matches) if isinstance(query, And) else any(matches)
    if isinstance(query, Word):
        return all(word in row.text for word in query.text.lower().split())
    return meets(query, row.values[query.field], fields[query.field])


def meets(condition: Condition, values: Sequence[Any], field: QueryField) -> bool:
    """Return whether one of the values meets a condition."""
    written = condition.value
    if isinstance(written, Value) and written.text == "*" and not written.is_quoted:
        return bool(values)
    if isinstance(written, ValueRange):
        low = limits_of(written.low, field)[0] if written.low else None
        high = limits_of(written.high, field)[1] if written.high else None
        return any((low is None or value >= low) and (high is None or is_up_to(value, high)) for value in values)
    text = written.text.lower()
    if field.type == "text":
        return any(text in value.lower() for value in values)
    if field.type == "choice":
        text = (field.normalise(text) or text).lower() if field.normalise is not None else text
        return any(text == value.lower() for value in values)
    if field.type == "label":
        key, sign, label = text.partition("=")
        small = [{name.lower(): value for name, value in labels.items()} for labels in values]
        return any(key in labels and (not sign or labels[key] == label) for labels in small)
    start, end = limits_of(written, field)
    compare: dict[str, Callable[[Any], bool]] = {
        ":": lambda value: start <= value and is_up_to(value, end),
        ">": lambda value: not is_up_to(value, end),
        ">=": lambda value: value >= start,
        "<": lambda value: value < start,
        "<=": lambda value: is_up_to(value, end),
    }
    return any(compare[condition.operator](value) for value in values)


def is_up_to(value: Any, end: Any) -> bool:
    """Return whether a value is within an end: a number included, the first moment after a day excluded."""
    return bool(value < end if isinstance(end, dt.datetime) else value <= end)


def limits_of(value: Value, field: QueryField) -> tuple[Any, Any]:
    """Return the first and the last value that a text represents."""
    if field.type == "date":
        day = dt.datetime.fromisoformat(value.text).replace(tzinfo=dt.UTC)
        return day, day + dt.timedelta(days=1)
    number = float(value.text.rstrip("sC"))
    return number, number


def write_number(value: float, field: QueryField) -> str:
    """Return a number as a query has it."""
    return f"{value}{ {'seconds': 's', 'celsius': 'C'}.get(field.unit or '', '') }"


def queries_over(fields: FieldSet, more_values: Mapping[str, Sequence[Any]] | None = None) -> st.SearchStrategy[Query]:
    """Return queries over the fields of a list, with values that its rows may have; `more_values` has more of these."""
    words = st.sampled_from(["alpha", "BETA", "100%", "_", "rack=7", "one alpha"]).map(Word)
    conditions = st.one_of(*(_conditions_on(field, (more_values or {}).get(field.name, ())) for field in fields.fields))
    return st.recursive(
        conditions | words,
        lambda below: st.one_of(
            st.lists(below, min_size=2, max_size=3).map(lambda items: And(tuple(items))),
            st.lists(below, min_size=2, max_size=3).map(lambda items: Or(tuple(items))),
            below.map(Not),
        ),
        max_leaves=5,
    )


def _conditions_on(field: QueryField, more_values: Sequence[Any]) -> st.SearchStrategy[Query]:
    if field.type in ("number", "date"):
        days = sorted({moment.date().isoformat() for moment in DATES})
        numbers = sorted({*NUMBERS, *more_values}) if field.type == "number" else ()
        texts = days if field.type == "date" else [write_number(number, field) for number in numbers]
        value = st.sampled_from(texts).map(Value)
        places = st.tuples(st.integers(0, len(texts) - 1), st.integers(0, len(texts) - 1)).map(sorted)
        ranges = st.one_of(
            places.map(lambda pair: ValueRange(Value(texts[pair[0]]), Value(texts[pair[1]]))),
            value.map(lambda low: ValueRange(low, None)),
            value.map(lambda high: ValueRange(None, high)),
        )
        return st.one_of(
            st.builds(Condition, st.just(field.name), st.sampled_from([":", ">", ">=", "<", "<="]), value),
            st.builds(Condition, st.just(field.name), st.just(":"), ranges | st.just(Value("*"))),
        )
    texts = {
        "text": ["ALPHA", "a", "_", "%", "PM9A3", "nobody", *more_values],
        "choice": [*(field.choices or (LEVELS if field.normalise is not None else TEXTS))],
        "label": ["rack", "RACK=7", "rack=12", "slow", "slow="],
    }[field.type]
    quoted = st.sampled_from(texts).map(lambda text: Value(text, True))
    return st.builds(Condition, st.just(field.name), st.just(":"), quoted | st.just(Value("*")))
