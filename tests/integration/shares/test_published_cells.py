"""Published figures of the five reviews, cell by cell: filed, over REST, frozen and downloaded."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator
from importlib import resources
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.integration.shares.sharing import freeze, path_of, read_document

from storagelab.config import Settings
from storagelab.db.models import Measurement, Run, StoredFinding
from storagelab.demo import load
from storagelab.demo.sets import SETS, DemoSet
from storagelab.http.csv_cells import read_cell

TABLES = [demo_set for demo_set in SETS if demo_set.version > 1]
#: Factor of a unit of the tables to the base unit that the lab stores.
FACTORS = {
    "IOPS": 1, "MB/s": 10**6, "GB/s": 10**9, "ms": 10**6, "us": 10**3, "µs": 10**3, "B": 1, "%": 1,
    "x": 1, "ratio": 1, "count": 1, "QD": 1, "TB": 1,
}  # fmt: skip
#: Name of a metric of the tables in REST; others are statements.
METRICS = {
    "iops": "iops",
    "throughput": "throughput_bytes_per_s",
    "latency_mean": "latency_mean_ns",
    "latency_max": "latency_max_ns",
}
#: Keys of these metrics in the database and in documents.
STORED = {"bandwidth": "throughput_bytes_per_s", "lat_mean": "latency_mean_ns", "lat_max": "latency_max_ns"}
COLUMNS = ("iops", "bandwidth_bytes_per_s", "latency_mean_ns", "latency_max_ns")
KINDS = {"approx": "approximate"}
#: One printed cell: metric, value in the base unit, kind, characters of the source, place, damaged characters.
Cell = tuple[str, float, str, str | None, str | None, str | None]


def printed_cells(demo_set: DemoSet) -> Counter[Cell]:
    """Return the cells of a packaged table, read here without the product's reader."""
    text = resources.files("storagelab.demo").joinpath("data", demo_set.file).read_text(encoding="utf-8")
    return Counter(_read_row(row) for row in csv.DictReader(io.StringIO(text, newline="")))


def _read_row(row: dict[str, str]) -> Cell:
    number, unit = row["value"], row["unit"]
    value = int(number[:-1]) * 1024 if number.endswith("k") else float(number) * FACTORS[unit]
    return (
        METRICS.get(row["metric"], row["metric"]),
        round(value, 3),
        KINDS.get(row["value_kind"], row["value_kind"]),
        row["value_printed"] or None,
        row["place"] or None,
        row.get("source_reads") or None,
    )


def figure_cells(figures: list[dict[str, Any]]) -> Counter[Cell]:
    """Return the cells of the published figures of a measurement in REST."""
    return Counter(
        (
            figure["metric"],
            round(figure["value"], 3),
            figure["value_kind"],
            figure["text"],
            figure["place"],
            figure["source_reads"],
        )
        for figure in figures
    )


def finding_cells(findings: list[dict[str, Any]]) -> Counter[Cell]:
    """Return the cells of the statements of a run in REST."""
    return Counter(
        (
            METRICS.get(finding["workload"]["metric"], finding["workload"]["metric"]),
            round(finding["value"], 3),
            finding["value_kind"],
            None if "reconstructed" in (finding["note"] or "") else finding["printed"],
            finding["place"],
            finding["source_reads"],
        )
        for finding in findings
    )


@pytest.fixture
def runs(session: Session, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[Run]]:
    """File the five tables alone; return their runs by the name of the set."""
    monkeypatch.setattr(load, "SETS", TABLES)
    monkeypatch.setattr(load, "MEASURED_SETS", ())
    monkeypatch.setattr(load, "file_servers", lambda *_: [])
    load.ensure_demo_data(session)
    return {
        demo_set.name: list(session.scalars(select(Run).where(Run.source_title == demo_set.source_title)))
        for demo_set in TABLES
    }


@pytest.mark.in_turn
def test_every_cell_is_filed_and_served(session: Session, viewer: TestClient, runs: dict[str, list[Run]]) -> None:
    counts = {}
    for demo_set in TABLES:
        printed = printed_cells(demo_set)
        filed: Counter[Cell] = Counter()
        served: Counter[Cell] = Counter()
        for run in runs[demo_set.name]:
            filed += _collect_filed(session, run)
            served += _collect_served(viewer, run)
        assert filed == printed
        assert served == printed
        counts[demo_set.name] = (printed.total(), sum(text is not None for *_, text, _, _ in printed.elements()))
    for name, (cells, texts) in counts.items():
        print(f"{name}: {cells} cells filed and served, {texts} in the characters of the source")
    assert sum(cells for cells, _ in counts.values()) == 277


def _collect_served(viewer: TestClient, run: Run) -> Counter[Cell]:
    """Return the cells of a run over REST, from its page and its statements; compare the columns with the page."""
    phases = viewer.get(f"/api/v1/runs/{run.id}").json()["phases"]
    cells = finding_cells(list(_generate_own_findings(viewer, run)))
    if not phases:
        return cells
    source = viewer.get("/api/v1/measurements", params={"run_id": str(run.id)}).json()["source"]
    for place, phase in enumerate(phases):
        measurement = phase["measurement"]
        figures = measurement["published_figures"]
        assert source["phase_ordinal"][place] == phase["ordinal"]
        for figure in figures:
            assert (figure["text"] or "") in (source["value_printed"][place] or "")
            assert figure["place"] in source["place"][place]
            assert (figure["source_reads"] or "") in (source["source_reads"][place] or "")
            if not figure["restated"]:
                assert figure["value"] == measurement[figure["metric"]] == source[figure["metric"]][place]
        cells += figure_cells(figures)
    return cells


def _select_published(run: Run) -> list[list[Any]]:
    session = Session.object_session(run)
    assert session is not None
    return list(session.scalars(select(Measurement.published_figures).where(Measurement.run_id == run.id)))


def _generate_own_findings(viewer: TestClient, run: Run) -> Iterator[dict[str, Any]]:
    """Yield the findings that were filed with a run; those of its source stand beside them."""
    page: dict[str, Any] = {"next_cursor": None}
    while True:
        params = {"limit": 200} | ({"cursor": page["next_cursor"]} if page["next_cursor"] else {})
        page = viewer.get(f"/api/v1/runs/{run.id}/findings", params=params).json()
        for finding in page["items"]:
            if any(link["side"] == "source" and link["id"] == str(run.id) for link in finding["runs"]):
                yield finding
        if page["next_cursor"] is None:
            return


def _collect_filed(session: Session, run: Run) -> Counter[Cell]:
    """Return the cells of a run as the database has them."""
    optional: dict[str, Any] = {"text": None, "place": None, "source_reads": None}
    figures = [
        {**optional, **figure, "metric": STORED.get(figure["metric"], figure["metric"])}
        for published in _select_published(run)
        for figure in published
    ]
    names = ("workload", "value", "value_kind", "note", "printed", "place", "source_reads")
    findings = session.scalars(select(StoredFinding).where(StoredFinding.run_id == run.id)).all()
    stated = [{name: getattr(finding, name) for name in names} for finding in findings]
    return figure_cells(figures) + finding_cells(stated)


@pytest.mark.in_turn
@pytest.mark.parametrize("demo_set", TABLES, ids=lambda demo_set: demo_set.name)
def test_permalink_and_its_download_have_every_cell(
    operator: TestClient, anonymous: TestClient, runs: dict[str, list[Run]], settings: Settings, demo_set: DemoSet
) -> None:
    measured = [run for run in runs[demo_set.name] if _select_published(run)]
    share = freeze(operator, kind="comparison", run_ids=[str(run.id) for run in measured], confirm_new_author=True)
    document = read_document(anonymous, share)
    measurements = [phase["measurement"] for run in document["runs"] for phase in run["phases"]]
    frozen = [figure for measurement in measurements for figure in measurement["published_figures"]]
    filed = [figure for run in measured for published in _select_published(run) for figure in published]
    table = anonymous.get(path_of(share) + ".csv").content.decode("utf-8")
    lines = list(csv.DictReader(io.StringIO(table, newline="")))

    assert _key(frozen) == _key(filed)
    assert len(lines) == len(measurements)
    for measurement, line in zip(measurements, lines, strict=True):
        for column in COLUMNS:
            assert line[column] == ("" if measurement[column] is None else repr(measurement[column]))
        for figure in measurement["published_figures"]:
            for name, column in (("text", "value_printed"), ("place", "place"), ("source_reads", "source_reads")):
                assert (figure[name] or "") in read_cell(line[column])
    print(f"{demo_set.name}: {len(frozen)} figures frozen, {len(lines)} lines of CSV")


def _key(figures: list[dict[str, Any]]) -> Counter[tuple[Any, ...]]:
    names = ("metric", "value", "value_kind", "text", "place", "source_reads")
    return Counter(tuple(figure.get(name) for name in names) for figure in figures)
