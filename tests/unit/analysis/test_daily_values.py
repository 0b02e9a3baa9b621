"""Values of a day, and medians over weeks of several drives."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from storagelab.analysis.daily_values import DayOfValues, compute_weekly_median, list_day_spans, list_last_readings
from storagelab.analysis.weeks import DAY_SECONDS, WEEK_SECONDS

points = st.lists(
    st.tuples(st.floats(min_value=0, max_value=100 * DAY_SECONDS), st.floats(min_value=-50, max_value=200)), max_size=30
).map(sorted)


def test_each_day_has_minimum_mean_and_maximum() -> None:
    days = list_day_spans([(0, 30.0), (60, 50.0), (DAY_SECONDS + 1, 44.0), (4 * DAY_SECONDS, 20.0)])
    assert days == [
        DayOfValues(0, 30, 40, 50),
        DayOfValues(DAY_SECONDS, 44, 44, 44),
        DayOfValues(4 * DAY_SECONDS, 20, 20, 20),
    ]


def test_the_last_reading_of_a_day_counts() -> None:
    assert list_last_readings([(1, 1.0), (2, 2.0), (DAY_SECONDS, 3.0)]) == [(2, 2.0), (DAY_SECONDS, 3.0)]


def test_weekly_median_counts_drives_read_in_that_week() -> None:
    drives = {"a": [(0, 1.0), (9, 5.0), (WEEK_SECONDS, 6.0)], "b": [(8, 7.0)], "c": [(10, 9.0)], "d": []}
    assert compute_weekly_median(drives) == [(10, 7.0), (WEEK_SECONDS, 6.0)]


@given(points)
def test_daily_mean_lies_between_minimum_and_maximum(values: list[tuple[float, float]]) -> None:
    days = list_day_spans(values)
    assert all(day.low - 1e-9 <= day.mean <= day.high + 1e-9 for day in days)
    assert [day.start_seconds for day in days] == sorted({day.start_seconds for day in days})
    assert len(list_last_readings(values)) == len(days)
    assert all(at_seconds in {pair[0] for pair in values} for at_seconds, _ in compute_weekly_median({"a": values}))
