"""Forecasts of the remaining life of a drive, with cases calculated by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storagelab.analysis.endurance import (
    Forecast,
    WearReading,
    compute_rated_endurance_bytes,
    compute_wear_percents,
    forecast_wear,
)
from storagelab.analysis.weeks import DAY_SECONDS

TB = 10**12


def reading(day: float, used: float | None = None, written: int | None = None, media: int | None = None) -> WearReading:
    """Return a reading that a drive reports after a number of days."""
    return WearReading(day * DAY_SECONDS, used, written, media)


def forecast(*readings: WearReading, rated: int | None = None, size: int | None = TB) -> Forecast:
    return forecast_wear(readings, size_bytes=size, rated_bytes=rated)


def test_days_of_the_rated_endurance() -> None:
    # 600 TB rated, 120 TB written, 20 TB in 10 days = 2 TB a day: (600 - 120) / 2 = 240 days.
    estimate = forecast(reading(0, written=100 * TB), reading(10, written=120 * TB), rated=600 * TB)
    assert (estimate.days_left, estimate.basis) == (240.0, "rated_endurance")
    assert (estimate.bytes_per_day, estimate.drive_writes_per_day, estimate.span_days) == (2 * TB, 2.0, 10.0)


def test_days_left_from_reported_wear() -> None:
    # From 4 to 10 percent in 30 days = 0.2 a day: 90 / 0.2 = 450 days.
    estimate = forecast(reading(0, used=4), reading(15, used=6), reading(30, used=10))
    assert estimate.days_left == pytest.approx(450.0)
    assert (estimate.basis, estimate.bytes_per_day, estimate.drive_writes_per_day) == ("used_percent", None, None)


def test_rated_endurance_takes_precedence_over_used_percent() -> None:
    readings = (reading(0, used=1, written=TB), reading(2, used=2, written=3 * TB))
    assert forecast(*readings, rated=13 * TB).days_left == 10.0
    assert forecast(*readings).days_left == pytest.approx(98 / 0.5)


def test_used_up_drive_has_no_days_left() -> None:
    assert forecast(reading(0, written=8 * TB), reading(1, written=10 * TB), rated=9 * TB).days_left == 0.0
    assert forecast(reading(0, used=99), reading(1, used=120)).days_left == 0.0


@pytest.mark.parametrize(
    ("readings", "rated", "words"),
    [
        ((), TB, "has not been read yet"),
        ((reading(0, used=1, written=TB),), TB, "Only one reading so far"),
        ((reading(0, used=1), reading(2 / 1440, used=1)), TB, "span 2 minutes"),
        ((reading(0, used=1, written=TB), reading(0.5, used=2, written=2 * TB)), 9 * TB, "span 12.0 hours"),
        ((reading(0, written=TB), reading(5, written=TB)), 9 * TB, "Nothing was written"),
        ((reading(0, used=3), reading(5, used=3)), None, "not moved by a whole percent"),
        ((reading(0), reading(5)), TB, "reports no wear"),
        ((reading(0, written=TB), reading(5, written=2 * TB)), None, "reports no wear"),
        ((reading(0, used=3), reading(5)), None, "reports no wear"),
    ],
)
def test_forecast_without_usable_readings_gives_a_reason(
    readings: tuple[WearReading, ...], rated: int | None, words: str
) -> None:
    estimate = forecast(*readings, rated=rated)
    assert (estimate.days_left, estimate.basis) == (None, None)
    assert words in estimate.reason


def test_readings_before_a_reset_do_not_count() -> None:
    readings = (reading(0, written=900 * TB), reading(50, written=TB), reading(60, written=11 * TB))
    estimate = forecast(*readings, rated=21 * TB)
    assert (estimate.days_left, estimate.readings, estimate.span_days) == (10.0, 2, 10.0)
    assert forecast(reading(0, used=50), reading(9, used=1)).span_days == 0.0


def test_incomplete_readings_are_used_in_part() -> None:
    estimate = forecast(
        reading(0, written=0), reading(1, used=5), reading(2, written=4 * TB), reading(3), rated=10 * TB
    )
    assert (estimate.bytes_per_day, estimate.days_left) == (2 * TB, 3.0)


def test_write_amplification_is_flash_over_host() -> None:
    # 2 TB written and 5 TB on the flash between the readings.
    estimate = forecast(reading(0, written=TB, media=2 * TB), reading(0.1, written=3 * TB, media=7 * TB))
    assert estimate.write_amplification == 2.5
    assert (
        forecast(reading(0, written=0, media=0), reading(2, written=1 << 20, media=1 << 30)).write_amplification is None
    )
    assert forecast(reading(0, written=TB), reading(2, written=2 * TB, media=TB)).write_amplification is None


def test_drive_without_a_size_has_no_drive_writes() -> None:
    estimate = forecast(reading(0, written=0), reading(1, written=TB), size=None)
    assert (estimate.bytes_per_day, estimate.drive_writes_per_day) == (TB, None)


def test_rated_endurance_of_a_model() -> None:
    # 3 drive writes a day for 5 years of 1.6 TB: 3 * 5 * 365 * 1.6 = 8760 TB.
    size = 1_600 * 10**9
    assert (
        compute_rated_endurance_bytes(rated_bytes=None, drive_writes_per_day=3, warranty_years=5, size_bytes=size)
        == 8760 * TB
    )
    assert compute_rated_endurance_bytes(rated_bytes=7, drive_writes_per_day=3, warranty_years=5, size_bytes=size) == 7
    assert (
        compute_rated_endurance_bytes(rated_bytes=None, drive_writes_per_day=3, warranty_years=None, size_bytes=size)
        is None
    )
    assert (
        compute_rated_endurance_bytes(rated_bytes=None, drive_writes_per_day=3, warranty_years=5, size_bytes=None)
        is None
    )


def test_weeks_that_differ_widen_the_interval() -> None:
    # 1 % a day in even weeks and 2 % a day in odd ones, four weeks: 6 % in 28 days of 7, 14, 7, 14.
    used = [0.0, 7.0, 21.0, 28.0, 42.0]
    estimate = forecast(*(reading(7 * week, used=value) for week, value in enumerate(used)))
    assert (estimate.percent_per_day, estimate.weeks, estimate.days_left) == (
        pytest.approx(1.5),
        4,
        pytest.approx(58 / 1.5),
    )
    # Student's t of 3 degrees of freedom is 3.182; the standard error of 7, 14, 7, 14 is 4.041 / 2.
    half = 3.18245 * 4.04145 / 2 / 7
    assert estimate.days_low == pytest.approx(58 / (1.5 + half), rel=1e-4)
    assert estimate.days_high == pytest.approx(58 / (1.5 - half), rel=1e-4)


def test_too_few_weeks_have_no_interval() -> None:
    estimate = forecast(*(reading(day, used=float(day)) for day in range(0, 28, 3)))
    assert (estimate.weeks, estimate.days_low, estimate.days_high) == (3, None, None)
    assert estimate.days_left is not None


def test_interval_reaching_zero_growth_has_no_upper_bound() -> None:
    used = [0.0, 0.0, 0.0, 0.0, 30.0]
    estimate = forecast(*(reading(7 * week, used=value) for week, value in enumerate(used)))
    assert estimate.days_low is not None
    assert estimate.days_high is None


def test_only_the_last_ninety_days_count() -> None:
    # 10 % a month long ago, 1 % a day in the last 50 days.
    estimate = forecast(reading(0, used=0), reading(30, used=10), reading(250, used=20), reading(300, used=70))
    assert (estimate.span_days, estimate.percent_per_day) == (50.0, pytest.approx(1.0))
    lonely = forecast(reading(0, used=0), reading(300, used=30))
    assert (lonely.span_days, lonely.percent_per_day) == (300.0, pytest.approx(0.1))


def test_wear_uses_rated_bytes_or_used_percent() -> None:
    readings = [reading(0, used=3, written=TB), reading(1, used=4), reading(2, written=3 * TB)]
    assert compute_wear_percents(readings, rated_bytes=4 * TB) == [(0.0, 25.0), (2 * DAY_SECONDS, 75.0)]
    assert compute_wear_percents(readings, rated_bytes=None) == [(0.0, 3.0), (DAY_SECONDS, 4.0)]
    assert compute_wear_percents([reading(0)], rated_bytes=TB) == []


wear = st.lists(
    st.tuples(
        st.floats(min_value=0.01, max_value=40),
        st.none() | st.integers(min_value=0, max_value=130),
        st.none() | st.integers(min_value=0, max_value=10**16),
    ),
    max_size=12,
)


@settings(deadline=None)
@given(wear, st.none() | st.integers(min_value=0, max_value=10**16))
def test_a_forecast_lies_within_its_interval(
    moves: list[tuple[float, int | None, int | None]], rated: int | None
) -> None:
    day, readings = 0.0, []
    for step, used, written in moves:
        day += step
        readings.append(reading(day, used=used, written=written))
    estimate = forecast(*readings, rated=rated)
    assert (estimate.days_left is None) == (estimate.basis is None) == (estimate.percent_per_day is None)
    if estimate.days_left is not None and estimate.days_low is not None:
        assert 0 <= estimate.days_low <= estimate.days_left * (1 + 1e-6) + 1e-6
        assert estimate.days_high is None or estimate.days_high >= estimate.days_left * (1 - 1e-6)
    assert estimate.days_left is None or estimate.days_left >= 0


def test_reading_without_counter_does_not_hide_a_reset() -> None:
    estimate = forecast(
        reading(0, written=9 * TB), reading(1), reading(2, written=0), reading(4, written=TB), rated=5 * TB
    )
    assert (estimate.days_left, estimate.span_days) == (8.0, 2.0)
