"""Derived figures of a measurement's parts, the same for own runs and imported results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from storagelab.analysis import bins as histograms
from storagelab.analysis import littles_law
from storagelab.analysis.parts import compute_percentiles, merge_parts
from storagelab.domain.json_values import RowValues
from storagelab.domain.metrics import PERCENTILES
from storagelab.domain.results import ObservedMeasurement
from storagelab.domain.samples import DIRECTIONS, JobResult, LatencyStatistics, ObservedPart

_AMOUNTS = ("ios", "bytes", "iops", "bandwidth_bytes_per_s")
#: Columns of the statistics of latency.
_LATENCY = {
    "n": "latency_n",
    "mean": "latency_mean_ns",
    "stddev": "latency_stddev_ns",
    "min": "latency_min_ns",
    "max": "latency_max_ns",
}
#: What adds up over the parts of a measurement, or is weighted by their I/Os.
MERGED = (*_AMOUNTS, *_LATENCY.values())


def collect_job_parts(jobs: Iterable[JobResult]) -> dict[tuple[str, int], ObservedPart]:
    """Return the figures of the jobs by (direction, group), for directions with I/O."""
    return {
        (direction, job.group): job.parts[direction]
        for job in jobs
        for direction in DIRECTIONS
        if direction in job.parts
    }


def find_mixed_total(jobs: Iterable[JobResult]) -> ObservedPart | None:
    """Return the engine's own total of reads and writes; None without one, or for several jobs."""
    done = [job for job in jobs if job.parts]
    return done[0].mixed if len(done) == 1 else None


def merge_entry(entry: ObservedMeasurement) -> ObservedPart:
    """Merge all directions of one entry of a result file.

    An entry without a total distribution gets the merged one of its directions.
    """
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
    """Return the columns of `measurement` that follow from its merged parts.

    Unknown values are None. `little_ratio` compares the figures by Little's law, without an offered load only.
    """
    mean_ns = part.latency.mean
    distribution = compute_percentile_columns(part)
    ratio = None
    if mean_ns is not None and part.iops is not None and outstanding_ios and offered_iops is None:
        ratio = littles_law.check(part.iops, mean_ns, outstanding_ios).ratio
    return {
        "runtime_ms": convert_to_milliseconds(part.runtime_s),
        **build_merged_columns(part),
        **distribution,
        "percentiles_of": part.percentiles_of if any(value is not None for value in distribution.values()) else None,
        "little_ratio": ratio,
    }


def build_part_columns(part: ObservedPart) -> RowValues:
    """Return the columns of the table `measurement_part` for one part."""
    return {
        **build_merged_columns(part),
        "runtime_ms": convert_to_milliseconds(part.runtime_s),
        "percentiles_of": part.percentiles_of,
        "bins": histograms.pack(part.bins) if part.bins is not None else None,
    }


def read_part_columns(row: Mapping[str, Any], bins: Mapping[int, int] | None) -> ObservedPart:
    """Return the measurement part in a row of columns, with `bins`, its histogram, stored apart."""
    return ObservedPart(
        **{name: row[name] for name in _AMOUNTS},
        latency=LatencyStatistics(**{name: row[column] for name, column in _LATENCY.items()}),
        percentiles_of=row["percentiles_of"],
        bins=bins,
    )


def build_merged_columns(part: ObservedPart) -> RowValues:
    """Return the columns that are sums over the parts of a measurement, or means weighted by I/Os."""
    return {
        **{name: getattr(part, name) for name in _AMOUNTS},
        **{column: getattr(part.latency, name) for name, column in _LATENCY.items()},
    }


def convert_to_milliseconds(seconds: float | None) -> int | None:
    """Convert seconds to whole milliseconds; None remains None."""
    return None if seconds is None else round(seconds * 1000)


def compute_percentile_columns(part: ObservedPart) -> dict[str, float | None]:
    """Return the percentile columns of a part, in ns.

    They are computed from its histogram if there is one, since only histograms merge, else as the source printed them.
    """
    by_percent = compute_percentiles(part.bins, PERCENTILES.values()) if part.bins else part.percentiles_ns
    return {column: by_percent.get(percent) for column, percent in PERCENTILES.items()}
