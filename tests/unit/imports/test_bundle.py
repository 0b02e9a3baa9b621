"""A result that is written down for another process comes back as it was."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import numpy as np
import pytest

from storagelab.domain.results import (
    NumberReading,
    ObservedMeasurement,
    ObservedSeries,
    ObservedWorkload,
    ParsedResult,
    Statement,
)
from storagelab.domain.samples import LatencyStatistics, ObservedPart
from storagelab.domain.workload import BlockSize
from storagelab.formats.registry import find_claims, read_claim
from storagelab.imports.bundle import read_result, write_result
from storagelab.imports.sources import open_members

PART = ObservedPart(
    ios=10, iops=1.5, latency=LatencyStatistics(n=10, mean=2.5), percentiles_ns={99.9: 7.0}, percentiles_of="clat",
    bins={1208: 10},
)  # fmt: skip
ENTRY = ObservedMeasurement(
    name="job",
    host="a",
    workload=ObservedWorkload((BlockSize(4096, 50.0), BlockSize(8192, 50.0)), read_percent=70.0),
    parts={"read": PART},
    total=PART,
    started_at=dt.datetime(2026, 1, 2, 3, 4, 5, 678000, tzinfo=dt.UTC),
    cpu={"thread_percent": 12.5},
    badges=("truncated",),
)


def result(*series: ObservedSeries) -> ParsedResult:
    return ParsedResult(
        format="fio",
        version=None,
        title="a result",
        members=("a", "b"),
        measurements=(ENTRY,),
        series=series,
        statements=(Statement("x", "y", "z", conditions={"depth": 4, "of": ["a", None]}),),
        numbers=(NumberReading("line 1", "1,5", 1.5, None, "iops"),),
        configuration={"array": {"level": "5", "drives": [1, 2.5, None, True]}},
        warnings=("a note",),
    )


def test_records_round_trip_unchanged(tmp_path: Path) -> None:
    write_result(tmp_path, 3, result())
    assert read_result(tmp_path, 3) == result()


def test_columns_round_trip_with_exact_numbers(tmp_path: Path) -> None:
    curves = [
        ObservedSeries("iops", "read", np.arange(5), np.array([2**62, -(2**62), 0, 1, 2]), job=2, member="x.log"),
        ObservedSeries("lat", "write", np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)),
        ObservedSeries("lat_hist", "read", np.arange(2), np.arange(2)[::-1], histograms=({5: 1}, {})),
    ]

    write_result(tmp_path, 0, result(*curves))
    read = read_result(tmp_path, 0).series

    for curve, back in zip(curves, read, strict=True):
        assert back.t_ms.tolist() == curve.t_ms.tolist()
        assert back.values.tolist() == curve.values.tolist()
        assert (back.metric, back.job, back.member, back.histograms) == (
            curve.metric, curve.job, curve.member, curve.histograms,
        )  # fmt: skip


def test_number_beyond_column_range_raises_overflow(tmp_path: Path) -> None:
    huge = ParsedResult(
        format="fio", version=None, title="", members=(), measurements=(ObservedMeasurement("x", phase=2**70),)
    )
    with pytest.raises(OverflowError):
        write_result(tmp_path, 0, huge)


def test_histogram_log_rows_round_trip_as_histograms(tmp_path: Path) -> None:
    """Check the reader of histogram logs, whose mapping is of its own type and not a dict."""
    (series,) = read_histogram_series(tmp_path)
    write_result(tmp_path, 0, result(series))
    (again,) = read_result(tmp_path, 0).series
    assert again.histograms is not None
    assert series.histograms is not None
    assert [dict(row) for row in again.histograms] == [dict(row) for row in series.histograms]
    assert sum(again.histograms[0].values()) == 3


def read_histogram_series(folder: Path) -> list[ObservedSeries]:
    row = ["0"] * 1856
    row[80], row[90] = "2", "1"
    log = folder / "run_clat_hist.1.log"
    log.write_text(f"1000, 0, 4096, {', '.join(row)}\n")
    with open_members(log) as members:
        ((name, claim),), _ = find_claims(members)
        return [series for parsed in read_claim(name, claim) for series in parsed.series]
