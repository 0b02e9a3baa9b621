"""Cases of latency: merged parts, intervals, Little's law, bins and percentiles."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from storagelab.analysis import littles_law
from storagelab.analysis.bins import bin_index, bin_low, bin_value, merge_bins, percentile
from storagelab.analysis.cases.fields import Fields, as_whole
from storagelab.analysis.latency import difference, merge
from storagelab.domain.samples import LatencyStatistics
from storagelab.errors import InvalidInput

PERCENTS = (1.0, 5.0, 10.0, 50.0, 90.0, 95.0, 99.0, 99.5, 99.9, 99.95, 99.99, 99.999)
_NS_PER_MS = 1e6


def latency_case(case: Fields) -> dict[str, Any]:
    """Merge the `parts` of one measurement.

    Each part has n, mean, stddev, min and max, and perhaps iops and bw_bytes.
    """
    parts = case.objects("parts")
    statistics = [_statistics(part) for part in parts]
    merged = merge(statistics)
    result: dict[str, Any] = {
        "n": merged.n,
        "mean": merged.mean,
        "stddev": merged.stddev,
        "min": merged.min,
        "max": merged.max,
        "storagereview_stddev": _plain_mean([part.stddev for part in statistics if part.n > 0]),
    }
    for rate in ("iops", "bw_bytes"):
        if any(rate in part for part in parts):
            result[rate] = _sum([_read_figure(part, rate) for part in parts])
    return result


def difference_case(case: Fields) -> dict[str, Any]:
    """Subtract `before` from `after`: two cumulative readings, each with n, mean and stddev."""
    interval = difference(_statistics(case.object("before")), _statistics(case.object("after")))
    return {"n": interval.n, "mean": interval.mean, "stddev": interval.stddev}


def littles_law_case(case: Fields) -> dict[str, Any]:
    """Check `iops` and `mean_latency_ms` against `configured_oio`."""
    iops, latency_ms = _read_figure(case, "iops"), _read_figure(case, "mean_latency_ms")
    configured = case.whole("configured_oio")
    if iops is None or latency_ms is None:
        return {"oio": None, "ratio": None, "consistent": None}
    checked = littles_law.check(iops, latency_ms * _NS_PER_MS, configured)
    return {"oio": checked.oio, "ratio": checked.ratio, "consistent": checked.consistent}


def bin_mapping_case(case: Fields) -> dict[str, Any]:
    """Map `ns`, a latency, to its bin."""
    index = bin_index(case.whole("ns"))
    return {"index": index, "value": bin_value(index), "low": bin_low(index)}


def percentiles_case(case: Fields) -> dict[str, Any]:
    """Compute percentiles of `components`: histograms that map representative ns to counts."""
    merged = merge_bins(_histogram(component) for component in case.objects("components"))
    counting = {value: count for value, count in merged.items() if count}
    return {
        "n": sum(counting.values()),
        "percentiles": {str(percent): percentile(counting, percent) for percent in PERCENTS} if counting else {},
        "first_bin": min(counting, default=None),
        "last_bin": max(counting, default=None),
    }


def _statistics(part: Fields) -> LatencyStatistics:
    """Read the statistics of a part. Those that are missing or not finite are unknown."""
    figures = {name: _read_figure(part, name) for name in ("mean", "stddev", "min", "max")}
    return LatencyStatistics(n=part.whole("n"), **figures)


def _read_figure(fields: Fields, name: str) -> float | None:
    """Read a figure that is finite and not negative, or None where it is unknown."""
    value = fields.optional_number(name)
    if value is None or not math.isfinite(value):
        return None
    if value < 0:
        raise ValueError(f"{fields.path}{name} is negative")
    return value


def _plain_mean(values: Sequence[float | None]) -> float | None:
    total = _sum(values)
    return total / len(values) if total is not None and values else None


def _sum(values: Sequence[float | None]) -> float | None:
    """Return the sum, or None when one of the values is unknown."""
    known_values = [value for value in values if value is not None]
    return math.fsum(known_values) if len(known_values) == len(values) else None


def _histogram(component: Fields) -> dict[int, int]:
    histogram = {}
    for key, count in component.values.items():
        where = component.path + key
        if not (key.isascii() and key.isdecimal() and len(key) <= 30):
            raise InvalidInput(f"{where[:80]!a} is not a bin: bins are named by whole nanoseconds", path=where)
        histogram[int(key)] = as_whole(count, where)
    return histogram
