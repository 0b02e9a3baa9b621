"""Stored series of long phases as the curves of a report: one value for each interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from storagelab.analysis.downsample import FloatArray
from storagelab.analysis.reports.figures import ReportCurve
from storagelab.analysis.rounds import CHECK_SPACING
from storagelab.analysis.steady_state import compute_curve_rounds
from storagelab.domain.result import PhaseResult
from storagelab.domain.samples import TOTAL
from storagelab.evaluate.stored_curves import ChosenCurve, StoredCurves

#: What a report draws over time.
METRICS = ("iops", "bandwidth", "lat_mean", "lat_p99", "lat_max")
_MINUTE_SECONDS = 60.0
#: A shorter phase is shown by its samples: it has too few minutes.
_BY_MINUTES_FROM_SECONDS = 600.0

Values = tuple[float | None, ...]


def build_curves(phases: Sequence[PhaseResult], stored: StoredCurves) -> dict[int, ReportCurve]:
    """Build the curves of the phases that have samples in `stored`, by phase ordinal."""
    curves = {phase.ordinal: _build_curve(phase, stored) for phase in phases}
    return {ordinal: curve for ordinal, curve in curves.items() if curve is not None}


@dataclass(frozen=True, slots=True)
class _Grid:
    """`count` intervals of `step_ms` from the start of a phase."""

    step_ms: float
    count: int

    def rate(self, chosen: ChosenCurve | None) -> Values:
        """Return the mean rate in each interval of the grid, None where samples do not cover it."""
        if chosen is None:
            return ()
        lengths = chosen.rate_length_ms
        amounts = chosen.value * lengths / 1000
        values = compute_curve_rounds(chosen.t_ms.tolist(), lengths.tolist(), amounts.tolist(), self.step_ms)
        return tuple(values[: self.count]) + (None,) * (self.count - len(values))

    def mean(self, chosen: ChosenCurve | None) -> Values:
        """Return the mean over the I/Os in each interval of the grid, None for one without I/Os."""
        if chosen is None:
            return ()
        places, inside = self._places(chosen)
        weights = self._compute_weights(chosen)[inside]
        sums = np.bincount(places, chosen.value[inside] * weights, self.count)
        total = np.bincount(places, weights, self.count)
        return tuple(float(top / below) if below > 0 else None for top, below in zip(sums, total, strict=True))

    def highest(self, chosen: ChosenCurve | None) -> Values:
        """Return the largest sample in each interval of the grid, None for one without samples."""
        if chosen is None:
            return ()
        places, inside = self._places(chosen)
        values = np.full(self.count, -np.inf)
        np.maximum.at(values, places, chosen.value[inside])
        return tuple(float(value) if np.isfinite(value) else None for value in values)

    def _places(self, chosen: ChosenCurve) -> tuple[np.ndarray, np.ndarray]:
        # A sample belongs to the interval that its middle falls into; times are the ends of samples.
        middle = chosen.t_ms - chosen.rate_length_ms[_find_rate_places(chosen)] / 2
        places = np.maximum(middle // self.step_ms, 0).astype(np.int64)
        inside = places < self.count
        return places[inside], inside

    def _compute_weights(self, chosen: ChosenCurve) -> FloatArray:
        rate = chosen.rate if chosen.rate is not None else np.ones_like(chosen.rate_t_ms, dtype=np.float64)
        near = _find_rate_places(chosen)
        return np.asarray(rate[near] * chosen.rate_length_ms[near], dtype=np.float64)


def _find_rate_places(chosen: ChosenCurve) -> np.ndarray:
    """Return, for each sample of a curve, the index of the rate at the same time."""
    return np.minimum(np.searchsorted(chosen.rate_t_ms, chosen.t_ms), len(chosen.rate_t_ms) - 1)


def _build_curve(phase: PhaseResult, stored: StoredCurves) -> ReportCurve | None:
    def chosen(metric: str, direction: str = TOTAL) -> ChosenCurve | None:
        return stored.choose(phase.ordinal, metric=metric, direction=direction)

    iops = chosen("iops")
    if iops is None or phase.t0_ms is None or not len(iops.t_ms):
        return None
    step_ms = _find_step_seconds(phase, iops) * 1000
    grid = _Grid(
        step_ms, len(compute_curve_rounds(iops.t_ms.tolist(), [1] * len(iops.t_ms), iops.t_ms.tolist(), step_ms))
    )
    if grid.count == 0:
        return None
    bandwidth = chosen("bandwidth")
    written = bandwidth if phase.load.read_percent == 0 else chosen("bandwidth", "write")
    longest = chosen("lat_max")
    return ReportCurve(
        step_seconds=step_ms / 1000,
        start_seconds=phase.t0_ms / 1000,
        iops=grid.rate(iops),
        bytes_per_s=grid.rate(bandwidth),
        written_bytes_per_s=grid.rate(written),
        latency_mean_ns=grid.mean(chosen("lat_mean")),
        latency_p99_ns=grid.highest(chosen("lat_p99")),
        latency_max_ns=grid.highest(longest),
        max_estimated=longest is not None and longest.estimated,
        check_every=int(phase.stop.get("spacing") or CHECK_SPACING),
    )


def _find_step_seconds(phase: PhaseResult, iops: ChosenCurve) -> float:
    """Return the interval in seconds at which a report draws a curve.

    It is the round length of the phase's stop rule, else a minute, else the length of a sample where the phase is
    shorter.
    """
    round_seconds = phase.stop.get("round_seconds")
    if round_seconds:
        return float(round_seconds)
    if float(iops.t_ms[-1]) / 1000 >= _BY_MINUTES_FROM_SECONDS:
        return _MINUTE_SECONDS
    return max(float(np.median(iops.rate_length_ms)) / 1000, 1.0)
