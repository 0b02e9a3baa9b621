"""Curves of samples that follow one another."""

from __future__ import annotations

import numpy as np

from storagelab.evaluate.curve import SampledCurve


def make_curve(
    values: list[float], *, step_ms: int = 1000, t0_ms: int = 0, weights: list[float] | None = None
) -> SampledCurve:
    """Return samples that follow one another without a gap."""
    end = t0_ms + step_ms * np.arange(1, len(values) + 1)
    return SampledCurve(
        end_ms=end,
        length_ms=np.full(len(values), step_ms),
        value=np.array(values, dtype=np.float64),
        weight=np.array(weights or [1.0] * len(values)),
    )
