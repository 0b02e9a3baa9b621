"""The picture of a result in its preview."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from storagelab.domain.results import ObservedSeries, ParsedResult
from storagelab.imports.preview import CURVE_POINTS, preview_result


def curve_of(*series: ObservedSeries) -> Any:
    result = ParsedResult(format="fio", version=None, title="t", members=(), measurements=(), series=series)
    return preview_result(0, result, source_sha256="0")["curve"]


def a_series(values: list[int], *, step_ms: int = 1000, **fields: Any) -> ObservedSeries:
    times = np.arange(1, len(values) + 1, dtype=np.int64) * step_ms
    return ObservedSeries(
        **{"metric": "iops", "direction": "write", "t_ms": times, "values": np.array(values, dtype=np.int64)} | fields
    )


def test_jobs_are_summed_and_gaps_remain_gaps() -> None:
    first = a_series([100] * 240)
    second = a_series([50] * 120)
    curve = curve_of(first, second)
    assert (curve["metric"], curve["end_ms"], len(curve["values"])) == ("iops", 240_000, CURVE_POINTS)
    assert curve["values"][:60] == [150.0] * 60
    assert curve["values"][60:] == [100.0] * 60
    gap = curve_of(a_series([7, 7], t_ms=np.array([1000, 120_000], dtype=np.int64)))
    assert gap["values"][1:-1] == [None] * (CURVE_POINTS - 2)


def test_the_longest_phase_is_drawn() -> None:
    curve = curve_of(a_series([1] * 10, phase=0), a_series([5] * 30, phase=1))
    assert (curve["end_ms"], set(curve["values"]) - {None}) == (30_000, {5.0})


@pytest.mark.parametrize(
    "series",
    [[], [a_series([1, 1, 1], window_value="sample")], [a_series([1])], [a_series([9, 9], metric="lat")]],
    ids=["none", "single I/Os", "one reading", "latency"],
)
def test_other_series_make_no_curve(series: list[ObservedSeries]) -> None:
    assert curve_of(*series) is None
