"""Labels as text and back, and what becomes of them when they are changed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storagelab.domain.labels import (
    Label,
    convert_tags,
    format_label,
    format_labels,
    merge_labels,
    parse_label,
    parse_labels,
    sort_labels,
)

LINES = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12).map(str.strip)
KEYS = LINES.map(lambda text: text.replace(";", "").replace("=", "").strip()).filter(bool)
VALUES = st.none() | LINES | st.text(";\\= a", max_size=6).map(str.strip)
LABELS = st.dictionaries(KEYS, VALUES, max_size=6)


def fold(labels: dict[str, str | None]) -> list[tuple[str, str | None]]:
    return sorted((key.casefold(), value and value.casefold()) for key, value in labels.items())


@given(KEYS, VALUES)
def test_label_comes_back_from_text(key: str, value: str | None) -> None:
    assert parse_label(format_label(key, value)) == Label(key, value)


@given(LABELS.filter(lambda labels: len({key.casefold() for key in labels}) == len(labels)))
def test_labels_survive_a_text_round_trip(labels: dict[str, str | None]) -> None:
    assert parse_labels(format_labels(labels)) == labels
    assert list(parse_labels(format_labels(labels))) == list(sort_labels(labels))


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("release=24.1", ("release", "24.1")),
        (" release = 24.1 ", ("release", "24.1")),
        ("a=b=c", ("a", "b=c")),
        ("slow", ("slow", None)),
        ("slow=", ("slow", "")),
    ],
)
def test_text_of_one_label(text: str, label: tuple[str, str | None]) -> None:
    assert parse_label(text) == label


@pytest.mark.parametrize("text", ["", " ", "=", " =1+1"])
def test_label_without_key_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="needs a key"):
        parse_label(text)


def test_text_of_several_labels() -> None:
    assert format_labels({"b": "x;y", "A": None, "c": "C:\\"}) == "A; b=x\\;y; c=C:\\\\"
    assert parse_labels(" a ;; b=1;A; dir=C:\\data ; ") == {"a": None, "b": "1", "dir": "C:\\data"}
    with pytest.raises(ValueError, match="the key b is listed twice"):
        parse_labels("B=1; b=2")


def test_case_makes_no_other_label() -> None:
    labels: dict[str, str | None] = {"Release": "24.1a", "slow": None}
    assert merge_labels(labels, remove=[], add={"RELEASE": "24.1A", "Slow": None}) == labels
    assert merge_labels(labels, remove=[], add={"release": "25"}) == {"Release": "25", "slow": None}
    assert merge_labels(labels, remove=["RELEASE"], add={}) == {"slow": None}
    assert merge_labels(labels, remove=["release=24.1A"], add={"SLOW": ""}) == {"slow": ""}
    assert merge_labels(labels, remove=["release=24", "slow=", "absent"], add={}) == labels
    assert merge_labels(labels, remove=["slow"], add={"SLOW": None}) == {"Release": "24.1a", "SLOW": None}


@given(LABELS, LABELS, st.lists(st.tuples(KEYS, VALUES), max_size=3))
def test_merge_removes_then_adds(
    labels: dict[str, str | None], add: dict[str, str | None], remove: list[tuple[str, str | None]]
) -> None:
    merged = merge_labels(labels, remove=[format_label(*label) for label in remove], add=add)
    for key in add:
        last = [value for other, value in add.items() if other.casefold() == key.casefold()][-1]
        assert (key.casefold(), last and last.casefold()) in fold(merged)
    added = {key.casefold() for key in add}
    removed = {key.casefold() for key, value in remove if value is None}
    assert {key.casefold() for key in merged} <= ({key.casefold() for key in labels} - removed) | added


def test_tags_become_labels() -> None:
    assert convert_tags(["rack 7", "release=24.1", "Rack 7", "RELEASE=24.1"]) == {"rack 7": None, "release": "24.1"}
    assert convert_tags(["tag", "=1+1", "a=1", "a=2", "a", "storagelab/campaign"]) == {
        "tag": None,
        "a": "1",
        "tag-2": "=1+1",
        "tag-3": "a=2",
        "tag-4": "a",
        "tag-5": "storagelab/campaign",
    }


@given(st.lists(LINES.map(lambda text: text.replace(";", "").strip()).filter(bool), max_size=8))
def test_no_tag_is_lost(tags: list[str]) -> None:
    labels = convert_tags(tags)
    texts = {format_label(*label).casefold() for label in labels.items()} | {
        (value or "").casefold() for key, value in labels.items() if key.startswith("tag")
    }
    for tag in tags:
        assert tag.casefold() in texts or format_label(*parse_label(tag)).casefold() in texts
