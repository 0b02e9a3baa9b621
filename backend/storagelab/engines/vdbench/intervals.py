"""Rows of a flat file as intervals of each direction, and intervals merged into parts."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from storagelab.analysis.latency import merge
from storagelab.domain.samples import Direction, IntervalSample, ObservedPart
from storagelab.engines.vdbench.figures import (
    READ_AND_WRITE,
    Row,
    compute_io_counts,
    compute_moved_bytes,
    convert_latency,
)


def build_interval_samples(
    row: Row, *, number: int, seconds: int, paused: Collection[Direction] = ()
) -> list[IntervalSample]:
    """Return the samples of one interval of a run, one for each direction that did I/O.

    The interval has the number `number` (from 1) and is `seconds` long. A direction in `paused` that did no I/O has a
    sample of 0 I/Os. The list is empty where the row does not contain the I/Os.
    """
    counts = compute_io_counts(row, seconds)
    volumes = compute_moved_bytes(row, counts, seconds) if counts else {}
    return [
        IntervalSample(
            t_ms=1000 * seconds * number,
            dt_ms=1000 * seconds,
            direction=direction,
            ios=counts[direction],
            bytes=volumes[direction],
            latency=convert_latency(row, direction, counts[direction]),
        )
        for direction in READ_AND_WRITE
        if volumes and (counts[direction] or direction in paused)
    ]


def merge_samples(samples: Iterable[IntervalSample]) -> dict[Direction, ObservedPart]:
    """Merge the samples of each direction, over the whole time that samples of any direction cover."""
    listed = list(samples)
    run_ms = sum({sample.t_ms: sample.dt_ms for sample in listed}.values())
    parts: dict[Direction, ObservedPart] = {}
    for direction in READ_AND_WRITE:
        mine = [sample for sample in listed if sample.direction == direction]
        ios, volume = sum(sample.ios for sample in mine), sum(sample.bytes for sample in mine)
        if ios:
            parts[direction] = ObservedPart(
                ios=ios,
                bytes=volume,
                iops=ios * 1000 / run_ms,
                bandwidth_bytes_per_s=volume * 1000 / run_ms,
                runtime_s=run_ms / 1000,
                latency=merge(sample.latency for sample in mine),
            )
    return parts
