"""Rows of the published tables: each is a measurement, a finding or part of a curve, and nothing else."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from storagelab.domain.results import ObservedMeasurement, ParsedResult
from storagelab.formats import table
from storagelab.formats.base import BytesFile

REVIEWS = Path(__file__).parents[5] / "shared" / "reviews_data"
FACTORS = {"IOPS": 1, "MB/s": 10**6, "GB/s": 10**9, "ms": 10**6}


def read(name: str) -> tuple[list[ParsedResult], list[dict[str, str]]]:
    """Return the results of a published table, and its rows as the standard library reads them."""
    path = REVIEWS / name
    if not path.exists():
        pytest.skip("the published figures are read from shared/reviews_data, which is not here")
    (claim,) = table.claim([BytesFile(name, path.read_bytes())])
    with path.open(encoding="utf-8", newline="") as file:
        return list(table.read(claim)), list(csv.DictReader(file))


@pytest.mark.parametrize(
    ("name", "results", "rows", "measurements", "figures", "statements"),
    [
        ("seed_000_lsi_megaraid_16x_ssd.csv", 6, 27, 17, 17, 10),
        ("seed_001_perc_h730p.csv", 14, 36, 29, 31, 5),
        ("seed_002_iodrive2_duo.csv", 19, 112, 97, 103, 9),
        ("seed_003_perc12_direct_drives.csv", 11, 79, 66, 66, 13),
        ("seed_004_sas_raid_six_controllers.csv", 2, 23, 2, 2, 21),
    ],
)
def test_every_row_is_accounted_for(
    name: str, results: int, rows: int, measurements: int, figures: int, statements: int
) -> None:
    read_results, printed = read(name)

    entries = [entry for result in read_results for entry in result.measurements]
    findings = [statement for result in read_results for statement in result.statements]
    assert (len(read_results), len(printed)) == (results, rows)
    assert (len(entries), len(findings)) == (measurements, statements)
    assert sum(len(_figures(entry)) for entry in entries) == figures == rows - statements
    assert sum(len(result.numbers) for result in read_results) == rows
    assert [warning for result in read_results for warning in result.warnings] == []


@pytest.mark.parametrize(
    "name",
    ["seed_000_lsi_megaraid_16x_ssd.csv", "seed_001_perc_h730p.csv", "seed_002_iodrive2_duo.csv",
     "seed_003_perc12_direct_drives.csv"],
)  # fmt: skip
def test_every_figure_is_the_printed_one(name: str) -> None:
    results, rows = read(name)
    printed = sorted(
        (row["workload"], row["value_kind"], round(float(row["value"]) * FACTORS[row["unit"]], 3))
        for row in rows
        if row["metric"] in ("iops", "throughput", "latency_mean", "latency_max")
    )
    kinds = {"approximate": "approx"}

    entries = [entry for result in results for entry in result.measurements]
    moments = {row["state"] for row in rows} - {"", "optimal", "rebuild"}
    read_figures = [
        (_without(entry.name, moments), kinds.get(entry.value_kind, entry.value_kind), round(figure, 3))
        for entry in entries
        for figure in _figures(entry)
    ]
    finding_rows = [
        (
            statement.conditions.get("workload", ""),
            kinds.get(statement.value_kind, statement.value_kind),
            round(statement.value, 3),
        )
        for result in results
        for statement in result.statements
        if statement.value is not None and statement.metric in ("iops", "throughput")
    ]
    assert sorted(read_figures + finding_rows) == printed


def test_reconstructed_rows_are_marked() -> None:
    results, rows = read("seed_002_iodrive2_duo.csv")

    marked = [entry for result in results for entry in result.measurements if "reconstructed" in entry.badges]
    findings = [one for result in results for one in result.statements if "reconstructed" in (one.note or "")]

    assert len(marked) + len(findings) == sum(row["scrambled"] == "reconstructed" for row in rows)


def test_hardware_is_read_whole() -> None:
    lists, components = read("hardware_inventory.csv")

    assert sum(len(result.configuration["test_bed"]) for result in lists if result.configuration) == len(components)
    assert (len(lists), len(components)) == (5, 53)


def _figures(entry: ObservedMeasurement) -> list[float]:
    total = entry.total
    figures = (total.iops, total.bandwidth_bytes_per_s, total.latency.mean, total.latency.max)
    return [figure for figure in figures if figure is not None]


def _without(name: str, moments: set[str]) -> str:
    words, comma, last = name.rpartition(", ")
    return words if comma and last in moments else name
