"""Steady state by SNIA PTS (clauses 2.1.13 and 2.1.24): range and slope over a window of rounds."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

Status = Literal["steady", "not_steady", "insufficient_rounds"]
Reason = Literal["range", "slope", "range_and_slope", "missing_round", "invalid_value", "zero_average"]

#: Limits are inclusive; decimal ties that are off by an ulp in binary still count as ties.
_TIE = 1e-9
#: A round of which at most this share is not covered counts as whole: engines stop a little early.
_UNCOVERED = 0.01


@dataclass(frozen=True, slots=True)
class RoundWindow:
    """One window of consecutive rounds, counted from 1. Figures are in the unit of the values, None without an average.

    `slope_excursion` is the rise of the least-squares line over the window: |slope per round| times (rounds - 1).
    `reason` explains a window that is not steady.
    """

    end_round: int
    rounds: tuple[int, int]
    average: float | None = None
    min: float | None = None
    max: float | None = None
    range: float | None = None
    range_pct: float | None = None
    slope_per_round: float | None = None
    intercept: float | None = None
    slope_excursion: float | None = None
    slope_excursion_pct: float | None = None
    max_deviation_pct: float | None = None
    range_ok: bool = False
    slope_ok: bool = False
    steady: bool = False
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class SteadyState:
    """The verdict over all rounds.

    `measurement_window` ends at the first steady round, or at the last round evaluated when none is steady.
    `first_unsteady_window_after` is the end of the first later window in which steadiness was lost again.
    """

    status: Status
    first_steady_round: int | None
    measurement_window: tuple[int, int] | None
    result_average: float | None
    rounds_evaluated: int
    max_rounds_exhausted: bool
    first_unsteady_window_after: int | None
    windows: tuple[RoundWindow, ...]

    def to_json(self) -> dict[str, object]:
        """Return all fields as JSON values."""
        return asdict(self)

    @property
    def reported_window(self) -> RoundWindow | None:
        """Return the figures of the measurement window, or None without a measurement window."""
        if self.measurement_window is None:
            return None
        return next(window for window in self.windows if window.rounds == self.measurement_window)

    def describe_window(self) -> dict[str, float | None]:
        """Return range_pct and slope_pct of the measurement window, in percent of its average.

        Both are None without a measurement window.
        """
        window = self.reported_window
        return {
            "range_pct": window.range_pct if window is not None else None,
            "slope_pct": window.slope_excursion_pct if window is not None else None,
        }


@dataclass(frozen=True, slots=True)
class SteadyStateOfSeveral:
    """Verdict on several tracking variables, which must be steady in the same window (PTS 2.0).

    `measurement_window` is that window, None while there is none. `by_series` has the verdict on each variable alone.
    """

    status: Status
    first_steady_round: int | None
    measurement_window: tuple[int, int] | None
    first_steady_round_per_series: dict[str, int | None]
    by_series: dict[str, SteadyState]


def judge_steadiness(
    values: Sequence[float | None],
    *,
    window: int = 5,
    max_rounds: int = 25,
    range_limit: float = 0.2,
    slope_limit: float = 0.1,
) -> SteadyState:
    """Judge the steady state from one value per round, in order; None is a missing round.

    A window is steady when max - min is at most `range_limit` of its average and the slope excursion at most
    `slope_limit` of the average. A window with a missing, negative or non-finite value, or an average of 0, never is;
    rounds keep their numbers. Rounds after `max_rounds` do not count. Raises ValueError for a window of one round.
    """
    if window < 2:
        raise ValueError(f"a window of {window} rounds has no slope: at least 2 are needed")
    rounds = list(values[:max_rounds])
    windows = tuple(
        _judge(rounds[end - window : end], end, range_limit, slope_limit) for end in range(window, len(rounds) + 1)
    )
    if not windows:
        return SteadyState("insufficient_rounds", None, None, None, len(rounds), False, None, ())
    first = next((candidate for candidate in windows if candidate.steady), None)
    reported = first or windows[-1]
    lost = [later.end_round for later in windows if first and later.end_round > first.end_round and not later.steady]
    return SteadyState(
        status="steady" if first else "not_steady",
        first_steady_round=first.end_round if first else None,
        measurement_window=reported.rounds,
        result_average=reported.average,
        rounds_evaluated=len(rounds),
        max_rounds_exhausted=first is None and len(rounds) == max_rounds,
        first_unsteady_window_after=lost[0] if lost else None,
        windows=windows,
    )


def judge_several_series(
    series: Mapping[str, Sequence[float | None]],
    *,
    window: int = 5,
    max_rounds: int = 25,
    range_limit: float = 0.2,
    slope_limit: float = 0.1,
) -> SteadyStateOfSeveral:
    """Judge the steady state of several tracking variables of one test, each as `judge_steadiness`.

    Rounds that one variable lacks do not count. The variables are steady together from the first round that ends a
    steady window of every one of them.
    """
    verdicts = {
        name: judge_steadiness(
            values, window=window, max_rounds=max_rounds, range_limit=range_limit, slope_limit=slope_limit
        )
        for name, values in series.items()
    }
    rounds = min((result.rounds_evaluated for result in verdicts.values()), default=0)
    together = [
        end
        for end in range(window, rounds + 1)
        if all(result.windows[end - window].steady for result in verdicts.values())
    ]
    judged: Status = "not_steady" if rounds >= window else "insufficient_rounds"
    return SteadyStateOfSeveral(
        status="steady" if together else judged,
        first_steady_round=together[0] if together else None,
        measurement_window=(together[0] - window + 1, together[0]) if together else None,
        first_steady_round_per_series={name: result.first_steady_round for name, result in verdicts.items()},
        by_series=verdicts,
    )


def compute_curve_rounds(
    t_ms: Sequence[float], dt_ms: Sequence[float], ios: Sequence[float], round_ms: float
) -> list[float | None]:
    """Compute the IOPS of each whole round of a continuous curve; round 1 begins at 0 ms.

    Sample i is the interval of `dt_ms[i]` that ends at `t_ms[i]`, in ascending order and without overlaps; its I/Os are
    spread evenly over it, so that a round that ends within an interval gets its share. A round that the samples do not
    cover is None; an incomplete last round is left out. One hundredth of a round may be missing.
    """
    if not t_ms:
        return []
    count = int(t_ms[-1] / round_ms + _UNCOVERED)
    done = [0.0] * count
    covered = [0.0] * count
    for end, length, number in zip(t_ms, dt_ms, ios, strict=True):
        start = max(end - length, 0.0)
        for index in range(int(start // round_ms), min(int(end // round_ms) + 1, count)):
            overlap = min(end, (index + 1) * round_ms) - max(start, index * round_ms)
            if overlap > 0:
                covered[index] += overlap
                done[index] += number * overlap / length
    return [
        done[index] / covered[index] * 1000 if covered[index] >= round_ms * (1 - _UNCOVERED) else None
        for index in range(count)
    ]


def format_verdict(result: SteadyState, *, window: int = 5, range_limit: float = 0.2, slope_limit: float = 0.1) -> str:
    """Return the steady state verdict as one line for people.

    `window` and the limits are those that gave the result.
    """
    if result.status == "insufficient_rounds":
        return f"Too short: {result.rounds_evaluated} of {window} rounds."
    reported = result.reported_window
    assert reported is not None  # noqa: S101 - a judged result always has a window.
    if reported.range_pct is None or reported.slope_excursion_pct is None:
        reason = "every round is zero" if reported.reason == "zero_average" else "a round is missing or invalid"
        return f"Not steady after {result.rounds_evaluated} rounds: {reason} in rounds {_format_span(reported)}."
    figures = (
        f"range {reported.range_pct:.3g} % (limit {100 * range_limit:g} %), "
        f"slope {reported.slope_excursion_pct:.3g} % (limit {100 * slope_limit:g} %)"
    )
    if result.first_steady_round is None:
        return f"Not steady after {result.rounds_evaluated} rounds: {figures} in rounds {_format_span(reported)}."
    lost = result.first_unsteady_window_after
    left = f" No longer steady at round {lost}." if lost is not None else ""
    return f"Steady, rounds {_format_span(reported)}: {figures}.{left}"


def _judge(values: Sequence[float | None], end: int, range_limit: float, slope_limit: float) -> RoundWindow:
    span = (end - len(values) + 1, end)
    usable = _parse_usable_values(values)
    if not isinstance(usable, list):
        return RoundWindow(end, span, reason=usable)
    count = len(usable)
    # Dividing before adding prevents an overflow of values near the largest float.
    average = math.fsum(value / count for value in usable)
    middle = (span[0] + end) / 2
    spread = math.fsum((round_ - middle) ** 2 for round_ in range(span[0], end + 1))
    slope = math.fsum(
        (round_ - middle) / spread * (value - average) for round_, value in enumerate(usable, start=span[0])
    )
    low, high = min(usable), max(usable)
    excursion = abs(slope) * (count - 1)
    range_ok = average > 0 and high - low <= (range_limit + _TIE) * average
    slope_ok = average > 0 and excursion <= (slope_limit + _TIE) * average
    return RoundWindow(
        end_round=end,
        rounds=span,
        average=average,
        min=low,
        max=high,
        range=high - low,
        range_pct=_compute_percent(high - low, average),
        slope_per_round=slope,
        intercept=average - slope * middle,
        slope_excursion=excursion,
        slope_excursion_pct=_compute_percent(excursion, average),
        max_deviation_pct=_compute_percent(max(high - average, average - low), average),
        range_ok=range_ok,
        slope_ok=slope_ok,
        steady=range_ok and slope_ok,
        reason=_find_reason(average, range_ok, slope_ok),
    )


def _parse_usable_values(values: Sequence[float | None]) -> list[float] | Reason:
    """Return the values as floats, or the reason that they cannot be judged."""
    floats = []
    for value in values:
        if value is None:
            return "missing_round"
        floats.append(float(value))
    if any(not math.isfinite(value) or value < 0 for value in floats):
        return "invalid_value"
    return floats


def _find_reason(average: float, range_ok: bool, slope_ok: bool) -> Reason | None:
    if average == 0:
        return "zero_average"
    if range_ok:
        return None if slope_ok else "slope"
    return "range" if slope_ok else "range_and_slope"


def _compute_percent(part: float, whole: float) -> float | None:
    return 100 * (part / whole) if whole > 0 else None


def _format_span(window: RoundWindow) -> str:
    return f"{window.rounds[0]} to {window.rounds[1]}"
