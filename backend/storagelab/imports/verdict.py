"""Verdict on the curve of an imported result: steady by SNIA PTS rounds, and over its last minutes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from storagelab.analysis.downsample import FloatArray, IntArray
from storagelab.analysis.rounds import LEVEL_LIMIT
from storagelab.domain.results import ObservedSeries
from storagelab.evaluate.steady_state import judge_minutes
from storagelab.imports.curve_rows import Curves
from storagelab.imports.timeline import Stage

#: A distance this many times the usual one between two samples is a gap and not a long interval.
_GAP_FACTOR = 2.5


def find_longest_curve(stages: Sequence[Stage]) -> int | None:
    """Return the index of the phase with the longest curve, the one judged; None without curves."""
    lengths = [(stage.length_ms or 0, -place) for place, stage in enumerate(stages) if stage.series]
    return -max(lengths)[1] if lengths else None


def judge_curves(
    curves: Curves, *, t0_ms: int | None, phase_ordinal: int, level_limit: float | None = LEVEL_LIMIT
) -> dict[str, object] | None:
    """Return the steady-state verdict of `judge_minutes` on the IOPS of a phase; None without IOPS."""
    curve = rate_of(curves)
    if curve is None:
        return None
    t_ms, dt_ms, ios = compute_rate_intervals(curve)
    return judge_minutes(
        t_ms.tolist(), dt_ms.tolist(), ios.tolist(),
        t0_ms=t0_ms, phase_ordinal=phase_ordinal, level_limit=level_limit,
    )  # fmt: skip


def rate_of(curves: Curves) -> ObservedSeries | None:
    """Return the IOPS curve of all directions together, else the curve of the only direction.

    Returns None where there are several directions without a total, or no IOPS.
    """
    rates = [curve for (metric, _), curve in curves.items() if metric == "iops"]
    total = curves.get(("iops", "total"))
    return total or (rates[0] if len(rates) == 1 else None)


def compute_rate_intervals(curve: ObservedSeries) -> tuple[IntArray, IntArray, FloatArray]:
    """Return end and length in ms and the number of I/Os of each interval of an IOPS curve.

    An interval after a gap gets the usual length.
    """
    t_ms = np.asarray(curve.t_ms, dtype=np.int64)
    length, usual = _compute_sample_lengths(t_ms, curve.window_ms)
    length = np.where(length > _GAP_FACTOR * usual, usual, length)
    ios: FloatArray = curve.values * curve.factor * length / 1000
    return t_ms, length, ios


def has_gaps(curve: ObservedSeries) -> bool:
    """Return whether samples are missing in an IOPS curve: two neighbours are too far apart."""
    length, usual = _compute_sample_lengths(np.asarray(curve.t_ms, dtype=np.int64), curve.window_ms)
    return bool((length > _GAP_FACTOR * usual).any())


def _compute_sample_lengths(t_ms: IntArray, window_ms: int | None) -> tuple[IntArray, int]:
    """Return the distance in ms of each sample from the one before, and the usual distance."""
    length = np.diff(t_ms, prepend=np.int64(0))
    return length, window_ms or (int(np.median(length[1:])) if length.size > 1 else int(length[0]))
