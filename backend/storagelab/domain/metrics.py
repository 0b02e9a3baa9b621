"""Metric table: names, unit, better direction and use of each metric.

Columns, schemas, queries, REST and the front end follow it. A new percentile is a row here and a migration.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Better = Literal["higher", "lower"]


@dataclass(frozen=True, slots=True)
class MetricField:
    """Field of queries over runs that compares a metric; the name in REST is an alias as well."""

    name: str
    example: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Metric:
    """One metric. `column` is its name in `measurement`; `unit` is the base unit it is stored and sent in.

    `short` is its label where there is little room. `over_rounds` merges the rounds of a loop, None where that needs
    their distributions. A metric with a `field` is filed for queries. `percent` is that of a percentile, which is read
    from a distribution; some engines count it in wide buckets only.
    """

    name: str
    column: str
    rest_name: str
    label: str
    short: str
    unit: str
    better: Better
    over_rounds: Literal["mean", "min", "max"] | None = None
    field: MetricField | None = None
    percent: float | None = None

    @property
    def is_percentile(self) -> bool:
        """Return whether the metric is a percentile, which is read from a distribution."""
        return self.percent is not None


def _make_percentile(percent: float, limit: str, *aliases: str, label: str | None = None) -> Metric:
    """Return a stored percentile of the latency; `limit` is that of the example of its field."""
    name = f"p{percent:g}"
    digits = name.replace(".", "")
    column = f"latency_{digits}_ns"
    field = MetricField(name, f"{name}<{limit}", (digits, *aliases))
    return Metric(
        f"lat_{digits}", column, column, label or f"{name} latency", name, "ns", "lower", field=field, percent=percent
    )


METRICS: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        Metric("iops", "iops", "iops", "IOPS", "IOPS", "1/s", "higher", "mean", MetricField("iops", "iops>500k")),
        Metric(
            "bandwidth", "bandwidth_bytes_per_s", "throughput_bytes_per_s", "Throughput", "MB/s", "bytes/s", "higher",
            "mean", MetricField("throughput", "throughput>2GB/s", ("bandwidth",)),
        ),
        Metric(
            "lat_mean", "latency_mean_ns", "latency_mean_ns", "Mean latency", "Mean", "ns", "lower", "mean",
            MetricField("latency", "latency<200us", ("mean",)),
        ),
        Metric(
            "lat_stddev", "latency_stddev_ns", "latency_stddev_ns", "Latency standard deviation", "Deviation", "ns",
            "lower",
        ),
        Metric("lat_min", "latency_min_ns", "latency_min_ns", "Minimum latency", "Minimum", "ns", "lower", "min"),
        Metric("lat_max", "latency_max_ns", "latency_max_ns", "Maximum latency", "Maximum", "ns", "lower", "max"),
        _make_percentile(50.0, "100us", "median", label="Median latency"),
        _make_percentile(90.0, "500us"),
        _make_percentile(99.0, "1ms"),
        _make_percentile(99.9, "5ms"),
        _make_percentile(99.99, "20ms"),
    )
}  # fmt: skip

#: Stored percentiles by their column, in percent.
PERCENTILES = {metric.column: metric.percent for metric in METRICS.values() if metric.percent is not None}

#: Metrics that exist as a time series of a phase, in the order of choices.
SERIES_METRICS = ("iops", "bandwidth", "lat_mean", "lat_max", "lat_stddev", "lat_p99")


@dataclass(frozen=True, slots=True)
class TelemetryMetric:
    """A metric of the runner's own readings: it exists over time only and is never ranked."""

    name: str
    label: str
    short: str
    unit: str


#: Metrics that exist as a time series of telemetry.
TELEMETRY_METRICS: dict[str, TelemetryMetric] = {
    metric.name: metric
    for metric in (
        *(
            TelemetryMetric(metric.name, metric.label, metric.short, metric.unit)
            for metric in (METRICS["iops"], METRICS["bandwidth"], METRICS["lat_mean"])
        ),
        TelemetryMetric("queue", "I/Os in flight", "In flight", "1"),
        TelemetryMetric("utilisation", "Device utilisation", "Utilisation", "percent"),
        TelemetryMetric("cpu", "Processor utilisation", "CPU", "percent"),
        TelemetryMetric("temperature", "Drive temperature", "Temperature", "degC"),
        TelemetryMetric("interrupts", "Interrupts", "Interrupts", "1/s"),
    )
}
#: Metrics that only telemetry has.
READINGS = tuple(name for name in TELEMETRY_METRICS if name not in METRICS)
