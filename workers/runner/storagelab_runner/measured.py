"""Figures of a finished phase, from its engine's last complete document, for later phases."""

from __future__ import annotations

from typing import NamedTuple


class MeasuredInterval(NamedTuple):
    """Figures over the interval that counts (after the ramp); `latency_ns` is the mean response time.

    `iops` is the total of both directions; a direction that was idle has 0 IOPS.
    """

    iops: float
    read_iops: float
    write_iops: float
    bytes_per_s: float
    latency_ns: float

    def value(self, metric: str) -> float:
        """Return the value of `metric` in the interval: `iops`, `bytes_per_s`, or `latency` in ns."""
        return {"iops": self.iops, "bytes_per_s": self.bytes_per_s, "latency": self.latency_ns}[metric]
