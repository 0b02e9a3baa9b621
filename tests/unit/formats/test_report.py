"""The object that `storagelab parse` prints."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from storagelab.domain.results import ObservedMeasurement, ObservedSeries, ObservedWorkload, ParsedResult, Statement
from storagelab.domain.samples import LatencyStatistics, ObservedPart
from storagelab.domain.workload import BlockSize
from storagelab.formats.report import describe, encode, format_percentile


def result_of(*measurements: ObservedMeasurement, **fields: object) -> ParsedResult:
    given = {"format": "fio", "version": "fio-3.33", "title": "a", "members": ("a.json",)} | fields
    return ParsedResult(measurements=measurements, **given)  # type: ignore[arg-type]


def test_every_known_field_is_in_the_document() -> None:
    part = ObservedPart(
        ios=10,
        bytes=40960,
        iops=5,
        bandwidth_bytes_per_s=20480,
        latency=LatencyStatistics(n=10, mean=1000, stddev=0.5, min=900.0, max=1200.5),
        percentiles_ns={50.0: 1000.0, 99.9: 1100.5, 99.99999: 1200.0},
        percentiles_of="clat",
        bins={1000: 10},
    )
    workload = ObservedWorkload(
        block_sizes=(BlockSize(bytes=4096, percent=100),),
        read_percent=70,
        random_percent=100,
        queue_depth=16,
        threads=4,
        offered_iops=500,
    )
    measurement = ObservedMeasurement(
        "a", host="h", group=2, workload=workload, runtime_s=2, error="EIO", parts={"read": part}, total=part
    )
    described = {
        "ios": 10,
        "bytes": 40960,
        "iops": 5.0,
        "bandwidth_bytes_per_s": 20480.0,
        "latency_ns": {"n": 10, "mean": 1000.0, "stddev": 0.5, "min": 900, "max": 1200.5},
        "percentiles_ns": {"50": 1000, "99.9": 1100.5, "99.99999": 1200},
        "percentiles_of": "clat",
        "percentiles_estimated": False,
        "bins": {"1000": 10},
    }
    assert describe([result_of(measurement)]) == {
        "format": "fio",
        "version": "fio-3.33",
        "warnings": [],
        "measurements": [
            {
                "name": "a",
                "host": "h",
                "group": 2,
                "workload": {
                    "block_sizes": [{"bytes": 4096, "percent": 100}],
                    "read_percent": 70.0,
                    "random_percent": 100.0,
                    "queue_depth": 16,
                    "threads": 4,
                    "offered_iops": 500.0,
                },
                "runtime_s": 2.0,
                "error": "EIO",
                "read": described,
                "write": {},
                "trim": {},
                "total": described,
            }
        ],
        "series": [],
    }


def test_unknown_is_null_and_absent_is_empty() -> None:
    (measurement,) = describe([result_of(ObservedMeasurement("idle"))])["measurements"]
    assert measurement["host"] is None
    assert set(measurement["workload"].values()) == {None}
    assert (measurement["read"], measurement["total"]) == ({}, {})
    part = ObservedPart(iops=5)
    (measurement,) = describe([result_of(ObservedMeasurement("a", total=part))])["measurements"]
    assert measurement["total"] == {
        "ios": None,
        "bytes": None,
        "iops": 5.0,
        "bandwidth_bytes_per_s": None,
        "latency_ns": None,
        "percentiles_ns": {},
        "percentiles_of": None,
        "percentiles_estimated": False,
        "bins": None,
    }


@pytest.mark.parametrize(
    ("percent", "text"),
    [(50.0, "50"), (1.0, "1"), (99.9, "99.9"), (99.99, "99.99"), (100.0, "100"), (0.001, "0.001"), (1e-05, "0.00001")],
)
def test_percentiles_are_the_shortest_decimals(percent: float, text: str) -> None:
    assert format_percentile(percent) == text


def series_of(metric: str, times: list[int]) -> ObservedSeries:
    clock = np.array(times, dtype=np.int64)
    return ObservedSeries(metric, "read", clock, clock, job=3)  # type: ignore[arg-type]


def test_series_are_listed_without_their_helpers() -> None:
    curves = tuple(
        series_of(metric, [500, 1000, 1500]) for metric in ("iops", "bandwidth", "lat", "lat_max", "lat_stddev")
    )
    listed = describe([result_of(series=(*curves, series_of("slat", [])))])["series"]
    assert [(entry["metric"], entry["unit"], entry["points"]) for entry in listed] == [
        ("iops", "1/s", 3),
        ("bandwidth", "bytes/s", 3),
        ("lat", "ns", 3),
        ("slat", "ns", 0),
    ]
    assert (listed[0]["job"], listed[0]["first_ms"], listed[0]["last_ms"]) == (3, 500, 1500)
    assert (listed[-1]["first_ms"], listed[-1]["last_ms"]) == (None, None)


def test_mixed_versions_are_null_and_warnings_are_unique() -> None:
    results = [result_of(warnings=("a", "b")), result_of(version="fio-2.21", warnings=("b",)), result_of(version=None)]
    document = describe(results, ["c"])
    assert document["version"] is None
    assert document["warnings"] == [
        "a",
        "b",
        "the results are of several versions: an unknown one, fio-2.21, fio-3.33",
        "c",
    ]


def test_document_is_always_json() -> None:
    part = ObservedPart(
        iops=math.nan, bandwidth_bytes_per_s=math.inf, latency=LatencyStatistics(mean=math.nan, max=math.inf)
    )
    measurement = ObservedMeasurement("half \ud800 pair", total=part, error="\udfff")
    statement = Statement("x", "ratio", "y\ud800", value=math.inf, conditions={"a\ud800": [math.nan, 1.5, None, True]})
    document = describe([result_of(measurement, statements=(statement,), warnings=("\ud83d",))])
    text = json.dumps(document, allow_nan=False, ensure_ascii=False)
    assert json.loads(text.encode()) == document
    assert document["measurements"][0]["name"] == "half \ufffd pair"
    assert document["measurements"][0]["total"]["iops"] is None
    assert document["statements"][0]["conditions"] == {"a\ufffd": [None, 1.5, None, True]}


def test_published_figures_have_their_printed_form() -> None:
    measurement = ObservedMeasurement("a", value_kind="range_low", printed="360-420,000", note="moved")
    (described,) = describe([result_of(measurement, format="table")])["measurements"]
    assert (described["value_kind"], described["printed"], described["note"]) == ("range_low", "360-420,000", "moved")
    (described,) = describe([result_of(measurement)])["measurements"]
    assert "value_kind" not in described


@pytest.mark.parametrize("count", [0, 1, 3])
@pytest.mark.parametrize("format_name", ["fio", "table"])
def test_encoded_text_matches_the_described_object(count: int, format_name: str) -> None:
    statements = (Statement("x", "ratio", "y"),) if format_name == "table" else ()
    measurements = [ObservedMeasurement(f"m{number}", total=ObservedPart(iops=number + 1)) for number in range(count)]
    results = [result_of(*measurements, format=format_name, statements=statements) for _ in range(2)]
    assert json.loads("".join(encode(results, ["note"]))) == describe(results, ["note"])
