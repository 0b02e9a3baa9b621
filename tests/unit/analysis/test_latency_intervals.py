"""Samples of a phase as histogram intervals: timed parts, stalls, and unknown parts."""

from __future__ import annotations

from typing import Any

import numpy as np

from storagelab.analysis.latency_slices import iterate_intervals

BINS = (np.array([700]), np.array([5]))


def sample(t_ms: int, direction: str, ios: int, n: int) -> dict[str, Any]:
    return {"t_ms": t_ms, "dt_ms": 1000, "direction": direction, "ios": ios, "latency": {"n": n}}


def test_directions_of_one_moment_are_one_interval() -> None:
    samples = [sample(1000, "read", 5, 5), sample(1000, "write", 5, 5) | {"dt_ms": 990}, sample(2000, "read", 5, 5)]
    first, second = iterate_intervals(samples, {0: BINS, 1: BINS, 2: BINS})
    assert (first.t_ms, first.dt_ms, set(first.bins or {})) == (1000, 1000, {"read", "write"})
    assert (second.t_ms, set(second.bins or {})) == (2000, {"read"})


def test_ramp_is_unknown_and_stall_is_known() -> None:
    ramp, stall = iterate_intervals([sample(1000, "read", 90, 0), sample(2000, "read", 0, 0)], {})
    assert ramp.bins is None
    assert stall.bins == {}


def test_direction_without_histogram_makes_interval_unknown() -> None:
    (moment,) = iterate_intervals([sample(1000, "read", 5, 5), sample(1000, "write", 5, 5)], {0: BINS})
    assert moment.bins is None


def test_paused_direction_leaves_other_direction_known() -> None:
    (moment,) = iterate_intervals([sample(1000, "read", 5, 5), sample(1000, "write", 0, 0)], {0: BINS})
    assert set(moment.bins or {}) == {"read"}
