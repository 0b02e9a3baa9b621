"""Statistics of several parts merged into one, and of an interval taken from two cumulative readings."""

from __future__ import annotations

import math
from collections.abc import Iterable

from storagelab.domain.samples import LatencyStatistics


def merge(parts: Iterable[LatencyStatistics]) -> LatencyStatistics:
    """Merge the statistics of all parts, as if all I/Os had been measured together (methodology 2.2).

    Parts without I/O do not count: engines print zeros for an idle direction. A statistic that is unknown for one
    counting part is unknown (None) in the result, and so are all but minimum and maximum where a number of I/Os is.
    """
    counting = [part for part in parts if part.n is None or part.n > 0]
    minima = [part.min for part in counting if part.min is not None]
    maxima = [part.max for part in counting if part.max is not None]
    minimum = min(minima) if counting and len(minima) == len(counting) else None
    maximum = max(maxima) if counting and len(maxima) == len(counting) else None
    counts = [part.n for part in counting if part.n is not None]
    if len(counts) < len(counting):
        return LatencyStatistics(min=minimum, max=maximum)
    if len(counting) == 1:
        return counting[0]
    total = sum(counts)
    means = [part.mean for part in counting if part.mean is not None]
    mean = None
    if counting and len(means) == len(counting):
        mean = math.fsum(n * value for n, value in zip(counts, means, strict=True)) / total
    stddev = _compute_pooled_stddev(counting, counts, mean)
    return LatencyStatistics(n=total, mean=mean, stddev=stddev, min=minimum, max=maximum)


def subtract_statistics(before: LatencyStatistics, after: LatencyStatistics) -> LatencyStatistics:
    """Return the latency statistics of the I/Os between two cumulative readings (methodology 2.3).

    Both readings are of one part. Minimum and maximum of an interval cannot be recovered, so they are None unless
    `before` is empty. Raises ValueError when the count fell: the readings are not of one run of the counters. Without a
    count the difference is unknown.
    """
    if before.n is None or after.n is None:
        return LatencyStatistics()
    n = after.n - before.n
    if n < 0:
        raise ValueError(f"the count fell from {before.n} to {after.n}: the counters were started again in between")
    if n == 0:
        return LatencyStatistics(n=0)
    if before.n == 0:
        return after
    if before.mean is None or after.mean is None:
        return LatencyStatistics(n=n)
    mean = (after.n * after.mean - before.n * before.mean) / n
    if before.stddev is None or after.stddev is None:
        return LatencyStatistics(n=n, mean=mean)
    squares = (
        (after.n - 1) * after.stddev**2
        - (before.n - 1) * before.stddev**2
        - before.n * (n / after.n) * (mean - before.mean) ** 2
    )
    # Rounding in the printed readings can leave a tiny negative remainder. One I/O does not deviate: 0, as fio prints.
    stddev = math.sqrt(max(squares, 0.0) / (n - 1)) if n > 1 else 0.0
    return LatencyStatistics(n=n, mean=mean, stddev=stddev)


def _compute_pooled_stddev(counting: list[LatencyStatistics], counts: list[int], mean: float | None) -> float | None:
    """Return the standard deviation of all parts about the common `mean`.

    None when the standard deviation of a part is unknown.
    """
    terms = []
    for part, n in zip(counting, counts, strict=True):
        if mean is None or part.mean is None or part.stddev is None:
            return None
        terms += [(n - 1) * part.stddev**2, n * (part.mean - mean) ** 2]
    total = sum(counts)
    return math.sqrt(math.fsum(terms) / (total - 1)) if total > 1 else None
