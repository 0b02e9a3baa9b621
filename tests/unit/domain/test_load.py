"""Load curves: the rule for their rates, what a profile may write, and the phases that come of it."""

from __future__ import annotations

from typing import Any

import pytest

from storagelab.domain.load import describe_load
from storagelab.domain.profile import PhasePlan, ProfileInvalid, expand, parse_profile
from storagelab.domain.workload import Workload
from storagelab_runner import late_rates

ENTRY: dict[str, Any] = {
    "name": "4K",
    "kind": "measure",
    "workload": {"block_size": "4k", "read": 70, "random": 100, "threads": 16, "queue_depth": 8},
    "load": {"of": "max", "percents": "10..120 +10"},
    "ramp": "5s",
    "stop": {"kind": "time", "seconds": 30},
}


def plans(**changes: Any) -> tuple[PhasePlan, ...]:
    entry = {key: value for key, value in {**ENTRY, **changes}.items() if value is not None}
    document = {"name": "x", "version": 1, "title": "t", "description": "d", "phases": [entry]}
    return expand(parse_profile(document))


@pytest.mark.parametrize(
    ("max_iops", "percent", "rate"),
    [
        (43_629.7, 100, 43_700),
        (43_629.7, 10, 4400),
        (24_485.0, 120, 29_400),
        (10_000.0, 10, 1000),
        (10_010.9, 10, 1100),
        (9_999.0, 10, 1000),
        (900.0, 50, 450),
        (901.0, 50, 450),
        (910.0, 50, 460),
        (5.0, 10, 10),
        (1_000_000.0, 12.5, 125_000),
    ],
)
def test_rates_are_rounded_up_as_vdbench_does(max_iops: float, percent: float, rate: int) -> None:
    assert late_rates.compute_requested_iops(max_iops, percent) == rate


def test_load_points_are_percentages_of_the_maximum() -> None:
    maximum, *points = plans()
    assert (maximum.name, maximum.load_of, maximum.load_percent, maximum.workload.is_offered) == (
        *("4K: max", None, None),
        False,
    )
    assert [point.load_percent for point in points] == list(range(10, 121, 10))
    assert [point.ordinal for point in points] == list(range(2, 14))
    assert {point.load_of for point in points} == {maximum.ordinal}
    assert {point.group for point in (maximum, *points)} == {"4K"}
    assert {point.workload.arrival for point in points} == {"poisson"}
    assert points[7].name == "4K: 80 %"
    assert points[7].workload.describe().endswith("80 % of the maximum offered at random moments")
    assert describe_load(1, 80.0) == "80 % of the maximum that phase 1 measures"


def test_each_sweep_point_has_its_own_load_curve() -> None:
    expanded = plans(name="{read} % read", sweep={"read": [100, 0]}, load={"of": "max", "percents": [50, 110.5]})
    assert [(plan.name, plan.load_of) for plan in expanded] == [
        ("100 % read: max", None),
        ("100 % read: 50 %", 1),
        ("100 % read: 110.5 %", 1),
        ("0 % read: max", None),
        ("0 % read: 50 %", 4),
        ("0 % read: 110.5 %", 4),
    ]
    assert [plan.group for plan in expanded] == 3 * ["100 % read"] + 3 * ["0 % read"]


def test_load_percent_is_stored_only_for_load_points() -> None:
    maximum, point, *_ = plans()
    assert point.workload.to_json()["load_percent"] == 10
    assert "load_percent" not in maximum.workload.to_json()


@pytest.mark.parametrize(
    ("changes", "place", "message"),
    [
        ({"workload": {**ENTRY["workload"], "offered_iops": 500}}, "load", "offered_iops is given too"),
        ({"sweep": {"offered_iops": [100, 200]}}, "load", "offered_iops is given too"),
        ({"workload": {**ENTRY["workload"], "bursts": {"io": "5s", "wait": "10s"}}}, "load", "bursts are given too"),
        ({"kind": "fill"}, "load", "is for phases that measure"),
        ({"kind": "precondition"}, "load", "is for phases that measure"),
        ({"stop": {"kind": "volume"}}, "stop.kind", "ends by time or when steady"),
        ({"load": {"percents": [10]}}, "load.of", "must be max"),
        ({"load": {"of": "4K", "percents": [10]}}, "load.of", "must be max"),
        ({"load": {"of": "max"}}, "load.percents", "is missing"),
        ({"load": {"of": "max", "percents": "0..100 +10"}}, "load.percents", "0 % is not above 0"),
        ({"load": {"of": "max", "percents": [1001]}}, "load.percents", "1001 % is not above 0 and at most 1000 %"),
        ({"load": {"of": "max", "percents": [50, 50.0]}}, "load.percents", "a percentage is given twice"),
        ({"load": {"of": "max", "percents": ["x"]}}, "load.percents", "is not a number"),
        ({"load": {"of": "max", "percents": []}}, "load.percents", "must be a list"),
        ({"load": {"of": "max", "percents": "1..5000 +1"}}, "load.percents", "has 5,000 values"),
        ({"load": {"of": "max", "percents": [10], "offer": "bursts"}}, "load.offer", "is not one of even, poisson"),
        ({"load": {"of": "max", "percents": [10], "x": 1}}, "load", "'x' is not a known key"),
        ({"load": 80}, "load", "must be a mapping"),
        ({"repeat": 1000}, "load", "the plan has more than 2000 phases"),
    ],
)
def test_invalid_load_curve_is_refused_with_its_path(changes: dict[str, Any], place: str, message: str) -> None:
    with pytest.raises(ProfileInvalid) as refused:
        plans(**changes)
    assert refused.value.path == f"phases.0.{place}"
    assert message in refused.value.message


def test_load_percent_and_offered_rate_are_exclusive() -> None:
    (maximum, *_) = plans()
    with pytest.raises(ValueError, match="offered_iops: the rate is given already"):
        Workload(maximum.workload.block_sizes, 100, 100, offered_iops=5, load_percent=50)
    with pytest.raises(ValueError, match="load_percent: 0 is not above 0"):
        Workload(maximum.workload.block_sizes, 100, 100, load_percent=0)
