"""Curves of several jobs as one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from storagelab.analysis.curves import find_phase_start_ms, merge_curves
from storagelab.domain.results import ObservedSeries


def series(metric: Any, rows: list[tuple[int, int]], direction: Any = "read", **more: Any) -> ObservedSeries:
    t_ms, values = np.array(rows, dtype=np.int64).reshape(-1, 2).T
    return ObservedSeries(metric, direction, t_ms, values, **{"window_ms": 1000, "phase": 0} | more)


def curve(curves: list[ObservedSeries], metric: str, direction: str = "read") -> ObservedSeries:
    (one,) = [one for one in curves if one.metric == metric and one.direction == direction]
    return one


def points(curves: list[ObservedSeries], metric: str, direction: str = "read") -> list[tuple[int, float]]:
    one = curve(curves, metric, direction)
    return list(zip(one.t_ms.tolist(), (one.values * one.factor).round(6).tolist(), strict=True))


def test_rates_are_summed_and_missing_rows_are_stalls() -> None:
    merged = merge_curves(
        [
            series("iops", [(1000, 5), (2001, 6), (4000, 7)], job=1),
            series("iops", [(999, 10), (2000, 20)], job=2),
            series("bandwidth", [(1000, 3)], job=1, factor=1024.0),
        ]
    )
    assert points(merged, "iops") == [(1000, 15), (2000, 26), (3000, 0), (4000, 7)]
    assert points(merged, "bandwidth") == [(1000, 3072)]
    assert points(merged, "iops", "total") == points(merged, "iops")
    one = curve(merged, "iops")
    assert (one.job, one.host, one.phase, one.window_ms, one.estimated) == (0, None, 0, 1000, False)


def test_all_together_is_the_sum_over_directions() -> None:
    merged = merge_curves([series("iops", [(1000, 5)]), series("iops", [(1000, 6), (2000, 1)], "write")])
    assert points(merged, "iops", "total") == [(1000, 11), (2000, 1)]


def test_mean_latency_is_weighted_by_job_rates() -> None:
    merged = merge_curves(
        [
            series("iops", [(1000, 30), (2000, 10)], job=1),
            series("iops", [(1000, 10)], job=2),
            series("lat", [(1000, 100), (2000, 50)], job=1),
            series("lat", [(1000, 300), (2000, 70)], job=2),
        ]
    )
    assert points(merged, "lat") == [(1000, 150), (2000, 50)]
    assert not curve(merged, "lat").estimated


def test_mean_without_rates_is_unweighted_and_estimated() -> None:
    merged = merge_curves([series("lat", [(1000, 100)], job=1), series("lat", [(1000, 300)], job=2)])
    assert points(merged, "lat") == [(1000, 200)]
    assert curve(merged, "lat").estimated
    assert not curve(merge_curves([series("lat", [(1000, 100)])]), "lat").estimated


def test_final_flush_of_a_job_is_ignored() -> None:
    merged = merge_curves([series("lat", [(1000, 100), (1000, 9000)]), series("iops", [(1000, 30)])])
    assert points(merged, "lat") == [(1000, 100)]


def test_a_window_without_ios_has_no_latency() -> None:
    merged = merge_curves([series("lat", [(1000, 100), (3000, 300)]), series("iops", [(1000, 1), (3000, 1)])])
    assert points(merged, "lat") == [(1000, 100), (3000, 300)]
    assert points(merged, "iops")[1] == (2000, 0)


def test_completion_latency_keeps_its_metric_name() -> None:
    both = merge_curves([series("lat", [(1000, 9)]), series("clat", [(1000, 8)]), series("slat", [(1000, 1)])])
    assert {one.metric for one in both} == {"lat"}
    assert {one.metric for one in merge_curves([series("clat", [(1000, 8)])])} == {"clat"}


@pytest.mark.parametrize(
    "second",
    [{"metric": "lat_max"}, {"metric": "lat", "window_value": "max"}, {"metric": "lat", "window_value": "sample"}],
)
def test_maxima_are_the_largest_of_all_jobs(second: dict[str, str]) -> None:
    merged = merge_curves(
        [
            series("lat_max", [(1000, 700), (1040, 900), (2000, 10)], window_value="max"),
            series(rows=[(1001, 800), (2000, 20)], job=2, direction="write", **second),
        ]
    )
    assert points(merged, "lat_max", "total") == [(1000, 900), (2000, 20)]
    assert points(merged, "lat_max", "write") == [(1000, 800), (2000, 20)]
    assert curve(merged, "lat_max").window_value == "max"


def test_single_ios_are_counted_and_averaged_per_window() -> None:
    rows = [(10, 100), (600, 300), (1500, 50)]
    merged = merge_curves(
        [
            series("lat", rows, window_ms=None, window_value="sample"),
            series("iops", [(t, 1) for t, _ in rows], window_ms=None, window_value="sample"),
            series("bandwidth", rows, window_ms=None, window_value="sample"),
        ]
    )
    assert points(merged, "lat") == [(1000, 200), (2000, 50)]
    assert points(merged, "iops") == [(1000, 2), (2000, 1)]
    assert points(merged, "lat_max") == [(1000, 300), (2000, 50)]
    assert not any(one.metric == "bandwidth" for one in merged)


def test_wider_windows_average_rates_over_their_time() -> None:
    merged = merge_curves(
        [
            series("iops", [(1000, 10), (2000, 20), (4000, 30), (5000, 8)]),
            series("lat", [(1000, 100), (2000, 400), (4000, 100), (5000, 7)]),
        ],
        window_ms=2000,
    )
    assert points(merged, "iops") == [(2000, 15), (4000, 15), (6000, 8)]
    assert points(merged, "lat") == [(2000, 300), (4000, 100), (6000, 7)]


def test_merged_window_covers_the_window_of_the_rows() -> None:
    merged = merge_curves([series("iops", [(60_000, 10)], window_ms=60_000)], window_ms=1000)
    assert points(merged, "iops") == [(60_000, 10)]


def test_drifting_windows_do_not_create_stalls() -> None:
    """Check that rows of fio 3.18 to 3.24, each stamped 1 ms later than the one before, are no stall."""
    drifting = [(1001 * window, 5) for window in range(1, 3000)]
    assert {value for _, value in points(merge_curves([series("iops", drifting)]), "iops")} == {5}


def test_rows_of_interleaved_jobs_add_up() -> None:
    merged = merge_curves([series("iops", [(1000, 5), (1001, 6), (2000, 7)], interleaved=True)])
    assert points(merged, "iops") == [(1000, 11), (2000, 7)]


def test_epoch_times_become_phase_times() -> None:
    begin = 1_795_204_636_929
    used = [
        series("iops", [(begin + 1000, 5), (begin + 2000, 6)], epoch=True),
        series("iops", [(begin + 1003, 1)], job=2, epoch=True),
    ]
    assert find_phase_start_ms(used) == begin
    assert points(merge_curves(used), "iops") == [(1000, 6), (2000, 6)]
    assert find_phase_start_ms([series("iops", [(1000, 5)])]) == 0


def test_printed_total_is_not_added_to_its_directions() -> None:
    """Check totals that Vdbench prints beside reads and writes, in thousandths."""
    interval = {"window_ms": 60_000, "factor": 0.001}
    merged = merge_curves(
        [
            series("iops", [(60_000, 1500), (120_000, 1250)], "total", **interval),
            series("lat", [(60_000, 2_500_000)], "total", **interval),
            series("lat", [(60_000, 9_000_000)], "read", **interval),
            series("lat_max", [(60_000, 7_000_000)], "total", **interval),
            series("lat_stddev", [(60_000, 3_000_000)], "total", **interval),
        ]
    )
    assert points(merged, "iops", "total") == [(60_000, 1.5), (120_000, 1.25)]
    assert points(merged, "lat", "total") == [(60_000, 2500)]
    assert points(merged, "lat_max", "total") == [(60_000, 7000)]
    assert points(merged, "lat_stddev", "total") == [(60_000, 3000)]


def test_impossible_time_yields_no_curve() -> None:
    assert merge_curves([series("iops", [(1000, 5), (2**62, 5)])]) == []
    assert merge_curves([]) == []


def test_day_of_many_jobs_merges_into_one_curve() -> None:
    jobs = [series("iops", [(1000 * window, job) for window in range(1, 5000)], job=job) for job in range(1, 17)]
    assert set(points(merge_curves(jobs), "iops")) == {(1000 * window, 136.0) for window in range(1, 5000)}
