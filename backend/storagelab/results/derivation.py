"""Derived figures of a measurement's parts, the same for own runs and imported results."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from storagelab.analysis import bins as histograms
from storagelab.analysis import littles_law
from storagelab.analysis.parts import compute_percentiles, merge_parts
from storagelab.domain.metrics import PERCENTILES
from storagelab.domain.results import ObservedLatency, ObservedMeasurement, ObservedPart
from storagelab.domain.samples import PartResult


def convert_to_observed(part: PartResult) -> ObservedPart:
    """Convert a part of one of our own runs to the form of an imported one."""
    statistics = part.latency
    return ObservedPart(
        ios=part.ios,
        bytes=part.bytes,
        iops=part.iops,
        bandwidth_bytes_per_s=part.bandwidth_bytes_per_s,
        runtime_s=part.runtime_ms / 1000,
        latency=ObservedLatency(statistics.n, statistics.mean, statistics.stddev, statistics.min, statistics.max),
        percentiles_ns=part.percentiles_ns,
        percentiles_of=part.percentiles_of,
        percentiles_estimated=part.percentiles_estimated,
        bins=part.bins,
    )


def merge_entry(entry: ObservedMeasurement) -> ObservedPart:
    """Merge everything in one entry of a file. Its distribution may be by direction alone, and is merged then."""
    parts = list(entry.parts.values())
    total = entry.total
    if total == ObservedPart():
        return merge_parts(parts)
    if total.bins is not None or total.percentiles_ns or not parts:
        return total
    merged = merge_parts(parts)
    return replace(
        total,
        bins=merged.bins,
        percentiles_ns=merged.percentiles_ns,
        percentiles_of=merged.percentiles_of,
        percentiles_estimated=merged.percentiles_estimated,
    )


def derive(part: ObservedPart, *, outstanding_ios: int | None, offered_iops: float | None) -> dict[str, Any]:
    """Return the columns of `measurement` that follow from its merged parts. Unknown is None."""
    latency = part.latency
    distribution = _build_distribution(part)
    ratio = None
    if latency.mean is not None and part.iops is not None and outstanding_ios and offered_iops is None:
        ratio = littles_law.check(part.iops, latency.mean, outstanding_ios).ratio
    return {
        "runtime_ms": convert_to_milliseconds(part.runtime_s),
        "ios": part.ios,
        "bytes": part.bytes,
        "iops": part.iops,
        "bandwidth_bytes_per_s": part.bandwidth_bytes_per_s,
        "latency_n": latency.n,
        "latency_mean_ns": latency.mean,
        "latency_stddev_ns": latency.stddev,
        "latency_min_ns": latency.min,
        "latency_max_ns": latency.max,
        **distribution,
        "percentiles_of": part.percentiles_of if any(value is not None for value in distribution.values()) else None,
        "little_ratio": ratio,
    }


def build_part_columns(part: ObservedPart) -> dict[str, Any]:
    """Return the columns of `measurement_part` that hold one part."""
    return {
        "ios": part.ios,
        "bytes": part.bytes,
        "iops": part.iops,
        "bandwidth_bytes_per_s": part.bandwidth_bytes_per_s,
        "runtime_ms": convert_to_milliseconds(part.runtime_s),
        "latency_n": part.latency.n,
        "latency_mean_ns": part.latency.mean,
        "latency_stddev_ns": part.latency.stddev,
        "latency_min_ns": part.latency.min,
        "latency_max_ns": part.latency.max,
        "percentiles_of": part.percentiles_of,
        "bins": histograms.pack(part.bins) if part.bins is not None else None,
    }


def convert_to_milliseconds(seconds: float | None) -> int | None:
    """Return whole milliseconds; None stays None."""
    return None if seconds is None else round(seconds * 1000)


def _build_distribution(part: ObservedPart) -> dict[str, float | None]:
    """Return percentiles from bins where there are any, since only those merge; else as the file printed them."""
    by_percent = compute_percentiles(part.bins, PERCENTILES.values()) if part.bins else part.percentiles_ns
    return {column: by_percent.get(percent) for column, percent in PERCENTILES.items()}
