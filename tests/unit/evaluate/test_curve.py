"""Samples become buckets that lose no extreme, invent no value and leave gaps open."""

from __future__ import annotations

import uuid
from typing import Any

import numpy as np
import pytest
from tests.unit.evaluate.curve_samples import make_curve

from storagelab.analysis.downsample import IntArray
from storagelab.analysis.packing import (
    INTERVALS,
    LOGS,
    STATUS,
    TELEMETRY,
    PhaseSeriesKey,
    build_series_columns,
    compute_interval_lengths,
)
from storagelab.evaluate.curve import (
    SampledCurve,
    build_sample_curve,
    build_series_curve,
    draw_curve,
    join_curves,
    round_significant,
)
from storagelab.evaluate.phase_samples import collect_metric_columns


def make_sample(
    t_ms: int, direction: str = "write", *, ios: int = 100, dt_ms: int = 1000, mean: float = 5.0
) -> dict[str, Any]:
    """Return an interval sample in the form of live chunks."""
    latency: dict[str, Any] = {"n": ios, "mean": mean, "stddev": 1.0, "min": None, "max": 2 * mean}
    if ios == 0:
        latency = {"n": 0, "mean": None, "stddev": None, "min": None, "max": None}
    return {
        "t_ms": t_ms,
        "dt_ms": dt_ms,
        "direction": direction,
        "ios": ios,
        "bytes": ios * 4096,
        "latency": latency,
        "p99_ns": 3 * mean if ios else None,
    }


def test_each_sample_gets_a_bucket_within_the_limit() -> None:
    drawn = draw_curve(make_curve([3.0, 1.0, 2.0], t0_ms=5000), t0_ms=5000, t1_ms=8000, max_points=10)

    assert (drawn.t0_ms, drawn.step_ms) == (5000, 1000)
    assert drawn.minimum.tolist() == drawn.mean.tolist() == drawn.maximum.tolist() == [3.0, 1.0, 2.0]


def test_irregular_readings_leave_no_hole() -> None:
    end = np.array([1003, 1998, 3010, 4001, 5340, 6002, 7000])
    curve = SampledCurve(end, np.diff(end, prepend=0), np.arange(1.0, 8.0), np.ones(7))

    drawn = draw_curve(curve, t0_ms=0, t1_ms=7000, max_points=100)

    assert not np.isnan(drawn.mean).any()
    assert drawn.maximum.max() == 7.0


def test_extremes_of_each_bucket_are_preserved() -> None:
    values = [10.0] * 1000
    values[333], values[777] = 99.0, 0.5

    drawn = draw_curve(make_curve(values), t0_ms=0, t1_ms=1_000_000, max_points=10)

    assert len(drawn.mean) == 10
    assert drawn.maximum.tolist() == [10.0, 10.0, 10.0, 99.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0]
    assert drawn.minimum[7] == 0.5


def test_a_mean_is_weighed() -> None:
    drawn = draw_curve(make_curve([1.0, 4.0] * 10, weights=[3.0, 1.0] * 10), t0_ms=0, t1_ms=20_000, max_points=10)

    assert drawn.mean.tolist() == [1.75] * 10


def test_time_without_samples_is_a_gap() -> None:
    curve = join_curves([make_curve([1.0, 1.0]), make_curve([2.0, 2.0], t0_ms=5000)])

    drawn = draw_curve(curve, t0_ms=0, t1_ms=7000, max_points=100)

    assert [None if np.isnan(value) else value for value in drawn.mean] == [1.0, 1.0, None, None, None, 2.0, 2.0]


def test_long_interval_fills_all_covered_buckets() -> None:
    curve = join_curves([make_curve([1.0] * 5), make_curve([7.0], step_ms=10_000, t0_ms=5000)])

    drawn = draw_curve(curve, t0_ms=0, t1_ms=15_000, max_points=100)

    assert drawn.mean.tolist() == [1.0] * 5 + [7.0] * 10


def test_empty_curve_has_no_buckets() -> None:
    drawn = draw_curve(join_curves([]), t0_ms=4000, t1_ms=4000, max_points=10)

    assert (drawn.t0_ms, drawn.mean.size) == (4000, 0)


def test_stored_latency_uses_intervals_and_weights_of_rates() -> None:
    t_ms = np.array([1000, 2000, 4000])
    rate_t_ms, rate = np.array([1000, 2000, 3000, 4000]), np.array([10.0, 20.0, 0.0, 40.0])

    curve = build_series_curve(t_ms, np.array([5.0, 6.0, 7.0]), rate_t_ms, rate, t0_ms=500, source=STATUS)

    assert curve.end_ms.tolist() == [1500, 2500, 4500]
    assert curve.length_ms.tolist() == [1000, 1000, 1000]
    assert curve.weight.tolist() == [10_000.0, 20_000.0, 40_000.0]


@pytest.mark.parametrize("source", [LOGS, INTERVALS, TELEMETRY])
def test_missing_rate_row_is_a_gap(source: str) -> None:
    t_ms = np.array([1000, 2000, 3000, 8000, 9000])

    curve = build_series_curve(t_ms, np.ones(5), t_ms, None, t0_ms=0, source=source)

    assert curve.length_ms.tolist() == [1000] * 5
    assert curve.start_ms.tolist() == [0, 1000, 2000, 7000, 8000]


def make_stalling_samples() -> list[dict[str, Any]]:
    """Return ten times 40 s at 100,000 IOPS, each followed by one status document of 20 s with 1,000 IOPS."""
    samples, t_ms = [], 0
    for _ in range(10):
        for ios, dt_ms in [*[(100_000, 1000)] * 40, (20_000, 20_000)]:
            t_ms += dt_ms
            samples.append(make_sample(t_ms, ios=ios, dt_ms=dt_ms, mean=5.0 if dt_ms == 1000 else 50.0))
    return samples


def stored_columns(samples: list[dict[str, Any]], metric: str) -> tuple[IntArray, Any]:
    """Return a metric of the samples in stored form."""
    column = collect_metric_columns(samples)[metric, "total"]
    return np.array(column.t_ms), np.array(column.values)


@pytest.mark.parametrize(
    ("metric", "minute"), [("iops", 67_000.0), ("lat_mean", (4_000_000 * 5 + 20_000 * 50) / 4_020_000)]
)
def test_live_and_stored_status_curves_are_equal(metric: str, minute: float) -> None:
    samples = make_stalling_samples()
    rate_t_ms, rate = stored_columns(samples, "iops")
    t_ms, value = stored_columns(samples, metric)

    live = build_sample_curve(samples, collect_metric_columns(samples), metric=metric, direction="total", t0_ms=0)
    stored = build_series_curve(t_ms, value, rate_t_ms, None if metric == "iops" else rate, t0_ms=0, source=STATUS)

    drawn = [draw_curve(curve, t0_ms=0, t1_ms=600_000, max_points=10).mean for curve in (live, stored)]
    assert drawn[0] == pytest.approx([minute] * 10)
    assert drawn[1] == pytest.approx([minute] * 10)
    assert stored.length_ms.tolist() == live.length_ms.tolist()


def test_long_intervals_preserve_total_io() -> None:
    t_ms, value = stored_columns(make_stalling_samples(), "iops")

    assert (value * compute_interval_lengths(t_ms, source=STATUS) / 1000).sum() == pytest.approx(40_200_000)


@pytest.mark.parametrize("source", [STATUS, LOGS])
def test_long_time_before_first_row_is_a_gap(source: str) -> None:
    assert compute_interval_lengths(np.array([9000, 10_000, 11_000]), source=source).tolist() == [1000, 1000, 1000]
    assert compute_interval_lengths(np.array([2000, 3000, 4000]), source=source).tolist() == [2000, 1000, 1000]


@pytest.mark.parametrize(("source", "mean"), [(STATUS, 67_000.0), (LOGS, (40 * 100_000 + 1000) / 41)])
def test_stored_rate_mean_depends_on_source_intervals(source: str, mean: float) -> None:
    t_ms, value = stored_columns(make_stalling_samples(), "iops")
    key = PhaseSeriesKey(uuid.uuid4(), uuid.uuid4(), source, "iops", "total")

    assert build_series_columns(key, t_ms, value.astype(np.int64))["value_mean"] == pytest.approx(mean)


def test_live_samples_of_one_moment_add_up() -> None:
    samples = [
        make_sample(1000, "read", ios=100, mean=2.0),
        make_sample(1000, "write", ios=300, mean=6.0),
        make_sample(2000, "read", ios=50, mean=2.0),
        make_sample(2000, "write", ios=0),
    ]

    rates = build_sample_curve(samples, collect_metric_columns(samples), metric="iops", direction="total", t0_ms=0)
    means = build_sample_curve(samples, collect_metric_columns(samples), metric="lat_mean", direction="total", t0_ms=0)
    writes = build_sample_curve(samples, collect_metric_columns(samples), metric="lat_mean", direction="write", t0_ms=0)

    assert rates.value.tolist() == [400.0, 50.0]
    assert means.value.tolist() == [5.0, 2.0]
    assert means.weight.tolist() == [400.0, 50.0]
    assert writes.end_ms.tolist() == [1000], "a stall has no latency"


def test_live_samples_without_direction_give_empty_curve() -> None:
    samples = [make_sample(1000, "write")]
    curve = build_sample_curve(samples, collect_metric_columns(samples), metric="iops", direction="read", t0_ms=0)

    assert curve.end_ms.size == 0


@pytest.mark.parametrize(
    ("value", "expected"),
    [(123456.7, "123460.0"), (0.00123456, "0.0012346"), (99999.6, "100000.0"), (-42.0, "-42.0"), (0.0, "0.0")],
)
def test_values_have_five_significant_digits(value: float, expected: str) -> None:
    assert str(float(round_significant(np.array([value]))[0])) == expected


def test_rounding_keeps_gaps() -> None:
    assert np.isnan(round_significant(np.array([np.nan, 1.0]))).tolist() == [True, False]
