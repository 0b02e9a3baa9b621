"""REST names of fields and metrics that are stored and frozen under earlier ones."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from pydantic import Field, ValidationError

from storagelab.domain.metrics import METRICS
from storagelab.http.rest_names import (
    FIELD_NAMES,
    METRIC_NAMES,
    AsPercent,
    MetricKey,
    Renamed,
    get_rest_metric_name,
    rename_fields,
)

LATENCY = {"bandwidth_bytes_per_s": 4096.0, "metric": "lat_mean", "also": "bytes_per_s"}


class Body(Renamed):
    """A body with a field and two metrics that are stored under earlier names."""

    bandwidth_bytes_per_s: float
    metric: Annotated[Literal["iops", "bandwidth", "lat_mean"], MetricKey()]
    also: Annotated[str, MetricKey()]


class Rule(Renamed):
    """A limit that is stored as a part of one."""

    range_limit: Annotated[float, AsPercent(), Field(serialization_alias="range_limit_percent")]


def test_only_answers_use_rest_names() -> None:
    body = Body.model_validate(LATENCY)
    assert body.model_dump(mode="json") == LATENCY
    assert body.model_dump(mode="json", by_alias=True) == {
        "throughput_bytes_per_s": 4096.0, "metric": "latency_mean_ns", "also": "throughput_bytes_per_s",
    }  # fmt: skip


def test_both_names_are_read() -> None:
    written = {"throughput_bytes_per_s": 4096.0, "metric": "latency_mean_ns", "also": "throughput_bytes_per_s"}
    assert Body.model_validate(written) == Body(bandwidth_bytes_per_s=4096.0, metric="lat_mean", also="bandwidth")


@pytest.mark.parametrize("metric", ["lat", "latency_p99_ns", "", 5, None, ["iops"]])
def test_unknown_metric_error_lists_rest_names(metric: Any) -> None:
    with pytest.raises(ValidationError) as refused:
        Body.model_validate(LATENCY | {"metric": metric})
    (error,) = refused.value.errors()
    assert error["ctx"]["expected"] == "'iops', 'throughput_bytes_per_s' or 'latency_mean_ns'"


def test_the_description_has_the_names_of_rest() -> None:
    for mode in ("serialization", "validation"):
        described = Body.model_json_schema(mode=mode)  # type: ignore[arg-type]
        assert set(described["properties"]) == {"throughput_bytes_per_s", "metric", "also"}
        assert described["properties"]["metric"]["enum"] == ["iops", "throughput_bytes_per_s", "latency_mean_ns"]


def test_a_limit_is_in_percent_outside_alone() -> None:
    rule = Rule(range_limit=0.2)
    assert (rule.model_dump(), rule.model_dump(by_alias=True)) == ({"range_limit": 0.2}, {"range_limit_percent": 20.0})


def test_plain_answers_are_renamed_at_every_depth() -> None:
    answer = {"least_beyond": 10, "items": [{"average": 1.0, "values": [1, None]}], "marks": {"most": 2}, "none": []}
    assert rename_fields(answer) == {
        "min_beyond": 10, "items": [{"mean": 1.0, "values": [1, None]}], "marks": {"max": 2}, "none": [],
    }  # fmt: skip


def test_metric_name_matches_its_field_name() -> None:
    for key, metric in METRICS.items():
        assert get_rest_metric_name(key) == FIELD_NAMES.get(metric.column, metric.column)
    assert len({METRIC_NAMES[key] for key in METRICS}) == len(METRICS)
