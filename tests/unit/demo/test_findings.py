"""The packaged findings are those of their table, cell by cell, and rate as its rankings do."""

from __future__ import annotations

import csv
from collections import Counter
from importlib import resources
from pathlib import Path

import pytest

from storagelab.demo.findings import load_source_titles, read_packaged_findings
from storagelab.domain.finding import FINDING_COLUMNS, Finding, format_finding_value, format_workload
from storagelab.evaluate.rating_matrix import build_rating_matrix

REVIEWS = Path(__file__).parents[4] / "shared" / "reviews_data"
COUNTS = {"000": 55, "001": 62, "002": 136, "003": 46, "004": 423}


def packaged() -> list[dict[str, str]]:
    text = resources.files("storagelab.demo").joinpath("data", "findings.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def source(name: str) -> list[dict[str, str]]:
    path = REVIEWS / name
    if not path.exists():
        pytest.skip("the findings are compared with shared/reviews_data, which is not here")
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def cells(finding: Finding) -> dict[str, str]:
    """Return a finding as the cells of its row."""
    texts = {name: getattr(finding, name) or "" for name in FINDING_COLUMNS if name not in ("workload", "value")}
    return {**texts, "workload": format_workload(finding.workload), "value": format_finding_value(finding.value)}


def test_every_cell_is_read_as_it_is_packaged() -> None:
    rows = packaged()
    read = [cells(finding) for findings in read_packaged_findings().values() for finding in findings]

    assert list(rows[0]) == list(FINDING_COLUMNS)
    in_order = sorted(rows, key=lambda row: list(read_packaged_findings()).index(row["source"]))
    assert read == in_order
    counts = Counter(row["source"][:3] for row in rows)
    print(f"{len(rows)} findings, by source {dict(counts)}")
    assert (len(rows), counts) == (722, COUNTS)
    assert set(load_source_titles()) >= {row["source"] for row in rows}


def test_every_cell_is_that_of_the_table() -> None:
    rows = source("findings.csv")
    assert packaged() == [{column: row[column] for column in FINDING_COLUMNS} for row in rows]


def test_no_words_of_the_sources_are_packaged() -> None:
    assert "words" not in packaged()[0]


def test_the_matrix_equals_the_rankings_of_the_six_controllers() -> None:
    """Compare leaders and laggards of each test and level; three rows of the overall verdict have no level."""
    rankings = source("seed_004_rankings_qualitative.csv")
    [findings] = [own for name, own in read_packaged_findings().items() if name.startswith("004")]
    matrix = build_rating_matrix(findings)
    rated = {}
    for row in matrix.rows:
        level = (
            ""
            if row.test.startswith("Overall")
            else {"all": " all arrays"}.get(row.raid_level or "", f" {row.raid_level}")
        )
        named = list(zip(matrix.configurations, row.cells, strict=True))
        rated[row.test + level] = tuple(
            {name for name, cell in named if cell is not None and cell.rating == rating} for rating in ("leads", "lags")
        )
    expected = {
        row["test"]: tuple(set(filter(None, row[column].split(";"))) for column in ("leaders", "laggards"))
        for row in rankings
    }

    assert rated == expected
    contradicted = sum(cell is not None and cell.rating == "contradicted" for row in matrix.rows for cell in row.cells)
    at_level = sum(not row.test.startswith("Overall") for row in matrix.rows)
    print(f"{len(matrix.rows)} rows, {at_level} of a test at a level, {contradicted} contradictions")
    assert (len(matrix.rows), at_level, contradicted) == (105, 102, 0)
