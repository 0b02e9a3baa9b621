"""A continuous curve as the rounds of SNIA PTS, and two verdicts on it: by those rounds and by its last minutes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from storagelab.analysis.steady_state import SteadyState, rounds_of_curve, steady_state

MINUTE_MS = 60_000.0
#: PTS alternate method: one minute is checked after every 30 minutes of load.
CHECK_SPACING = 31
WINDOW = 5


@dataclass(frozen=True, slots=True)
class CurveVerdict:
    """`minutes[i]` is the minute of the curve, counted from 1, that is round i + 1 of `result`; `rounds[i]` its IOPS.

    `spacing` is the number of minutes from one round to the next.
    """

    spacing: int
    minutes: tuple[int, ...]
    rounds: tuple[float | None, ...]
    result: SteadyState

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
) -> CurveVerdicts:
    """Judge a curve given as `rounds_of_curve` takes it: interval ends (ms since its start), lengths and I/Os.

    Round k is minute 31*k where the curve has at least `window` such minutes (155 for five), else every minute is a
    round (methodology 1.3). The limit of 25 rounds belongs to tests whose loop it ends: a curve is judged to its end.
    A minute that the samples do not cover is a missing round. Raises ValueError for a window of one round.
    """
    minutes = rounds_of_curve(t_ms, dt_ms, ios, MINUTE_MS)
    spacing = CHECK_SPACING if len(minutes) >= CHECK_SPACING * window else 1
    checked = range(spacing, len(minutes) + 1, spacing)
    last = range(max(1, len(minutes) - window + 1), len(minutes) + 1)

    def judge(numbers: range, spacing: int) -> CurveVerdict:
        values = [minutes[number - 1] for number in numbers]
        result = steady_state(
            values, window=window, max_rounds=len(values), range_limit=range_limit, slope_limit=slope_limit
        )
        return CurveVerdict(spacing, tuple(numbers), tuple(values), result)

    return CurveVerdicts(snia=judge(checked, spacing), last_minutes=judge(last, 1))
