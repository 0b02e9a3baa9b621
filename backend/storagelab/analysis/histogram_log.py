"""Rows of fio's histogram logs, of any version and coarseness, as latency bins in nanoseconds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from storagelab.analysis.bins import BIN_COUNT, BINS_PER_GROUP, compute_bin_low, compute_bin_upper

#: fio 2.14 to 2.21 counted microseconds in 19 groups; since 2.99 it counts nanoseconds in 29.
MICROSECOND_BIN_COUNT = 19 * BINS_PER_GROUP
_MAXIMUM_COARSENESS = 6
_NS_PER_US = 1000


@dataclass(frozen=True, slots=True)
class HistogramLayout:
    """Layout of a row's columns: each sums 2**`coarseness` neighbouring bins, whose unit is `unit_ns`."""

    unit_ns: int
    coarseness: int

    @property
    def estimated(self) -> bool:
        """Return whether columns are wider than the bins from which fio reads percentiles."""
        return self.coarseness > 0


def get_row_layout(columns: int) -> HistogramLayout:
    """Return the layout of a row of fio's histogram log that has `columns` columns of counts.

    The number of columns identifies the layout. Raises ValueError for a number of columns that fio does not write.
    """
    for count, unit_ns in ((BIN_COUNT, 1), (MICROSECOND_BIN_COUNT, _NS_PER_US)):
        for coarseness in range(_MAXIMUM_COARSENESS + 1):
            if columns == count >> coarseness:
                return HistogramLayout(unit_ns, coarseness)
    raise ValueError(f"fio writes no histogram of {columns} columns")


def convert_columns_to_bins(counts: Sequence[int]) -> dict[int, int]:
    """Convert one row of fio's histogram log to a histogram: middle of the column in ns to count.

    Columns that counted nothing are left out. Raises ValueError for a number of columns that fio does not write and for
    negative counts.
    """
    layout = get_row_layout(len(counts))
    if min(counts) < 0:
        raise ValueError(f"a histogram counts {min(counts)} I/Os: counts are not negative")
    width = 1 << layout.coarseness
    return {
        _compute_middle(width * column, width * (column + 1) - 1) * layout.unit_ns: count
        for column, count in enumerate(counts)
        if count
    }


def _compute_middle(first: int, last: int) -> int:
    """Return the middle of the neighbouring bins `first` to `last`, in their unit."""
    return (compute_bin_low(first) + compute_bin_upper(last) + 1) // 2
