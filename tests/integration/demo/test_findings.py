"""Findings of the demo data: filed once, equal to their table everywhere, removed and restored."""

from __future__ import annotations

import csv
import io
from collections import Counter
from importlib import resources
from typing import Any

import pytest
from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory

from storagelab.db.models import LabSetting, Run, StoredFinding
from storagelab.demo.findings import load_findings, load_source_titles
from storagelab.demo.load import SETTING, ensure_demo_data, remove_demo_data, restore_demo_data
from storagelab.demo.sets import MEASURED_SETS, SETS
from storagelab.domain.finding import FINDING_COLUMNS, Finding
from storagelab.findings.filing import file_findings
from storagelab.http.csv_cells import read_cell

COUNTS = {"000": 55, "001": 62, "002": 136, "003": 46, "004": 423}


def packaged() -> list[dict[str, str]]:
    """Return the packaged rows, with the titles of their sources in place of the names there."""
    text = resources.files("storagelab.demo").joinpath("data", "findings.csv").read_text(encoding="utf-8")
    titles = load_source_titles()
    return [{**row, "source": titles[row["source"]]} for row in csv.DictReader(text.splitlines())]


def as_cells(item: dict[str, Any]) -> dict[str, str]:
    """Return a finding of REST as the cells of its row."""
    value = "" if item["value"] is None else f"{item['value']:.15g}"
    workload = "; ".join(f"{key}={text}" for key, text in item["workload"].items())
    others = {name: item[name] or "" for name in FINDING_COLUMNS if name not in ("source", "workload", "value")}
    return {**others, "source": item["source_title"], "workload": workload, "value": value}


def count_published(session: Session) -> int:
    without_run = select(func.count()).where(StoredFinding.run_id.is_(None))
    return session.scalars(without_run).one()


def test_every_cell_is_the_same_in_rest_and_in_files(viewer: TestClient, session: Session) -> None:
    rows = packaged()
    assert load_findings(session) == 722
    assert load_findings(session) == 0

    read: list[dict[str, str]] = []
    cursor = None
    while True:
        query = {"limit": 200, "sort": "number", **({"cursor": cursor} if cursor else {})}
        page = viewer.get("/api/v1/findings", params=query).json()
        read += map(as_cells, page["items"])
        cursor = page["next_cursor"]
        if cursor is None:
            break
    file = viewer.get("/api/v1/findings", params={"sort": "number"}, headers={"Accept": "text/csv"})
    lines = [
        {name: read_cell(row[name]) for name in FINDING_COLUMNS}
        for row in csv.DictReader(io.StringIO(file.text, newline=""))
    ]

    titles = list(load_source_titles().values())
    by_title = sorted(rows, key=lambda row: titles.index(row["source"]))
    assert sorted(read, key=lambda row: titles.index(row["source"])) == by_title
    assert sorted(lines, key=lambda row: titles.index(row["source"])) == by_title
    by_source = dict.fromkeys(COUNTS, 0)
    for listed, title in load_source_titles().items():
        by_source |= {listed[:3]: sum(row["source"] == title for row in read)} if listed[:3] in COUNTS else {}
    print(f"{len(read)} findings in REST, {len(lines)} in the file, by source {by_source}")
    assert (len(read), by_source) == (722, COUNTS)


def test_matrix_of_the_six_controllers_over_rest(viewer: TestClient, session: Session) -> None:
    load_findings(session)
    title = next(title for listed, title in load_source_titles().items() if listed.startswith("004"))
    matrix = viewer.get("/api/v1/findings/matrix", params={"source": title}).json()
    ratings = Counter(cell["rating"] for row in matrix["rows"] for cell in row["cells"] if cell is not None)
    print(f"{len(matrix['rows'])} rows, ratings {dict(ratings)}")
    assert (len(matrix["rows"]), matrix["finding_count"], matrix["excluded_count"]) == (105, 423, 0)
    assert ratings["contradicted"] == 0
    assert matrix["levels"] == ["RAID0", "RAID10", "RAID5", "RAID6", "all"]
    [narrowed] = viewer.get(
        "/api/v1/findings/matrix", params={"source": title, "raid_level": "RAID6", "test": "Fileserver"}
    ).json()["rows"]
    assert narrowed["raid_level"] == "RAID6"


def set_up_earlier_data(session: Session, **changes: Any) -> LabSetting:
    """Record that this lab has every set of the demo data of an earlier release, but none of its findings."""
    sets: dict[str, list[str]] = {demo_set.name: [] for demo_set in (*SETS, *MEASURED_SETS)}
    setting = LabSetting(key=SETTING, value={"sets": sets, "servers": [], "hardware": True, "removed": False})
    setting.value = {**setting.value, **changes}
    session.add(setting)
    session.flush()
    return setting


def test_a_lab_with_earlier_demo_data_gets_the_findings_once(session: Session, make: Factory) -> None:
    rankings = make.run(make.job(), origin="published", state="finished")
    setting = set_up_earlier_data(session)
    setting.value = {**setting.value, "sets": {**setting.value["sets"], "six_controllers_rankings": [str(rankings.id)]}}
    session.flush()

    ensure_demo_data(session)
    ensure_demo_data(session)

    assert count_published(session) == 722
    assert session.scalars(select(Run.id).where(Run.id == rankings.id)).all() == []
    assert "six_controllers_rankings" not in setting.value["sets"]
    session.execute(delete(StoredFinding).where(StoredFinding.ordinal == 1))
    ensure_demo_data(session)
    # A finding that a user removed remains removed.
    assert count_published(session) == 717


def test_removed_demo_data_leave_findings_that_a_person_wrote(session: Session) -> None:
    set_up_earlier_data(session)
    ensure_demo_data(session)
    written = [Finding(origin="written", relation="leads", subject="Mine")]
    file_findings(session, written, source_title=next(iter(load_source_titles().values())))

    remove_demo_data(session)
    ensure_demo_data(session)
    assert session.scalars(select(StoredFinding.subject)).all() == ["Mine"]


@pytest.mark.in_turn
def test_restored_demo_data_have_their_findings(session: Session) -> None:
    set_up_earlier_data(session, removed=True)
    restore_demo_data(session)
    assert count_published(session) == 722
