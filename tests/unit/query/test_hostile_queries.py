"""Queries that no person would type: each is read, or refused with its position, in every list."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterator
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storagelab.errors import InvalidQuery
from storagelab.overview.query_lists import FIELDS
from storagelab.query.completion import find_context
from storagelab.query.conditions import DateWithin, NumberWithin, TypedQuery
from storagelab.query.fields import FieldSet
from storagelab.query.grammar import MAX_CHARACTERS, MAX_PARTS, parse_query
from storagelab.query.resolving import read_query
from storagelab.query.tree import And, Not, Or

NAMES = sorted({name for fields in FIELDS.values() for name in fields.by_name})
VALUES = (
    *(
        "nan",
        "inf",
        "-inf",
        "1e308",
        "1e-400",
        "9" * 400,
        "1e99999",
        "0x10",
        "1_000",
        "٣",
        "½",
        "60C",
        "5%",
        "1PB",
        "1..",
        "..",
        "2..1",
    ),
    *(
        "-0d",
        "-999999w",
        "now",
        "1969",
        "3000",
        "2026-02-30",
        "2026-13",
        "2026-03-29T02:30",
        "2026-01-01T00:00+99:99",
        "TODAY",
    ),
    *(
        '"',
        "\\",
        '"\\"',
        '""',
        "*",
        "%",
        "_",
        "'",
        "';--",
        "\u202e",
        "\ud7ff",
        "İ",
        "ß",
        "🦆",
        "\u0000",
        "a=b=c",
        "=",
        "((",
        "))",
    ),
)
FRAGMENTS = st.one_of(
    st.sampled_from(
        [*NAMES, *VALUES, "AND", "OR", "NOT", "-", "(", ")", ":", ">", ">=", "<", "<=", " ", "\u00a0", ".."]
    ),
    st.text(max_size=8),
)
MOMENTS = st.sampled_from(
    [
        dt.datetime(1970, 1, 1, tzinfo=dt.UTC),
        dt.datetime(2026, 3, 29, 3, 30, tzinfo=ZoneInfo("Europe/Berlin")),
        dt.datetime(2026, 10, 25, 2, 30, fold=1, tzinfo=ZoneInfo("Europe/Berlin")),
        dt.datetime(2026, 12, 31, 23, 59, 59, tzinfo=ZoneInfo("Pacific/Kiritimati")),
        dt.datetime(2999, 12, 31, tzinfo=dt.UTC),
    ]
)


@settings(max_examples=400, deadline=None, database=None)
@given(st.lists(FRAGMENTS, max_size=30).map("".join), st.sampled_from(sorted(FIELDS)), MOMENTS)
def test_any_text_is_read_or_refused_with_position(text: str, name: str, now: dt.datetime) -> None:
    fields = FIELDS[name]  # type: ignore[index]
    find_context(text, len(text) // 2, fields)
    query, fault = _read(text, fields, now)
    if fault is not None:
        assert 0 <= fault.start <= fault.end <= len(text)
        assert fault.start < fault.end or fault.start == len(text.rstrip())
    for condition in _conditions(query):
        if isinstance(condition, NumberWithin):
            assert all(limit is None or math.isfinite(limit) for limit in (condition.min, condition.max))
        if isinstance(condition, DateWithin):
            assert all(limit is None or limit.utcoffset() is not None for limit in (condition.start, condition.end))


@pytest.mark.parametrize(
    "text",
    [
        "(" * MAX_CHARACTERS,
        "-" * (MAX_CHARACTERS - 1) + "a",
        "(a OR " * 300 + "b" + ")" * 300,
        "NOT " * 400 + "a",
        "a " * (MAX_PARTS + 1),
        '"' + "a " * (MAX_PARTS + 1) + '"',
        "x" * (MAX_CHARACTERS + 1),
        '"' * 1999,
        "\\" * 1999 + '"',
    ],
)
def test_too_much_is_refused(text: str) -> None:
    with pytest.raises(InvalidQuery) as fault:
        parse_query(text)
    assert 0 <= fault.value.start <= fault.value.end <= len(text)


def _read(text: str, fields: FieldSet, now: dt.datetime) -> tuple[TypedQuery | None, InvalidQuery | None]:
    try:
        return read_query(text, fields, now), None
    except InvalidQuery as fault:
        return None, fault


def _conditions(query: TypedQuery | None) -> Iterator[object]:
    if isinstance(query, And | Or):
        for item in query.items:
            yield from _conditions(item)
    elif isinstance(query, Not):
        yield from _conditions(query.item)
    elif query is not None:
        yield query
