"""Rounds of a SNIA test: the mean of the measurement window for each cell, and the rounds as curves."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import pytest

from storagelab import demo
from storagelab.domain.results import ParsedResult
from storagelab.formats import table
from storagelab.formats.base import BytesFile, ParseFailed

ROUNDS = Path(demo.__file__).parent / "data" / "pts_toshiba_hg6.csv"
HEAD = "source,test,block_size,read_pct,round,read_iops,write_iops,iops,throughput_mib_s,read_ios,write_ios,lat_mean_us"


def read(data: bytes) -> list[ParsedResult]:
    (claim,) = table.claim([BytesFile("rounds.csv", data)])
    return list(table.read(claim))


def test_real_run_has_a_result_per_test() -> None:
    results = read(ROUNDS.read_bytes())

    assert [(result.title, len(result.measurements), len(result.series)) for result in results] == [
        ("PTS IOPS", 56, 224),
        ("PTS LAT", 9, 36),
        ("PTS TP", 12, 48),
    ]
    assert all(result.warnings == () for result in results)
    points = sum(len(curve.t_ms) for result in results for curve in result.series if curve.metric == "iops")
    assert points == 414, "every round of the file is in a curve"


def test_the_window_of_a_cell_is_averaged() -> None:
    with ROUNDS.open(encoding="utf-8", newline="") as file:
        rows = [
            row
            for row in csv.DictReader(file)
            if (row["test"], row["block_size"], row["read_pct"]) == ("PTS IOPS", "4KB", "65")
        ]
    result = read(ROUNDS.read_bytes())[0]

    entry = next(entry for entry in result.measurements if entry.name == "PTS IOPS 4KB 65 % read")

    window = rows[1:6]
    reads = [int(row["read_ios"]) for row in window]
    pooled = math.fsum(n * float(row["read_lat_mean_us"]) for n, row in zip(reads, window, strict=True)) / sum(reads)
    assert entry.total.iops == pytest.approx(math.fsum(float(row["iops"]) for row in window) / 5, rel=1e-12)
    assert entry.total.bandwidth_bytes_per_s == pytest.approx(
        math.fsum(float(row["throughput_mib_s"]) for row in window) / 5 * 2**20, rel=1e-12
    )
    assert entry.parts["read"].ios == entry.parts["read"].latency.n == sum(reads)
    assert entry.parts["read"].latency.mean == pytest.approx(pooled * 1000, rel=1e-9)
    assert entry.parts["read"].latency.max is None, "the file has the largest latency of both directions only"
    assert entry.total.latency.max == max(float(row["lat_max_us"]) for row in window) * 1000
    assert entry.runtime_s == pytest.approx(300.0, abs=0.1)
    assert entry.note is not None
    assert entry.note.startswith("Mean of rounds 2 to 6 of 6. Steady, rounds 2 to 6")
    assert (entry.workload.read_percent, entry.workload.random_percent) == (65.0, 100.0)


def test_a_pure_cell_has_one_direction() -> None:
    result = read(ROUNDS.read_bytes())[0]

    assert set(result.measurements[0].parts) == {"read"}
    assert set(result.measurements[6].parts) == {"write"}


def test_rounds_are_points_at_their_ends() -> None:
    result = read(ROUNDS.read_bytes())[0]

    curve = next(curve for curve in result.series if (curve.metric, curve.phase) == ("iops", 0))

    assert [round(t_ms / 1000) for t_ms in curve.t_ms] == [60, 120, 180, 240, 300]
    assert curve.values[0] * curve.factor == pytest.approx(41388.31)
    latency = next(curve for curve in result.series if (curve.metric, curve.phase) == ("lat", 0))
    assert latency.values[0] * latency.factor == 771125


def test_cell_that_never_settled_has_a_badge() -> None:
    rows = [f"s,T,4k,0,{number},0,{number * 100},{number * 100},1,0,{number * 6000},1" for number in range(1, 7)]

    (result,) = read("\n".join([HEAD, *rows, ""]).encode())

    (entry,) = result.measurements
    assert entry.badges == ("rounds_not_steady",)
    assert (entry.total.iops, entry.workload.random_percent) == (400.0, None)
    assert entry.note is not None
    assert "Not steady after 6 rounds" in entry.note


@pytest.mark.parametrize(
    ("row", "warning"),
    [
        ("s,T,4k,0,1,0,5,5,1,0,300,1", "round 1 of this cell is listed twice, left out"),
        ("s,T,4k,0,zero,0,5,5,1,0,300,1", "the round or the read share is not a number, left out"),
        ("s,T,4k,140,2,0,5,5,1,0,300,1", "the round or the read share is not a number, left out"),
        ("s,T,4k,0,99999999,0,5,5,1,0,300,1", "the round or the read share is not a number, left out"),
        ("s,T,4k,0,2,0,5,NaN,1,0,300,1", "iops 'NaN' cannot be read (not a number), left out"),
        ("s,T,4k,0,2,0,5,-5,1,0,300,1", "iops '-5' cannot be read (plain), left out"),
        ("s,T,4k,0,2,0,5,,1,0,300,1", "it has no IOPS, left out"),
    ],
)
def test_broken_round_is_skipped_with_a_warning(row: str, warning: str) -> None:
    good = "s,T,4k,0,1,0,100,100,1,0,6000,1"

    (result,) = read(f"{HEAD}\n{good}\n{row}\n".encode())

    assert result.measurements[0].total.iops == 100.0
    assert result.warnings == (f"rounds.csv, line 3: {warning}",)


def test_figures_without_columns_are_unknown() -> None:
    (result,) = read(b"test,block_size,read_pct,round,iops\nT,4k,0,1,100\nT,4k,0,2,101\n")

    (entry,) = result.measurements
    assert entry.total.iops == 100.5
    assert (entry.total.ios, entry.total.latency.n, entry.total.latency.mean, entry.runtime_s) == (None,) * 4
    assert entry.parts == {}
    assert [list(curve.t_ms) for curve in result.series] == [[60000, 120000]]


def test_a_table_without_a_round_fails() -> None:
    with pytest.raises(ParseFailed, match=r"rounds.csv, line 2: expected a round with its number"):
        read(f"{HEAD}\ns,T,4k,0,x,,,,,,,\n".encode())
