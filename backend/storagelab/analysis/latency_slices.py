"""Histograms over time: the intervals of a phase folded into a bounded number of slices.

Slices are made of whole intervals, because the time of an I/O within an interval is unknown. They keep fio's own bins,
from which the percentiles of the phase are read. Merged slices therefore give exactly the same figures.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np

from storagelab.analysis.bins import BIN_COUNT, Bins, compute_bin_low, compute_bin_value, find_bin_index
from storagelab.analysis.downsample import IntArray
from storagelab.analysis.series_codec import decode_series, encode_series

#: Beyond this a heat map has no pixels left, and a row of the table no reader.
MAX_SLICES = 240
#: Neighbouring bins in one cell of a heat map: eight cells to every power of two, at most 12.5 % wide.
CELL_BINS = 8

_SECOND_MS = 1000
#: Round lengths of a slice in seconds; beyond them whole hours.
_WIDTHS_SECONDS = (1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1200, 1800, 3600)
_HOUR_SECONDS = 3600


@dataclass(frozen=True, slots=True)
class LatencyInterval:
    """The response times of one interval, which ends at `t_ms` and lasted `dt_ms`.

    `bins` has numbers of bins and their counts for each direction that ended I/Os, and is empty where none did. It is
    None where nothing is known: during a ramp, or where the counters contradict each other.
    """

    t_ms: int
    dt_ms: int
    bins: Mapping[str, tuple[IntArray, IntArray]] | None


@dataclass(frozen=True, slots=True, eq=False)
class Slices:
    """Histograms of one direction over time: slice `i` lasts from `t0_ms[i]` to `t1_ms[i]` of the phase.

    `keys` ascend and encode slice and bin of each of the `counts`: slice x BIN_COUNT + bin. The time between two slices
    is not known; a slice without a count is a time in which no I/O ended.
    """

    t0_ms: IntArray
    t1_ms: IntArray
    keys: IntArray
    counts: IntArray

    def __len__(self) -> int:
        return self.t0_ms.size

    @property
    def ios(self) -> IntArray:
        """Return the number of I/Os in each slice."""
        return _sum_counts(self.keys // BIN_COUNT, self.counts, len(self))

    def histogram(self, first: int, last: int) -> dict[int, int]:
        """Merge the slices `first` to `last`, both included, into one histogram."""
        begin, end = np.searchsorted(self.keys, [first * BIN_COUNT, (last + 1) * BIN_COUNT])
        merged = _sum_counts(self.keys[begin:end] % BIN_COUNT, self.counts[begin:end], BIN_COUNT)
        return {compute_bin_value(index): int(merged[index]) for index in np.flatnonzero(merged).tolist()}

    def part(self, first: int, last: int) -> Slices:
        """Return the slices `first` to `last`, both included; none where `last` comes before `first`."""
        begin, end = np.searchsorted(self.keys, [first * BIN_COUNT, (last + 1) * BIN_COUNT])
        return Slices(
            self.t0_ms[first : last + 1],
            self.t1_ms[first : last + 1],
            self.keys[begin:end] - first * BIN_COUNT,
            self.counts[begin:end],
        )

    def between(self, from_ms: float, to_ms: float) -> tuple[int, int] | None:
        """Return the first and the last slice whose middle lies within `from_ms` to `to_ms`.

        None where there is no such slice.
        """
        middles = (self.t0_ms + self.t1_ms) / 2
        inside = np.flatnonzero((middles >= from_ms) & (middles <= to_ms))
        return (int(inside[0]), int(inside[-1])) if inside.size else None


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """The cells of a heat map that counted something, in columns: slice, row and count.

    Row `i` holds response times from `low_ns[i]` up to, and without, `high_ns[i]`; that of the last one may be None,
    because the last bin has no end.
    """

    low_ns: list[int]
    high_ns: list[int | None]
    slices: IntArray
    rows: IntArray
    ios: IntArray


def iterate_intervals(
    samples: Sequence[Mapping[str, Any]], histograms: Mapping[int, tuple[IntArray, IntArray]]
) -> Iterator[LatencyInterval]:
    """Yield the latency histogram of each moment from samples in order of time.

    `histograms` are by the index of the sample; samples without one are allowed.
    """
    placed = list(enumerate(samples))
    for t_ms, moment in groupby(placed, key=lambda item: int(item[1]["t_ms"])):
        together = list(moment)
        dt_ms = max(int(sample["dt_ms"]) for _, sample in together)
        yield LatencyInterval(t_ms, dt_ms, _collect_bins(together, histograms))


def _collect_bins(
    together: Sequence[tuple[int, Mapping[str, Any]]], histograms: Mapping[int, tuple[IntArray, IntArray]]
) -> dict[str, tuple[IntArray, IntArray]] | None:
    counted = {sample["direction"]: histograms[place] for place, sample in together if place in histograms}
    if any(sample["latency"]["n"] for place, sample in together if place not in histograms):
        return None  # It was timed, and the engine reported no rule for it, or contradicted itself.
    if not counted and any(sample["ios"] for _, sample in together):
        return None  # A ramp: nothing was timed.
    return counted


def slice_width_ms(length_ms: int) -> int:
    """Return the length in ms of the slices of a phase of `length_ms`: at most MAX_SLICES slices."""
    min_width_seconds = length_ms / _SECOND_MS / MAX_SLICES
    width_s = next((width for width in _WIDTHS_SECONDS if width >= min_width_seconds), None)
    return (
        width_s if width_s is not None else math.ceil(min_width_seconds / _HOUR_SECONDS) * _HOUR_SECONDS
    ) * _SECOND_MS


def fold_intervals(intervals: Iterable[LatencyInterval], width_ms: int) -> dict[str, Slices]:
    """Build the latency slices of each direction in which an I/O ended, all with the same edges.

    `intervals` are in order of time. An interval belongs to the slice that contains its middle, so that a slightly late
    clock moves none. An interval longer than a slice makes a longer slice. Unknown intervals are left out.
    """
    edges: list[tuple[int, int]] = []
    parts: dict[str, list[tuple[IntArray, IntArray]]] = {}
    sums: dict[str, IntArray] = {}
    place, reached = None, 0

    def close() -> None:
        for direction, dense in sums.items():
            filled = np.flatnonzero(dense)
            parts.setdefault(direction, []).append(((len(edges) - 1) * BIN_COUNT + filled, dense[filled]))
        sums.clear()

    for interval in intervals:
        begin = max(interval.t_ms - interval.dt_ms, reached)
        reached = interval.t_ms
        if interval.bins is None:
            continue
        here = (begin + interval.t_ms) // 2 // width_ms
        if here != place:
            close()
            place = here
            edges.append((begin, interval.t_ms))
        edges[-1] = (edges[-1][0], interval.t_ms)
        for direction, (indexes, counts) in interval.bins.items():
            if counts.size:
                np.add.at(sums.setdefault(direction, np.zeros(BIN_COUNT, np.int64)), indexes, counts)
    close()
    t0_ms, t1_ms = (np.array([edge[end] for edge in edges], np.int64) for end in (0, 1))
    return {
        direction: Slices(t0_ms, t1_ms, *(np.concatenate(column) for column in zip(*pairs, strict=True)))
        for direction, pairs in parts.items()
    }


def merge_slices(directions: Sequence[Slices]) -> Slices:
    """Merge all directions of slices with the same edges; at least one is required."""
    keys, place = np.unique(np.concatenate([slices.keys for slices in directions]), return_inverse=True)
    counts = _sum_counts(place, np.concatenate([slices.counts for slices in directions]), keys.size)
    return Slices(directions[0].t0_ms, directions[0].t1_ms, keys, counts)


def build_heat_map(slices: Slices) -> Cells:
    """Convert the latency slices of one direction to the cells of a heat map.

    A row has CELL_BINS bins. Rows range from the fastest to the slowest I/O.
    """
    rows_in_all = BIN_COUNT // CELL_BINS
    keys, place = np.unique(
        slices.keys // BIN_COUNT * rows_in_all + slices.keys % BIN_COUNT // CELL_BINS, return_inverse=True
    )
    rows = keys % rows_in_all
    first, last = (int(rows.min()), int(rows.max())) if rows.size else (0, -1)
    edges = range(first, last + 1)
    return Cells(
        low_ns=[compute_bin_low(row * CELL_BINS) for row in edges],
        high_ns=[compute_bin_low((row + 1) * CELL_BINS) if row + 1 < rows_in_all else None for row in edges],
        slices=keys // rows_in_all,
        rows=rows - first,
        ios=_sum_counts(place, slices.counts, keys.size),
    )


def pack_slices(slices: Slices) -> tuple[bytes, bytes]:
    """Pack the edges and the counts, lossless and compact. The same slices always give the same bytes."""
    return encode_series(slices.t0_ms, slices.t1_ms), encode_series(slices.keys, slices.counts)


def unpack_slices(times: bytes, data: bytes) -> Slices:
    """Return the slices that `pack_slices` packed. Raises ValueError for other bytes."""
    return Slices(*decode_series(times), *decode_series(data))


def pack_histograms(histograms: Sequence[Bins | None]) -> bytes | None:
    """Encode a sequence of histograms, such as the samples of one poll, as one blob.

    None when all histograms are unknown or empty. A histogram whose bins are not fio's becomes an empty one.
    """
    keys: list[int] = []
    counts: list[int] = []
    for place, histogram in enumerate(histograms):
        indexes = {value: find_bin_index(value) for value in sorted(histogram or ())}
        if histogram and all(compute_bin_value(index) == value for value, index in indexes.items()):
            keys += [place * BIN_COUNT + index for index in indexes.values()]
            counts += [histogram[value] for value in indexes]
    return encode_series(np.array(keys, np.int64), np.array(counts, np.int64)) if keys else None


def unpack_histograms(blob: bytes) -> dict[int, tuple[IntArray, IntArray]]:
    """Return the histograms in a blob of `pack_histograms`: index to (bin numbers, counts).

    Empty histograms are left out.
    """
    keys, counts = decode_series(blob)
    places, begins = np.unique(keys // BIN_COUNT, return_index=True)
    ends = [*begins[1:].tolist(), keys.size]
    return {
        place: (keys[begin:end] % BIN_COUNT, counts[begin:end])
        for place, begin, end in zip(places.tolist(), begins.tolist(), ends, strict=True)
    }


def _sum_counts(places: IntArray, counts: IntArray, size: int) -> IntArray:
    """Return the sum of `counts` for each place from 0 to `size` - 1, as exact whole numbers.

    `bincount` would not preserve whole numbers.
    """
    sums = np.zeros(size, np.int64)
    np.add.at(sums, places, counts)
    return sums
