"""Samples of a phase as columns by metric and direction, as lanes that are stored, and as intervals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

import numpy as np

from storagelab.analysis.downsample import IntArray
from storagelab.analysis.latency import merge
from storagelab.domain.metrics import METRICS
from storagelab.domain.samples import TOTAL, LatencyStatistics

#: Stored integer = value / factor: IOPS keep three decimals, everything else is whole bytes or nanoseconds.
FACTORS = {"iops": 0.001}
#: The maximum of an interval is the upper edge of its highest bin.
ESTIMATED = frozenset({"lat_max"})

Sample = Mapping[str, Any]


@dataclass(slots=True)
class MetricColumn:
    """One metric of one direction in order of time; `ios` are the I/Os behind each value."""

    t_ms: list[int] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    ios: list[int] = field(default_factory=list)

    def add(self, t_ms: int, value: float | None, ios: int) -> None:
        """Append a value with its time in ms and its number of I/Os.

        None is a gap and adds no row.
        """
        if value is not None:
            self.t_ms.append(t_ms)
            self.values.append(value)
            self.ios.append(ios)


@dataclass(frozen=True, slots=True, eq=False)
class StoredLane:
    """One metric and direction as it is stored: times within the phase, and integers that a value is `factor` times of.

    `weights` are the I/Os behind each latency, None for everything else. `rate_t_ms` are the times of the rate beside a
    latency, None where they are not known.
    """

    metric: str
    direction: str
    t_ms: IntArray
    integers: IntArray
    factor: float
    unit: str
    weights: IntArray | None = None
    rate_t_ms: IntArray | None = None
    estimated: bool = False


@dataclass(frozen=True, slots=True)
class PhaseInterval:
    """One interval of a phase over all directions: it ends at `t_ms` on the phase's axis and lasted `dt_ms`.

    `waited_ns` is the sum of all response times.
    """

    t_ms: int
    dt_ms: int
    ios: int
    bytes: int = 0
    waited_ns: float = 0.0


@dataclass(frozen=True, slots=True)
class PhaseCurve:
    """All intervals of a phase over all directions, in order."""

    intervals: tuple[PhaseInterval, ...]


def collect_metric_columns(samples: Sequence[Sample]) -> dict[tuple[str, str], MetricColumn]:
    """Return samples, in order of time, as columns by (metric, direction).

    The samples of one moment add up to the direction `total`.
    """
    columns: dict[tuple[str, str], MetricColumn] = {}
    for t_ms, moment in groupby(samples, key=lambda sample: int(sample["t_ms"])):
        together = list(moment)
        for sample in together:
            _add(columns, sample["direction"], t_ms, [sample])
        _add(columns, TOTAL, t_ms, together)
    return columns


def iterate_lanes(samples: Sequence[Sample]) -> Iterator[StoredLane]:
    """Yield the samples of a phase, in order of time, as one lane per metric and direction, ready to store."""
    columns = collect_metric_columns(samples)
    for (metric, direction), column in columns.items():
        if column.t_ms:
            rate_t_ms = np.array(columns["iops", direction].t_ms, dtype=np.int64)
            yield build_lane(
                metric,
                direction,
                column,
                factor=FACTORS.get(metric, 1.0),
                unit=METRICS[metric].unit,
                rate_t_ms=rate_t_ms if metric.startswith("lat_") else None,
                estimated=metric in ESTIMATED,
            )


def build_lane(
    metric: str,
    direction: str,
    column: MetricColumn,
    *,
    factor: float,
    unit: str,
    rate_t_ms: IntArray | None = None,
    estimated: bool = False,
) -> StoredLane:
    """Return a column as a lane of integers, each the nearest to its value divided by `factor`."""
    return StoredLane(
        metric,
        direction,
        np.array(column.t_ms, dtype=np.int64),
        np.rint(np.array(column.values) / factor).astype(np.int64),
        factor,
        unit,
        np.array(column.ios) if metric.startswith("lat_") else None,
        rate_t_ms,
        estimated,
    )


def iterate_intervals(samples: Iterable[Sample]) -> Iterable[PhaseInterval]:
    """Yield the intervals of samples in order of time, over all directions."""
    for t_ms, moment in groupby(samples, key=lambda sample: int(sample["t_ms"])):
        together = list(moment)
        yield PhaseInterval(
            t_ms,
            max(sample["dt_ms"] for sample in together),
            sum(sample["ios"] for sample in together),
            sum(sample["bytes"] for sample in together),
            sum(sample["latency"]["n"] * (sample["latency"]["mean"] or 0.0) for sample in together),
        )


def _add(columns: dict[tuple[str, str], MetricColumn], direction: str, t_ms: int, together: Sequence[Sample]) -> None:
    length_ms = max(sample["dt_ms"] for sample in together)
    ios = sum(sample["ios"] for sample in together)
    counting = [sample for sample in together if sample["latency"]["n"] > 0]
    latency = merge(LatencyStatistics(**sample["latency"]) for sample in counting)
    values = {
        "iops": ios * 1000 / length_ms,
        "bandwidth": sum(sample["bytes"] for sample in together) * 1000 / length_ms,
        "lat_mean": latency.mean,
        "lat_stddev": latency.stddev,
        "lat_max": latency.max,
        # Percentiles of several directions cannot be merged, so a mixed interval has none.
        "lat_p99": counting[0]["p99_ns"] if len(counting) == 1 else None,
    }
    for metric, value in values.items():
        columns.setdefault((metric, direction), MetricColumn()).add(t_ms, value, ios)
