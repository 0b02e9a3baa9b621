"""Completion: the entries that are possible at the caret."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storagelab.query.completion import complete_choices, complete_fields, find_context, make_value_completion
from storagelab.query.run_fields import RUN_FIELDS


@pytest.mark.parametrize(
    ("text", "place", "prefix", "field"),
    [
        ("|", (0, 0), "", None),
        ("mod|", (0, 3), "mod", None),
        ("iops>5 st|", (7, 9), "st", None),
        ("iops>5 |", (7, 7), "", None),
        ("a| b", (0, 1), "a", None),
        ("mo|del:x", (0, 7), "mo", None),
        ("model:|", (6, 6), "", "model"),
        ("model:sam|", (6, 9), "sam", "model"),
        ("model:s|am fio", (6, 9), "s", "model"),
        ('model:"sam x|', (6, 12), "sam x", "model"),
        ('model:"sam x"|', (6, 13), "sam x", "model"),
        ("-state:f|", (7, 8), "f", "state"),
        ("(state:f|)", (7, 8), "f", "state"),
        ("p99 < 1|", (6, 7), "1", "p99"),
        ("unknown:x|", (9, 9), "", None),
    ],
)
def test_the_caret_decides_the_place(text: str, place: tuple[int, int], prefix: str, field: str | None) -> None:
    context = find_context(text.replace("|", ""), text.index("|"), RUN_FIELDS)
    name = context.field.name if context.field is not None else None
    assert ((context.start, context.end), context.prefix, name) == (place, prefix, field)


def test_fields_starting_with_prefix_come_first() -> None:
    texts = [item.text for item in complete_fields(find_context("mod", 3, RUN_FIELDS), RUN_FIELDS)]
    assert texts[0] == "model:"
    assert "server_model:" in texts


def test_choices_and_dates_are_proposed() -> None:
    def proposals(text: str) -> list[str]:
        return [item.text for item in complete_choices(find_context(text, len(text), RUN_FIELDS))]

    assert proposals("state:f") == ["finished", "failed"]
    assert proposals("started>") == ["today", "yesterday", "-24h", "-7d"]
    assert proposals("fio") == []


def test_completed_values_are_quoted_where_needed() -> None:
    field = RUN_FIELDS.find("model")
    assert field is not None
    assert make_value_completion(field, "PM9A3", 3).text == "PM9A3"
    assert make_value_completion(field, "PM9A3 1.92 TB", 3).text == '"PM9A3 1.92 TB"'


@given(st.text('abst:<>=-"() \\', max_size=30), st.integers(-5, 40))
def test_any_caret_has_context_within_text(text: str, caret: int) -> None:
    context = find_context(text, caret, RUN_FIELDS)
    assert 0 <= context.start <= context.end <= len(text)
