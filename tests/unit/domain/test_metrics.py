"""The metric table."""

from __future__ import annotations

from storagelab.domain.metrics import METRICS, SERIES_METRICS


def test_metric_names_columns_and_units_are_consistent() -> None:
    assert all(name == metric.name for name, metric in METRICS.items())
    assert len({metric.column for metric in METRICS.values()}) == len(METRICS)
    assert {metric.unit for metric in METRICS.values()} == {"1/s", "bytes/s", "ns"}


def test_lower_is_better_only_for_latency() -> None:
    assert all((metric.better == "lower") is name.startswith("lat_") for name, metric in METRICS.items())


def test_every_series_is_a_metric() -> None:
    assert set(SERIES_METRICS) <= set(METRICS)
