"""Summary of a load sweep: best depth, knee, saturation, maximum within a latency limit, best power."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from storagelab.analysis.knee import Saturation, XScale, find_knee, find_saturation, list_known_points

#: Default limit of the mean latency for the maximum under a limit (methodology 3.2).
LATENCY_LIMIT_NS = 1e6


@dataclass(frozen=True, slots=True)
class ThroughputAtLatency:
    """Highest throughput at a mean latency of at most `limit_ns`.

    `iops` is None when every load step is slower. `interpolated` means that it lies between two load steps.
    `limit_reached` False means that no load step exceeded the limit, so that more load might give more.
    """

    limit_ns: float
    iops: float | None
    interpolated: bool
    limit_reached: bool


@dataclass(frozen=True, slots=True)
class Sweep:
    """Derived rows of a sweep; indexes count the load steps as given, from 0, and are None where there is none.

    `best_index` has the highest throughput, at the smallest load that has it. `power_index` has the highest power, that
    is throughput divided by latency (Kleinrock). `x_scale` is the axis on which the knee was searched.
    """

    best_index: int | None
    knee_index: int | None
    x_scale: XScale
    saturation: Saturation
    maximum_at_latency: ThroughputAtLatency
    power_index: int | None


def derive_sweep(
    loads: Sequence[float | None],
    iops: Sequence[float | None],
    latency_ns: Sequence[float | None],
    *,
    x_scale: XScale = "log2",
    latency_limit_ns: float = LATENCY_LIMIT_NS,
) -> Sweep:
    """Derive knee, saturation, best step and throughput within the latency limit of one load sweep.

    `loads` are outstanding I/Os or percent of the maximum, `latency_ns` mean latencies. A step with an unknown figure
    does not count where that figure is needed. Raises ValueError for negative figures.
    """
    saturation = find_saturation(loads, iops)
    return Sweep(
        best_index=saturation.peak_index,
        knee_index=find_knee(loads, iops, x_scale=x_scale).index,
        x_scale=x_scale,
        saturation=saturation,
        maximum_at_latency=find_maximum_at_latency(loads, iops, latency_ns, latency_limit_ns),
        power_index=find_best_power(iops, latency_ns),
    )


def find_maximum_at_latency(
    loads: Sequence[float | None],
    iops: Sequence[float | None],
    latency_ns: Sequence[float | None],
    limit_ns: float = LATENCY_LIMIT_NS,
) -> ThroughputAtLatency:
    """Return the highest throughput within the limit on the line through the load steps, in order of load.

    Between the two steps on either side of the limit it is interpolated linearly; the line may bend back and cross the
    limit several times. Raises ValueError for negative figures.
    """
    order = [index for index, _, _ in sorted(list_known_points(loads, iops), key=lambda point: point[1])]
    by_index = {index: (throughput, latency) for index, throughput, latency in list_known_points(iops, latency_ns)}
    steps = [by_index[index] for index in order if index in by_index]
    within = [throughput for throughput, latency in steps if latency <= limit_ns]
    crossings = [
        _interpolate_throughput(before, after, limit_ns)
        for before, after in pairwise(steps)
        if min(before[1], after[1]) < limit_ns < max(before[1], after[1])
    ]
    highest = max([*within, *crossings], default=None)
    return ThroughputAtLatency(
        limit_ns=limit_ns,
        iops=highest,
        interpolated=highest is not None and highest not in within,
        limit_reached=any(latency >= limit_ns for _, latency in steps),
    )


def find_best_power(iops: Sequence[float | None], latency_ns: Sequence[float | None]) -> int | None:
    """Return the index of the step with the highest throughput / latency, or None when none is known.

    The first of equals counts.
    """
    powers = [
        (throughput / latency, -index)
        for index, throughput, latency in list_known_points(iops, latency_ns)
        if latency > 0 and math.isfinite(throughput / latency)
    ]
    return -max(powers)[1] if powers else None


def _interpolate_throughput(before: tuple[float, float], after: tuple[float, float], limit_ns: float) -> float:
    """Return the throughput at which the line between two steps crosses the latency limit.

    `before` and `after` are (throughput, latency in ns).
    """
    share = (limit_ns - before[1]) / (after[1] - before[1])
    return before[0] + share * (after[0] - before[0])
