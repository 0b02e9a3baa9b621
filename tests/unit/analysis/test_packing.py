"""The overview of a long curve is what its samples would be drawn as."""

from __future__ import annotations

import uuid
from typing import Any

import numpy as np
import pytest

from storagelab.analysis.packing import LOGS, STATUS, PhaseSeriesKey, build_series_columns
from storagelab.analysis.series_codec import OVERVIEW_FROM
from storagelab.db.models import Series
from storagelab.evaluate.phase_buckets import PhaseBuckets, draw_phases, end_of
from storagelab.series.queries import draw_overview, stack_series

PHASE = uuid.uuid4()
MINUTES = 200


def make_rows(source: str = STATUS, *, late_seconds: int = 20) -> list[Series]:
    """Return IOPS and mean latency of a phase with a row a second.

    The last row of each minute comes `late_seconds` seconds after the one before it.
    """
    prompt = 60 - late_seconds
    minute = np.array([*range(1000, 1000 * prompt + 1, 1000), 60_000])
    t_ms = np.concatenate([number * 60_000 + minute for number in range(MINUTES)])
    rates = np.array([*[100_000] * prompt, 1000] * MINUTES)
    latencies = np.array([*[5_000] * prompt, 50_000] * MINUTES)
    # Before a row of a log may be a pause, of which nothing is known.
    ios = rates * np.array([*[1] * prompt, late_seconds if source == STATUS else 1] * MINUTES)
    raw_rows: list[dict[str, Any]] = [
        build_series_columns(PhaseSeriesKey(uuid.uuid4(), PHASE, source, "iops", "total"), t_ms, rates),
        build_series_columns(
            PhaseSeriesKey(uuid.uuid4(), PHASE, source, "lat_mean", "total"),
            t_ms,
            latencies,
            weights=ios,
            rate_t_ms=t_ms,
        ),
    ]
    return [Series(**row) for row in raw_rows]


def of_samples(rows: list[Series], metric: str, *, max_points: int = 1500) -> Any:
    stored = stack_series(rows)
    chosen, axis = (stored.choose(PHASE, metric=name, direction="total") for name in (metric, "iops"))
    assert chosen is not None
    assert axis is not None
    phases = [PhaseBuckets(chosen.curve(t0_ms=500), axis.curve(t0_ms=500))]
    return draw_phases(phases, t0_ms=500, t1_ms=end_of(phases, 0), max_points=max_points).buckets


def overview_of(rows: list[Series], metric: str) -> Any:
    drawn = draw_overview(rows, metric=metric, t0_ms=500)
    assert drawn is not None
    return drawn.buckets


@pytest.mark.parametrize("source", [STATUS, LOGS])
@pytest.mark.parametrize("metric", ["iops", "lat_mean"])
def test_overview_equals_the_drawn_samples(source: str, metric: str) -> None:
    rows = make_rows(source)

    overview, expected = overview_of(rows, metric), of_samples(rows, metric)

    assert (overview.t0_ms, overview.step_ms) == (expected.t0_ms, expected.step_ms) == (500, 8000)
    for name in ("minimum", "mean", "maximum"):
        assert getattr(overview, name) == pytest.approx(getattr(expected, name), nan_ok=True)


def test_late_document_is_weighted_by_its_interval() -> None:
    mean = overview_of(make_rows(late_seconds=5), "iops").mean

    # The last row of a minute covers 5 s; its bucket also contains the 4 s after it, or the 3 s before it.
    mixed = [round((5 * 1000 + seconds * 100_000) / (5 + seconds)) for seconds in (4, 3)]
    assert sorted(set(np.round(mean).tolist())) == [*sorted(mixed), 100_000]


def test_late_document_fills_preceding_interval() -> None:
    mean = overview_of(make_rows(), "iops").mean

    assert not np.isnan(mean).any()
    # Of 20 s there are two or three middles of buckets of 8 s.
    assert 2 * MINUTES <= (mean == 1000).sum() <= 3 * MINUTES


def test_pause_of_a_log_is_unknown() -> None:
    assert np.isnan(overview_of(make_rows(LOGS), "iops").mean).any()


def test_stall_without_known_rate_is_not_filled() -> None:
    t_ms = np.array([*range(1000, 7_001_000, 1000), 7_100_000])
    key = PhaseSeriesKey(uuid.uuid4(), PHASE, STATUS, "lat_mean", "total")

    row = Series(**build_series_columns(key, t_ms, np.full(len(t_ms), 5000)))

    assert np.isnan(overview_of([row], "lat_mean").mean).sum() > 15


def test_a_short_curve_needs_no_overview() -> None:
    key = PhaseSeriesKey(uuid.uuid4(), PHASE, STATUS, "iops", "total")
    t_ms = 1000 * np.arange(1, OVERVIEW_FROM + 2)

    assert build_series_columns(key, t_ms[:-1], t_ms[:-1])["overview"] is None
    assert build_series_columns(key, t_ms, t_ms)["overview"] is not None
    assert build_series_columns(key, t_ms, t_ms, drawn=False)["overview"] is None
