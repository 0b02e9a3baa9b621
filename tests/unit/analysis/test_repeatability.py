"""Repeats: spread, intervals, outliers, and how many are needed."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storagelab.analysis.repeatability import Repeatability, compute_needed_repeats, judge_repeatability


def test_figures_of_three_repeats() -> None:
    got = judge_repeatability([98.0, 100.0, 102.0])
    assert (got.n, got.mean, got.median, got.min, got.max, got.stddev) == (3, 100, 100, 98, 102, 2)
    assert got.cov_pct == pytest.approx(2)
    assert got.ci95_halfwidth == pytest.approx(4.302652729911275 * 2 / math.sqrt(3))
    assert got.ci95 == pytest.approx((95.0317, 104.9683), abs=1e-4)
    assert got.repeatable is True


def test_no_and_one_repeat() -> None:
    assert judge_repeatability([]) == Repeatability(n=0)
    one = judge_repeatability([42.0])
    assert (one.mean, one.median, one.mad, one.stddev, one.cov_pct, one.ci95, one.repeatable) == (
        42, 42, 0, None, None, None, None,
    )  # fmt: skip


def test_failed_repeats_are_ignored_and_keep_their_index() -> None:
    got = judge_repeatability([None, 100.0, 101.0, math.nan, 99.0, 60.0, math.inf, 100.5])
    assert (got.n, got.median, got.outlier_indexes) == (5, 100.0, (5,))


def test_equal_repeats_have_neither_spread_nor_outliers() -> None:
    got = judge_repeatability([10.0] * 4)
    assert (got.stddev, got.cov_pct, got.ci95, got.mad, got.outlier_indexes) == (0, 0, (10, 10), 0, ())
    # More than half of the values are equal: without a deviation there is no outlier.
    assert judge_repeatability([10.0, 10.0, 10.0, 50.0]).outlier_indexes == ()


def test_variation_around_a_nonpositive_mean_is_unknown() -> None:
    for values in ([0.0, 0.0, 0.0], [-1.0, 1.0, 0.0], [-5.0, -5.0, -5.0]):
        assert (judge_repeatability(values).cov_pct, judge_repeatability(values).repeatable) == (None, None)


@pytest.mark.parametrize(("spread", "repeatable"), [(5.0, True), (5.001, False)])
def test_five_percent_is_repeatable(spread: float, repeatable: bool) -> None:
    assert judge_repeatability([100 - spread, 100, 100 + spread]).repeatable is repeatable


def test_median_interval_needs_six_repeats() -> None:
    assert judge_repeatability([1, 2, 3, 4, 5]).median_interval is None
    six = judge_repeatability([6, 1, 5, 2, 4, 3])
    assert (six.median_interval, six.median_confidence_pct) == ((1, 6), 96.875)


def test_huge_values_do_not_overflow() -> None:
    got = judge_repeatability([1e300, 1.01e300, 0.99e300])
    assert got.stddev == pytest.approx(1e298)
    assert got.repeatable is True


def test_more_repeats_are_needed_for_more_precision() -> None:
    values = [95.0, 100.0, 105.0]
    # t(0.975, 95) * 5 / sqrt(96) is 1.013, just above 1; one repeat more than 98 is enough.
    wide, narrow = compute_needed_repeats(values, 0.05), compute_needed_repeats(values, 0.01)
    assert wide is not None
    assert narrow is not None
    assert (wide, narrow) == (7, 99)


def test_needed_repeats_of_uninformative_values() -> None:
    assert compute_needed_repeats([], 0.05) is None
    assert compute_needed_repeats([1.0], 0.05) is None
    assert compute_needed_repeats([0.0, 0.0], 0.05) is None
    assert compute_needed_repeats([1.0, 1e9], 1e-6) is None
    assert compute_needed_repeats([7.0, 7.0], 0.05) == 2
    with pytest.raises(ValueError, match="has no width"):
        compute_needed_repeats([1.0, 2.0], 0)


@given(
    st.lists(st.floats(min_value=1, max_value=1e6), min_size=2, max_size=10), st.sampled_from([2.0**-20, 0.5, 1024.0])
)
@settings(derandomize=True)
def test_figures_scale_with_the_unit(values: list[float], factor: float) -> None:
    before, after = judge_repeatability(values), judge_repeatability([value * factor for value in values])
    assert after.stddev == pytest.approx(before.stddev * factor, rel=1e-9, abs=0)
    assert after.cov_pct == pytest.approx(before.cov_pct, rel=1e-9, abs=0)
    assert (after.outlier_indexes, after.repeatable) == (before.outlier_indexes, before.repeatable)
