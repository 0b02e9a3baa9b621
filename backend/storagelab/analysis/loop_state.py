"""Verdict on a loop: one value per round and tracked variable, judged in one window (PTS 2.0)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from storagelab.analysis.steady_state import RoundWindow, Status, SteadyState, format_verdict, judge_several_series


@dataclass(frozen=True, slots=True)
class SeriesState:
    """One tracked variable: its values, its figures in the window of the loop, and the verdict on it alone."""

    name: str
    values: tuple[float | None, ...]
    window: RoundWindow | None
    sentence: str


@dataclass(frozen=True, slots=True)
class LoopState:
    """The verdict on all variables together.

    `window` are the rounds that count for the results: those in which all were steady, else the last ones (the operator
    stopped at round x, and rounds x-4 to x are reported as not steady); None for fewer rounds than a window has.
    """

    status: Status
    steady_round: int | None
    window: tuple[int, int] | None
    series: tuple[SeriesState, ...]
    sentence: str


def judge_loop(
    series: Mapping[str, Sequence[float | None]],
    *,
    window: int = 5,
    range_limit: float = 0.2,
    slope_limit: float = 0.1,
) -> LoopState:
    """Judge the steady state of a loop from the rounds of its tracking variables, by name.

    Every series has a value for each whole round, None where it is missing. Raises ValueError for a window of one round
    and for series of different lengths.
    """
    rounds = {len(values) for values in series.values()}
    if len(rounds) != 1:
        raise ValueError(f"the series have {sorted(rounds)} rounds: a loop has the same for each of them")
    (count,) = rounds
    result = judge_several_series(
        series, window=window, max_rounds=max(count, 1), range_limit=range_limit, slope_limit=slope_limit
    )
    reported = result.measurement_window
    if reported is None and count >= window:
        reported = (count - window + 1, count)
    return LoopState(
        status=result.status,
        steady_round=result.first_steady_round,
        window=reported,
        series=tuple(
            SeriesState(
                name=name,
                values=tuple(series[name]),
                window=_find_window(judged, reported),
                sentence=format_verdict(judged, window=window, range_limit=range_limit, slope_limit=slope_limit),
            )
            for name, judged in result.by_series.items()
        ),
        sentence=_format_sentence(result.status, result.first_steady_round, reported, count, window),
    )


def _find_window(result: SteadyState, rounds: tuple[int, int] | None) -> RoundWindow | None:
    return next((window for window in result.windows if window.rounds == rounds), None)


def _format_sentence(
    status: Status, steady_round: int | None, reported: tuple[int, int] | None, count: int, size: int
) -> str:
    if status == "insufficient_rounds" or reported is None:
        return f"Too short: {count} of {size} rounds."
    span = f"{reported[0]} to {reported[1]}"
    if steady_round is None:
        return f"Not steady after {count} rounds. Results are means of rounds {span}."
    return f"Steady at round {steady_round}. Results are means of rounds {span}."
