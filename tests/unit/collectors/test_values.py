"""Single values out of what programs print."""

from __future__ import annotations

import pytest

from storagelab.collectors import values


@pytest.mark.parametrize(
    ("value", "expected"),
    [("  a \t b\n", "a b"), ("a\0b", "a b"), ("\ud800", None), ("", None), (5, None), (None, None), ("Größe", "Größe")],
)
def test_read_word_normalises_text_and_rejects_other_types(value: object, expected: str | None) -> None:
    assert values.read_word(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("12", 12),
        (" 12 ", 12),
        (12, 12),
        ("-1", None),
        (-1, None),
        (True, None),
        ("1.5", None),
        (1 << 70, None),
        ("٣", None),
    ],
)
def test_count_accepts_only_non_negative_integers(value: object, expected: int | None) -> None:
    assert values.count(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"), [("1.5", 1.5), (2, 2.0), (True, None), ("1,5", None), (float("nan"), None), (10**400, None)]
)
def test_read_number_accepts_only_finite_numbers(value: object, expected: float | None) -> None:
    assert values.read_number(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"), [("10,49%", 10.49), ("100.00", 100.0), ("101", None), (-1, None), ("", None)]
)
def test_read_percentage_accepts_zero_to_one_hundred(value: object, expected: float | None) -> None:
    assert values.read_percentage(value) == expected


@pytest.mark.parametrize("text", [None, "", "[]", "1", "{", "[" * 200_000, '{"a": 1' + "0" * 5000 + "}"])
def test_text_without_json_object_is_none(text: str | None) -> None:
    assert values.parse_json_object(text) is None


def test_outputs_of_a_tool_by_device() -> None:
    outputs = {
        "mdadm/md1": "b\0",
        "mdadm/md0": "a",
        "mdadm": "x",
        "mdadm/": "y",
        "mdadm_export/md0": "z",
        "mdadm/md2": " ",
    }
    assert list(values.iterate_output_texts(outputs, "mdadm")) == [("md0", "a"), ("md1", "b")]
