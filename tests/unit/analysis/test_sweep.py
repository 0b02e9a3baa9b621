"""The derived rows of a sweep."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storagelab.analysis.sweep import derive_sweep, find_best_power, find_maximum_at_latency

DEPTHS = [1, 2, 4, 8, 16, 32]
IOPS = [1000, 2000, 4000, 8000, 8200, 8100]
LATENCY_NS = [1_000_000 * depth / (iops / 1000) for depth, iops in zip(DEPTHS, IOPS, strict=True)]


def test_a_whole_sweep() -> None:
    got = derive_sweep(DEPTHS, IOPS, LATENCY_NS, latency_limit_ns=1.5e6)
    assert (got.best_index, got.knee_index, got.x_scale) == (4, 3, "log2")
    assert (got.saturation.saturation95_index, got.saturation.retrograde) == (3, False)
    assert got.power_index == 3
    limit = got.maximum_at_latency
    assert (limit.limit_ns, limit.interpolated, limit.limit_reached) == (1.5e6, True, True)
    share = (1.5 - 1.0) / (16 / 8.2 - 1.0)
    assert limit.iops == pytest.approx(8000 + share * 200)


def test_smallest_of_equally_good_depths_is_best() -> None:
    assert derive_sweep([1, 2, 4], [5, 9, 9], [1, 1, 1]).best_index == 1


def test_step_at_the_limit_is_not_interpolated() -> None:
    got = find_maximum_at_latency([1, 2, 4], [100, 200, 300], [1e5, 1e6, 2e6])
    assert (got.iops, got.interpolated, got.limit_reached) == (200, False, True)


def test_steps_faster_than_limit_do_not_reach_it() -> None:
    got = find_maximum_at_latency([1, 2], [100, 200], [1e5, 2e5])
    assert (got.iops, got.interpolated, got.limit_reached) == (200, False, False)


def test_steps_slower_than_the_limit_give_no_maximum() -> None:
    got = find_maximum_at_latency([1, 2], [100, 200], [2e6, 3e6])
    assert (got.iops, got.interpolated, got.limit_reached) == (None, False, True)
    assert find_maximum_at_latency([], [], []).iops is None


def test_line_bending_back_is_followed_by_load() -> None:
    # The third step does less than the second and takes longer: the crossing lies between them, and below the peak.
    got = find_maximum_at_latency([4, 1, 2], [80, 50, 100], [2e6, 1e5, 5e5])
    assert got.iops == 100
    # From a slow first step downwards the line crosses the limit too.
    got = find_maximum_at_latency([1, 2, 3], [100, 80, 60], [1.5e6, 0.5e6, 0.4e6])
    assert (got.iops, got.interpolated) == (pytest.approx(90), True)


def test_unknown_steps_do_not_count() -> None:
    got = derive_sweep([1, 2, None, 8], [100, None, 50, 300], [1e5, 1e5, 1e5, None])
    assert (got.best_index, got.power_index) == (3, 0)
    assert got.maximum_at_latency.iops == 100


def test_power_is_throughput_for_its_latency() -> None:
    assert find_best_power([100, 150, 160], [1e5, 1.2e5, 2e5]) == 1
    assert find_best_power([100, 100], [1e5, 1e5]) == 0
    assert find_best_power([100, 200], [0, None]) is None


@given(st.lists(st.tuples(st.floats(1, 1e6), st.floats(1e3, 1e8)), min_size=1, max_size=8), st.floats(1e3, 1e8))
@settings(derandomize=True)
def test_the_maximum_rises_with_the_limit(steps: list[tuple[float, float]], limit_ns: float) -> None:
    loads = list(range(1, len(steps) + 1))
    iops, latency = [step[0] for step in steps], [step[1] for step in steps]
    low = find_maximum_at_latency(loads, iops, latency, limit_ns).iops
    high = find_maximum_at_latency(loads, iops, latency, 2 * limit_ns).iops
    assert low is None or (high is not None and high >= low * (1 - 1e-9))
    assert high is None or high <= max(iops) * (1 + 1e-9)
