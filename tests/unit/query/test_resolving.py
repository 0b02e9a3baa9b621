"""Conditions with the types of their fields, and errors that name what is possible."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storagelab.errors import InvalidQuery
from storagelab.query.conditions import (
    ContainsText,
    DateWithin,
    EqualsChoice,
    HasLabel,
    HasValue,
    Mentions,
    NumberWithin,
    TypedQuery,
)
from storagelab.query.fields import QueryField
from storagelab.query.resolving import read_query
from storagelab.query.run_fields import RUN_FIELDS
from storagelab.query.tree import And, Not, Or

NOW = dt.datetime(2026, 11, 28, 15, 30, tzinfo=dt.UTC)


def field(name: str) -> QueryField:
    result = RUN_FIELDS.find(name)
    assert result is not None
    return result


def day(month: int, number: int) -> dt.datetime:
    return dt.datetime(2026, month, number, tzinfo=dt.UTC)


def read(text: str) -> TypedQuery | None:
    return read_query(text, RUN_FIELDS, NOW)


def test_the_example_of_the_documents_is_read() -> None:
    text = 'model:"PM9A3" raid:10 iops>500k p99<1ms started>-7d label:release=24.1 -state:failed'
    assert read(text) == And(
        (
            ContainsText(field("model"), "PM9A3"),
            EqualsChoice(field("raid"), "RAID 10"),
            NumberWithin(field("iops"), min=5e5, includes_min=False),
            NumberWithin(field("p99"), max=1e6, includes_max=False),
            DateWithin(field("started"), start=NOW - dt.timedelta(days=7)),
            HasLabel(field("label"), "release", "24.1"),
            Not(EqualsChoice(field("state"), "failed")),
        )
    )


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("fio OR NOT r-12", Or((Mentions("fio"), Not(Mentions("r-12"))))),
        ("RELEASE=24", Mentions("RELEASE=24")),
        ('"iops=5"', Mentions("iops=5")),
        ("IOPS:100k..500K", NumberWithin(field("iops"), 1e5, 5e5)),
        ("iops:..500k", NumberWithin(field("iops"), None, 5e5)),
        ("iops:5", NumberWithin(field("iops"), 5.0, 5.0)),
        ("latency_p999_ns<=5ms", NumberWithin(field("p99.9"), max=5e6)),
        ("raid:raid6", EqualsChoice(field("raid"), "RAID 6")),
        ("raid:none", EqualsChoice(field("raid"), "no array")),
        ("state:FAILED", EqualsChoice(field("state"), "failed")),
        ("model:*", HasValue(field("model"))),
        ('model:"*"', ContainsText(field("model"), "*")),
        ("label:slow", HasLabel(field("label"), "slow", None)),
        ("label:slow=", HasLabel(field("label"), "slow", "")),
        ("started:-7d", DateWithin(field("started"), NOW - dt.timedelta(days=7), NOW)),
        ("started:2026-11", DateWithin(field("started"), day(11, 1), day(12, 1))),
        ("started>2026-11", DateWithin(field("started"), start=day(12, 1))),
        ("started<2026-11", DateWithin(field("started"), end=day(11, 1))),
        ("started<=2026-11", DateWithin(field("started"), end=day(12, 1))),
        ("started:2026..2026-11-28", DateWithin(field("started"), day(1, 1), day(11, 29))),
    ],
)  # fmt: skip
def test_conditions_get_the_type_of_their_field(text: str, meaning: TypedQuery) -> None:
    assert read(text) == meaning


@pytest.mark.parametrize(
    ("text", "wrong", "suggestion", "sentence"),
    [
        ("fio iop>5", "iop", "iops", "The field iop is unknown. Did you mean iops?"),
        ("zzzz:5", "zzzz", None, "The field zzzz is unknown. Use quotation marks"),
        ("iops:fast", "fast", None, "The field iops is a number: fast is not a number such as 500k."),
        ("model>5", "model>5", "model:", "The field model is text and has no order."),
        ("model:a..b", "a..b", None, "The field model is text and has no range."),
        ("p99<5", "5", None, "The field p99 is a number: 5 has no unit. Available: ns, us, ms, s."),
        ("iops>1..2", ">1..2", None, "A range needs the operator :, as in iops:1..2."),
        ("iops:5..1", "5..1", None, "The range is empty"),
        ("started:2026-12..2026-01", "2026-12..2026-01", None, "The range is empty"),
        ("iops:..", "..", None, "The range has neither"),
        ("state:faild", "faild", "failed", "The field state has no value faild. Available: waiting,"),
        ("started>soon", "soon", None, "The field started is a date: soon is not a date such as"),
        ("iops=5", "iops=5", "iops:5", "The operator = is unknown. Write iops:5,"),
        ("label:=x", "=x", None, "The label has no key."),
        ('title:" "', '" "', None, "The value of title is empty."),
    ],
)
def test_errors_name_the_alternatives(text: str, wrong: str, suggestion: str | None, sentence: str) -> None:
    with pytest.raises(InvalidQuery) as caught:
        read(text)
    error = caught.value
    assert error.message.startswith(sentence)
    assert (text[error.start : error.end], error.suggestion) == (wrong, suggestion)


def test_an_unknown_field_names_all_fields() -> None:
    with pytest.raises(InvalidQuery) as caught:
        read("size:5")
    assert list(caught.value.available) == RUN_FIELDS.names


@given(
    st.sampled_from(sorted(RUN_FIELDS.by_name)),
    st.sampled_from([":", ">", ">=", "<", "<="]),
    st.text(max_size=12) | st.sampled_from(["1..2", "-7d..today", "*", "5ms", "2026"]),
)
def test_any_value_is_read_or_refused(name: str, operator: str, value: str) -> None:
    message = ""
    try:
        read(f"{name}{operator}{value}")
    except InvalidQuery as error:
        message = error.message
    assert message.endswith((".", "?")) or not message
