"""Interval histograms folded into slices: nothing is lost or invented, and percentiles are preserved."""

from __future__ import annotations

import numpy as np
import pytest

from storagelab.analysis.bins import (
    BIN_COUNT,
    LAST_BIN,
    Bins,
    compute_bin_value,
    find_bin_index,
    find_percentile,
    merge_bins,
)
from storagelab.analysis.latency_slices import (
    CELL_BINS,
    MAX_SLICES,
    LatencyInterval,
    Slices,
    build_heat_map,
    fold_intervals,
    merge_slices,
    pack_histograms,
    pack_slices,
    slice_width_ms,
    unpack_histograms,
    unpack_slices,
)

FAST, SLOW, WORST = (compute_bin_value(find_bin_index(ns)) for ns in (100_000, 1_000_000, 9_000_000))
SECOND = 1000


def interval(t_ms: int, dt_ms: int = SECOND, **bins: Bins) -> LatencyInterval:
    """Return an interval whose directions counted these values."""
    return LatencyInterval(
        t_ms,
        dt_ms,
        {
            direction: (np.array([find_bin_index(ns) for ns in counts]), np.array(list(counts.values()), np.int64))
            for direction, counts in bins.items()
        },
    )


def edges(slices: Slices) -> list[tuple[int, int]]:
    return list(zip(slices.t0_ms.tolist(), slices.t1_ms.tolist(), strict=True))


@pytest.mark.parametrize(
    ("length_s", "width_s"),
    [(0, 1), (1, 1), (240, 1), (241, 2), (3600, 15), (86_400, 600), (3 * 86_400, 1200), (30 * 86_400, 3 * 3600)],
)
def test_slice_width_is_minimal_within_the_slice_limit(length_s: int, width_s: int) -> None:
    assert slice_width_ms(length_s * SECOND) == width_s * SECOND
    assert length_s <= MAX_SLICES * width_s


def test_day_of_intervals_folds_into_144_slices() -> None:
    day = 86_400 * SECOND
    intervals = [interval(end, 10_000, write={FAST: end // 10_000}) for end in range(10_000, day + 1, 10_000)]
    slices = fold_intervals(intervals, slice_width_ms(day))["write"]
    assert len(slices) == 144
    assert edges(slices)[0] == (0, 600_000)
    assert edges(slices)[-1] == (day - 600_000, day)
    assert slices.counts.sum() == sum(range(1, 8641))
    assert slices.histogram(0, 0) == {FAST: sum(range(1, 61))}


def test_late_clock_leaves_one_slice_per_interval() -> None:
    ends = [1000 * number + number for number in range(1, 101)]
    assert len(fold_intervals([interval(end, 1001, read={FAST: 1}) for end in ends], SECOND)["read"]) == 100


def test_directions_share_their_edges_and_merge() -> None:
    by_direction = fold_intervals(
        [interval(1000, read={FAST: 7}), interval(2000, read={FAST: 1}, write={FAST: 2, SLOW: 3})], SECOND
    )
    assert edges(by_direction["read"]) == edges(by_direction["write"]) == [(0, 1000), (1000, 2000)]
    assert by_direction["write"].ios.tolist() == [0, 5]
    both = merge_slices([by_direction["read"], by_direction["write"]])
    assert both.ios.tolist() == [7, 6]
    assert both.histogram(0, 1) == {FAST: 10, SLOW: 3}
    assert merge_slices([by_direction["read"]]).histogram(0, 1) == {FAST: 8}


def test_unknown_interval_is_a_gap_unlike_a_stall() -> None:
    unknown = LatencyInterval(1000, SECOND, None)
    stall = interval(3000)
    late = interval(5500, 500, read={FAST: 4})
    slices = fold_intervals([unknown, interval(2000, read={FAST: 3}), stall, late], SECOND)["read"]
    assert edges(slices) == [(1000, 2000), (2000, 3000), (5000, 5500)]
    assert slices.ios.tolist() == [3, 0, 4]


def test_overlapping_intervals_are_placed_in_sequence() -> None:
    slices = fold_intervals([interval(1000, read={FAST: 1}), interval(1990, 1005, read={FAST: 1})], 500)["read"]
    assert edges(slices) == [(0, 1000), (1000, 1990)]


def test_intervals_without_ios_yield_no_slices() -> None:
    assert fold_intervals([], SECOND) == {}
    assert fold_intervals([LatencyInterval(1000, SECOND, None), interval(2000)], SECOND) == {}


def test_percentiles_of_all_slices_equal_the_whole() -> None:
    random = np.random.default_rng(7)
    histograms = []
    for _ in range(50):
        indexes, counts = random.integers(0, BIN_COUNT, 60).tolist(), random.integers(1, 900, 60).tolist()
        histograms.append({compute_bin_value(index): count for index, count in zip(indexes, counts, strict=True)})
    intervals = [interval(1000 * (place + 1), write=bins) for place, bins in enumerate(histograms)]
    slices = fold_intervals(intervals, 3000)["write"]
    whole = merge_bins(histograms)
    assert slices.histogram(0, len(slices) - 1) == whole
    again = unpack_slices(*pack_slices(slices))
    assert edges(again) == edges(slices)
    for percent in (50, 99, 99.9, 99.999):
        assert find_percentile(again.histogram(0, len(again) - 1), percent) == find_percentile(whole, percent)
    assert pack_slices(again) == pack_slices(slices)


def test_span_selects_slices_by_their_middle() -> None:
    slices = fold_intervals([interval(end, read={FAST: 1}) for end in range(1000, 5001, 1000)], SECOND)["read"]
    assert slices.between(0, 5000) == (0, 4)
    assert slices.between(1600, 3400) == (2, 2)
    assert slices.between(1500, 3500) == (1, 3)
    assert slices.between(1600, 2400) is None
    assert slices.between(9000, 9999) is None


def test_heat_map_cells_hold_ios_in_narrow_bins() -> None:
    intervals = [
        interval(1000, read={FAST: 7, WORST: 1}),
        interval(2000, read={compute_bin_value(find_bin_index(FAST) + 1): 5, FAST: 2}),
    ]
    cells = build_heat_map(fold_intervals(intervals, SECOND)["read"])
    assert cells.ios.sum() == 15
    assert cells.slices.tolist() == [0, 0, 1]
    for row, value in zip(cells.rows.tolist(), (FAST, WORST, FAST), strict=True):
        low, high = cells.low_ns[row], cells.high_ns[row]
        assert high is not None
        assert low <= value < high <= 1.13 * low
    assert cells.high_ns[:-1] == cells.low_ns[1:]
    assert cells.rows.min() == 0
    assert cells.rows.max() == len(cells.low_ns) - 1


def test_the_last_row_has_no_end() -> None:
    cells = build_heat_map(fold_intervals([interval(1000, read={compute_bin_value(LAST_BIN): 1})], SECOND)["read"])
    assert cells.high_ns == [None]
    assert BIN_COUNT % CELL_BINS == 0


def test_poll_histograms_are_packed_by_index() -> None:
    blob = pack_histograms([{SLOW: 2, FAST: 1}, None, {}, {FAST: 3}])
    assert blob is not None
    unpacked = {
        place: (indexes.tolist(), counts.tolist()) for place, (indexes, counts) in unpack_histograms(blob).items()
    }
    assert unpacked == {0: ([find_bin_index(FAST), find_bin_index(SLOW)], [1, 2]), 3: ([find_bin_index(FAST)], [3])}


@pytest.mark.parametrize("histograms", [[], [None, None], [{}], [{FAST + 1: 4}]])
def test_empty_histograms_are_not_stored(histograms: list[Bins | None]) -> None:
    """Check that histograms of a tool whose bins are not fio's are not stored either."""
    assert pack_histograms(histograms) is None
