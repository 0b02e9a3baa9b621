"""Metric table: name, unit and better direction of each metric.

Stored columns and API fields take their names here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Better = Literal["higher", "lower"]


@dataclass(frozen=True, slots=True)
class Metric:
    """One metric. `column` is its name in `measurement`; `unit` is the base unit it is stored and sent in.

    `percent` is that of a percentile, which is read from a distribution; some engines count it in wide buckets only.
    """

    name: str
    column: str
    label: str
    unit: str
    better: Better
    percent: float | None = None

    @property
    def is_percentile(self) -> bool:
        """Return whether the metric is a percentile, which is read from a distribution."""
        return self.percent is not None


METRICS: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        Metric("iops", "iops", "IOPS", "1/s", "higher"),
        Metric("bandwidth", "bandwidth_bytes_per_s", "Throughput", "bytes/s", "higher"),
        Metric("lat_mean", "latency_mean_ns", "Mean latency", "ns", "lower"),
        Metric("lat_stddev", "latency_stddev_ns", "Latency standard deviation", "ns", "lower"),
        Metric("lat_min", "latency_min_ns", "Minimum latency", "ns", "lower"),
        Metric("lat_max", "latency_max_ns", "Maximum latency", "ns", "lower"),
        Metric("lat_p50", "latency_p50_ns", "Median latency", "ns", "lower", 50.0),
        Metric("lat_p90", "latency_p90_ns", "p90 latency", "ns", "lower", 90.0),
        Metric("lat_p99", "latency_p99_ns", "p99 latency", "ns", "lower", 99.0),
        Metric("lat_p999", "latency_p999_ns", "p99.9 latency", "ns", "lower", 99.9),
        Metric("lat_p9999", "latency_p9999_ns", "p99.99 latency", "ns", "lower", 99.99),
    )
}

#: Stored percentiles by their column, in percent.
PERCENTILES = {metric.column: metric.percent for metric in METRICS.values() if metric.percent is not None}

#: Metrics that exist as a time series of a phase.
SERIES_METRICS = ("iops", "bandwidth", "lat_mean", "lat_max", "lat_stddev", "lat_p99")


@dataclass(frozen=True, slots=True)
class TelemetryMetric:
    """A metric of the runner's own readings: it exists over time only and is never ranked."""

    name: str
    label: str
    unit: str


#: Metrics that exist as a time series of telemetry.
TELEMETRY_METRICS: dict[str, TelemetryMetric] = {
    metric.name: metric
    for metric in (
        *(TelemetryMetric(name, METRICS[name].label, METRICS[name].unit) for name in ("iops", "bandwidth", "lat_mean")),
        TelemetryMetric("queue", "I/Os in flight", "1"),
        TelemetryMetric("utilisation", "Device utilisation", "percent"),
        TelemetryMetric("cpu", "Processor utilisation", "percent"),
        TelemetryMetric("temperature", "Drive temperature", "degC"),
        TelemetryMetric("interrupts", "Interrupts", "1/s"),
    )
}
#: Metrics that only telemetry has.
READINGS = tuple(name for name in TELEMETRY_METRICS if name not in METRICS)
