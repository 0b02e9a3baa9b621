"""Percentiles within wide buckets."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storagelab.analysis.coarse_buckets import Bucket, EstimatedPercentile, interpolate_percentile

BUCKETS: list[Bucket] = [(0, 100, 0), (100, 200, 50), (200, 400, 40), (400, 600, 0), (600, None, 10)]


@pytest.mark.parametrize(
    ("percent", "value"), [(0, 100), (25, 150), (50, 200), (70, 300), (90, 400), (95, 800), (100, 1000)]
)
def test_ios_are_spread_evenly_within_their_bucket(percent: float, value: float) -> None:
    got = interpolate_percentile(BUCKETS, percent, maximum_ns=1000)
    assert got is not None
    assert got.value_ns == pytest.approx(value)
    assert got.low_ns <= got.value_ns <= got.high_ns


def test_last_bucket_without_maximum_has_no_percentile() -> None:
    assert interpolate_percentile(BUCKETS, 90) == EstimatedPercentile(90, 400, 200, 400)
    assert interpolate_percentile(BUCKETS, 90.1) is None


def test_maximum_bounds_the_last_nonempty_bucket() -> None:
    buckets: list[Bucket] = [(0, 100, 10), (100, 200, 0)]
    got = interpolate_percentile(buckets, 100, maximum_ns=60)
    assert got == EstimatedPercentile(100, 60, 0, 60)
    # A maximum below the bucket contradicts it and is not believed beyond the bucket's lower bound.
    assert interpolate_percentile([(100, 200, 10)], 50, maximum_ns=60) == EstimatedPercentile(50, 100, 100, 100)


def test_no_ios_have_no_percentile() -> None:
    assert interpolate_percentile([], 50) is None
    assert interpolate_percentile([(0, 100, 0)], 50) is None


def test_decimal_percents_are_exact() -> None:
    got = interpolate_percentile([(0, 10, 7992), (10, 20, 8)], 99.9)
    assert got == EstimatedPercentile(99.9, 10, 0, 10)


@pytest.mark.parametrize(
    ("buckets", "percent", "reason"),
    [
        ([(0, 10, 1)], 101, "run from 0 to 100"),
        ([(0, 10, 1)], -1, "run from 0 to 100"),
        ([(0, 10, 1)], float("nan"), "run from 0 to 100"),
        ([(0, 10, -1)], 50, "not negative"),
        ([(0, 10, 1), (5, 20, 1)], 50, "does not follow"),
        ([(10, 5, 1)], 50, "does not follow"),
        ([(0, None, 1), (10, 20, 1)], 50, "does not follow"),
    ],
)
def test_invalid_histogram_is_refused(buckets: list[Bucket], percent: float, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        interpolate_percentile(buckets, percent)


@given(
    st.lists(st.tuples(st.integers(1, 1000), st.integers(0, 50)), min_size=1, max_size=10),
    st.lists(st.floats(min_value=0, max_value=100), min_size=2, max_size=5),
)
@settings(derandomize=True)
def test_percentiles_rise(sizes: list[tuple[int, int]], percents: list[float]) -> None:
    edge = 0
    buckets: list[Bucket] = []
    for width, count in sizes:
        buckets.append((edge, edge + width, count))
        edge += width
    values = [interpolate_percentile(buckets, percent) for percent in sorted(percents)]
    estimates = [value.value_ns for value in values if value is not None]
    assert estimates == pytest.approx(sorted(estimates))
    assert len(estimates) in (0, len(percents))
