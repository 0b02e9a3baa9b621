"""Rounds that are still coming in, read as the rule will judge them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storagelab.analysis.steady_meter import TrackedReading, read_rounds
from storagelab.analysis.steady_state import judge_steadiness

LIMITS = {"range_limit": 0.2, "slope_limit": 0.1}


def test_incomplete_window_has_figures_but_is_not_steady() -> None:
    assert read_rounds([], window=5, **LIMITS) == TrackedReading(None, None, None, False)
    assert read_rounds([100.0], window=5, **LIMITS) == TrackedReading(100.0, None, None, False)
    reading = read_rounds([100.0, 100.0, 100.0], window=5, **LIMITS)
    assert reading == TrackedReading(100.0, 0.0, 0.0, False)


def test_full_window_has_the_figures_of_the_verdict() -> None:
    # Average 100, from 95 to 105; least squares rise 1.5 a round, which is 6 over the window.
    reading = read_rounds([500.0, 97.0, 95.0, 100.0, 105.0, 103.0], window=5, **LIMITS)
    assert reading.average == pytest.approx(100)
    assert reading.range_percent == pytest.approx(10)
    assert reading.slope_percent == pytest.approx(8.8)
    assert reading.steady


@pytest.mark.parametrize("last", [None, -1.0])
def test_missing_round_leaves_no_reading(last: float | None) -> None:
    assert read_rounds([100.0] * 4 + [last], window=5, **LIMITS) == TrackedReading(None, None, None, False)


def test_a_window_of_one_round_is_none() -> None:
    with pytest.raises(ValueError, match="at least 2"):
        read_rounds([1.0], window=1, **LIMITS)


@given(st.lists(st.none() | st.floats(0, 1e9), min_size=5, max_size=25))
def test_meter_agrees_with_rule_on_last_window(values: list[float | None]) -> None:
    judged = judge_steadiness(values, window=5, **LIMITS).windows[-1]
    reading = read_rounds(values, window=5, **LIMITS)
    assert reading.steady == judged.steady
    assert reading.average == judged.average
    assert reading.range_percent == judged.range_pct
    if judged.slope_excursion_pct is None:
        assert reading.slope_percent is None
    else:
        assert reading.slope_percent == pytest.approx(judged.slope_excursion_pct, rel=1e-6, abs=1e-6)
