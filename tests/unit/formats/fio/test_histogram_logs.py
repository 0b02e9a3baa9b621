"""Histogram logs of both units and every coarseness."""

from __future__ import annotations

import pytest

from storagelab.analysis.bins import compute_bin_value, find_bin_index
from storagelab.engines.base import ParseFailed
from storagelab.formats.fio.histogram_logs import parse_histogram_log


def row(columns: int, filled: dict[int, int], time: int = 1000, direction: int = 0) -> bytes:
    counts = [filled.get(column, 0) for column in range(columns)]
    return ", ".join(map(str, [time, direction, 4096, *counts])).encode() + b"\n"


@pytest.mark.parametrize("index", [0, 127, 128, 700, 1855])
def test_full_rows_have_the_bins_of_json_plus(index: int) -> None:
    rows = parse_histogram_log(row(1856, {index: 3}) + row(1856, {5: 1}, 2000, 1))
    assert (rows.t_ms.tolist(), rows.directions.tolist()) == ([1000, 2000], [0, 1])
    assert dict(rows.histograms[0]) == {compute_bin_value(index): 3}
    assert dict(rows.histograms[1]) == {5: 1}
    assert rows.histograms[0].total == 3


@pytest.mark.parametrize("coarseness", range(1, 7))
def test_coarse_column_value_is_within_its_bins(coarseness: int) -> None:
    rows = parse_histogram_log(row(1856 >> coarseness, {20: 7}))
    ((value, count),) = rows.histograms[0].items()
    assert count == 7
    assert find_bin_index(value) >> coarseness == 20


def test_rows_of_old_versions_count_microseconds() -> None:
    rows = parse_histogram_log(row(1216, {9: 2}))
    assert dict(rows.histograms[0]) == {9000: 2}


def test_a_histogram_is_a_mapping() -> None:
    histogram = parse_histogram_log(row(1856, {3: 2, 9: 4})).histograms[0]
    assert (len(histogram), histogram[9], 9 in histogram, 4 in histogram) == (2, 4, True, False)
    assert sum(histogram.values()) == histogram.total == 6
    with pytest.raises(KeyError):
        histogram[10_000]


def test_impossible_counts_leave_an_empty_row() -> None:
    rows = parse_histogram_log(row(1856, {3: 2**63 - 1}) + row(1856, {3: 10**30}) + row(1856, {3: 2}))
    assert rows.damaged == 2
    assert [dict(histogram) for histogram in rows.histograms] == [{}, {}, {3: 2}]


def test_truncated_row_is_skipped() -> None:
    rows = parse_histogram_log(row(232, {3: 2}) + row(232, {3: 2})[:-9])
    assert (rows.t_ms.size, rows.complete) == (1, False)


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"1, 2\n", "line 1"),
        (row(100, {}), "line 1"),
        (row(232, {}) + row(116, {}), "line 2"),
        (row(232, {1: -1}), "line 1"),
        (row(232, {}, direction=3), "line 1"),
        (row(232, {}, time=-1), "line 1"),
        (b"x" + row(232, {}), "line 1"),
        (b"\xff\n", "line 1"),
        (b"9" * 5000 + b", 0, 0, 1\n", "line 1"),
    ],
)
def test_invalid_histogram_is_refused_with_its_line(data: bytes, place: str) -> None:
    with pytest.raises(ParseFailed) as failed:
        parse_histogram_log(data)
    assert failed.value.place == place
