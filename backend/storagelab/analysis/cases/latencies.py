"""Cases of latency: merged parts, intervals, Little's law, bins and percentiles."""

from __future__ import annotations

import math
from collections.abc import Sequence

from storagelab.analysis import littles_law
from storagelab.analysis.bins import compute_bin_low, compute_bin_value, find_bin_index, find_percentile, merge_bins
from storagelab.analysis.cases.fields import CaseResult, Fields, parse_whole_number
from storagelab.analysis.latency import merge, subtract_statistics
from storagelab.domain.samples import LatencyStatistics
from storagelab.errors import InvalidInput

PERCENTS = (1.0, 5.0, 10.0, 50.0, 90.0, 95.0, 99.0, 99.5, 99.9, 99.95, 99.99, 99.999)
_NS_PER_MS = 1e6


def evaluate_latency_case(case: Fields) -> CaseResult:
    """Merge the latency statistics of the `parts` of one measurement in a reference case.

    Each part has n, mean, stddev, min and max, and perhaps iops and bw_bytes.
    """
    parts = case.objects("parts")
    statistics = [_read_statistics(part) for part in parts]
    merged = merge(statistics)
    result: dict[str, object] = {
        "n": merged.n,
        "mean": merged.mean,
        "stddev": merged.stddev,
        "min": merged.min,
        "max": merged.max,
        "storagereview_stddev": _compute_plain_mean([part.stddev for part in statistics if part.n]),
    }
    for rate in ("iops", "bw_bytes"):
        if any(rate in part for part in parts):
            result[rate] = _sum_values([_read_figure(part, rate) for part in parts])
    return result


def evaluate_difference_case(case: Fields) -> CaseResult:
    """Subtract reading `before` from reading `after` in a reference case; return n, mean and stddev.

    Both readings are cumulative latency statistics with n, mean and stddev.
    """
    interval = subtract_statistics(_read_statistics(case.object("before")), _read_statistics(case.object("after")))
    return {"n": interval.n, "mean": interval.mean, "stddev": interval.stddev}


def evaluate_littles_law_case(case: Fields) -> CaseResult:
    """Compare `iops` and `mean_latency_ms` of a reference case with `configured_oio` by Little's law.

    Returns oio, ratio and consistent, all None where a figure is unknown.
    """
    iops, latency_ms = _read_figure(case, "iops"), _read_figure(case, "mean_latency_ms")
    configured = case.whole("configured_oio")
    if iops is None or latency_ms is None:
        return {"oio": None, "ratio": None, "consistent": None}
    checked = littles_law.check(iops, latency_ms * _NS_PER_MS, configured)
    return {"oio": checked.oio, "ratio": checked.ratio, "consistent": checked.consistent}


def evaluate_bin_mapping_case(case: Fields) -> CaseResult:
    """Return index, value and lower bound (ns) of the histogram bin that contains the latency `ns` of a test case."""
    index = find_bin_index(case.whole("ns"))
    return {"index": index, "value": compute_bin_value(index), "low": compute_bin_low(index)}


def evaluate_percentiles_case(case: Fields) -> CaseResult:
    """Compute the latency percentiles of all `components` of a reference case together.

    A component is a histogram that maps the representative ns of a bin to its count. Returns n, percentiles (ns),
    first_bin and last_bin.
    """
    merged = merge_bins(_parse_histogram(component) for component in case.objects("components"))
    counting = {value: count for value, count in merged.items() if count}
    return {
        "n": sum(counting.values()),
        "percentiles": {str(percent): find_percentile(counting, percent) for percent in PERCENTS} if counting else {},
        "first_bin": min(counting, default=None),
        "last_bin": max(counting, default=None),
    }


def _read_statistics(part: Fields) -> LatencyStatistics:
    """Read the latency statistics of a part; a statistic that is missing or not finite is None."""
    figures = {name: _read_figure(part, name) for name in ("mean", "stddev", "min", "max")}
    return LatencyStatistics(n=part.whole("n"), **figures)


def _read_figure(fields: Fields, name: str) -> float | None:
    """Read the field `name` as a finite number; None where it is absent, null or not finite.

    Raises ValueError for a negative number.
    """
    value = fields.read_optional_number(name)
    if value is None or not math.isfinite(value):
        return None
    if value < 0:
        raise ValueError(f"{fields.path}{name} is negative")
    return value


def _compute_plain_mean(values: Sequence[float | None]) -> float | None:
    total = _sum_values(values)
    return total / len(values) if total is not None and values else None


def _sum_values(values: Sequence[float | None]) -> float | None:
    """Return the sum, or None when one of the values is unknown."""
    known_values = [value for value in values if value is not None]
    return math.fsum(known_values) if len(known_values) == len(values) else None


def _parse_histogram(component: Fields) -> dict[int, int]:
    histogram = {}
    for key, count in component.values.items():
        where = component.path + key
        if not (key.isascii() and key.isdecimal() and len(key) <= 30):
            raise InvalidInput(f"{where[:80]!a} is not a bin: bins are named by whole nanoseconds", path=where)
        histogram[int(key)] = parse_whole_number(count, where)
    return histogram
