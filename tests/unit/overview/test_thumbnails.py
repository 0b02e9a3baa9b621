"""Picture of a run: the curve that shows most about it."""

from __future__ import annotations

from typing import Any

import numpy as np

from storagelab.overview.result_schemas import MAX_POINTS, Thumbnail
from storagelab.overview.thumbnails import PhaseSamples, ResultPoint, draw_thumbnail


def point(ordinal: int, iops: float | None, **values: Any) -> ResultPoint:
    defaults: dict[str, Any] = {
        "workload": "4K random read", "block_bytes": 4096, "read_percent": 100.0, "random_percent": 100.0,
        "outstanding_ios": 1, "throughput_bytes_per_s": None, "latency_mean_ns": None,
    }  # fmt: skip
    return ResultPoint(ordinal=ordinal, iops=iops, **(defaults | values))


def samples(count: int) -> PhaseSamples:
    """Return a value a second, each its own number."""
    return PhaseSamples(np.arange(1, count + 1) * 1000, np.arange(1.0, count + 1))


def drawn(*args: Any) -> Thumbnail:
    thumbnail = draw_thumbnail(*args)
    assert thumbnail is not None
    return thumbnail


def test_judged_curve_precedes_sweep_and_has_window() -> None:
    verdict = {"status": "steady", "phase_ordinal": 1, "t0_ms": 51_000, "t1_ms": 101_000}
    sweep = [point(number, 1000.0, outstanding_ios=2**number) for number in range(5)]
    picture = drawn(verdict, sweep, samples(101))
    assert picture.kind == "time"
    assert picture.window == [0.5, 1.0]
    assert len(picture.lines[0]) <= MAX_POINTS
    assert picture.lines[0][0] is not None
    assert picture.lines[0] == sorted(picture.lines[0], key=lambda value: value or 0.0)


def test_short_curve_has_each_sample_and_real_gaps() -> None:
    times = np.array([1000, 2003, 2999, 4001, 7002])
    picture = drawn({"status": "not_steady", "phase_ordinal": 1}, [], PhaseSamples(times, np.arange(1.0, 6.0)))
    assert (picture.kind, picture.lines) == ("time", [[1.0, 2.0, 3.0, 4.0, None, None, 5.0]])


def test_sweep_has_a_line_per_workload_over_depths() -> None:
    reads = [point(number, 100.0 * number, outstanding_ios=2**number) for number in (3, 1, 2)]
    writes = [point(number, 10.0 * number, outstanding_ios=2**number, read_percent=0.0) for number in (1, 2, 3)]
    picture = drawn(None, [*reads, *writes], samples(100))
    assert (picture.kind, picture.lines, picture.window) == (
        "sweep",
        [[100.0, 200.0, 300.0], [10.0, 20.0, 30.0]],
        None,
    )


def test_loop_points_are_pooled_over_rounds() -> None:
    rounds = [point(number, 10.0 * depth + number, outstanding_ios=depth) for number in (0, 2) for depth in (1, 2, 4)]
    assert drawn(None, rounds, None).lines == [[11.0, 21.0, 41.0]]


def test_loop_rounds_are_drawn_with_measurement_window() -> None:
    verdict = {"status": "steady", "loops": [{}], "rounds": [5.0, 4.0, None, 3.0, 3.0], "window": [3, 5]}
    picture = drawn(verdict, [], None)
    assert (picture.kind, picture.lines, picture.window) == ("rounds", [[5.0, 4.0, None, 3.0, 3.0]], [0.5, 1.0])


def test_few_figures_give_bars_and_none_no_thumbnail() -> None:
    figures = [point(1, None, throughput_bytes_per_s=1.234567e9), point(2, None, throughput_bytes_per_s=2e9)]
    assert drawn(None, figures, None).lines == [[1.235e9, 2e9]]
    assert drawn(None, figures, None).kind == "bars"
    assert draw_thumbnail(None, [], None) is None
    assert draw_thumbnail(None, [point(1, None)], samples(1)) is None
