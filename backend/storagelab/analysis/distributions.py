"""Latency distributions: parts merged bin by bin, supported percentiles, the CDF."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from storagelab.analysis.bins import (
    LAST_BIN,
    Bins,
    compute_bin_upper,
    compute_bin_value,
    find_bin_index,
    is_supported,
    merge_bins,
)
from storagelab.analysis.parts import compute_percentiles
from storagelab.domain.samples import PercentilesOf

#: The percents of a table of percentiles; 0 is the fastest I/O.
PERCENTS = (0.0, 50.0, 90.0, 95.0, 99.0, 99.5, 99.9, 99.95, 99.99, 99.999)


@dataclass(frozen=True, slots=True)
class ResponseTimeDistribution:
    """Response times in bins, by their representative value in ns.

    `of` is the timed interval, None where it is unknown.
    """

    bins: Bins
    of: PercentilesOf | None

    @property
    def n(self) -> int:
        """Return the number of I/Os counted."""
        return sum(self.bins.values())


@dataclass(frozen=True, slots=True)
class Cdf:
    """The share of the I/Os, in percent, up to and with each bin that counted something.

    `value_ns` is the representative value of a bin, which percentiles are given in; `upper_ns` its largest value, None
    where bins are not fio's and for the last one of them, which also counts everything slower.
    """

    value_ns: tuple[int, ...]
    upper_ns: tuple[int | None, ...]
    percent: tuple[float, ...]


def merge_distributions(parts: Sequence[ResponseTimeDistribution | None]) -> ResponseTimeDistribution | None:
    """Merge response time distributions into one over the I/Os of all parts.

    None without any part, where a part is unknown (None), and where the parts timed different intervals.
    """
    present = [part for part in parts if part is not None]
    if not present or len(present) < len(parts) or len({part.of for part in present}) > 1:
        return None
    return ResponseTimeDistribution(merge_bins(part.bins for part in present), present[0].of)


def compute_supported_percentiles(bins: Bins, percents: Sequence[float] = PERCENTS) -> list[float | None]:
    """Return the latency in ns at each of `percents` (ascending), None for unsupported percents.

    A percentile is supported when ten or more I/Os lie beyond it.
    """
    n = sum(bins.values())
    values = compute_percentiles(bins, percents)
    return [values.get(percent) if is_supported(n, percent) else None for percent in percents]


def compute_cumulative_shares(bins: Bins) -> Cdf:
    """Return the cumulative shares of a histogram, bin by bin in ascending order, without empty bins."""
    values = tuple(value for value in sorted(bins) if bins[value])
    reached = list(accumulate(bins[value] for value in values))
    total = reached[-1] if reached else 0
    # One bin of another tool, or of another fio, and none of them has the edges of ours.
    ours = all(compute_bin_value(find_bin_index(value)) == value for value in values)
    return Cdf(
        value_ns=values,
        upper_ns=tuple(_find_bin_upper(value) if ours else None for value in values),
        percent=tuple(round(100 * count / total, 9) for count in reached),
    )


def _find_bin_upper(value: int) -> int | None:
    index = find_bin_index(value)
    return None if index == LAST_BIN else compute_bin_upper(index)
