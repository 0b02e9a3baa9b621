"""Jobs as CSV, Arrow and Parquet: all that a query finds, in its order."""

from __future__ import annotations

import csv
import datetime as dt
import io
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from starlette.testclient import TestClient
from tests.factories import Factory

from storagelab.db.references import format_row_number
from storagelab.http import table_files
from storagelab.http.table_files import FileType

ADDRESS = "/api/v1/jobs"
STARTED = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)


@pytest.fixture
def numbers(make: Factory) -> list[str]:
    server = make.server(name="atlas")
    jobs = [
        make.job(server=server, name="=first", estimated_seconds=60.5, labels={"release": "24.1"}, started_at=STARTED),
        make.job(server=server, name="second", estimated_seconds=90.0, labels={"release": None}),
        make.job(server=make.server(name="borea"), name="third", estimated_seconds=60.0, labels={"rack": "7"}),
    ]
    return [format_row_number(job) for job in jobs]


def read(viewer: TestClient, kind: FileType, **params: str) -> Any:
    answer = viewer.get(ADDRESS, params=params, headers={"Accept": kind})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-disposition"].startswith('attachment; filename="jobs.')
    return answer


def test_every_file_format_has_the_same_rows(
    viewer: TestClient, numbers: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_files, "BATCH", 2)
    params = {"columns": "server,duration,label.release,started,label", "sort": "-server,name"}
    expected = [
        [numbers[2], "third", "borea", 60.0, None, None, "rack=7"],
        [numbers[0], "=first", "atlas", 60.5, "24.1", STARTED, "release=24.1"],
        [numbers[1], "second", "atlas", 90.0, "true", None, "release"],
    ]
    headings = ["job", "name", "server", "estimated_seconds", "label.release", "started_at", "label"]
    stream = pa.ipc.open_stream(read(viewer, FileType.ARROW, **params).content).read_all()
    for table in (stream, pq.read_table(io.BytesIO(read(viewer, FileType.PARQUET, **params).content))):
        assert table.column_names == headings
        assert [list(row.values()) for row in table.to_pylist()] == expected
        assert table.schema.field("estimated_seconds").metadata[b"unit"] == b"seconds"
    first, *lines = csv.reader(io.StringIO(read(viewer, FileType.CSV, **params).text))
    assert first == headings
    assert lines[1] == [numbers[0], "'=first", "atlas", "60.5", "24.1", "2026-03-01T12:00:00Z", "release=24.1"]


def test_a_file_has_all_fields_by_default(viewer: TestClient, numbers: list[str]) -> None:
    lines = list(csv.DictReader(io.StringIO(read(viewer, FileType.CSV, q="server:atlas name:second").text)))
    assert len(lines) == 1
    names = [field["name"] for field in viewer.get("/api/v1/fields", params={"list": "jobs"}).json()["items"]]
    assert len(lines[0]) == len(names)
    assert (lines[0]["job"], lines[0]["state"], lines[0]["campaign"]) == (numbers[1], "queued", "")


@pytest.mark.parametrize(
    ("accept", "params", "place"),
    [
        ("text/csv", {"limit": "5"}, "limit"),
        ("text/csv", {"columns": "server,serverr"}, "columns"),
        ("application/json", {"columns": "server"}, "columns"),
    ],
)
def test_parameters_of_pages_are_refused_for_files(
    viewer: TestClient, accept: str, params: dict[str, str], place: str
) -> None:
    answer = viewer.get(ADDRESS, params=params, headers={"Accept": accept})
    problem = answer.json()
    assert (answer.status_code, problem.get("parameter") or problem["errors"][0]["path"]) == (422, place)


def test_file_with_too_many_jobs_is_refused(
    viewer: TestClient, numbers: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_files, "MAX_FILE_ROWS", len(numbers) - 1)
    answer = viewer.get(ADDRESS, headers={"Accept": "text/csv"})
    assert (answer.status_code, "more than 2 jobs match" in answer.json()["detail"]) == (422, True)
