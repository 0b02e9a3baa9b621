"""Buckets that hide nothing."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from storagelab.analysis.downsample import build_buckets


def test_each_bucket_has_minimum_mean_and_maximum() -> None:
    got = build_buckets([0, 1, 2, 3], [1, 3, 10, 20], t0_ms=0, t1_ms=4, max_points=2)
    assert (got.t0_ms, got.step_ms) == (0, 2)
    assert got.minimum.tolist() == [1, 10]
    assert got.mean.tolist() == [2, 15]
    assert got.maximum.tolist() == [3, 20]


def test_mean_latency_is_weighted_by_ios() -> None:
    got = build_buckets([0, 1], [10.0, 50.0], [3, 1], t0_ms=0, t1_ms=2, max_points=1)
    assert got.mean.tolist() == [20.0]


def test_a_gap_stays_a_gap() -> None:
    got = build_buckets([0, 9], [1, 2], t0_ms=0, t1_ms=9, max_points=3)
    for curve in (got.minimum, got.mean, got.maximum):
        assert np.isnan(curve).tolist() == [False, True, False]


def test_nan_value_becomes_a_gap() -> None:
    got = build_buckets([0, 1], [float("nan"), 2.0], t0_ms=0, t1_ms=2, max_points=2)
    assert np.isnan(got.mean).tolist() == [True, False]


def test_a_bucket_without_weight_has_no_mean() -> None:
    got = build_buckets([0], [5.0], [0], t0_ms=0, t1_ms=1, max_points=1)
    assert np.isnan(got.mean[0])
    assert got.maximum.tolist() == [5.0]


def test_the_sample_at_the_very_end_counts() -> None:
    got = build_buckets([1000, 2000, 3000], [1, 2, 99], t0_ms=0, t1_ms=3000, max_points=3)
    assert got.maximum.tolist()[-1] == 99


def test_samples_outside_the_window_do_not_count() -> None:
    got = build_buckets([5, 50, 500], [7, 8, 9], t0_ms=40, t1_ms=60, max_points=1)
    assert (got.minimum.tolist(), got.maximum.tolist()) == ([8], [8])


def test_empty_series_yields_only_gaps() -> None:
    assert np.isnan(build_buckets([], [], t0_ms=0, t1_ms=10, max_points=5).mean).all()


def test_window_ending_before_its_start_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be cut"):
        build_buckets([1], [1], t0_ms=2, t1_ms=1, max_points=5)


@given(
    st.lists(st.tuples(st.integers(0, 100_000), st.integers(-(2**50), 2**50)), min_size=1, max_size=300),
    st.integers(1, 50),
)
def test_every_extreme_survives(rows: list[tuple[int, int]], max_points: int) -> None:
    times, values = [row[0] for row in rows], [row[1] for row in rows]
    got = build_buckets(times, values, t0_ms=min(times), t1_ms=max(times), max_points=max_points)
    assert got.mean.size <= max_points
    for t, value in rows:
        place = min((t - got.t0_ms) // got.step_ms, got.mean.size - 1)
        assert got.minimum[place] <= value <= got.maximum[place]
    assert set(got.maximum[~np.isnan(got.maximum)]) <= set(values)
    assert np.nanmax(got.maximum) == max(values)
