"""Estimated percentiles, interpolated from wide latency buckets as Vdbench counts them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from storagelab.domain.metrics import PERCENTILES

#: Bounds in ns and the number of I/Os between them; the upper bound of the last one may be unknown.
Bucket = tuple[float, float | None, int]
#: Percentiles to read from such histograms: those that are stored, and one more for `storagelab parse`.
PERCENTS = tuple(sorted({95.0, *PERCENTILES.values()}))


@dataclass(frozen=True, slots=True)
class EstimatedPercentile:
    """`value_ns` lies between the bounds of its bucket, `low_ns` and `high_ns`, and is no better than they are wide."""

    percent: float
    value_ns: float
    low_ns: float
    high_ns: float


def interpolate_percentile(
    buckets: Sequence[Bucket], percent: float, *, maximum_ns: float | None = None
) -> EstimatedPercentile | None:
    """Return the latency that `percent` of the I/Os did not exceed, as if they were spread evenly within their bucket.

    `buckets` ascend. A known maximum bounds the last bucket that counted something. None for buckets without I/Os and
    for a percentile in a bucket without an upper bound. Raises ValueError for a percent outside 0 to 100, for negative
    counts and for buckets that overlap or descend.
    """
    if not 0 <= percent <= 100:
        raise ValueError(f"{percent} is not a percentile: they run from 0 to 100")
    _check(buckets)
    counting = [bucket for bucket in buckets if bucket[2]]
    # Exact, as in bins.percentile: 99.9 % of 8000 is 7992.
    wanted = Fraction(str(percent)) / 100 * sum(count for _, _, count in counting)
    reached = 0
    for place, (low, high, count) in enumerate(counting):
        if reached + count < wanted:
            reached += count
            continue
        top = high
        if maximum_ns is not None and place == len(counting) - 1:
            top = max(low, maximum_ns if high is None else min(high, maximum_ns))
        if top is None:
            return None
        return EstimatedPercentile(percent, low + float((wanted - reached) / count) * (top - low), low, top)
    return None


def interpolate_percentiles(buckets: Sequence[Bucket], maximum: float | None) -> dict[float, float]:
    """Estimate latency percentiles from coarse buckets; return percent to latency.

    Latencies are in the unit of the buckets and never above the known `maximum`. Unknown percentiles are left out.
    Buckets that contradict each other, as in a damaged file, give an empty dict.
    """
    estimates: dict[float, float] = {}
    for percent in PERCENTS:
        try:
            estimate = interpolate_percentile(buckets, percent, maximum_ns=maximum)
        except ValueError:
            return {}
        if estimate is not None:
            estimates[percent] = estimate.value_ns if maximum is None else min(estimate.value_ns, maximum)
    return estimates


def _check(buckets: Sequence[Bucket]) -> None:
    end = 0.0
    for place, (low, high, count) in enumerate(buckets):
        if count < 0:
            raise ValueError(f"bucket {place} counts {count} I/Os: counts are not negative")
        if low < end or (high is not None and high < low) or (high is None and place < len(buckets) - 1):
            raise ValueError(f"bucket {place} does not follow the one before it")
        end = low if high is None else high
