"""Parts of one measurement merged into one (methodology 2.2).

Percentiles come from merged bins, never from means.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate

from storagelab.analysis.bins import Bins, merge_bins
from storagelab.analysis.latency import merge
from storagelab.domain.samples import ObservedPart


def merge_parts(parts: Sequence[ObservedPart]) -> ObservedPart:
    """Merge the results of parts that ran at the same time into one.

    Rates and counts add up; latencies are weighted by their I/Os. A figure that is unknown in one part is unknown. A
    single part is returned unchanged, with its own percentiles. Percentiles of several parts are read from their merged
    bins, at the percents that all of them print; else there are none.
    """
    if len(parts) == 1:
        return parts[0]
    if not parts:
        return ObservedPart()
    kinds = {part.percentiles_of for part in parts}
    known_bins = [part.bins for part in parts if part.bins is not None]
    bins = merge_bins(known_bins) if len(known_bins) == len(parts) and len(kinds) == 1 else None
    percents = set.intersection(*({*part.percentiles_ns} for part in parts))
    return ObservedPart(
        ios=_sum_counts(part.ios for part in parts),
        bytes=_sum_counts(part.bytes for part in parts),
        iops=_sum_numbers(part.iops for part in parts),
        bandwidth_bytes_per_s=_sum_numbers(part.bandwidth_bytes_per_s for part in parts),
        runtime_s=max((part.runtime_s for part in parts if part.runtime_s is not None), default=None),
        latency=merge(part.latency for part in parts),
        percentiles_ns=compute_percentiles(bins, percents) if bins else {},
        percentiles_of=kinds.pop() if bins else None,
        percentiles_estimated=bool(bins) and any(part.percentiles_estimated for part in parts),
        bins=bins or None,
    )


def compute_percentiles(histogram: Bins, percents: Iterable[float]) -> dict[float, float]:
    """Return percentiles of a histogram: percent to the value that this share did not exceed.

    The rule is nearest rank (`bins.find_percentile`). An empty histogram has none.
    """
    values = sorted(histogram)
    reached = list(accumulate(histogram[value] for value in values))
    total = reached[-1] if reached else 0
    if total <= 0:
        return {}
    result: dict[float, float] = {}
    for percent in sorted(percents):
        # Exact, because 99.9 % of 8000 is 7992 and not the 7992.000000000001 that floats make of it.
        rank = max(math.ceil(Fraction(str(percent)) * total / 100), 1)
        result[percent] = values[min(bisect_left(reached, rank), len(values) - 1)]
    return result


def _sum_numbers(numbers: Iterable[float | None]) -> float | None:
    listed = list(numbers)
    present = [number for number in listed if number is not None]
    return math.fsum(present) if len(present) == len(listed) else None


def _sum_counts(counts: Iterable[int | None]) -> int | None:
    listed = list(counts)
    present = [count for count in listed if count is not None]
    return sum(present) if len(present) == len(listed) else None
