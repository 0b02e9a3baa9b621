"""Verdict on a curve that no rounds have stopped: its minutes as rounds of SNIA PTS."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from storagelab.analysis.rounds import LEVEL_LIMIT, MINUTE_MS, CurveVerdict, judge_curve
from storagelab.analysis.steady_state import format_verdict

_RANGE_LIMIT, _SLOPE_LIMIT = 0.2, 0.1


def judge_minutes(
    t_ms: Sequence[float],
    dt_ms: Sequence[float],
    ios: Sequence[float],
    *,
    t0_ms: int | None,
    phase_ordinal: int,
    level_limit: float | None = LEVEL_LIMIT,
) -> dict[str, Any]:
    """Return the steady-state verdict on a curve by minutes, with a stricter one on its last minutes.

    The input is as for `judge_curve`. `t0_ms` is the begin of the curve on the axis of its run. Without `level_limit`
    the first steady window counts.
    """
    verdicts = judge_curve(
        t_ms, dt_ms, ios, range_limit=_RANGE_LIMIT, slope_limit=_SLOPE_LIMIT, level_limit=level_limit
    )
    level = {"level_limit_percent": None if level_limit is None else 100 * level_limit}
    return {
        **_describe_verdict(verdicts.snia, t0_ms=t0_ms, phase_ordinal=phase_ordinal),
        **level,
        "strict": {**_describe_verdict(verdicts.last_minutes, t0_ms=t0_ms, phase_ordinal=phase_ordinal), **level},
    }


def describe_passing(window: Sequence[int] | None) -> str:
    """Return a sentence on rounds that were steady at a level that did not last.

    `window` has the first and last of these rounds. The text is empty without a window.
    """
    return f" Rounds {window[0]} to {window[1]} were steady at a level that did not last." if window else ""


def _describe_verdict(verdict: CurveVerdict, *, t0_ms: int | None, phase_ordinal: int) -> dict[str, Any]:
    result = verdict.result
    window = result.reported_window
    minutes = verdict.window_minutes
    return {
        "status": result.status,
        "metric": "iops",
        "round_seconds": MINUTE_MS / 1000,
        "round_spacing_seconds": verdict.spacing * MINUTE_MS / 1000,
        "window": list(result.measurement_window) if result.measurement_window else None,
        "first_steady_round": result.first_steady_round,
        "average": result.result_average,
        "range_pct": window.range_pct if window is not None else None,
        "slope_pct": window.slope_excursion_pct if window is not None else None,
        "range_limit_pct": 100 * _RANGE_LIMIT,
        "slope_limit_pct": 100 * _SLOPE_LIMIT,
        "passing_window": list(verdict.passing_window) if verdict.passing_window else None,
        "rounds": list(verdict.rounds),
        "sentence": _format_verdict(verdict),
        "t0_ms": round(t0_ms + (minutes[0] - 1) * MINUTE_MS) if minutes and t0_ms is not None else None,
        "t1_ms": round(t0_ms + minutes[1] * MINUTE_MS) if minutes and t0_ms is not None else None,
        "phase_ordinal": phase_ordinal,
    }


def _format_verdict(verdict: CurveVerdict) -> str:
    words = format_verdict(verdict.result, range_limit=_RANGE_LIMIT, slope_limit=_SLOPE_LIMIT)
    words += describe_passing(verdict.passing_window)
    if verdict.spacing > 1:
        return f"{words} A round is one minute of every {verdict.spacing}."
    if verdict.minutes and verdict.minutes[0] > 1:
        return f"{words} The rounds are minutes {verdict.minutes[0]} to {verdict.minutes[-1]}."
    return words
