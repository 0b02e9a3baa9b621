"""Axes of a sweep: their texts, their order, and their count before anything is created."""

from __future__ import annotations

import tracemalloc
from typing import Any

import pytest

from storagelab.domain.profile_language import ProfileInvalid
from storagelab.domain.sweeps import expand_points, parse_axis_values

ROOM = 2000


def values(axis: str, written: Any) -> list[Any]:
    return [point.fields[axis] for point in expand_points("phases.0", {"sweep": {axis: written}}, {}, ROOM)]


@pytest.mark.parametrize(
    ("axis", "written", "expected"),
    [
        ("queue_depth", "1..256 x2", [1, 2, 4, 8, 16, 32, 64, 128, 256]),
        ("queue_depth", "1..100 x3", [1, 3, 9, 27, 81]),
        ("threads", "2..16 x2", [2, 4, 8, 16]),
        ("threads", "3..3 x2", [3]),
        ("read", "0..100 +25", [0, 25, 50, 75, 100]),
        ("read", "100..0 -50", [100, 50, 0]),
        ("random", "0..100 +40", [0, 40, 80]),
        ("offered_iops", "1000..3000 +1000", [1000, 2000, 3000]),
        ("block_size", "512..4k x2", [512, 1024, 2048, 4096]),
        ("block_size", "1m..3m +1m", [1 << 20, 2 << 20, 3 << 20]),
        ("range", "0%..100% +50%", [{"offset": "0%", "size": "50%"}, {"offset": "50%", "size": "50%"}]),
        ("queue_depth", " 1 .. 4 x2 ", [1, 2, 4]),
        ("queue_depth", "1,2,4..256", [1, 2, 4, 8, 16, 32, 64, 128, 256]),
        ("queue_depth", "1, 4 , 16", [1, 4, 16]),
        ("queue_depth", "1,2,3..8", [1, 2, 3, 4, 5, 6, 7, 8]),
        ("read", "100,90..50", [100, 90, 80, 70, 60, 50]),
        ("read", "0,10..30,65,67", [0, 10, 20, 30, 65, 67]),
        ("threads", "1,2..8 x2,12", [1, 2, 4, 8, 12]),
        ("block_size", "512,4k,64k..256k x2", [512, 4096, 65536, 131072, 262144]),
        ("queue_depth", [32, 1, 8], [32, 1, 8]),
    ],
)
def test_axis_notation_expands_to_its_values(axis: str, written: Any, expected: list[Any]) -> None:
    assert values(axis, written) == expected


@pytest.mark.parametrize(
    ("axis", "written", "message"),
    [
        ("queue_depth", "1-256", "'1-256' is not understood: it must be a list of values, or a text such as"),
        ("queue_depth", "1..256", "has no step"),
        ("queue_depth", "2,4..256", r"it may continue by x2 or \+2: write the step"),
        ("queue_depth", "1,2,5..256", "do not show how it continues"),
        ("queue_depth", "1,1..256", "do not show how it continues"),
        ("queue_depth", "1,..256", "'..256' is not understood|is not understood"),
        ("queue_depth", "1,,2", "'' is not a whole number"),
        ("queue_depth", "1,4k", "'4k' is not a whole number"),
        ("range", "0%,10%", "is not understood"),
        ("queue_depth", "4,3,2..1,", "'' is not a whole number"),
        ("queue_depth", "1..256 /2", "is not understood"),
        ("queue_depth", "0..256 x2", "it must begin at 1 or more"),
        ("queue_depth", "256..1 x2", "rise"),
        ("queue_depth", "1..256 x1", "multiply by 2 or more"),
        ("queue_depth", "1..256 +0", "a step is at least 1"),
        ("queue_depth", "1..256 -1", r"leads away from its end: use \+1"),
        ("queue_depth", "256..1 +1", "leads away from its end: use -1"),
        ("queue_depth", "1..4k x2", "'4k' is not a whole number"),
        ("block_size", "512..8q x2", "'8q' is not a size"),
        ("range", "0..100 +1", "'0' is not a whole percentage"),
        ("range", "0%..100% x2%", "does not cut a range into equal parts"),
        ("range", "0%..100% +3%", "does not cut a range into equal parts"),
        ("range", "50%..10% +5%", "does not cut a range into equal parts"),
        ("queue_depth", [], "must be a list of values"),
        ("queue_depth", 5, "must be a list of values"),
        ("queue_depth", None, "must be a list of values"),
        ("colour", [1], "is not an axis"),
    ],
)
def test_invalid_axis_names_the_expected_form(axis: str, written: Any, message: str) -> None:
    with pytest.raises(ProfileInvalid, match=message) as refused:
        values(axis, written)
    assert refused.value.path == f"phases.0.sweep.{axis}"


@pytest.mark.parametrize(
    "raw",
    [
        {"sweep": {"queue_depth": "1..1000000 +1"}},
        {"sweep": {"queue_depth": "1..99999999999999999999999 +1"}},
        {"sweep": {"read": "0..100 +1", "random": "0..100 +1", "queue_depth": "1..65536 x2"}},
        {"sweep": {"threads": "1..1000 +1"}, "repeat": 1_000_000},
        {"points": [{"threads": 1}] * 100, "sweep": {"queue_depth": "1..100 +1"}},
    ],
)
def test_too_many_points_are_refused_before_expansion(raw: dict[str, Any]) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(ProfileInvalid, match=r"points the plan has more than 2000 phases: take wider steps"):
            next(expand_points("phases.3", raw, {}, ROOM))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1 << 20


def test_the_room_that_is_left_counts() -> None:
    assert len(list(expand_points("phases.0", {"sweep": {"threads": "1..8 +1"}}, {}, 8))) == 8
    with pytest.raises(ProfileInvalid, match="with its 8 points the plan has more"):
        next(expand_points("phases.0", {"sweep": {"threads": "1..8 +1"}}, {}, 7))


def test_point_has_its_places_and_name() -> None:
    raw = {"points": [{"threads": 2}], "sweep": {"block_size": ["4k"], "range": "0%..100% +100%"}, "repeat": "$runs"}
    (point,) = expand_points("phases.0", raw, {"runs": 1.0}, ROOM)
    assert point.places == {
        "threads": "phases.0.points",
        "block_size": "phases.0.sweep.block_size",
        "range": "phases.0.sweep.range",
    }
    assert point.name("{threads}T {block_size} at {range}, run {repeat} {other}") == "2T 4K at 0%, run 1 {other}"


def test_missing_sweep_yields_one_unchanged_point() -> None:
    (point,) = expand_points("phases.0", {}, {}, ROOM)
    assert (point.fields, point.repeat) == ({}, None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1..8x2", [1, 2, 4, 8]),
        ("1..8 *2", [1, 2, 4, 8]),
        ("1..8 × 2", [1, 2, 4, 8]),
        ("1, 2, 4, ..., 16", [1, 2, 4, 8, 16]),
        ("1,2,4…16", [1, 2, 4, 8, 16]),
        ("9..0-3", [9, 6, 3, 0]),
    ],
)
def test_progression_accepts_common_notations(text: str, expected: list[int]) -> None:
    assert list(parse_axis_values("place", "queue_depth", text)) == expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3..7", "has no step"),
        ("1,\uff12", "is not a whole number"),
        ("1,-2", "is not a whole number"),
        ("1,1_0", "is not a whole number"),
    ],
)
def test_invalid_axis_text_is_refused(text: str, words: str) -> None:
    with pytest.raises(ProfileInvalid, match=words):
        parse_axis_values("place", "queue_depth", text)
