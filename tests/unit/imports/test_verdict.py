"""Imported curves are judged by rounds half an hour apart, and by their last five minutes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from storagelab.domain.results import ObservedSeries
from storagelab.imports.verdict import compute_rate_intervals, judge_curves

MINUTES = 200


def curve(values: Any, *, step_ms: int = 1000) -> ObservedSeries:
    numbers = np.asarray(values, dtype=np.int64)
    return ObservedSeries("iops", "total", np.arange(1, len(numbers) + 1, dtype=np.int64) * step_ms, numbers)


def judged(rate: ObservedSeries, *, t0_ms: int = 0) -> dict[str, Any]:
    verdict = judge_curves({("iops", rate.direction): rate}, t0_ms=t0_ms, phase_ordinal=3)
    assert verdict is not None
    return verdict


def test_level_curve_is_steady_by_both_rules() -> None:
    verdict = judged(curve(np.full(MINUTES * 60, 1000)), t0_ms=500)

    assert (verdict["status"], verdict["strict"]["status"]) == ("steady", "steady")
    assert verdict["rounds"] == pytest.approx([1000.0] * (MINUTES // 31))
    assert (verdict["window"], verdict["first_steady_round"]) == ([1, 5], 5)
    assert (verdict["t0_ms"], verdict["t1_ms"]) == (500 + 30 * 60_000, 500 + 155 * 60_000)
    assert (verdict["strict"]["t0_ms"], verdict["strict"]["t1_ms"]) == (500 + 195 * 60_000, 500 + 200 * 60_000)
    assert verdict["phase_ordinal"] == verdict["strict"]["phase_ordinal"] == 3


def test_falling_curve_is_steady_only_by_strict_rule() -> None:
    verdict = judged(curve(np.linspace(10_000, 5000, MINUTES * 60)))
    assert (verdict["status"], verdict["strict"]["status"]) == ("not_steady", "steady")


def test_temporary_first_level_is_noted_but_not_reported() -> None:
    verdict = judged(curve([404] * 480 + [151] * 6000))
    assert (verdict["status"], verdict["window"], verdict["average"]) == ("steady", [9, 13], pytest.approx(151.0))
    assert (verdict["passing_window"], verdict["level_limit_percent"]) == ([1, 5], 10.0)
    assert verdict["sentence"].endswith(" Rounds 1 to 5 were steady at a level that did not last.")
    assert (verdict["strict"]["average"], verdict["strict"]["passing_window"]) == (pytest.approx(151.0), None)


def test_minute_and_second_intervals_get_same_verdict() -> None:
    by_minute = judged(curve(np.full(MINUTES, 1000), step_ms=60_000))
    by_second = judged(curve(np.full(MINUTES * 60, 1000)))
    assert by_minute == by_second


def test_short_curve_has_minute_rounds_or_insufficient_rounds() -> None:
    assert judged(curve(np.full(600, 1000)))["round_spacing_seconds"] == 60
    assert judged(curve(np.full(100, 1000)))["status"] == "insufficient_rounds"


def test_verdict_requires_total_iops_or_one_direction() -> None:
    both = {("iops", direction): curve([1, 2]) for direction in ("read", "write")}
    assert judge_curves({}, t0_ms=0, phase_ordinal=1) is None
    assert judge_curves(both, t0_ms=0, phase_ordinal=1) is None  # type: ignore[arg-type]


def test_gap_does_not_lengthen_an_interval() -> None:
    times = np.array([1000, 2000, 3000, 60_000, 61_000], dtype=np.int64)
    _, lengths, ios = compute_rate_intervals(ObservedSeries("iops", "read", times, np.full(5, 10)))
    assert lengths.tolist() == [1000] * 5
    assert ios.tolist() == [10.0] * 5
