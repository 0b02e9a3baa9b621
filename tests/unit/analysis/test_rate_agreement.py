"""IOPS and throughput against the block size, as exactly as figures are printed."""

from __future__ import annotations

import math

import pytest

from storagelab.analysis.rate_agreement import compute_throughput_ratio

MIB = 1 << 20


@pytest.mark.parametrize(
    ("iops", "throughput", "sizes"),
    [
        (1000, 4_096_000, [4096]),
        (57611, 450.0859 * MIB, [8192]),
        # A megabyte of the other kind.
        (100_000, 390.6e6, [4096]),
        # Printed with one or two decimals, or none.
        (3, 0.01 * MIB, [4096]),
        (10, 0, [512]),
        (180_000, 735e6, [4096]),
        (300, 1e6, [4096]),
        # Mixed sizes lie between the smallest and the largest.
        (1000, 20e6, [4096, 65536]),
        (None, 4096, [4096]),
        (1000, None, [4096]),
        (1000, 1, []),
        (0, 0, [4096]),
    ],
)
def test_figures_that_agree_or_are_unknown_pass(iops: float, throughput: float, sizes: list[int]) -> None:
    assert compute_throughput_ratio(iops, throughput, sizes) is None


@pytest.mark.parametrize(
    ("iops", "throughput", "sizes", "ratio"),
    [
        (18_807, 1_126_058.7, [4096], 0.014618),
        (18_807, 0, [4096], 0),
        (1000, 4_096_000, [8192], 0.5),
        (1000, 8_192_000, [4096], 2),
        (1000, 80e6, [4096, 65536], 1.2207),
        (0, 50e6, [4096], math.inf),
    ],
)
def test_contradictory_rates_yield_a_ratio(iops: float, throughput: float, sizes: list[int], ratio: float) -> None:
    assert compute_throughput_ratio(iops, throughput, sizes) == pytest.approx(ratio, rel=1e-3)


def test_requests_in_flight_are_not_a_contradiction() -> None:
    assert compute_throughput_ratio(100, 460_000, [4096]) is not None
    assert compute_throughput_ratio(100, 460_000, [4096], in_flight_share=0.1) is None
