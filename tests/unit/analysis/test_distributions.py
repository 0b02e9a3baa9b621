"""Distributions: merged bins, percentiles with enough I/Os behind them, cumulative shares."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storagelab.analysis import bins as fio_bins
from storagelab.analysis.distributions import (
    PERCENTS,
    ResponseTimeDistribution,
    compute_cumulative_shares,
    compute_supported_percentiles,
    merge_distributions,
)
from storagelab.engines.fio import parse

FIO = Path(__file__).parents[2] / "data" / "fio"
CORPUS = Path(__file__).parents[4] / "shared" / "corpus" / "fio"

histograms = st.dictionaries(
    st.integers(min_value=0, max_value=fio_bins.LAST_BIN).map(fio_bins.compute_bin_value),
    st.integers(min_value=1, max_value=10**9),
    min_size=1,
    max_size=60,
)


def test_merging_agrees_with_the_reference_cases(vectors) -> None:
    compared = 0
    for case in vectors("percentile_merge")["cases"]:
        parts = [
            ResponseTimeDistribution({int(key): count for key, count in part.items()}, "lat")
            for part in case["components"]
            if part
        ]
        merged = merge_distributions(parts)
        if merged is None:
            assert case["expected"]["n"] == 0, case["id"]
            continue
        assert merged.n == case["expected"]["n"]
        printed = {float(key): value for key, value in case["expected"]["percentiles"].items()}
        for percent, value in zip(PERCENTS, compute_supported_percentiles(merged.bins), strict=True):
            if value is not None and percent in printed:
                assert value == printed[percent], (case["id"], percent)
                compared += 1
    assert compared > 20


def fio_outputs() -> list[Path]:
    return [FIO / "jsonplus-3.33.json", *sorted(CORPUS.glob("**/*json*plus*.json"))]


@pytest.mark.parametrize("path", fio_outputs(), ids=lambda path: path.name)
def test_percentiles_equal_the_fio_output(path: Path) -> None:
    compared = 0
    for job in parse(path.read_bytes()).jobs:
        for part in job.parts.values():
            supported = dict(zip(PERCENTS, compute_supported_percentiles(part.bins or {}), strict=True))
            for percent, printed in part.percentiles_ns.items():
                value = supported.get(percent)
                if value is not None:
                    assert value == printed, (path.name, percent)
                    compared += 1
    assert compared


def test_percentile_needs_ten_ios_beyond_it() -> None:
    supported = dict(zip(PERCENTS, compute_supported_percentiles({1000: 990, 2000: 10}), strict=True))

    assert (supported[0.0], supported[50.0], supported[99.0]) == (1000, 1000, 1000)
    assert [supported[percent] for percent in PERCENTS if percent > 99] == [None] * 5
    assert compute_supported_percentiles({1000: 9}) == [None] * len(PERCENTS)
    assert compute_supported_percentiles({}) == [None] * len(PERCENTS)


def test_unknown_or_mixed_latency_kinds_are_not_merged() -> None:
    one, other = ResponseTimeDistribution({1000: 5}, "lat"), ResponseTimeDistribution({1000: 5, 2000: 1}, "lat")

    assert merge_distributions([one, other]) == ResponseTimeDistribution({1000: 10, 2000: 1}, "lat")
    assert merge_distributions([]) is None
    assert merge_distributions([one, None]) is None
    assert merge_distributions([one, ResponseTimeDistribution({1000: 5}, "clat")]) is None


def test_cumulative_shares_lie_at_bin_edges() -> None:
    index = fio_bins.find_bin_index(100_000)
    value, last = fio_bins.compute_bin_value(index), fio_bins.compute_bin_value(fio_bins.LAST_BIN)

    shares = compute_cumulative_shares({value: 3, 64: 0, last: 1})

    assert shares.value_ns == (value, last)
    assert shares.upper_ns == (fio_bins.compute_bin_upper(index), None)
    assert shares.percent == (75.0, 100.0)


def test_bins_of_other_tools_have_unknown_edges() -> None:
    assert compute_cumulative_shares({129_000: 1, 99_840: 1}).upper_ns == (None, None)
    assert compute_cumulative_shares({}).value_ns == ()


@settings(deadline=None)
@given(histograms)
def test_cumulative_shares_reach_100_and_match_percentiles(histogram: dict[int, int]) -> None:
    shares = compute_cumulative_shares(histogram)

    assert list(shares.percent) == sorted(shares.percent)
    assert shares.percent[-1] == 100
    for percent, value in zip(PERCENTS, compute_supported_percentiles(histogram), strict=True):
        if value is not None:
            assert shares.percent[shares.value_ns.index(int(value))] >= percent - 1e-9
