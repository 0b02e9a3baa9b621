"""Samples of phases on the time axis of their run, and the equal-time buckets a chart draws of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from storagelab.analysis.downsample import Buckets, FloatArray, IntArray, build_interval_buckets
from storagelab.analysis.packing import compute_interval_lengths
from storagelab.evaluate.phase_samples import MetricColumn

SIGNIFICANT_DIGITS = 5


@dataclass(frozen=True, slots=True, eq=False)
class SampledCurve:
    """Samples in order of time: interval i ends at `end_ms` and lasts `length_ms`; `weight` is its I/Os or its length.

    All four arrays are equally long. A stall has no latency, so it is no sample of a latency curve.
    """

    end_ms: IntArray
    length_ms: IntArray
    value: FloatArray
    weight: FloatArray

    @property
    def start_ms(self) -> IntArray:
        """Return the begin of each sample's interval in ms."""
        return self.end_ms - self.length_ms

    def select(self, which: npt.NDArray[np.bool_]) -> SampledCurve:
        """Return the curve with only the samples for which `which` is true."""
        # A whole run has tens of thousands of them, and in most cases all are requested.
        if which.all():
            return self
        return SampledCurve(self.end_ms[which], self.length_ms[which], self.value[which], self.weight[which])


def join_curves(curves: Sequence[SampledCurve]) -> SampledCurve:
    """Join the curves of phases that follow one another into one curve."""
    if len(curves) == 1:
        return curves[0]
    return SampledCurve(
        end_ms=np.concatenate([np.empty(0, np.int64), *(curve.end_ms for curve in curves)]),
        length_ms=np.concatenate([np.empty(0, np.int64), *(curve.length_ms for curve in curves)]),
        value=np.concatenate([np.empty(0), *(curve.value for curve in curves)]),
        weight=np.concatenate([np.empty(0), *(curve.weight for curve in curves)]),
    )


def build_series_curve(
    t_ms: IntArray, value: FloatArray, rate_t_ms: IntArray, rate: FloatArray | None, *, t0_ms: int, source: str
) -> SampledCurve:
    """Build a curve from stored columns.

    `rate_t_ms` and `rate` are the IOPS series of the same source, phase and direction. A latency (`rate` given) has no
    row for a stall. The IOPS series gives the length of each interval and the number of I/Os behind its value. Pass
    `rate` None for a rate, which is weighted by time.
    """
    lengths = compute_interval_lengths(rate_t_ms, source=source)
    if len(t_ms) and np.array_equal(t_ms, rate_t_ms):
        weight = lengths.astype(np.float64) if rate is None or not len(rate) else rate * lengths
        return SampledCurve(end_ms=t_ms + t0_ms, length_ms=lengths, value=value, weight=weight)
    place = np.minimum(np.searchsorted(rate_t_ms, t_ms), max(len(rate_t_ms) - 1, 0))
    length = lengths[place] if len(rate_t_ms) else compute_interval_lengths(t_ms, source=source)
    weight = length.astype(np.float64) if rate is None or not len(rate) else rate[place] * length
    return SampledCurve(end_ms=t_ms + t0_ms, length_ms=length, value=value, weight=weight)


def build_sample_curve(
    samples: Sequence[Mapping[str, Any]],
    columns: Mapping[tuple[str, str], MetricColumn],
    *,
    metric: str,
    direction: str,
    t0_ms: int,
) -> SampledCurve:
    """Build the curve of one metric and direction from the live samples of a phase in order of time.

    `columns` are the result of `collect_metric_columns` for these samples.
    """
    column = columns.get((metric, direction), MetricColumn())
    lengths: dict[int, int] = {}
    for sample in samples:
        lengths[sample["t_ms"]] = max(sample["dt_ms"], lengths.get(sample["t_ms"], 0))
    length = np.array([lengths[t_ms] for t_ms in column.t_ms], dtype=np.int64)
    weight = np.array(column.ios) if metric.startswith("lat_") else length
    return SampledCurve(
        end_ms=np.array(column.t_ms, dtype=np.int64) + t0_ms,
        length_ms=length,
        value=np.array(column.values, dtype=np.float64),
        weight=weight.astype(np.float64),
    )


def compute_usual_length_ms(curve: SampledCurve) -> int:
    """Return the usual interval length of a curve in ms; 1000 for a curve without intervals."""
    return max(int(np.median(curve.length_ms)), 1) if len(curve.length_ms) else 1000


def draw_curve(curve: SampledCurve, *, t0_ms: int, t1_ms: int, max_points: int, usual_ms: int | None = None) -> Buckets:
    """Reduce a curve to at most `max_points` buckets from `t0_ms` to `t1_ms`.

    Each bucket is as wide as a sample where that many buckets are enough. `usual_ms` is the sample width of the curve
    that gives the axis; None uses the width of `curve` itself. For several phases `phase_buckets.draw_phases` separates
    their samples.
    """
    usual = usual_ms if usual_ms is not None else compute_usual_length_ms(curve)
    if t1_ms <= t0_ms:
        nothing = np.empty(0)
        return Buckets(t0_ms=t0_ms, step_ms=usual, minimum=nothing, mean=nothing, maximum=nothing)
    return build_interval_buckets(
        curve.start_ms, curve.end_ms, curve.value, curve.weight, t0_ms=t0_ms, t1_ms=t1_ms, max_points=max_points,
        usual_ms=usual,
    )  # fmt: skip


def round_significant(values: FloatArray, digits: int = SIGNIFICANT_DIGITS) -> FloatArray:
    """Round values to `digits` significant digits; NaN stays NaN, 0 stays 0. More digits only make a chart larger."""
    magnitude = np.zeros_like(values)
    usable = np.isfinite(values) & (values != 0)
    magnitude[usable] = np.floor(np.log10(np.abs(values[usable])))
    shift = digits - 1 - magnitude
    # Scaling by whole powers of ten on either side keeps the result the double nearest to its decimal.
    up, down = 10.0 ** np.maximum(shift, 0), 10.0 ** np.maximum(-shift, 0)
    rounded: FloatArray = np.rint(values * up / down) * down / up
    return rounded
