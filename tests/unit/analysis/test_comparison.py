"""Welch's test and the verdict."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storagelab.analysis.comparison import Comparison, compare

groups = st.lists(st.floats(min_value=1, max_value=1e6), min_size=2, max_size=8)


def test_two_clear_levels() -> None:
    got = compare([99.0, 100.0, 101.0], [109.0, 110.0, 111.0])
    # Equal spread and size: Welch's test is Student's with four degrees of freedom.
    assert (got.diff, got.df, got.verdict) == (10, pytest.approx(4), "different")
    assert got.t == pytest.approx(10 / math.sqrt(2 / 3))
    assert got.p == pytest.approx(0.000255, rel=0.01)
    assert got.diff_ci95 == pytest.approx((10 - 2.2669, 10 + 2.2669), abs=1e-3)
    assert (got.ratio, got.ratio_of_medians) == (pytest.approx(1.1), pytest.approx(1.1))


def test_significant_one_percent_difference_is_noise() -> None:
    assert compare([100.0, 100.01, 99.99], [101.0, 101.01, 100.99]).verdict == "not_different"
    assert compare([100.0, 100.01, 99.99], [102.0, 102.01, 101.99]).verdict == "different"
    assert compare([100.0, 100.01, 99.99], [101.0, 101.01, 100.99], noise_floor=0.005).verdict == "different"


def test_large_difference_within_spread_is_not_significant() -> None:
    assert compare([50.0, 100.0, 150.0], [80.0, 130.0, 180.0]).verdict == "not_different"


def test_median_decides_if_an_outlier_moves_the_mean() -> None:
    got = compare([100.0, 100.0, 100.1], [100.0, 100.1, 400.0])
    assert got.ratio is not None
    assert got.ratio > 1.5
    assert (got.ratio_of_medians, got.verdict) == (pytest.approx(1.001), "not_different")


def test_zero_spread_gives_a_difference_without_t() -> None:
    got = compare([10.0, 10.0], [12.0, 12.0])
    assert (got.t, got.df, got.p, got.diff_ci95, got.verdict) == (None, None, None, (2, 2), "different")
    assert compare([10.0, 10.0], [10.0, 10.0]).verdict == "not_different"


def test_one_sided_spread_determines_the_degrees_of_freedom() -> None:
    assert compare([10.0, 10.0, 10.0], [11.0, 12.0, 13.0]).df == pytest.approx(2)


def test_single_run_has_a_ratio_without_a_test() -> None:
    got = compare([100.0], [150.0, 151.0, 149.0])
    assert got == Comparison("single_run", diff=50, ratio=1.5, ratio_of_medians=1.5)
    assert compare([100.0, None], [150.0, math.nan]).verdict == "single_run"


def test_missing_and_zero_values_are_not_comparable() -> None:
    assert compare([], [1.0, 2.0]) == Comparison("not_comparable")
    assert compare([None], [1.0]) == Comparison("not_comparable")
    got = compare([0.0, 0.0], [1.0, 2.0])
    assert (got.ratio, got.ratio_of_medians, got.diff, got.verdict) == (None, None, 1.5, "not_comparable")


@given(groups, groups, st.sampled_from([2.0**-20, 0.5, 1024.0]))
@settings(derandomize=True)
def test_comparison_verdict_is_independent_of_the_unit(a: list[float], b: list[float], factor: float) -> None:
    before = compare(a, b)
    after = compare([value * factor for value in a], [value * factor for value in b])
    assert after.verdict == before.verdict
    if before.t is not None:
        assert after.t == pytest.approx(before.t, rel=1e-6)


@given(groups, groups)
@settings(derandomize=True)
def test_swapping_the_sides_negates_the_difference(a: list[float], b: list[float]) -> None:
    forward, backward = compare(a, b), compare(b, a)
    assert forward.diff is not None
    assert backward.diff == -forward.diff
    assert backward.p == forward.p
