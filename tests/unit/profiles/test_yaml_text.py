"""YAML within limits: plain values, each key once, and every place with its line."""

from __future__ import annotations

import math
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from storagelab.profiles.catalogue import load_catalogue_texts
from storagelab.profiles.yaml_text import MAX_CHARACTERS, MAX_NODES, TextRefused, read_yaml, write_yaml

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False, allow_infinity=False)
    # What YAML cannot hold is refused before a document is written.
    | st.text(st.characters(exclude_categories=("Cc", "Cs", "Cn", "Co", "Zl", "Zp")), max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc yn~-:", max_size=5), inner, max_size=3),
    max_leaves=12,
)  # fmt: skip


def test_catalogue_texts_read_as_safe_load_reads_them() -> None:
    for entry in load_catalogue_texts().values():
        assert read_yaml(entry.text).value == yaml.safe_load(entry.text)


def test_places_have_lines_in_their_order() -> None:
    read = read_yaml("name: a\nphases:\n  - name: x\n    sweep: {threads: 1..2 x2, queue_depth: [1,\n      2]}\n")
    assert read.lines["phases.0"] == 3
    assert read.lines["phases.0.sweep.queue_depth.1"] == 5
    assert list(read.value["phases"][0]["sweep"]) == ["threads", "queue_depth"]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a: &x [1]\nb: *x\n", 1, "anchors and aliases"),
        ("a: 1\nb: *x\n", 2, "anchors and aliases"),
        ("a: 1\na: 2\n", 2, "is listed twice"),
        ("a: {b: 1,\n  b: 2}\n", 2, "is listed twice"),
        ("a: !!python/object/apply:os.system ['true']\n", 1, "tags are not supported"),
        ("a: !!set {x: null}\n", 1, "tags are not supported"),
        ("a: !custom 1\n", 1, "tags are not supported"),
        ("a: 1\n---\nb: 1\n", 2, "second document"),
        ("- a\n", 1, "mapping"),
        ("", 1, "mapping"),
        ("just words\n", 1, "mapping"),
        ("a: .inf\n", 1, "finite"),
        ("a: 1\nb: .nan\n", 2, "finite"),
        ("a: 1e999\nb: " + "9" * 5000 + "\n", 2, "more than 100 digits"),
        ("1: a\n", 1, "a key must be text"),
        ("? [a]\n: b\n", 1, "a key must be text"),
        ("<<: {a: 1}\n", 1, "a key must be text"),
        ("a:\n\tb: 1\n", 2, "token"),
        ("a: [1\nb: 2\n", 2, ""),
        ("a: 1\nb: \x07\n", 2, "cannot hold"),
        ("a: 1\nb: x\u2028y\n", 2, "U+2028"),
        ("a: \ud800\n", 1, "not Unicode"),
        ("a: " + "[" * 21 + "]" * 21 + "\n", 1, "nested deeper"),
        ("a: " + "[" * 100_000, 1, "nested deeper"),
        ("x" * (MAX_CHARACTERS + 1), 1, "longer than"),
        ("a: [" + "1," * MAX_NODES + "]", 1, "more than"),
        ("%YAML 9.9\n---\na: 1\n", 1, ""),
    ],
)
def test_invalid_text_is_refused_at_its_line(text: str, line: int, words: str) -> None:
    with pytest.raises(TextRefused) as refused:
        read_yaml(text)
    assert (refused.value.line, words in refused.value.message) == (line, True), refused.value


def test_a_date_is_text() -> None:
    assert read_yaml("a: 2026-11-21\nb: 1_000\nc: '1'\n").value == {"a": "2026-11-21", "b": 1000, "c": "1"}


@given(document=st.dictionaries(st.text("abc", min_size=1, max_size=3), PLAIN, max_size=4))
@settings(deadline=None)
def test_written_document_reads_the_same(document: dict[str, Any]) -> None:
    assert read_yaml(write_yaml(document)).value == document


def line_of(text: str) -> int | None:
    """Return the line at which a text is refused; None for a text that is read."""
    try:
        read = read_yaml(text)
    except TextRefused as refused:
        return refused.line
    assert all(1 <= line <= text.count("\n") + 1 for line in read.lines.values())
    assert all(math.isfinite(value) for value in read.value.values() if isinstance(value, float))
    return None


@given(text=st.text(st.sampled_from("ab:-[]{}&*!|>'\"%@?#,\n \t0159.~\u2028\xe9"), max_size=60))
@settings(max_examples=400, deadline=None)
def test_any_text_is_read_or_refused_by_line(text: str) -> None:
    assert 1 <= (line_of(text) or 1) <= text.count("\n") + 2


@pytest.mark.parametrize("number", ["010", "007", "-010", "1:30", "1:30.5"])
def test_ambiguous_yaml_number_is_refused(number: str) -> None:
    with pytest.raises(TextRefused, match="not the number it looks like"):
        read_yaml(f"queue_depth: {number}")


@pytest.mark.parametrize(("text", "value"), [("0", 0), ("0.5", 0.5), ("10", 10), ("'010'", "010")])
def test_plain_numbers_and_quoted_texts_are_read_literally(text: str, value: object) -> None:
    assert read_yaml(f"queue_depth: {text}").value == {"queue_depth": value}
