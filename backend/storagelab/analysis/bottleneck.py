"""Bottleneck detection: results limited by the host's processors or the load generator."""

from __future__ import annotations

import math
from dataclasses import dataclass

from storagelab.analysis.littles_law import TOLERANCE

#: From this load on the processors of the host, or the one that runs a generator's thread, are taken as busy.
BUSY_PERCENT = 90.0
#: Vdbench's own guide recommends another JVM beyond this rate.
IOPS_PER_JVM = 100_000.0


@dataclass(frozen=True, slots=True)
class Bottleneck:
    """None means that nothing is known about it; `reasons` are sentences for what is known to be a limit."""

    cpu_bound: bool | None
    generator_bound: bool | None
    reasons: tuple[str, ...]


def find_bottleneck(
    *,
    host_cpu_percent: float | None = None,
    thread_cpu_percent: float | None = None,
    vdbench_iops: float | None = None,
    vdbench_jvms: int | None = None,
    little_ratio: float | None = None,
) -> Bottleneck:
    """Judge whether the host's processors or the load generator limited one measurement.

    `host_cpu_percent` is the load of all processors of the host together (Vdbench: cpu_used), 0 to 100.
    `thread_cpu_percent` is the load of the generator's busiest thread on its processor (fio: usr_cpu + sys_cpu of a job
    of one thread). `vdbench_iops` over `vdbench_jvms` slave JVMs is for Vdbench alone. `little_ratio` is the ratio of
    Little's law. It never decides by itself, because rate limits and synchronous engines also leave a queue empty: it
    supports a limit found.

    An input that is unknown or not finite decides nothing.
    """
    host = _replace_non_finite(host_cpu_percent)
    thread = _replace_non_finite(thread_cpu_percent)
    iops = _replace_non_finite(vdbench_iops)
    rate = iops / vdbench_jvms if iops is not None and vdbench_jvms else None
    reasons = []
    if host is not None and host >= BUSY_PERCENT:
        reasons.append(f"The host's processors were {host:.0f} % busy.")
    if thread is not None and thread >= BUSY_PERCENT:
        reasons.append(f"A thread of the load generator used {thread:.0f} % of a processor.")
    if rate is not None and rate > IOPS_PER_JVM:
        reasons.append(
            f"Each slave JVM of Vdbench did {rate:,.0f} I/Os per second: above {IOPS_PER_JVM:,.0f} add JVMs."
        )
    ratio = _replace_non_finite(little_ratio)
    if reasons and ratio is not None and ratio < 1 - TOLERANCE:
        reasons.append(f"Only {100 * ratio:.0f} % of the requested I/Os were in flight.")
    return Bottleneck(
        cpu_bound=None if host is None else host >= BUSY_PERCENT,
        generator_bound=_is_either_true(
            None if thread is None else thread >= BUSY_PERCENT, None if rate is None else rate > IOPS_PER_JVM
        ),
        reasons=tuple(reasons),
    )


def _is_either_true(first: bool | None, second: bool | None) -> bool | None:
    """Return True when `first` or `second` is true, None when both are None, else False."""
    claims = [claim for claim in (first, second) if claim is not None]
    return any(claims) if claims else None


def _replace_non_finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None
