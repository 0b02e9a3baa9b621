"""Printed metrics and units of a table: which are measurements of the lab, and their base units."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from storagelab.domain.metrics import METRICS

Field = Literal["iops", "bandwidth_bytes_per_s", "mean", "stddev", "min", "max"]

#: Keys in `METRICS` of the fields of a part and of its latency.
_METRIC_OF_FIELD: Mapping[Field, str] = {
    "iops": "iops",
    "bandwidth_bytes_per_s": "bandwidth",
    "mean": "lat_mean",
    "stddev": "lat_stddev",
    "min": "lat_min",
    "max": "lat_max",
}


@dataclass(frozen=True, slots=True)
class Quantity:
    """Quantity of a printed metric: a field of a part or of its latency, or a percentile, in a base unit."""

    base_unit: str
    field: Field | None = None
    percent: float | None = None

    @property
    def metric(self) -> str | None:
        """The key of the metric in `METRICS`; None for a percentile that is not stored."""
        if self.percent is None:
            return _METRIC_OF_FIELD.get(self.field) if self.field is not None else None
        return next((name for name, metric in METRICS.items() if metric.percent == self.percent), None)


@dataclass(frozen=True, slots=True)
class Unit:
    """A printed unit: base value = printed value x `factor`."""

    base_unit: str
    factor: int = 1


_IOPS = Quantity("1/s", "iops")
_BANDWIDTH = Quantity("bytes/s", "bandwidth_bytes_per_s")
_METRICS: Mapping[str, Quantity] = {
    "iops": _IOPS,
    "throughput": _BANDWIDTH,
    "bandwidth": _BANDWIDTH,
    "bw": _BANDWIDTH,
    "latency": Quantity("ns", "mean"),
    "latency_mean": Quantity("ns", "mean"),
    "latency_avg": Quantity("ns", "mean"),
    "latency_average": Quantity("ns", "mean"),
    "latency_stddev": Quantity("ns", "stddev"),
    "latency_min": Quantity("ns", "min"),
    "latency_max": Quantity("ns", "max"),
    "latency_median": Quantity("ns", percent=50.0),
}
_PERCENTILE = re.compile(r"(?:latency_p|p)(\d{1,2}(?:\.\d{1,6})?|999{1,4})")
#: Upper and lower case matter: MB are bytes and Mb are bits, which no lab metric is printed in.
_UNITS: Mapping[str, Unit] = {
    "IOPS": Unit("1/s"),
    "iops": Unit("1/s"),
    "IO/s": Unit("1/s"),
    "1/s": Unit("1/s"),
    "KIOPS": Unit("1/s", 10**3),
    "kIOPS": Unit("1/s", 10**3),
    "MIOPS": Unit("1/s", 10**6),
    "B/s": Unit("bytes/s"),
    "bytes/s": Unit("bytes/s"),
    "KB/s": Unit("bytes/s", 10**3),
    "kB/s": Unit("bytes/s", 10**3),
    "MB/s": Unit("bytes/s", 10**6),
    "GB/s": Unit("bytes/s", 10**9),
    "KiB/s": Unit("bytes/s", 2**10),
    "MiB/s": Unit("bytes/s", 2**20),
    "GiB/s": Unit("bytes/s", 2**30),
    "ns": Unit("ns"),
    "us": Unit("ns", 10**3),
    "µs": Unit("ns", 10**3),
    "μs": Unit("ns", 10**3),
    "ms": Unit("ns", 10**6),
    "s": Unit("ns", 10**9),
    "%": Unit("%"),
    "x": Unit("ratio"),
    "ratio": Unit("ratio"),
    "B": Unit("bytes"),
    "bytes": Unit("bytes"),
}
#: Letters behind a number of operations, as in 139k.
_THOUSANDS = {"k": 10**3, "K": 10**3, "M": 10**6}
#: Letters behind a size, which are binary, as in 16k of bytes.
_BINARY = {"k": 2**10, "K": 2**10, "m": 2**20, "M": 2**20, "g": 2**30, "G": 2**30}


def find_quantity(metric: str) -> Quantity | None:
    """Return the quantity of a printed metric; None for one that is no metric of the lab."""
    name = re.sub(r"[\s-]+", "_", metric.strip().lower())
    if name in _METRICS:
        return _METRICS[name]
    percentile = _PERCENTILE.fullmatch(name)
    if percentile is None:
        return None
    digits = percentile[1]
    percent = float(digits) if "." in digits or len(digits) < 3 else float(f"{digits[:2]}.{digits[2:]}")
    return Quantity("ns", percent=percent) if percent > 0 else None


def find_unit(printed: str) -> Unit | None:
    """Return the unit with this printed name; None for an unknown one."""
    return _UNITS.get("".join(printed.split()))


def apply_unit_suffix(unit: Unit, suffix: str) -> Unit | None:
    """Return the unit of a number with a letter after it (`139k` IOPS, `16k` bytes); None where that means nothing."""
    factors = {"1/s": _THOUSANDS, "bytes": _BINARY}.get(unit.base_unit, {})
    if suffix not in factors:
        return None
    return Unit(unit.base_unit, unit.factor * factors[suffix])
