"""The page on queries names every field, and each of its examples is read."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from tests.documents import blocks_of

from storagelab.config import CHECKOUT
from storagelab.overview.query_lists import FIELDS, ListName
from storagelab.query.grammar import MAX_CHARACTERS, MAX_NESTING, MAX_PARTS
from storagelab.query.resolving import read_query
from storagelab.query.run_fields import RUN_FIELDS

PAGE = CHECKOUT / "docs" / "queries.md"
TEXT = PAGE.read_text(encoding="utf-8")
NOW = dt.datetime(2026, 11, 28, tzinfo=dt.UTC)
EXAMPLES = [line for block in blocks_of(PAGE) if block.language == "text" for line in block.text.splitlines()]
#: Conditions within a sentence or a table.
INLINE = [text for text in re.findall(r"`([^`]+)`", TEXT) if re.fullmatch(r"-?[a-z_0-9.]+(:|[<>]=?)[^:]\S*", text)]


@pytest.mark.parametrize("query", [*EXAMPLES, *INLINE])
def test_each_example_is_read(query: str) -> None:
    assert read_query(query, RUN_FIELDS, NOW) is not None


def test_each_field_is_named() -> None:
    rows = re.findall(r"^\| (run|configuration|workload|figure) \| (.+) \|$", TEXT, re.MULTILINE)
    named = {group: re.findall(r"`([^`]+)`", names) for group, names in rows}
    assert named == {
        group: [field.name for field in RUN_FIELDS.fields if field.group == group]
        for group in ("run", "configuration", "workload", "figure")
    }


def test_each_field_of_other_lists_is_documented() -> None:
    rows = re.findall(r"^\| ([a-z]+) \| (.+) \|$", TEXT.partition("## Other lists")[2], re.MULTILINE)
    named = {name: re.findall(r"`([^`]+)`", fields) for name, fields in rows if name != "list"}
    others = {name: fields.names for name, fields in FIELDS.items() if name is not ListName.RUNS}
    assert {name: named.get(name) for name in others} == others


def test_documented_limits_match_the_grammar() -> None:
    sentence = " ".join(TEXT.split())
    assert f"{MAX_CHARACTERS} characters, {MAX_PARTS} words and conditions, and {MAX_NESTING} levels" in sentence
