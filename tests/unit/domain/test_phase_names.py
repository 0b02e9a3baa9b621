"""Phases that measure different things never have one name."""

from __future__ import annotations

from typing import Any

import pytest

from storagelab.domain.phase_names import build_result_names
from storagelab.domain.profile import expand, parse_profile


def names(*phases: dict[str, Any]) -> list[str]:
    document = {"name": "p", "version": 1, "title": "t", "description": "d", "phases": list(phases)}
    return [plan.name for plan in expand(parse_profile(document))]


def phase(**changes: Any) -> dict[str, Any]:
    stop = {"kind": "time", "seconds": 5}
    return {"name": "Point", "kind": "measure", "workload": {"random": 100, "read": 100}, "stop": stop} | changes


@pytest.mark.parametrize(
    ("name", "sweep", "expected"),
    [
        ("Point", {"block_size": ["4k", "64k"]}, ["Point, 4K", "Point, 64K"]),
        (
            "Point",
            {"queue_depth": [1, 4], "block_size": ["4k", "64k"]},
            ["Point, 1Q, 4K", "Point, 1Q, 64K", "Point, 4Q, 4K", "Point, 4Q, 64K"],
        ),
        ("{block_size}", {"queue_depth": [1, 4], "block_size": ["4k"]}, ["4K, 1Q", "4K, 4Q"]),
        ("{block_size}", {"block_size": ["4k", "64k"]}, ["4K", "64K"]),
        ("Point", {"block_size": ["4k"]}, ["Point"]),
        ("{queue_depth}", {"queue_depth": [1, 1], "block_size": ["4k"]}, ["1", "1 (2)"]),
    ],
)
def test_points_add_values_missing_in_their_name(name: str, sweep: dict[str, Any], expected: list[str]) -> None:
    assert names(phase(name=name, sweep=sweep)) == expected


def test_only_measuring_phases_of_equal_name_are_numbered() -> None:
    workload = {"block_size": "4k", "random": 100, "read": 0}
    one = phase(workload=workload)
    fill = phase(name="Fill", kind="fill", workload=workload)
    written = [fill, one, fill, one, phase(name="Point (2)", workload=workload), one]
    assert names(*written) == ["Fill", "Point", "Fill", "Point (3)", "Point (2)", "Point (4)"]


def test_repeat_missing_in_the_name_is_numbered() -> None:
    assert names(phase(workload={"block_size": "4k", "random": 0, "read": 0}, repeat=3)) == [
        "Point",
        "Point (2)",
        "Point (3)",
    ]


def test_results_with_one_name_are_disambiguated() -> None:
    stored = [
        ("Point", None, None),
        ("Round 4: 4K", "IOPS", 4),
        ("Round 5: 4K", "IOPS", 5),
        ("Round 1: 8K", "IOPS", 1),
        ("Round 1: 4K", "Latency", 1),
        ("Point", None, None),
    ]
    assert build_result_names(stored) == ["Point", "IOPS: 4K", "IOPS: 4K", "8K", "Latency: 4K", "Point (2)"]
