"""Whether the curve of an imported result became steady: by the rounds of the SNIA PTS, and over its last minutes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from storagelab.analysis import rounds
from storagelab.analysis.downsample import FloatArray, IntArray
from storagelab.analysis.rounds import MINUTE_MS, CurveVerdict
from storagelab.analysis.steady_state import sentence
from storagelab.domain.results import ObservedSeries
from storagelab.imports.curve_rows import Curves
from storagelab.imports.timeline import Stage

_RANGE_LIMIT, _SLOPE_LIMIT = 0.2, 0.1
#: A distance this many times the usual one between two samples is a gap and not a long interval.
_GAP_FACTOR = 2.5


def longest_curve(stages: Sequence[Stage]) -> int | None:
    """The place of the phase whose curve is judged: the longest one; None where there is no curve."""
    lengths = [(stage.length_ms or 0, -place) for place, stage in enumerate(stages) if stage.series]
    return -max(lengths)[1] if lengths else None


def judge_curves(curves: Curves, *, t0_ms: int | None, phase_ordinal: int) -> dict[str, Any] | None:
    """The verdict on the IOPS of a phase as the API shows it, with the stricter one beside it; None without IOPS."""
    curve = rate_of(curves)
    if curve is None:
        return None
    t_ms, dt_ms, ios = intervals_of(curve)
    verdicts = rounds.judge_curve(
        t_ms.tolist(), dt_ms.tolist(), ios.tolist(), range_limit=_RANGE_LIMIT, slope_limit=_SLOPE_LIMIT
    )
    return {
        **_as_json(verdicts.snia, t0_ms=t0_ms, phase_ordinal=phase_ordinal),
        "strict": _as_json(verdicts.last_minutes, t0_ms=t0_ms, phase_ordinal=phase_ordinal),
    }


def rate_of(curves: Curves) -> ObservedSeries | None:
    """The IOPS of all directions together; where nobody has added them up, of the only direction there is."""
    rates = [curve for (metric, _), curve in curves.items() if metric == "iops"]
    total = curves.get(("iops", "total"))
    return total or (rates[0] if len(rates) == 1 else None)


def intervals_of(curve: ObservedSeries) -> tuple[IntArray, IntArray, FloatArray]:
    """Ends and lengths of the intervals of a rate in ms, and the I/Os in each. After a gap an interval is as usual."""
    t_ms = np.asarray(curve.t_ms, dtype=np.int64)
    length = np.diff(t_ms, prepend=np.int64(0))
    usual = curve.window_ms or (int(np.median(length[1:])) if length.size > 1 else int(length[0]))
    length = np.where(length > _GAP_FACTOR * usual, usual, length)
    ios: FloatArray = curve.values * curve.factor * length / 1000
    return t_ms, length, ios


def _as_json(verdict: CurveVerdict, *, t0_ms: int | None, phase_ordinal: int) -> dict[str, Any]:
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
        "rounds": list(verdict.rounds),
        "sentence": _sentence(verdict),
        "t0_ms": round(t0_ms + (minutes[0] - 1) * MINUTE_MS) if minutes and t0_ms is not None else None,
        "t1_ms": round(t0_ms + minutes[1] * MINUTE_MS) if minutes and t0_ms is not None else None,
        "phase_ordinal": phase_ordinal,
    }


def _sentence(verdict: CurveVerdict) -> str:
    words = sentence(verdict.result, range_limit=_RANGE_LIMIT, slope_limit=_SLOPE_LIMIT)
    if verdict.spacing > 1:
        return f"{words} A round is one minute of every {verdict.spacing}."
    if verdict.minutes and verdict.minutes[0] > 1:
        return f"{words} The rounds are minutes {verdict.minutes[0]} to {verdict.minutes[-1]}."
    return words
