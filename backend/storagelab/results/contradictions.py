"""The badge of measurements whose IOPS and throughput cannot both be true."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from storagelab.analysis.rate_agreement import compute_throughput_ratio
from storagelab.domain.result import BadgeValues

CODE = "rates_contradict"


def rate_badges(
    figures: Mapping[str, Any], block_bytes: Sequence[int], *, outstanding_ios: int | None
) -> list[BadgeValues]:
    """Return a warning badge where a measurement's throughput contradicts its IOPS and block sizes.

    The list is empty where the figures agree. `figures` has `ios`, `iops` and `bandwidth_bytes_per_s`.
    """
    ios = figures["ios"]
    share = min(outstanding_ios / ios, 1.0) if outstanding_ios and ios else 0.0
    ratio = compute_throughput_ratio(
        figures["iops"], figures["bandwidth_bytes_per_s"], block_bytes, in_flight_share=share
    )
    if ratio is None:
        return []
    times = "of no I/O at all" if math.isinf(ratio) else f"{100 * ratio:.3g} % of IOPS times block size"
    detail = f"The throughput is {times}: one of the two is wrong, as when a drive disappears and I/Os move nothing."
    label = "IOPS and throughput contradict each other"
    return [{"code": CODE, "label": label, "level": "warn", "detail": detail}]
