"""The metric table."""

from __future__ import annotations

from storagelab.db.models import Measurement, SearchableResult
from storagelab.domain.metrics import METRICS, PERCENTILES, SERIES_METRICS, TELEMETRY_METRICS


def test_metric_names_columns_and_units_are_consistent() -> None:
    assert all(name == metric.name for name, metric in METRICS.items())
    assert {metric.column for metric in METRICS.values()} <= {*Measurement.__table__.columns.keys()}
    for attribute in ("column", "rest_name", "label", "short"):
        assert len({getattr(metric, attribute) for metric in METRICS.values()}) == len(METRICS)
    assert {metric.unit for metric in METRICS.values()} == {"1/s", "bytes/s", "ns"}


def test_lower_is_better_only_for_latency() -> None:
    assert all((metric.better == "lower") is name.startswith("lat_") for name, metric in METRICS.items())


def test_stored_percentiles_are_named_by_their_percent() -> None:
    assert {"latency_p50_ns": 50.0, "latency_p99_ns": 99.0, "latency_p9999_ns": 99.99}.items() <= PERCENTILES.items()
    for metric in (metric for metric in METRICS.values() if metric.is_percentile):
        assert metric.field is not None
        assert metric.field.name == metric.short == f"p{metric.percent:g}"
        assert metric.column == f"latency_{metric.short.replace('.', '')}_ns"


def test_metrics_of_queries_are_filed_for_search() -> None:
    columns = {*SearchableResult.__table__.columns.keys()}
    assert {metric.column for metric in METRICS.values() if metric.field is not None} <= columns


def test_every_series_is_a_metric() -> None:
    assert set(SERIES_METRICS) <= set(METRICS)
    assert {metric.short for metric in TELEMETRY_METRICS.values()} >= {"IOPS", "CPU", "In flight"}
