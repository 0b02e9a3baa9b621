"""Steady state rule of SNIA SSS PTS 2.0 (2.1.13, 2.1.24) on rounds from cumulative counts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

#: Exact decimal ties must pass: allowed excess as a share of the average.
_TIE_TOLERANCE = 1e-9
#: A round whose last count lies this share of a round before its end counts as whole: engines stop a little early.
_ROUND_TOLERANCE = 0.01


class Count(NamedTuple):
    """I/Os completed since the statistics began, and the elapsed ms.

    `bytes` is the amount they moved, `waited_ns` the sum of their response times; None where the engine does not report
    it.
    """

    elapsed_ms: float
    ios: float
    bytes: float | None = None
    waited_ns: float | None = None


def is_steady(
    values: Sequence[float | None], window: int = 5, range_limit: float = 0.2, slope_limit: float = 0.1
) -> bool:
    """Return whether the last `window` values are steady.

    Two limits hold, both inclusive and as a share of the average. The range (largest minus smallest) is within
    `range_limit`. The excursion of the least-squares line over the window is within `slope_limit`. Missing, negative or
    non-finite values and an average of zero are never steady; nor is a window that is not full.
    """
    last = values[-window:]
    if window < 2 or len(last) < window:
        return False
    numbers = [value for value in last if value is not None and math.isfinite(value) and value >= 0]
    average = sum(numbers) / window
    if len(numbers) < window or average <= 0:
        return False
    tolerance = _TIE_TOLERANCE * average
    in_range = max(numbers) - min(numbers) <= range_limit * average + tolerance
    return in_range and _compute_slope_excursion(numbers, average) <= slope_limit * average + tolerance


def find_steady_round(
    values: Sequence[float | None], window: int = 5, range_limit: float = 0.2, slope_limit: float = 0.1
) -> int | None:
    """Return the first round, counted from 1, at whose end the last `window` rounds are steady.

    None when there is no such round. The limits are those of `is_steady`.
    """
    for end in range(window, len(values) + 1):
        if is_steady(values[:end], window, range_limit, slope_limit):
            return end
    return None


def round_values(counts: Sequence[Count], round_seconds: float, metric: str = "iops") -> list[float | None]:
    """Return the metric of every complete round: `iops`, `bytes_per_s`, or `latency`, a mean in ns.

    A value is None where the engine does not report it, or where no I/O with a known response time completed. Counts at
    the borders of a round are interpolated linearly between the two nearest counts. Before the first count the total is
    zero, at 0 ms. `counts` must be in ascending order of time.
    """
    round_ms = round_seconds * 1000
    points = [Count(0.0, 0, 0, 0), *counts]
    values: list[float | None] = []
    index = 0
    start = points[0]
    while True:
        border_ms = round_ms * (len(values) + 1)
        while index < len(points) - 1 and points[index].elapsed_ms < border_ms:
            index += 1
        point = points[index]
        if point.elapsed_ms < border_ms - _ROUND_TOLERANCE * round_ms:
            return values
        border = point if point.elapsed_ms < border_ms else _interpolate_count(points[index - 1], point, border_ms)
        values.append(_compute_value(start, border, metric))
        start = border


def _compute_value(start: Count, end: Count, metric: str) -> float | None:
    seconds, ios = (end.elapsed_ms - start.elapsed_ms) / 1000, end.ios - start.ios
    if metric == "iops":
        return ios / seconds
    if metric == "bytes_per_s":
        return None if start.bytes is None or end.bytes is None else (end.bytes - start.bytes) / seconds
    if start.waited_ns is None or end.waited_ns is None or ios <= 0:
        return None
    return (end.waited_ns - start.waited_ns) / ios


def _interpolate_count(before: Count, after: Count, at_ms: float) -> Count:
    share = (at_ms - before.elapsed_ms) / (after.elapsed_ms - before.elapsed_ms)

    def between(low: float | None, high: float | None) -> float | None:
        return None if low is None or high is None else low + share * (high - low)

    return Count(
        at_ms,
        before.ios + share * (after.ios - before.ios),
        between(before.bytes, after.bytes),
        between(before.waited_ns, after.waited_ns),
    )


def _compute_slope_excursion(values: Sequence[float], average: float) -> float:
    middle = (len(values) - 1) / 2
    spread = sum((index - middle) ** 2 for index in range(len(values)))
    slope = sum((index - middle) * (value - average) for index, value in enumerate(values)) / spread
    return abs(slope) * (len(values) - 1)
