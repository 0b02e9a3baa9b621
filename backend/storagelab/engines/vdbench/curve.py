"""A curve of response time over load: one run as fast as it goes, then one for each percentage of what that reached.

The first run is a short one, so points above 100 % may still deliver more: the achieved rate is what is drawn, and the
requested one stands beside it.
"""

from __future__ import annotations

from dataclasses import replace

from storagelab.domain.workload import Workload

#: The points of a curve that goes beyond its saturation.
CURVE_PERCENTS = (10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120)


def curve_rate(max_iops: float, percent: int) -> int:
    """The rate of a point as Vdbench sets it: rounded up to whole hundreds, or to whole tens up to 1000 IOPS.

    Raises ValueError for a maximum or percentage that is not positive.
    """
    if max_iops <= 0 or percent <= 0:
        raise ValueError(f"{percent} % of {max_iops:g} IOPS is no rate")
    rate = max(int(max_iops) * percent // 100, 1)
    step = 100 if rate > 1000 else 10
    return -(-rate // step) * step


def at_rate(workload: Workload, iops: int) -> Workload:
    """The workload of a point: the same, offered at a rate, with requests as independent of each other as users are."""
    return replace(workload, offered_iops=iops, arrival="poisson")
