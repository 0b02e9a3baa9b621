"""Shape of a preconditioning curve: its first burst, its plateau and the time to the plateau."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from storagelab.analysis.steady_state import compute_curve_rounds

STEP_MS = 60_000.0
#: The end of the curve whose median is its plateau: a fifth, and not less than five steps. As many must stay on it.
_PLATEAU_SHARE = 5
_PLATEAU_STEPS = 5
#: Steps within this share of the plateau are on it.
_PLATEAU_BAND = 0.10
#: A curve that falls by less than this share of its burst has none.
_BURST_FALL = 0.20
_TIE = 1e-9


@dataclass(frozen=True, slots=True)
class CurveShape:
    """Figures of one curve over steps of `step_ms`; None where the curve does not have them.

    `plateau_iops` is the median of the last fifth of the known steps. `time_to_plateau_ms` is the start of the first
    step from which on all known steps, at least five, stay within 10 % of it.
    `burst_iops` is the highest step before the curve first falls below half-way between that step and the plateau,
    `burst_ms` the time from the start of the curve to that fall; None when the fall is less than 20 % of the burst.
    """

    step_ms: float
    plateau_iops: float | None = None
    time_to_plateau_ms: float | None = None
    burst_iops: float | None = None
    burst_ms: float | None = None


def judge_curve_shape(
    t_ms: Sequence[float], dt_ms: Sequence[float], ios: Sequence[float], *, step_ms: float = STEP_MS
) -> CurveShape:
    """Find plateau and burst of an IOPS curve from its means over steps of `step_ms` (minutes).

    `t_ms` are interval ends, `dt_ms` lengths and `ios` I/Os, in the form of `compute_curve_rounds`. A step that the
    samples do not cover is unknown and skipped. Fewer than five known steps have no shape.
    """
    steps = compute_curve_rounds(t_ms, dt_ms, ios, step_ms)
    known_steps = [value for value in steps if value is not None]
    if len(known_steps) < _PLATEAU_STEPS:
        return CurveShape(step_ms)
    plateau = statistics.median(known_steps[-max(_PLATEAU_STEPS, len(known_steps) // _PLATEAU_SHARE) :])
    reached = _find_plateau_start(steps, plateau)
    burst, fall = _find_burst(steps, plateau)
    return CurveShape(
        step_ms=step_ms,
        plateau_iops=plateau,
        time_to_plateau_ms=reached * step_ms if reached is not None else None,
        burst_iops=burst,
        burst_ms=fall * step_ms if fall is not None else None,
    )


def _find_plateau_start(steps: Sequence[float | None], plateau: float) -> int | None:
    """Return the first step from which on all known steps stay near the plateau.

    None when these are fewer than five.
    """
    band = (_PLATEAU_BAND + _TIE) * plateau
    staying: list[int] = []
    for place, value in enumerate(steps):
        if value is not None and abs(value - plateau) <= band:
            staying.append(place)
        elif value is not None:
            staying.clear()
    return staying[0] if len(staying) >= _PLATEAU_STEPS else None


def _find_burst(steps: Sequence[float | None], plateau: float) -> tuple[float | None, int | None]:
    """Return the IOPS of the burst and the index of the step that ended it.

    Both are None for a curve without a burst.
    """
    highest = 0.0
    for place, value in enumerate(steps):
        if value is None:
            continue
        falls_enough = highest > 0 and plateau <= (1 - _BURST_FALL + _TIE) * highest
        if falls_enough and value < (highest + plateau) / 2:
            return highest, place
        highest = max(highest, value)
    return None, None
