"""Steady progress from a runner's report, as the API shows it; no report breaks anything."""

from typing import Any

import pytest

from storagelab.runs.steady_meter import read_meter


def make_report(*values: float | None, **changes: Any) -> dict[str, Any]:
    """Return the report of a runner about a loop with one tracked variable."""
    report = {
        "kind": "loop",
        "name": "IOPS",
        "round": len(values),
        "max_rounds": 25,
        "window": 5,
        "range_limit": 0.2,
        "slope_limit": 0.1,
        "tracked": [{"name": "4K 0/100", "metric": "iops", "values": list(values)}],
    }
    return {**report, **changes}


def test_a_window_that_fills() -> None:
    meter = read_meter(make_report(110.0, 100.0, 90.0))
    assert meter is not None
    assert (meter.kind, meter.name, meter.round, meter.max_rounds) == ("loop", "IOPS", 3, 25)
    assert (meter.filled, meter.window) == (3, 5)
    (tracked,) = meter.tracked
    assert (tracked.average, tracked.range_percent, tracked.slope_percent) == pytest.approx((100, 20, 20))
    assert (tracked.range_limit_percent, tracked.slope_limit_percent) == (20, 10)
    assert not tracked.steady


def test_full_window_is_steady_by_the_rule() -> None:
    meter = read_meter(make_report(*[900.0] * 3, *[100.0] * 5))
    assert meter is not None
    assert (meter.round, meter.filled, meter.tracked[0].steady) == (8, 5, True)
    assert len(meter.tracked[0].values) == 8


def test_many_rounds_show_only_the_last_window() -> None:
    meter = read_meter(make_report(*[100.0] * 25, round=400, max_rounds=1000))
    assert meter is not None
    assert (meter.round, meter.filled) == (400, 5)


@pytest.mark.parametrize(
    "strange",
    [
        None,
        [],
        "steady",
        {},
        make_report(1.0, window=1),
        make_report(1.0, window=10**400),
        make_report(1.0, range_limit=None),
        make_report(1.0, kind="other"),
        make_report(1.0, tracked=[]),
        make_report(1.0, tracked=[{"name": "x", "metric": "watts", "values": [1.0]}]),
        make_report(1.0, tracked=[{"name": "x", "metric": "iops", "values": [-1.0]}]),
        make_report(1.0, tracked=[{"name": "x", "metric": "iops", "values": [float("inf")]}]),
        # It has fewer values than its number of rounds implies, so a window of other rounds would be shown.
        make_report(1.0, 2.0, round=9),
    ],
)
def test_unreadable_report_is_not_shown(strange: Any) -> None:
    assert read_meter(strange) is None


def test_unknown_fields_of_a_newer_runner_are_ignored() -> None:
    assert read_meter(make_report(1.0, mood="good")) is not None
