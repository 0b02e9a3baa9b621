"""fio's latency histogram: 1856 bins of nanoseconds, 64 to every power of two.

A histogram is a mapping from the representative value of a bin to its count, as json+ prints it. Histograms merge by
addition, percentiles are read from merged histograms and never averaged (methodology 3.6).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

import numpy as np

from storagelab.analysis.series_codec import decode_series, encode_series

Bins = Mapping[int, int]

BIN_COUNT = 1856
LAST_BIN = BIN_COUNT - 1
BINS_PER_GROUP = 64
#: A percentile counts once at least this many I/Os lie beyond it (methodology 3.6).
SUPPORTING_IOS = 10


def find_bin_index(ns: int) -> int:
    """Return the index of the histogram bin that holds the latency `ns`.

    The last bin collects everything above 17 s. Raises ValueError below 0.
    """
    if ns < 0:
        raise ValueError(f"{ns} ns is negative")
    if ns < 2 * BINS_PER_GROUP:
        return ns
    shift = ns.bit_length() - 7
    return min(BINS_PER_GROUP * (shift + 1) + ((ns >> shift) & (BINS_PER_GROUP - 1)), LAST_BIN)


def compute_bin_low(index: int) -> int:
    """Return the smallest latency that histogram bin `index` counts, in ns."""
    _check(index)
    if index < 2 * BINS_PER_GROUP:
        return index
    shift = index // BINS_PER_GROUP - 1
    return (BINS_PER_GROUP + index % BINS_PER_GROUP) << shift


def compute_bin_upper(index: int) -> int:
    """Return the largest whole value of bin `index`, in ns. The last bin also counts all slower I/Os."""
    return compute_bin_low(index) + _compute_bin_width(index) - 1


def compute_bin_value(index: int) -> int:
    """Return the representative value of bin `index` in ns.

    It is the middle of the bin, and the key under which json+ prints its count.
    """
    return compute_bin_low(index) + _compute_bin_width(index) // 2


def merge_bins(histograms: Iterable[Bins]) -> dict[int, int]:
    """Merge latency histograms into one over all their I/Os: bin value in ns to count, ascending."""
    merged: dict[int, int] = {}
    for histogram in histograms:
        for value, count in histogram.items():
            merged[value] = merged.get(value, 0) + count
    return dict(sorted(merged.items()))


def subtract_bins(before: Bins, after: Bins) -> dict[int, int]:
    """Return the I/Os between two cumulative histograms, as bin value to count.

    Bins without an I/O are left out. Raises ValueError when a count fell.
    """
    changed = {value: after.get(value, 0) - before.get(value, 0) for value in sorted({*before, *after})}
    for value, count in changed.items():
        if count < 0:
            raise ValueError(f"the count of bin {value} fell by {-count}: the counters were started again in between")
    return {value: count for value, count in changed.items() if count}


def find_percentile(histogram: Bins, percent: float) -> int | None:
    """Return the value that `percent` of the I/Os did not exceed (nearest rank), or None for an empty histogram.

    It is the value of the first bin whose cumulative count reaches `percent`/100 of all, as fio counts.
    """
    # Exact, because 99.9 % of 8000 is 7992 and not the 7992.000000000001 that floats make of it.
    wanted = Fraction(str(percent)) / 100 * sum(histogram.values())
    reached = 0
    last = None
    for value in sorted(histogram):
        if histogram[value]:
            reached += histogram[value]
            last = value
            if reached >= wanted:
                break
    return last


def is_supported(n: int, percent: float) -> bool:
    """Return whether `n` I/Os are enough for a percentile: ten must lie beyond it.

    For 99.999 % that takes a million I/Os.
    """
    return n * (1 - Fraction(str(percent)) / 100) >= SUPPORTING_IOS


def pack(histogram: Bins) -> bytes:
    """Pack a histogram (bin value to count) into compact, lossless bytes for the database.

    Keys need not be fio's bins: histograms of other tools can be packed as well.
    """
    values = np.array(sorted(histogram), dtype=np.int64)
    counts = np.array([histogram[value] for value in sorted(histogram)], dtype=np.int64)
    return encode_series(values, counts)


def unpack(blob: bytes) -> dict[int, int]:
    """Return the histogram that `pack` packed: bin value to count, in ascending order.

    Raises ValueError for bytes that `pack` did not make.
    """
    values, counts = decode_series(blob)
    return dict(zip(values.tolist(), counts.tolist(), strict=True))


def _compute_bin_width(index: int) -> int:
    return 1 if index < 2 * BINS_PER_GROUP else 1 << (index // BINS_PER_GROUP - 1)


def _check(index: int) -> None:
    if not 0 <= index <= LAST_BIN:
        raise ValueError(f"there is no bin {index}: they run from 0 to {LAST_BIN}")
