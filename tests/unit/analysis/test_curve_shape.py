"""Burst, plateau and the time between them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storagelab.analysis.curve_shape import CurveShape, judge_curve_shape

MINUTE = 60_000.0
FORTY_HOURS = (
    Path(__file__).parents[4]
    / "shared/corpus/vdbench/public/masakioui+vdb/sd_random_write_4K_7HOST_40hour/flatfile.html"
)


def shape_of(iops: list[float], *, interval_ms: float = MINUTE, step_ms: float = MINUTE) -> CurveShape:
    """Return the shape of a curve without gaps."""
    ends = [interval_ms * (place + 1) for place in range(len(iops))]
    ios = [value * interval_ms / 1000 for value in iops]
    return judge_curve_shape(ends, [interval_ms] * len(iops), ios, step_ms=step_ms)


def test_fresh_drive_falls_from_burst_to_plateau() -> None:
    got = shape_of([800, 1000, 900, 580, 300, 215, 205, 195, 200, 200, 200, 200])
    assert (got.burst_iops, got.burst_ms) == (1000, 3 * MINUTE)
    assert (got.plateau_iops, got.time_to_plateau_ms) == (200, 5 * MINUTE)


def test_seconds_and_minutes_give_the_same_shape() -> None:
    minutes = [800.0, 1000.0, 400.0, 205.0, 200.0, 200.0, 200.0, 200.0]
    seconds = [value for value in minutes for _ in range(60)]
    assert shape_of(seconds, interval_ms=1000) == shape_of(minutes)


def test_short_curve_is_judged_in_shorter_steps() -> None:
    got = shape_of([100.0] * 3 + [40.0] * 12, interval_ms=1000, step_ms=1000)
    assert (got.burst_iops, got.burst_ms, got.time_to_plateau_ms) == (100, 3000, 3000)


@pytest.mark.parametrize(
    ("first", "burst"),
    [(125.0, 125.0), (124.0, None), (100.0, None), (10.0, None)],
)
def test_fall_below_a_fifth_is_not_a_burst(first: float, burst: float | None) -> None:
    got = shape_of([first] + [100.0] * 9)
    assert got.burst_iops == burst
    assert (got.burst_ms is None) == (burst is None)


def test_curve_rising_to_its_plateau_has_no_burst() -> None:
    got = shape_of([10, 20, 40, 80, 100, 100, 100, 100, 100])
    assert (got.burst_iops, got.plateau_iops, got.time_to_plateau_ms) == (None, 100, 4 * MINUTE)


def test_curve_without_settling_has_no_time_to_plateau() -> None:
    got = shape_of([200.0, 100.0] * 10)
    assert (got.plateau_iops, got.time_to_plateau_ms) == (100, None)
    assert shape_of([200.0] * 15 + [100.0] * 4 + [200.0]).time_to_plateau_ms is None


def test_late_stall_restarts_the_time_to_plateau() -> None:
    values = [100.0] * 20
    values[12] = 0.0
    assert shape_of(values).time_to_plateau_ms == 13 * MINUTE


def test_minutes_without_samples_are_skipped() -> None:
    ends = [MINUTE * (place + 1) for place in range(10) if place != 5]
    ios = [1000.0 * 60, 1000.0 * 60] + [100.0 * 60] * 7
    got = judge_curve_shape(ends, [MINUTE] * 9, ios)
    assert (got.burst_iops, got.burst_ms, got.time_to_plateau_ms) == (1000, 2 * MINUTE, 2 * MINUTE)


@pytest.mark.parametrize("values", [[], [100.0], [100.0] * 4])
def test_four_minutes_have_no_shape(values: list[float]) -> None:
    assert shape_of(values) == CurveShape(MINUTE)


def test_stopped_drive_has_a_plateau_of_zero() -> None:
    got = shape_of([100.0] * 5 + [0.0] * 5)
    assert (got.plateau_iops, got.burst_iops, got.time_to_plateau_ms) == (0, 100, 5 * MINUTE)


def test_forty_hours_of_a_real_array() -> None:
    if not FORTY_HOURS.exists():
        pytest.skip("the collected result files are not beside this checkout")
    rows = [line.split() for line in FORTY_HOURS.read_text().splitlines() if " random_write " in line]
    iops = [float(row[5]) for row in rows if row[3].isdigit()]
    assert len(iops) == 2400
    got = shape_of(iops)
    assert (got.burst_iops, got.burst_ms) == (pytest.approx(29560.4667), MINUTE)
    assert got.plateau_iops == pytest.approx(9546.1)
    assert got.time_to_plateau_ms == 31 * MINUTE


@given(
    st.lists(st.floats(min_value=1, max_value=1000), min_size=5, max_size=30), st.sampled_from([2.0**-10, 4.0, 2.0**20])
)
@settings(derandomize=True)
def test_curve_shape_is_independent_of_the_unit(values: list[float], factor: float) -> None:
    before, after = shape_of(values), shape_of([value * factor for value in values])
    assert (after.time_to_plateau_ms, after.burst_ms) == (before.time_to_plateau_ms, before.burst_ms)
    assert after.plateau_iops == pytest.approx(before.plateau_iops * factor)
