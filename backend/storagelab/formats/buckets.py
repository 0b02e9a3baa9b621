"""Percentiles out of coarse histograms, which some tools print instead of percentiles."""

from __future__ import annotations

from collections.abc import Sequence

from storagelab.analysis.coarse_buckets import Bucket, interpolated_percentile

#: What is read from such histograms: beyond these their buckets say too little.
PERCENTS = (50.0, 90.0, 95.0, 99.0, 99.9, 99.99)

__all__ = ["Bucket", "interpolated_percentiles"]


def interpolated_percentiles(buckets: Sequence[Bucket], maximum: float | None) -> dict[float, float]:
    """Percentiles in the unit of the buckets, and never above the known maximum; those that are unknown are left out.

    Buckets that contradict each other, as in a damaged file, have none.
    """
    found: dict[float, float] = {}
    for percent in PERCENTS:
        try:
            estimate = interpolated_percentile(buckets, percent, maximum_ns=maximum)
        except ValueError:
            return {}
        if estimate is not None:
            found[percent] = estimate.value_ns if maximum is None else min(estimate.value_ns, maximum)
    return found
