"""Rows of histogram logs of all versions."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storagelab.analysis.bins import BIN_COUNT, compute_bin_value, find_bin_index
from storagelab.analysis.histogram_log import (
    HistogramLayout,
    convert_columns_to_bins,
    get_row_layout,
)


def row(columns: int, counts: dict[int, int]) -> list[int]:
    return [counts.get(column, 0) for column in range(columns)]


def test_full_row_yields_the_bins_of_json() -> None:
    assert convert_columns_to_bins(row(BIN_COUNT, {0: 2, 127: 1, 128: 3, 1208: 7})) == {
        compute_bin_value(index): count for index, count in {0: 2, 127: 1, 128: 3, 1208: 7}.items()
    }


def test_microseconds_of_old_versions() -> None:
    assert convert_columns_to_bins(row(1216, {100: 4, 128: 1})) == {100_000: 4, 129_000: 1}


@pytest.mark.parametrize(
    ("columns", "layout"),
    [
        (1856, HistogramLayout(1, 0)),
        (232, HistogramLayout(1, 3)),
        (116, HistogramLayout(1, 4)),
        (29, HistogramLayout(1, 6)),
        (1216, HistogramLayout(1000, 0)),
        (608, HistogramLayout(1000, 1)),
        (19, HistogramLayout(1000, 6)),
    ],
)
def test_layout_follows_from_the_column_count(columns: int, layout: HistogramLayout) -> None:
    assert get_row_layout(columns) == layout
    assert layout.estimated is (layout.coarseness > 0)


@pytest.mark.parametrize("columns", [0, 1, 100, 1857, 14])
def test_other_rows_are_refused(columns: int) -> None:
    with pytest.raises(ValueError, match="fio writes no histogram"):
        convert_columns_to_bins([0] * columns)


def test_negative_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="not negative"):
        convert_columns_to_bins(row(1856, {5: -1}))


def test_coarse_column_maps_to_the_middle_bin() -> None:
    # Bins 8 to 15 hold 8 to 15 ns; bins 128 to 135 hold 128 to 143 ns.
    assert convert_columns_to_bins(row(232, {1: 5, 16: 2})) == {12: 5, 136: 2}


@given(st.dictionaries(st.integers(0, BIN_COUNT - 1), st.integers(1, 10**6), max_size=20), st.integers(0, 6))
@settings(derandomize=True)
def test_coarse_rows_keep_each_io_in_its_bucket(counts: dict[int, int], coarseness: int) -> None:
    columns: dict[int, int] = {}
    for index, count in counts.items():
        columns[index >> coarseness] = columns.get(index >> coarseness, 0) + count
    got = convert_columns_to_bins(row(BIN_COUNT >> coarseness, columns))
    assert sum(got.values()) == sum(counts.values())
    assert sorted(find_bin_index(value) >> coarseness for value in got) == sorted(columns)
