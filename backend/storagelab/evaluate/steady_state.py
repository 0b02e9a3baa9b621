"""Verdict on the curve of a phase: rounds of its stop rule, else its minutes as rounds of SNIA PTS."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from storagelab.analysis.rounds import LEVEL_LIMIT, MINUTE_MS, CurveVerdict, judge_curve
from storagelab.analysis.steady_state import SteadyState, compute_curve_rounds, format_verdict, judge_steadiness
from storagelab.domain.loops import TRACKED_METRICS
from storagelab.domain.result import PhaseResult
from storagelab.evaluate.phase_samples import PhaseCurve, PhaseInterval

#: Engines stop a little early: a last round that lacks at most this share of itself counts as whole.
_ROUND_TOLERANCE = 0.01
_RANGE_LIMIT, _SLOPE_LIMIT = 0.2, 0.1


def judge_phase(
    phase: PhaseResult, curve: PhaseCurve, *, ramp_is_intervals: bool, level_limit: float | None = LEVEL_LIMIT
) -> dict[str, object] | None:
    """Return the steady-state verdict on a phase from its curve.

    Returns None for a phase without a steady-state rule that is not judged by minutes either. The rounds begin where
    the ramp of the phase ends, as they do for the runner that stops the phase. With `ramp_is_intervals` the engine
    counts the ramp in whole intervals. `level_limit` is as in `judge_minutes`.
    """
    rule = phase.stop
    ramp_ms = _compute_ramp_ms(phase, curve, whole=ramp_is_intervals)
    intervals = _list_intervals_from(ramp_ms, curve.intervals)
    t0_ms = None if phase.t0_ms is None else phase.t0_ms + ramp_ms
    if rule.get("judged"):
        ends = [float(interval.t_ms) for interval in intervals]
        lengths = [end - before for end, before in zip(ends, [0.0, *ends], strict=False)]
        ios = [float(interval.ios) for interval in intervals]
        return judge_minutes(ends, lengths, ios, t0_ms=t0_ms, phase_ordinal=phase.ordinal, level_limit=level_limit)
    if rule.get("kind") != "steady":
        return None
    round_ms = rule["round_seconds"] * 1000
    limits = {name: rule[name] for name in ("window", "range_limit", "slope_limit")}
    spacing, metric = rule.get("spacing", 1), rule.get("metric", "iops")
    rounds = _compute_round_values(intervals, round_ms, metric)[spacing - 1 :: spacing]
    result = judge_steadiness(rounds, max_rounds=rule["max_rounds"], **limits)
    return {
        "status": result.status,
        "metric": TRACKED_METRICS[metric],
        "round_seconds": rule["round_seconds"],
        **({"round_spacing_seconds": spacing * rule["round_seconds"]} if spacing > 1 else {}),
        "window": list(result.measurement_window) if result.measurement_window else None,
        "first_steady_round": result.first_steady_round,
        "average": result.result_average,
        **result.describe_window(),
        "range_limit_pct": 100 * limits["range_limit"],
        "slope_limit_pct": 100 * limits["slope_limit"],
        "rounds": rounds[: rule["max_rounds"]],
        "sentence": format_verdict(result, **limits),
        **_compute_window_times(t0_ms, result, round_ms, spacing),
        "phase_ordinal": phase.ordinal,
    }


def judge_minutes(
    t_ms: Sequence[float],
    dt_ms: Sequence[float],
    ios: Sequence[float],
    *,
    t0_ms: int | None,
    phase_ordinal: int,
    level_limit: float | None = LEVEL_LIMIT,
) -> dict[str, object]:
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


def _describe_verdict(verdict: CurveVerdict, *, t0_ms: int | None, phase_ordinal: int) -> dict[str, object]:
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


def _compute_ramp_ms(phase: PhaseResult, curve: PhaseCurve, *, whole: bool) -> int:
    """Return the end of a phase's ramp on its curve in ms, 0 without a ramp.

    With `whole` it is the end of the interval in which the ramp ends, for engines that count the ramp in intervals.
    Other engines count no response times during the ramp. Where the first interval has some, the ramp was over before
    it began.
    """
    ramp_ms = round(1000 * (phase.ramp_seconds or 0))
    if not ramp_ms or not curve.intervals:
        return 0
    if whole:
        return max(
            (interval.t_ms for interval in curve.intervals if interval.t_ms - interval.dt_ms < ramp_ms), default=0
        )
    return 0 if curve.intervals[0].waited_ns else ramp_ms


def _list_intervals_from(begin_ms: int, intervals: tuple[PhaseInterval, ...]) -> tuple[PhaseInterval, ...]:
    """Return the intervals that end after `begin_ms`, on a time axis that begins there."""
    if not begin_ms:
        return intervals
    return tuple(replace(interval, t_ms=interval.t_ms - begin_ms) for interval in intervals if interval.t_ms > begin_ms)


def _compute_round_values(intervals: tuple[PhaseInterval, ...], round_ms: float, metric: str) -> list[float | None]:
    """Return the value of a stop rule's metric in each whole round: a rate per second or a latency.

    None is a round without a value.
    """
    ios = _compute_round_rates(intervals, round_ms, [float(interval.ios) for interval in intervals])
    if metric == "bytes_per_s":
        return _compute_round_rates(intervals, round_ms, [float(interval.bytes) for interval in intervals])
    if metric == "latency":
        waited = _compute_round_rates(intervals, round_ms, [interval.waited_ns for interval in intervals])
        return [time / count if time is not None and count else None for time, count in zip(waited, ios, strict=True)]
    return ios


def _compute_round_rates(
    intervals: tuple[PhaseInterval, ...], round_ms: float, amounts: list[float]
) -> list[float | None]:
    """Return an amount per second in each whole round; `amounts` has one value for each interval.

    The intervals are laid end to end, and a last one that is barely short is stretched.
    """
    if not intervals:
        return []
    ends = [float(interval.t_ms) for interval in intervals]
    lengths = [end - before for end, before in zip(ends, [0.0, *ends[:-1]], strict=True)]
    missing = math.ceil(ends[-1] / round_ms) * round_ms - ends[-1]
    if 0 < missing <= _ROUND_TOLERANCE * round_ms:
        amounts[-1] *= (lengths[-1] + missing) / lengths[-1]
        lengths[-1] += missing
        ends[-1] += missing
    return compute_curve_rounds(ends, lengths, amounts, round_ms)


def _compute_window_times(
    t0_ms: int | None, result: SteadyState, round_ms: float, spacing: int
) -> dict[str, int | None]:
    """Return begin and end of the measurement window on the run's time axis, as `t0_ms` and `t1_ms`.

    Both are None without a window.
    """
    if result.measurement_window is None or t0_ms is None:
        return {"t0_ms": None, "t1_ms": None}
    first, last = result.measurement_window
    return {
        "t0_ms": round(t0_ms + (first * spacing - 1) * round_ms),
        "t1_ms": round(t0_ms + last * spacing * round_ms),
    }
