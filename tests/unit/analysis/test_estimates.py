"""Corrections of the next plan from past attempts."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from storagelab.analysis.estimates import Correction, Course, KnownRate, compute_correction, find_nearest_rate

WRITE_4K = KnownRate(4096, 0, 100, 32, 400e6)
WRITE_128K = KnownRate(131072, 0, 0, 32, 2e9)
MIXED_8K = KnownRate(8192, 70, 100, 256, 1e9)


def course(took: float, *, around: float = 5.0, between: float | None = 1.0, kind: str = "time") -> Course:
    """Return the course of an attempt whose phases were planned to take 100 s."""
    return Course({kind: (100.0, took)}, between, around)


def test_correction_needs_three_attempts() -> None:
    assert compute_correction([course(110), course(110)]) == Correction()


def test_the_median_corrects() -> None:
    correction = compute_correction([course(110), course(102, around=9.0), course(400, between=3.0)])
    assert correction == Correction(courses=3, ratios={"time": 1.1}, between_seconds=1.0, around_seconds=5.0)


def test_rarely_observed_kind_is_not_corrected() -> None:
    mixed = Course({"time": (100.0, 110.0), "steady": (1500.0, 300.0)}, None, 4.0)
    correction = compute_correction([course(110), course(110), mixed])
    # Two pauses are too few, as two steady phases are.
    assert (dict(correction.ratios), correction.between_seconds) == ({"time": 1.1}, 0.0)


def test_zero_planned_time_yields_no_ratio() -> None:
    assert compute_correction([Course({"time": (0.0, 1.0)}, None, 1.0)] * 3).ratios == {}


@pytest.mark.parametrize(
    ("wanted", "rate"),
    [
        (WRITE_4K, 400e6),
        (replace(WRITE_4K, block_bytes=8192), 400e6),
        (replace(WRITE_128K, block_bytes=1 << 20, outstanding_ios=64), 2e9),
        (replace(MIXED_8K, read_percent=60), 1e9),
        # Like none of them: 512 times the block size of the nearest.
        (KnownRate(64 << 20, 0, 0, 32, math.nan), None),
    ],
)
def test_the_nearest_workload_lends_its_rate(wanted: KnownRate, rate: float | None) -> None:
    assert find_nearest_rate(replace(wanted, bytes_per_s=math.nan), [WRITE_4K, WRITE_128K, MIXED_8K]) == rate


def test_equally_near_rates_give_their_median() -> None:
    rates = [replace(WRITE_4K, bytes_per_s=rate) for rate in (1.0, 9.0, 2.0)]
    assert find_nearest_rate(WRITE_4K, rates) == 2.0
    assert find_nearest_rate(WRITE_4K, []) is None
