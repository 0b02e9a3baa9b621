"""fio's histogram: mapping, merging, percentiles, packing."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storagelab.analysis import bins

histograms = st.dictionaries(
    st.integers(min_value=0, max_value=bins.LAST_BIN).map(bins.compute_bin_value),
    st.integers(min_value=1, max_value=10**12),
    max_size=60,
)


def test_the_mapping_agrees_with_the_reference_cases(vectors) -> None:
    for case in vectors("percentile_merge")["bin_mapping"]:
        index = bins.find_bin_index(case["ns"])
        assert (index, bins.compute_bin_value(index), bins.compute_bin_low(index)) == (
            case["index"],
            case["value"],
            case["low"],
        )


def test_percentiles_agree_with_the_reference_cases(vectors) -> None:
    for case in vectors("percentile_merge")["cases"]:
        merged = bins.merge_bins({int(key): count for key, count in part.items()} for part in case["components"])
        expected = case["expected"]
        assert sum(merged.values()) == expected["n"]
        assert (min(merged, default=None), max(merged, default=None)) == (expected["first_bin"], expected["last_bin"])
        got = {key: bins.find_percentile(merged, float(key)) for key in expected["percentiles"]}
        assert got == expected["percentiles"], case["id"]


def test_bins_tile_the_axis_and_contain_their_values() -> None:
    for index in range(bins.BIN_COUNT):
        assert bins.find_bin_index(bins.compute_bin_low(index)) == index
        assert bins.find_bin_index(bins.compute_bin_upper(index)) == index
        assert bins.find_bin_index(bins.compute_bin_value(index)) == index
    assert all(bins.compute_bin_upper(index) + 1 == bins.compute_bin_low(index + 1) for index in range(bins.LAST_BIN))


def test_values_outside_all_bins_are_refused() -> None:
    with pytest.raises(ValueError, match="-1 ns is negative"):
        bins.find_bin_index(-1)
    with pytest.raises(ValueError, match="there is no bin 1856"):
        bins.compute_bin_low(bins.BIN_COUNT)
    assert bins.find_bin_index(10**15) == bins.LAST_BIN


def test_an_empty_histogram_has_no_percentile() -> None:
    assert bins.find_percentile({}, 99) is None
    assert bins.find_percentile({100: 0}, 99) is None


def test_percentile_skips_empty_bins() -> None:
    assert bins.find_percentile({100: 0, 200: 5, 300: 0}, 0) == 200
    assert bins.find_percentile({100: 0, 200: 5, 300: 0}, 100) == 200


@pytest.mark.parametrize(
    ("percent", "needed"), [(0, 10), (50, 20), (99, 1000), (99.9, 10_000), (99.99, 100_000), (99.999, 1_000_000)]
)
def test_a_percentile_needs_ten_ios_beyond_it(percent: float, needed: int) -> None:
    assert bins.is_supported(needed, percent)
    assert not bins.is_supported(needed - 1, percent)


def test_maximum_is_not_a_supported_percentile() -> None:
    assert not bins.is_supported(10**12, 100)


def test_a_count_that_fell_is_refused() -> None:
    with pytest.raises(ValueError, match="bin 100 fell by 2"):
        bins.subtract_bins({100: 3}, {100: 1, 200: 4})


@pytest.mark.parametrize("blob", [b"", b"SLs1", b"other bytes", bins.pack({100: 1})[:-1]])
def test_invalid_histogram_bytes_are_refused(blob: bytes) -> None:
    with pytest.raises(ValueError, match="stored series"):
        bins.unpack(blob)


@given(st.integers(min_value=0, max_value=(1 << 34) - 1))
def test_bin_value_is_within_one_part_in_128(ns: int) -> None:
    assert abs(bins.compute_bin_value(bins.find_bin_index(ns)) - ns) <= ns / 128


@given(histograms, histograms, histograms)
def test_merging_ignores_order_and_subtraction_reverses_it(a, b, c) -> None:
    assert bins.merge_bins([a, bins.merge_bins([b, c])]) == bins.merge_bins([bins.merge_bins([c, a]), b])
    assert bins.subtract_bins(a, bins.merge_bins([a, b])) == b


@given(
    st.dictionaries(st.integers(0, 2000), st.integers(0, 20), min_size=1, max_size=6),
    st.sampled_from([0.1, 1, 10, 25, 50, 75, 90, 99, 99.9, 100]),
)
def test_percentile_returns_the_io_at_its_rank(histogram: dict[int, int], percent: float) -> None:
    """Compare percentiles with the sorted I/Os.

    With few bins a rank often falls on the last I/O of one.
    """
    ios = sorted(value for value, count in histogram.items() for _ in range(count))
    rank = math.ceil(Fraction(str(percent)) * len(ios) / 100)
    assert bins.find_percentile(histogram, percent) == (ios[max(rank, 1) - 1] if ios else None)


def test_rank_on_last_io_stays_in_its_bin() -> None:
    assert bins.find_percentile({100: 5, 200: 5}, 50) == 100
    assert bins.find_percentile({100: 7992, 200: 8}, 99.9) == 100


@given(histograms, st.lists(st.floats(min_value=0, max_value=100), min_size=2, max_size=6))
def test_percentiles_rise(histogram, percents: list[float]) -> None:
    values = [bins.find_percentile(histogram, percent) for percent in sorted(percents)]
    assert not histogram or values == sorted(values)


@given(histograms)
def test_packing_round_trip_preserves_the_histogram(histogram) -> None:
    assert bins.unpack(bins.pack(histogram)) == histogram


def test_keys_of_other_tools_pack_as_well() -> None:
    assert bins.unpack(bins.pack({1_000_000: 3, 7: 1})) == {7: 1, 1_000_000: 3}
