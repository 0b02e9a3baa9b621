"""A list goes out as a file with the filters of the list, and comes back in with what people changed."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from sqlalchemy import Connection
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.query_count import counted_queries

from storagelab.db.models import Drive
from storagelab.inventory.search_text import search_text_of

EXPORT = "/api/v1/inventory/export"


def rows(client: TestClient, of: str, **params: Any) -> list[dict[str, str]]:
    """Return the rows of an exported list."""
    answer = client.get(EXPORT, params={"kind": of, **params})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"] == f'attachment; filename="{of}.csv"'
    return list(csv.DictReader(io.StringIO(answer.text, newline="")))


@pytest.fixture
def drive(make: Factory) -> Drive:
    """Provide a spare among other hardware, whose text would be a formula."""
    server = make.server(name="lab1", labels={"rack4": None})
    make.server(name="lab2")
    controller = make.controller(server, model="PERC H965i", firmware="8.4")
    make.array(server, name="vd0", level="raid5", condition="degraded", controller_id=controller.id)
    make.array(server, name="vd1", level="raid1", condition="optimal")
    make.drive(server, model="PM9A3", firmware="GDC7")
    drive = make.drive(server, model="PM9A3", serial="S1", lifecycle="spare", firmware="GDC8", size_bytes=10**12)
    drive.note, drive.labels, drive.manual = "=1+1", {"@old": None, "new": "a;b"}, {"invoice": "17"}
    drive.health = {"used_percent": 3, "temperature_c": "hot"}
    drive.search_text = search_text_of(drive)
    make.session.flush()
    return drive


@pytest.mark.parametrize(
    ("of", "params", "numbers"),
    [
        ("servers", {"q": "lab1"}, ["lab1"]),
        ("servers", {"label": "rack4"}, ["lab1"]),
        ("servers", {"state": "retired"}, []),
        ("controllers", {"model": "PERC H965i", "firmware": "8.4"}, ["PERC H965i"]),
        ("controllers", {"model": "PERC"}, []),
        ("drives", {"lifecycle": "spare"}, ["PM9A3"]),
        ("drives", {"q": "s1 gdc8", "present": True}, ["PM9A3"]),
        ("drives", {"label": "new"}, ["PM9A3"]),
        ("drives", {}, ["PM9A3", "PM9A3"]),
        ("arrays", {"level": "raid5"}, ["vd0"]),
        ("arrays", {"condition": "optimal"}, ["vd1"]),
    ],
)
def test_export_has_the_filters_of_its_list(
    viewer: TestClient, drive: Drive, of: str, params: dict[str, Any], numbers: list[str]
) -> None:
    listed = [item["number"] for item in viewer.get(f"/api/v1/{of}", params=params).json()["items"]]
    exported = rows(viewer, of, **params)
    assert [row["number"] for row in exported] == listed
    assert [row["name"].partition(" (")[0] for row in exported] == numbers
    document = viewer.get(EXPORT, params={**params, "kind": of, "format": "json"}).json()
    assert [piece["number"] for piece in document["components"]] == listed


def test_exported_row_has_facts_without_spreadsheet_formulas(viewer: TestClient, drive: Drive) -> None:
    [row] = rows(viewer, "drives", lifecycle="spare")
    assert (row["note"], row["labels"], row["manual"]) == ("'=1+1", "'@old; new=a\\;b", '{"invoice": "17"}')
    assert (row["server"], row["firmware"], row["size_bytes"], row["used_percent"]) == (
        "lab1",
        "GDC8",
        "1" + 12 * "0",
        "3.0",
    )
    assert row["temperature_c"] == ""
    answer = viewer.get(EXPORT, params={"kind": "drives", "lifecycle": "spare", "format": "json"})
    assert answer.headers["content-disposition"] == 'attachment; filename="drives.json"'
    [piece] = answer.json()["components"]
    assert (piece["note"], piece["facts"]["size_bytes"], piece["facts"]["temperature_c"]) == ("=1+1", 10**12, None)


def test_import_of_an_export_leaves_facts_unchanged(operator: TestClient, drive: Drive) -> None:
    table = operator.get(EXPORT, params={"kind": "drives", "lifecycle": "spare"}).text
    changed = table.replace("'@old; new=a\\;b", "Kept=1").replace("GDC8", "GDC9")

    def send(**body: Any) -> dict[str, Any]:
        answer = operator.post("/api/v1/inventory/import", **body)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    as_table = {"headers": {"Content-Type": "text/csv"}}
    same = send(content=table, **as_table)
    assert (same["unchanged"], same["rows"], same["warnings"]) == (1, [], [])
    [row] = send(content=changed, **as_table)["rows"]
    assert [(change["field"], change["after"]) for change in row["changes"]] == [("labels", {"Kept": "1"})]
    shown = operator.get(f"/api/v1/drives/d-{drive.number}").json()
    assert (shown["labels"], shown["firmware"]) == ({"Kept": "1"}, "GDC8")
    document = operator.get(EXPORT, params={"kind": "drives", "format": "json"}).json()
    assert send(json=document)["unchanged"] == 2


def test_export_refuses_the_same_requests_as_its_list(viewer: TestClient) -> None:
    for of, params, status in (
        ("drives", {"server_id": "s-999999"}, 404),
        ("drives", {"lifecycle": "lost"}, 422),
        ("drives", {"format": "xml"}, 422),
        ("tapes", {}, 422),
    ):
        assert viewer.get(EXPORT, params={"kind": of, **params}).status_code == status


@pytest.mark.parametrize(
    ("params", "path", "message"),
    [
        ({}, "kind", ""),
        ({"kind": "all"}, "format", "csv is not a format of all. Available: json"),
        ({"kind": "models", "format": "json"}, "format", "json is not a format of models. Available: csv"),
        (
            {"kind": "servers", "present": True},
            "present",
            "is not a filter of servers. Available: state, q, time_zone, label",
        ),
        (
            {"kind": "drives", "level": "raid5"},
            "level",
            "is not a filter of drives. Available: server_id, q, time_zone, lifecycle",
        ),
        (
            {"kind": "arrays", "state": "ready"},
            "state",
            "is not a filter of arrays. Available: server_id, q, time_zone, lifecycle",
        ),
        ({"kind": "published", "q": "x"}, "q", "is not a filter of published. Leave it out"),
    ],
)
def test_invalid_export_parameters_are_refused(
    viewer: TestClient, params: dict[str, Any], path: str, message: str
) -> None:
    answer = viewer.get(EXPORT, params=params)
    assert answer.status_code == 422
    (error,) = answer.json()["errors"]
    assert error["path"] == path
    assert message in error["message"]


def test_a_longer_list_takes_no_more_queries(
    viewer: TestClient, make: Factory, drive: Drive, connection: Connection
) -> None:
    with counted_queries(connection) as few:
        rows(viewer, "drives")
    for number in range(5):
        make.drive(make.server(name=f"more-{number}"))
    with counted_queries(connection) as many:
        assert len(rows(viewer, "drives")) == 7
    assert len(many) == len(few)
