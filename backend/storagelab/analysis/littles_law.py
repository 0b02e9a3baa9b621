"""Little's law: in a closed loop, I/Os per second times mean latency is the number of I/Os in flight."""

from __future__ import annotations

from dataclasses import dataclass

#: Between 95 and 105 % of the requested value, figures agree with each other (methodology 3.2).
TOLERANCE = 0.05
#: 95 and 105 % themselves are consistent, and off by an ulp in binary.
_TIE = 1e-9


@dataclass(frozen=True, slots=True)
class LittleCheck:
    """Check of figures by Little's law: `oio` is what they imply, `ratio` its share of the requested value.

    Below 0.95 the queue was not filled all the time; above 1.05 the figures contradict each other.
    """

    oio: float
    ratio: float
    consistent: bool


def check(iops: float, mean_latency_ns: float, configured_oio: int) -> LittleCheck:
    """Compare a closed-loop result with its configured outstanding I/Os by Little's law.

    Raises ValueError unless `configured_oio` is positive.
    """
    if configured_oio < 1:
        raise ValueError(f"{configured_oio} outstanding I/Os were not configured: at least 1 is needed")
    oio = iops * mean_latency_ns / 1e9
    ratio = oio / configured_oio
    return LittleCheck(oio=oio, ratio=ratio, consistent=abs(ratio - 1) <= TOLERANCE + _TIE)
