"""IOPS times block size against throughput: the two must agree as exactly as they are printed."""

from __future__ import annotations

import math
from collections.abc import Sequence

#: A megabyte may be 1,000,000 or 1,048,576 bytes to a tool, and published figures are rounded.
TOLERANCE = 0.05
_DECIMALS = range(5)
_MEGABYTES = (1_000_000, 1 << 20)
#: Figures that are not a multiple of anything printed are exact to a byte or so.
_EXACT_BYTES = 1.0
#: A throughput of 0 is printed with two decimals of a megabyte at most.
_ZERO_BYTES = 0.005 * (1 << 20)
_TIE = 1e-7


def compute_throughput_ratio(
    iops: float | None,
    throughput_bytes_per_s: float | None,
    block_bytes: Sequence[int],
    *,
    in_flight_share: float = 0.0,
) -> float | None:
    """Return the throughput as a share of IOPS times block size, or None where the two agree.

    The nearest size of `block_bytes` counts. None also where a figure is unknown. `in_flight_share` is the share of
    I/Os that may be counted at one end only.
    """
    if iops is None or throughput_bytes_per_s is None or not block_bytes or min(block_bytes) <= 0:
        return None
    low, high = iops * min(block_bytes), iops * max(block_bytes)
    relative = TOLERANCE + in_flight_share
    printed = _estimate_printed_step(throughput_bytes_per_s) / 2 + _estimate_iops_rounding(iops) * max(block_bytes)
    if low * (1 - relative) - printed <= throughput_bytes_per_s <= high * (1 + relative) + printed:
        return None
    nearest = low if throughput_bytes_per_s < low else high
    return throughput_bytes_per_s / nearest if nearest else math.inf


def _estimate_printed_step(value: float) -> float:
    """Return the step of the last digit with which a throughput was probably printed, in bytes/s."""
    if value == 0:
        return 2 * _ZERO_BYTES
    steps = (unit / 10**decimals for decimals in _DECIMALS for unit in _MEGABYTES)
    return next((step for step in steps if _is_multiple(value, step)), _EXACT_BYTES)


def _is_multiple(value: float, step: float) -> bool:
    return round(value / step) > 0 and abs(value / step - round(value / step)) < _TIE


def _estimate_iops_rounding(iops: float) -> float:
    return 0.5 if iops == round(iops) else 0.05
