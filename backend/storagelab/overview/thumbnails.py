"""Thumbnails of results from a few numbers of each. Pure."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from storagelab.analysis.downsample import FloatArray, IntArray, build_buckets
from storagelab.evaluate.curve import round_significant
from storagelab.overview.result_schemas import MAX_LINES, MAX_POINTS, Thumbnail

#: Fewer depths are no sweep.
_MIN_DEPTHS = 3
_DIGITS = 4


@dataclass(frozen=True, slots=True)
class ResultPoint:
    """A measured phase of a run, or one round of a loop that counts."""

    ordinal: int
    workload: str | None
    block_bytes: int | None
    read_percent: float | None
    random_percent: float | None
    outstanding_ios: int | None
    iops: float | None
    throughput_bytes_per_s: float | None
    latency_mean_ns: float | None


@dataclass(frozen=True, slots=True, eq=False)
class PhaseSamples:
    """IOPS of one phase in order of time; times are of the run's axis."""

    t_ms: IntArray
    iops: FloatArray


def draw_thumbnail(
    verdict: Mapping[str, Any] | None, points: Sequence[ResultPoint], samples: PhaseSamples | None
) -> Thumbnail | None:
    """Return the chart that best describes a run: loop rounds, curve, sweep or bars by phase.

    `samples` belong to the judged phase, or to the longest one where none was judged. None without results.
    """
    is_judged = verdict is not None and verdict.get("phase_ordinal") is not None
    return (
        _draw_rounds(verdict)
        or (_draw_curve(verdict, samples) if is_judged else None)
        or _draw_sweep(points)
        or _draw_curve(verdict, samples)
        or _draw_bars(points)
    )


def round_values(values: Sequence[float | None]) -> list[float | None]:
    """Return values rounded to four significant digits, which keeps the answer small."""
    numbers = np.array([math.nan if value is None else value for value in values], dtype=np.float64)
    return [None if math.isnan(value) else float(value) for value in round_significant(numbers, _DIGITS)]


def _draw_rounds(verdict: Mapping[str, Any] | None) -> Thumbnail | None:
    if not verdict or not verdict.get("loops"):
        return None
    rounds = list(verdict.get("rounds") or [])[-MAX_POINTS:]
    if len(rounds) < _MIN_DEPTHS:
        return None
    window = verdict.get("window")
    skipped = len(verdict["rounds"]) - len(rounds)
    parts = None
    if window:
        parts = [
            _compute_fraction(window[0] - 1 - skipped, len(rounds) - 1),
            _compute_fraction(window[1] - 1 - skipped, len(rounds) - 1),
        ]
    return Thumbnail(kind="rounds", lines=[round_values(rounds)], window=parts)


def _draw_curve(verdict: Mapping[str, Any] | None, samples: PhaseSamples | None) -> Thumbnail | None:
    if samples is None or len(samples.t_ms) < 2:
        return None
    begin, end = int(samples.t_ms[0]), int(samples.t_ms[-1])
    if end <= begin:
        return None
    drawn = _spread(samples, begin, end)
    values = [None if math.isnan(value) else float(value) for value in drawn]
    window = None
    if verdict and verdict.get("status") == "steady" and verdict.get("t1_ms") is not None:
        window = [_compute_fraction(verdict[name] - begin, end - begin) for name in ("t0_ms", "t1_ms")]
    return Thumbnail(kind="time", lines=[round_values(values)], window=window)


def _spread(samples: PhaseSamples, begin: int, end: int) -> FloatArray:
    """Return values at equal distances: each sample where there are few, else means; a gap stays NaN."""
    step = float(np.median(np.diff(samples.t_ms)))
    count = round((end - begin) / step) + 1 if step > 0 else 0
    if not 0 < count <= MAX_POINTS:
        return build_buckets(samples.t_ms, samples.iops, t0_ms=begin, t1_ms=end, max_points=MAX_POINTS).mean
    values: FloatArray = np.full(count, np.nan)
    values[np.rint((samples.t_ms - begin) / step).astype(np.int64).clip(0, count - 1)] = samples.iops
    return values


def _draw_sweep(points: Sequence[ResultPoint]) -> Thumbnail | None:
    """Return a chart of IOPS over queue depth, one line for each workload with the most depths."""
    lines: dict[tuple[Any, ...], dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for point in points:
        if point.outstanding_ios is not None and point.iops is not None:
            workload = (point.block_bytes, point.read_percent, point.random_percent)
            lines[workload][point.outstanding_ios].append(point.iops)
    max_depths = max((len(line) for line in lines.values()), default=0)
    if max_depths < _MIN_DEPTHS:
        return None
    whole = [line for line in lines.values() if len(line) == max_depths][:MAX_LINES]
    drawn = [[sum(line[depth]) / len(line[depth]) for depth in sorted(line)][:MAX_POINTS] for line in whole]
    return Thumbnail(kind="sweep", lines=[round_values(line) for line in drawn], window=None)


def _draw_bars(points: Sequence[ResultPoint]) -> Thumbnail | None:
    for name in ("iops", "throughput_bytes_per_s", "latency_mean_ns"):
        values = [getattr(point, name) for point in points]
        if any(value is not None for value in values):
            return Thumbnail(kind="bars", lines=[round_values(values[:MAX_POINTS])], window=None)
    return None


def _compute_fraction(value: float, whole: float) -> float:
    return round(min(max(value / whole, 0.0), 1.0), 4) if whole > 0 else 0.0
