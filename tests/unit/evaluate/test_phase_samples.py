"""Samples become columns: directions of one moment add up, latencies merge, stalls leave gaps."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from storagelab.domain.samples import Direction, IntervalSample, LatencyStatistics
from storagelab.evaluate.phase_samples import collect_metric_columns

FAST = LatencyStatistics(n=100, mean=1000.0, stddev=10.0, max=1500.0)
SLOW = LatencyStatistics(n=300, mean=2000.0, stddev=20.0, max=9000.0)


def sample(t_ms: int, direction: Direction, ios: int, latency: LatencyStatistics, p99: float | None) -> dict[str, Any]:
    return asdict(
        IntervalSample(
            t_ms=t_ms, dt_ms=1000, direction=direction, ios=ios, bytes=ios * 4096, latency=latency, p99_ns=p99
        )
    )


def test_directions_of_one_moment_add_up() -> None:
    columns = collect_metric_columns(
        [sample(1000, "read", 100, FAST, 1400.0), sample(1000, "write", 300, SLOW, 8000.0)]
    )
    total = {metric: columns[metric, "total"].values for metric in ("iops", "bandwidth", "lat_mean", "lat_max")}
    assert total == {"iops": [400.0], "bandwidth": [400 * 4096.0], "lat_mean": [1750.0], "lat_max": [9000.0]}
    assert columns["iops", "read"].values == [100.0]
    assert columns["lat_mean", "write"].values == [2000.0]
    assert columns["lat_mean", "total"].ios == [400]


def test_percentiles_of_two_directions_are_not_merged() -> None:
    columns = collect_metric_columns(
        [
            sample(1000, "read", 100, FAST, 1400.0),
            sample(2000, "read", 100, FAST, 1300.0),
            sample(2000, "write", 300, SLOW, 8000.0),
        ]
    )
    assert (columns["lat_p99", "total"].t_ms, columns["lat_p99", "total"].values) == ([1000], [1400.0])
    assert columns["lat_p99", "write"].values == [8000.0]


def test_stall_has_zero_rate_and_no_latency() -> None:
    columns = collect_metric_columns([sample(1000, "read", 0, LatencyStatistics(n=0), None)])
    assert columns["iops", "total"].values == [0.0]
    assert columns["lat_mean", "total"].values == []


def test_the_spread_includes_that_between_directions() -> None:
    columns = collect_metric_columns([sample(1000, "read", 100, FAST, None), sample(1000, "write", 300, SLOW, None)])
    squares = 99 * 10**2 + 299 * 20**2 + 100 * 750**2 + 300 * 250**2
    assert columns["lat_stddev", "total"].values == [pytest.approx((squares / 399) ** 0.5)]
