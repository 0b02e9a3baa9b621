"""Continuous curves as rounds, half an hour apart and at their end."""

from __future__ import annotations

import math
from pathlib import Path
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storagelab.analysis.rounds import CurveVerdicts, judge_curve, judge_rounds
from storagelab.analysis.steady_state import judge_steadiness

MINUTE = 60_000.0
FORTY_HOURS = (
    Path(__file__).parents[4]
    / "shared/corpus/vdbench/public/masakioui+vdb/sd_random_write_4K_7HOST_40hour/flatfile.html"
)


def judged(minutes: list[float | None], *, interval_ms: float = MINUTE) -> CurveVerdicts:
    """Return the verdicts on a curve of one value per minute; None marks a minute without samples."""
    samples = [
        (minute * MINUTE + (part + 1) * interval_ms, interval_ms, iops * interval_ms / 1000)
        for minute, iops in enumerate(minutes)
        if iops is not None
        for part in range(int(MINUTE // interval_ms))
    ]
    return judge_curve(*([sample[column] for sample in samples] for column in range(3)))


def test_curve_below_155_minutes_uses_one_minute_spacing() -> None:
    got = judged([500.0] * 5 + [100.0] * 149)
    assert (got.snia.spacing, len(got.snia.rounds), got.snia.minutes[:3]) == (1, 154, (1, 2, 3))
    # Level at first, then at another level to its end: the second one is the result.
    assert (got.snia.window_minutes, got.snia.passing_window) == ((6, 10), (1, 5))
    assert got.snia.result.result_average == pytest.approx(100.0)


def test_curve_from_155_minutes_uses_31_minute_spacing() -> None:
    minutes = [1000.0] * 155
    for round_, minute in enumerate((31, 62, 93, 124, 155)):
        minutes[minute - 1] = 100.0 + round_
    got = judged(minutes)
    assert (got.snia.spacing, got.snia.minutes) == (31, (31, 62, 93, 124, 155))
    assert got.snia.rounds == pytest.approx((100, 101, 102, 103, 104))
    assert (got.snia.result.status, got.snia.window_minutes) == ("steady", (31, 155))


def test_the_last_minutes_are_the_stricter_verdict() -> None:
    minutes = [100.0] * 200
    minutes[197] = 30.0
    got = judged(minutes)
    assert got.snia.result.status == "steady"
    assert (got.last_minutes.minutes, got.last_minutes.spacing) == ((196, 197, 198, 199, 200), 1)
    assert (got.last_minutes.result.status, got.last_minutes.window_minutes) == ("not_steady", (196, 200))


def test_seconds_and_minutes_are_judged_alike() -> None:
    minutes: list[float | None] = [1000.0 / (minute + 1) + 100 for minute in range(180)]
    by_minute, by_second = judged(minutes), judged(minutes, interval_ms=1000)
    assert by_second.snia.rounds == pytest.approx(by_minute.snia.rounds)
    assert by_second.snia.result.first_steady_round == by_minute.snia.result.first_steady_round
    assert by_second.last_minutes.result.status == by_minute.last_minutes.result.status


def test_a_gap_is_a_missing_round() -> None:
    minutes: list[float | None] = [100.0] * 8
    minutes[5] = None
    got = judged(minutes)
    assert got.snia.rounds[5] is None
    assert got.last_minutes.result.reported_window is not None
    assert got.last_minutes.result.reported_window.reason == "missing_round"


def test_intervals_that_drift_are_still_minutes() -> None:
    # Vdbench prints a minute a few milliseconds early or late.
    ends = [60_009.0, 119_990.0, 180_012.0, 239_995.0, 299_990.0]
    lengths = [end - start for start, end in zip([0.0, *ends], ends, strict=False)]
    got = judge_curve(ends, lengths, [100.0 * length / 1000 for length in lengths])
    assert got.snia.rounds == pytest.approx((100,) * 5)


@pytest.mark.parametrize("count", [0, 1, 4])
def test_four_minutes_are_too_few(count: int) -> None:
    got = judged([100.0] * count)
    assert got.snia.result.status == got.last_minutes.result.status == "insufficient_rounds"
    assert got.snia.window_minutes is None
    assert len(got.last_minutes.minutes) == count


def test_requested_limits_and_window_are_used() -> None:
    ends = [MINUTE * (minute + 1) for minute in range(6)]
    ios = [6000.0, 5400.0, 6000.0, 5400.0, 6000.0, 5400.0]
    assert judge_curve(ends, [MINUTE] * 6, ios).snia.result.status == "steady"
    assert judge_curve(ends, [MINUTE] * 6, ios, range_limit=0.05).snia.result.status == "not_steady"
    assert judge_curve(ends, [MINUTE] * 6, ios, window=3).last_minutes.minutes == (4, 5, 6)


def test_forty_hours_of_a_real_array() -> None:
    if not FORTY_HOURS.exists():
        pytest.skip("the collected result files are not beside this checkout")
    rows = [line.split() for line in FORTY_HOURS.read_text().splitlines() if " random_write " in line]
    got = judged([float(row[5]) for row in rows if row[3].isdigit()])
    assert (got.snia.spacing, len(got.snia.minutes), got.snia.window_minutes) == (31, 77, (31, 155))
    assert (got.snia.result.first_steady_round, got.snia.result.first_unsteady_window_after) == (5, None)
    assert got.last_minutes.window_minutes == (2396, 2400)
    assert got.last_minutes.result.status == "steady"


LEVELS = st.floats(1, 1e6)
SHARES = st.floats(0.05, 0.7)


@given(LEVELS, SHARES, st.integers(5, 12), st.integers(5, 150))
def test_level_before_later_fall_is_not_the_result(high: float, share: float, before: int, after: int) -> None:
    low = high * share
    got = judge_rounds([high] * before + [low] * after)
    assert got.result.status == "steady"
    assert got.result.measurement_window == (before + 1, before + 5)
    assert got.result.result_average == pytest.approx(low)
    assert got.passing_window == (1, 5)


@given(LEVELS, SHARES, st.floats(1, 60), st.integers(0, 20), st.integers(5, 140))
def test_steady_mean_is_within_tenth_of_curve_end(
    high: float, share: float, minutes: float, flat: int, falling: int
) -> None:
    low = high * share
    values = [high] * flat + [low + (high - low) * math.exp(-minute / minutes) for minute in range(falling)]
    got = judge_rounds(values)
    if got.result.status == "steady":
        assert got.result.result_average is not None
        assert abs(median(values[-5:]) - got.result.result_average) <= 0.1000001 * got.result.result_average


@given(st.lists(st.one_of(st.none(), st.floats(0, 1e9)), max_size=60))
def test_steady_result_reports_a_window_steady_by_rounds(values: list[float | None]) -> None:
    alone = judge_steadiness(values, max_rounds=len(values))
    got = judge_rounds(values)
    assert got.result.windows == alone.windows
    assert got.result.status in {alone.status, "not_steady"}
    reported = got.result.reported_window
    assert (reported is not None and reported.steady) == (got.result.status == "steady")
    assert got.passing_window in {None, alone.measurement_window}
    assert (got.passing_window is None) == (got.result.measurement_window == alone.measurement_window)
    assert judge_rounds(values, level_limit=None).result == alone


def test_two_bad_minutes_end_no_level() -> None:
    got = judge_rounds([100.0] * 30 + [20.0, 0.0] + [100.0] * 30)
    assert (got.result.measurement_window, got.passing_window) == ((1, 5), None)
    assert got.result.first_unsteady_window_after == 31


def test_level_changing_by_over_a_tenth_is_superseded() -> None:
    for later, window in ((110.0, (1, 5)), (90.0, (1, 5)), (112.5, (6, 10)), (86.0, (10, 14))):
        assert judge_rounds([100.0] * 9 + [later] * 9).result.measurement_window == window


def test_curve_ending_in_a_fall_is_not_steady() -> None:
    got = judge_rounds([400.0] * 20 + [380.0, 300.0, 240.0, 190.0, 150.0])
    assert (got.result.status, got.result.measurement_window, got.passing_window) == ("not_steady", (21, 25), (1, 5))
    assert (got.result.first_steady_round, got.result.first_unsteady_window_after) == (None, None)


def test_window_with_mostly_missing_rounds_is_skipped() -> None:
    got = judge_rounds([100.0] * 9 + [None, None, None, 5.0, None, None])
    assert (got.result.measurement_window, got.passing_window) == ((1, 5), None)
