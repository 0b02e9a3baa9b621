"""Parts merged into one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storagelab.analysis.bins import find_percentile
from storagelab.analysis.parts import compute_percentiles, merge_parts
from storagelab.domain.samples import LatencyStatistics, ObservedPart

READ = ObservedPart(
    ios=30,
    bytes=120,
    iops=3.0,
    bandwidth_bytes_per_s=12.0,
    runtime_s=10.0,
    latency=LatencyStatistics(30, 100.0, 10.0, 80, 130),
    percentiles_ns={50.0: 100, 99.0: 130},
    percentiles_of="clat",
    bins={100: 29, 130: 1},
)
WRITE = ObservedPart(
    ios=10,
    bytes=40,
    iops=1.5,
    bandwidth_bytes_per_s=6.0,
    runtime_s=9.0,
    latency=LatencyStatistics(10, 300.0, 20.0, 260, 390),
    percentiles_ns={50.0: 300, 99.0: 390},
    percentiles_of="clat",
    bins={300: 9, 390: 1},
)


def test_single_part_is_returned_unchanged() -> None:
    assert merge_parts([READ]) is READ
    assert merge_parts([]) == ObservedPart()


def test_counts_and_rates_add_up_with_weighted_latency() -> None:
    total = merge_parts([READ, WRITE])
    assert (total.ios, total.bytes, total.iops, total.bandwidth_bytes_per_s) == (40, 160, 4.5, 18.0)
    assert (total.runtime_s, total.latency.n, total.latency.mean) == (10.0, 40, 150.0)
    assert (total.latency.min, total.latency.max) == (80, 390)
    assert total.latency.stddev == pytest.approx((306_500 / 39) ** 0.5)


def test_percentiles_come_from_merged_bins() -> None:
    total = merge_parts([READ, WRITE])
    assert total.bins == {100: 29, 130: 1, 300: 9, 390: 1}
    assert total.percentiles_ns == {50.0: 100, 99.0: 390}
    assert total.percentiles_of == "clat"


@pytest.mark.parametrize("other", [{"bins": None}, {"percentiles_of": "lat"}])
def test_merging_without_matching_bins_gives_no_percentiles(other: dict[str, str | None]) -> None:
    changed = ObservedPart(ios=10, percentiles_ns={99.0: 390}, **{"percentiles_of": "clat", "bins": {300: 10}} | other)
    total = merge_parts([READ, changed])
    assert (total.bins, total.percentiles_of, total.percentiles_ns) == (None, None, {})


def test_value_missing_in_one_part_is_unknown() -> None:
    total = merge_parts([READ, ObservedPart(ios=5, latency=LatencyStatistics(mean=7.0, max=9.0))])
    assert (total.ios, total.bytes, total.iops) == (35, None, None)
    assert (total.latency.n, total.latency.mean, total.latency.min, total.latency.max) == (None, None, None, 130)


def test_direction_without_measured_latency_does_not_count() -> None:
    total = merge_parts([READ, ObservedPart(ios=1, latency=LatencyStatistics(n=0, mean=0.0, min=0.0, max=0.0))])
    assert (total.latency.n, total.latency.mean, total.latency.min) == (30, 100.0, 80)


# Small counts too: there a rank often falls on the last I/O of a bin.
histograms = st.dictionaries(st.integers(0, 10**12), st.integers(0, 20) | st.integers(0, 2**62), max_size=30)


@given(histograms, st.lists(st.sampled_from([0.1, 1.0, 50.0, 99.0, 99.9, 99.99, 100.0]), max_size=5))
def test_percentiles_equal_individual_lookups(histogram: dict[int, int], percents: list[float]) -> None:
    values = compute_percentiles(histogram, percents)
    assert values == ({one: find_percentile(histogram, one) for one in percents} if sum(histogram.values()) else {})
