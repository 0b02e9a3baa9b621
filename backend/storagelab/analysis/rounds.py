"""Continuous curve as rounds of SNIA PTS, and two verdicts: by rounds and by its last minutes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

from storagelab.analysis.steady_state import RoundWindow, SteadyState, compute_curve_rounds, judge_steadiness

MINUTE_MS = 60_000.0
#: PTS alternate method: one minute is checked after every 30 minutes of load.
CHECK_SPACING = 31
WINDOW = 5
#: How far the medians of later windows may lie from the mean of a window whose level lasts, as a part of that mean.
LEVEL_LIMIT = 0.1
#: Limits are inclusive, for decimal ties that are off by an ulp too.
_TIE = 1e-9


@dataclass(frozen=True, slots=True)
class JudgedRounds:
    """The verdict on rounds that went on after a steady window.

    `passing_window` is the first steady window where its level did not last, and is not the measurement window then.
    """

    result: SteadyState
    passing_window: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class CurveVerdict:
    """`minutes[i]` is the minute of the curve, counted from 1, that is round i + 1 of `result`; `rounds[i]` its IOPS.

    `spacing` is the number of minutes from one round to the next, `passing_window` as in `JudgedRounds`.
    """

    spacing: int
    minutes: tuple[int, ...]
    rounds: tuple[float | None, ...]
    result: SteadyState
    passing_window: tuple[int, int] | None

    @property
    def window_minutes(self) -> tuple[int, int] | None:
        """First and last minute of the measurement window."""
        window = self.result.measurement_window
        return (self.minutes[window[0] - 1], self.minutes[window[1] - 1]) if window else None


@dataclass(frozen=True, slots=True)
class CurveVerdicts:
    """`snia` judges rounds over the whole curve, `last_minutes` the curve at its very end, which is stricter."""

    snia: CurveVerdict
    last_minutes: CurveVerdict


def judge_curve(
    t_ms: Sequence[float],
    dt_ms: Sequence[float],
    ios: Sequence[float],
    *,
    window: int = WINDOW,
    range_limit: float = 0.2,
    slope_limit: float = 0.1,
    level_limit: float | None = LEVEL_LIMIT,
) -> CurveVerdicts:
    """Judge the steady state of a continuous IOPS curve by its minutes as rounds (methodology 1.3).

    `t_ms` are interval ends (ms since the start), `dt_ms` lengths and `ios` I/Os, as in `compute_curve_rounds`. Round k
    is minute 31*k where the curve has `window` or more such minutes (155 for five), else every minute is a round. The
    limit of 25 rounds belongs to tests whose loop it ends: a curve is judged to its end. A minute that the samples do
    not cover is a missing round. `level_limit` as in `judge_rounds`. Raises ValueError for a window of one round.
    """
    minutes = compute_curve_rounds(t_ms, dt_ms, ios, MINUTE_MS)
    spacing = CHECK_SPACING if len(minutes) >= CHECK_SPACING * window else 1
    checked = range(spacing, len(minutes) + 1, spacing)
    last = range(max(1, len(minutes) - window + 1), len(minutes) + 1)

    def judge(numbers: range, spacing: int) -> CurveVerdict:
        values = [minutes[number - 1] for number in numbers]
        judged = judge_rounds(
            values, window=window, range_limit=range_limit, slope_limit=slope_limit, level_limit=level_limit
        )
        return CurveVerdict(spacing, tuple(numbers), tuple(values), judged.result, judged.passing_window)

    return CurveVerdicts(snia=judge(checked, spacing), last_minutes=judge(last, 1))


def judge_rounds(
    values: Sequence[float | None],
    *,
    window: int = WINDOW,
    range_limit: float = 0.2,
    slope_limit: float = 0.1,
    level_limit: float | None = LEVEL_LIMIT,
) -> JudgedRounds:
    """Judge the steady state of all rounds of a curve, by the first steady window whose level lasts.

    The rules of a steady window are those of `judge_steadiness`. A level lasts when the median of every later window is
    within `level_limit` of the mean of its window. A fresh drive is level for some minutes before it falls, and slow
    falls pass the limits of slope minute by minute: the first steady window is no result then. Windows of which half is
    missing or invalid are ignored. Where no level lasts the curve is not steady, and its last window is reported.
    `level_limit` None takes the first steady window.
    """
    rounds = list(values)
    result = judge_steadiness(
        rounds, window=window, max_rounds=len(rounds), range_limit=range_limit, slope_limit=slope_limit
    )
    first = result.first_steady_round
    if first is None or level_limit is None:
        return JudgedRounds(result, None)
    lasting = _find_lasting_window(result.windows, rounds, level_limit)
    if lasting is not None and lasting.end_round == first:
        return JudgedRounds(result, None)
    return JudgedRounds(_set_reported_window(result, lasting), result.measurement_window)


def _find_lasting_window(
    windows: Sequence[RoundWindow], rounds: Sequence[float | None], level_limit: float
) -> RoundWindow | None:
    """Return the first steady window whose average is near the medians of all later windows, or None.

    Near means within the share `level_limit` of the average.
    """
    lasting = None
    lowest, highest = math.inf, -math.inf
    for window in reversed(windows):
        average = window.average
        if window.steady and average is not None:
            margin = (level_limit + _TIE) * average
            if average - margin <= lowest and highest <= average + margin:
                lasting = window
        middle = _compute_median(rounds[window.rounds[0] - 1 : window.rounds[1]])
        if middle is not None:
            lowest, highest = min(lowest, middle), max(highest, middle)
    return lasting


def _compute_median(values: Sequence[float | None]) -> float | None:
    """Return the median of the valid rounds, or None unless these are more than half."""
    counted = [value for value in values if value is not None and math.isfinite(value) and value >= 0]
    return median(counted) if 2 * len(counted) > len(values) else None


def _set_reported_window(result: SteadyState, lasting: RoundWindow | None) -> SteadyState:
    """Return the verdict `result` with the measurement window `lasting`, or else its last window.

    The verdict is steady only with `lasting`, the window whose level lasts.
    """
    reported = lasting or result.windows[-1]
    later = (
        window.end_round for window in result.windows if window.end_round > reported.end_round and not window.steady
    )
    return replace(
        result,
        status="steady" if lasting else "not_steady",
        first_steady_round=lasting.end_round if lasting else None,
        measurement_window=reported.rounds,
        result_average=reported.average,
        max_rounds_exhausted=lasting is None,
        first_unsteady_window_after=next(later, None) if lasting else None,
    )
