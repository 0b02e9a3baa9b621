"""Timeline of stages: concurrent entries are one phase, and phases follow each other on one axis."""

from __future__ import annotations

import datetime as dt

import numpy as np

from storagelab.domain.results import ObservedMeasurement, ObservedSeries, ParsedResult
from storagelab.imports.timeline import UNPLACED, build_stages

BEGAN = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)


def entry(name: str, phase: int, **values: object) -> ObservedMeasurement:
    return ObservedMeasurement(name=name, phase=phase, **({"runtime_s": 10.0} | values))  # type: ignore[arg-type]


def series(phase: int | None, *, first: int = 1000, epoch: bool = False) -> ObservedSeries:
    times = first + np.arange(5, dtype=np.int64) * 1000
    return ObservedSeries("iops", "read", times, np.ones(5, dtype=np.int64), phase=phase, epoch=epoch, window_ms=1000)


def result(*measurements: ObservedMeasurement, series: tuple[ObservedSeries, ...] = ()) -> ParsedResult:
    return ParsedResult(format="fio", version=None, title="t", members=(), measurements=measurements, series=series)


def test_names_of_many_jobs_are_few_words() -> None:
    (stage,) = build_stages(result(*(entry(name, 0) for name in ("a", "b", "a", "c", "d", "e"))))
    assert stage.name == "a, b, c and 2 more"


def test_phases_without_clocks_run_end_to_end() -> None:
    stages = build_stages(result(entry("a", 0), entry("b", 5), entry("c", 7, runtime_s=None), entry("d", 9)))
    assert [stage.t0_ms for stage in stages] == [0, 10_000, None, 20_000]
    assert [stage.t1_ms for stage in stages] == [10_000, 20_000, None, 30_000]


def test_clocks_contradicting_the_order_are_ignored() -> None:
    late, early = (entry(name, phase, started_at=BEGAN - dt.timedelta(hours=phase)) for phase, name in enumerate("ab"))
    assert [stage.t0_ms for stage in build_stages(result(late, early))] == [0, 10_000]


def test_log_without_phase_joins_only_an_unambiguous_phase() -> None:
    (only,) = build_stages(result(entry("a", 0), series=(series(None),)))
    assert len(only.series) == 1
    *placed, loose = build_stages(result(entry("a", 0), entry("b", 1), series=(series(None),)))
    assert [stage.series for stage in placed] == [(), ()]
    assert (loose.name, loose.t0_ms) == (UNPLACED, 20_000)
    (alone,) = build_stages(result(series=(series(None),)))
    assert (alone.name, alone.t1_ms) == ("t", 5000)


def test_log_with_epoch_times_uses_phase_clock() -> None:
    epoch_ms = round(BEGAN.timestamp() * 1000)
    (stage,) = build_stages(result(entry("a", 0), series=(series(0, first=epoch_ms + 1000, epoch=True),)))
    assert stage.series[0].t_ms.tolist() == [1000, 2000, 3000, 4000, 5000]
    assert stage.t1_ms == 10_000
