"""Export of user details as a table or a document, and their import with a preview."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory

from storagelab.db.models import HardwareModel, InventoryChange, PublishedHardware

ADDRESS = "/api/v1/inventory/import"
SEED = Path(__file__).parents[4] / "shared" / "reviews_data" / "hardware_inventory.csv"


def send(client: TestClient, data: str | bytes | dict[str, Any], *, dry_run: bool = False) -> dict[str, Any]:
    """Import a table or a document and return the answer."""
    if isinstance(data, dict):
        answer = client.post(ADDRESS, json=data, params={"dry_run": dry_run})
    else:
        answer = client.post(ADDRESS, content=data, params={"dry_run": dry_run}, headers={"Content-Type": "text/csv"})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


#: The file of each kind of export that is a table of what people wrote down.
FILES = {"components": "components.csv", "models": "models.csv", "published": "published.csv"}


def table(client: TestClient, of: str = "components") -> list[dict[str, str]]:
    """Return the rows of an exported table."""
    answer = client.get("/api/v1/inventory/export", params={"kind": of})
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"] == f'attachment; filename="{FILES[of]}"'
    return list(csv.DictReader(io.StringIO(answer.text)))


@pytest.mark.parametrize(("column", "use"), [("labels", "lifecycle"), ("tags", "standing")])
def test_preview_shows_the_effect_on_each_row(
    operator: TestClient, make: Factory, session: Session, column: str, use: str
) -> None:
    server = make.server(name="lab1")
    drive = make.drive(server, serial="S1", labels={"old": None}, manual={"bay": "3", "invoice": "1"})
    same = make.drive(server, serial="S2", note="Loud")
    lines = [
        f"component,number,serial,{use},note,{column},manual",
        f'drive,d-{drive.number},S1,spare,,old; new=1,"{{""invoice"": ""17"", ""bay"": """"}}"',
        f"drive,d-{same.number},,,Loud,,",
        f"drive,d-{drive.number},S9,,,,",
        "drive,d-999999,,,,,",
        "drive,s-1,,,,,",
        "tape,t-1,,,,,",
        f"drive,d-{same.number},,lost,,,",
        f"drive,d-{same.number},,,,,[1",
        f"server,s-{server.number},,spare,,,",
    ]
    seen = send(operator, "\n".join(lines) + "\n", dry_run=True)
    assert (seen["dry_run"], seen["added"], seen["changed"], seen["unchanged"], seen["refused"]) == (True, 0, 1, 1, 7)
    first, *refused = seen["rows"]
    assert [(change["field"], change["before"], change["after"]) for change in first["changes"]] == [
        ("lifecycle", "in_service", "spare"),
        ("labels", {"old": None}, {"old": None, "new": "1"}),
        ("manual.bay", "3", None),
        ("manual.invoice", "1", "17"),
    ]
    assert [row["row"] for row in refused] == [4, 5, 6, 7, 8, 9, 10]
    for row, words in zip(
        refused,
        (
            "has the serial number S1",
            "found by discovery",
            "no drive s-1",
            "component:",
            "lifecycle:",
            "manual:",
            "no lifecycle",
        ),
        strict=True,
    ):
        assert words in row["reason"]
    assert session.scalars(select(InventoryChange)).all() == []

    done = send(operator, "\n".join(lines) + "\n")
    assert (done["dry_run"], done["rows"]) == (False, seen["rows"])
    session.refresh(drive)
    assert (drive.lifecycle, drive.labels, drive.manual) == ("spare", {"old": None, "new": "1"}, {"invoice": "17"})
    assert {(row.source, row.piece_id) for row in session.scalars(select(InventoryChange))} == {("import", drive.id)}
    assert send(operator, lines[0] + "\n" + lines[1] + "\n")["unchanged"] == 1


def test_exported_details_are_imported_unchanged(operator: TestClient, make: Factory) -> None:
    server = make.server(
        owner="Ada", note="Two\nlines", labels={"a": "1;2", "b": None}, manual={"Invoice No": "=1+1", "x": '"q", ;'}
    )
    make.drive(server, serial="=cmd", note="+1", labels={"-x": "\\"}, lifecycle="retired")
    make.controller(server, manual={"@": "1"})
    make.array(server)
    make.session.add(
        HardwareModel(component="drive", model="PM9A3", price=99.5, currency="EUR", claims=[], note="-fast")
    )
    make.session.add(PublishedHardware(source="a.txt", component="cpu", name="-i7", attributes={"l2": "8 MB"}))
    make.session.flush()
    answer = operator.get("/api/v1/inventory/export", params={"kind": "all", "format": "json"})
    assert answer.headers["content-disposition"] == 'attachment; filename="inventory.json"'
    document = answer.json()
    assert document["format"] == "storagelab.inventory/1"
    assert [len(document[name]) for name in ("components", "models", "published")] == [4, 1, 1]
    outcome = send(operator, document)
    assert (outcome["unchanged"], outcome["rows"]) == (6, [])
    for of, rows in (("components", 4), ("models", 1), ("published", 1)):
        text = operator.get("/api/v1/inventory/export", params={"kind": of}).text
        assert send(operator, text)["unchanged"] == rows


def test_document_of_an_earlier_release_is_read(operator: TestClient, make: Factory, session: Session) -> None:
    server = make.server(labels={"old": None})

    def read(**fields: Any) -> dict[str, Any]:
        piece = {"component": "server", "number": f"s-{server.number}", **fields}
        return send(operator, {"format": "storagelab.inventory/1", "pieces": [piece]})

    assert read(tags=["old"])["unchanged"] == read(tags=None)["unchanged"] == 1
    assert read(tags=["rack=4", "=1+1", "Rack=4", "rack"])["changed"] == 1
    session.refresh(server)
    assert server.labels == {"rack": "4", "tag": "=1+1", "tag-2": "rack"}
    for fields, reason in (
        ({"tags": ["a"], "labels": {"a": None}}, "labels and tags are the same: give only labels"),
        ({"tags": "a"}, "tags: must be a list of words"),
        ({"labels": ["a"]}, "labels: must be a JSON object"),
        ({"standing": None, "lifecycle": None}, "lifecycle and standing are the same: give only lifecycle"),
    ):
        [row] = read(**fields)["rows"]
        assert (row["outcome"], row["reason"]) == ("refuse", reason)


@pytest.mark.parametrize(("text", "reason"), [("a=1; a=2", "the key a is listed twice"), ("=x", "needs a key")])
def test_invalid_labels_cell_is_refused(operator: TestClient, make: Factory, text: str, reason: str) -> None:
    drive = make.drive(make.server())
    [row] = send(operator, f"component,number,labels\ndrive,d-{drive.number},{text}\n")["rows"]
    assert row["outcome"] == "refuse"
    assert reason in row["reason"]


@pytest.mark.parametrize("form", ["csv", "json"])
def test_empty_fact_survives_export_and_import(
    operator: TestClient, make: Factory, session: Session, form: str
) -> None:
    server = make.server(manual={"Location": "", "bay": "3"})
    exported = operator.get(
        "/api/v1/inventory/export", params={"kind": "components" if form == "csv" else "all", "format": form}
    )
    outcome = send(operator, exported.text if form == "csv" else exported.json())
    assert (outcome["unchanged"], outcome["rows"]) == (1, [])
    session.refresh(server)
    assert server.manual == {"Location": "", "bay": "3"}


def test_no_cell_is_a_formula(operator: TestClient, make: Factory) -> None:
    server = make.server(name="=HYPERLINK(1)", note="@SUM(A1)", owner="+49", labels={"-x": "=y"})
    make.drive(server, model="\t=1", serial="  =2")
    for row in table(operator):
        assert not [cell for cell in row.values() if cell.lstrip(" ").startswith(("=", "+", "-", "@", "\t"))]


def test_models_come_in_from_a_table(operator: TestClient, session: Session) -> None:
    text = (
        "component;model;price;currency;rated_endurance_bytes;warranty_years;nand\n"
        "drive;PM9A3;99.5;EUR;7008000000000000;5;TLC\n"
        "drive;P5520;1;;;;\n"
        "drive;X;cheap;EUR;;;\n"
        "tape;Y;;;;;\n"
    )
    seen = send(operator, text, dry_run=True)
    assert [(row["outcome"], row["name"]) for row in seen["rows"]] == [
        ("add", "drive PM9A3"),
        ("refuse", "drive P5520"),
        ("refuse", "drive X"),
        ("refuse", "tape Y"),
    ]
    assert session.scalars(select(HardwareModel)).all() == []
    send(operator, text)
    row = session.scalars(select(HardwareModel)).one()
    assert (row.price, row.rated_endurance_bytes, row.warranty_years) == (99.5, 7008 * 10**12, 5.0)
    changed = send(operator, "component,model,price\ndrive,PM9A3,80\n")["rows"]
    assert changed[0]["changes"] == [{"field": "price", "before": 99.5, "after": 80.0}]


def test_review_hardware_is_imported_and_found_by_version(operator: TestClient, viewer: TestClient) -> None:
    if not SEED.exists():
        pytest.skip("the list of the reviews' hardware is not beside this checkout")
    data = SEED.read_bytes()
    seen = send(operator, data, dry_run=True)
    assert (seen["added"], seen["refused"], seen["warnings"]) == (seen["added"], 0, [])
    assert viewer.get("/api/v1/published-hardware").json()["items"] == []
    assert send(operator, data)["added"] == seen["added"] > 40
    assert send(operator, data)["unchanged"] == seen["added"]
    rows = list(csv.DictReader(io.StringIO(data.decode())))
    words = {
        word.strip(",")
        for row in rows
        for piece in row["attributes"].split(";")
        if piece.strip().startswith(("firmware=", "driver=", "versions=", "version="))
        for word in piece.partition("=")[2].split()
        if any(character.isdigit() for character in word)
    }
    assert {"v12.12.0-0037", "v4.32.0.64", "1.2.19.4"} <= words
    for word in words:
        groups = viewer.get("/api/v1/search", params={"q": word}).json()["groups"]
        assert "published_hardware" in [group["kind"] for group in groups], word
    assert len(viewer.get("/api/v1/published-hardware", params={"component": "controller"}).json()["items"]) > 5
    one = viewer.get("/api/v1/published-hardware", params={"q": "9280-24i4e 12.12.0"}).json()["items"][0]
    assert one["attributes"]["driver"] == "v4.32.0.64"
    assert operator.delete(f"/api/v1/published-hardware/{one['id']}").status_code == 204
    assert viewer.get(f"/api/v1/published-hardware/{one['id']}").status_code == 404


@pytest.mark.parametrize(
    ("data", "media_type", "status", "words"),
    [
        (b"a,b\n1,2\n", "text/csv", 422, "The columns do not identify"),
        (b"component,number,serail\ndrive,d-1,x\n", "text/csv", 422, "Unknown column 'serail'"),
        (b"component,number\n", "text/csv", 422, "expected at least one row"),
        (b"\xff\xfe\x00", "text/csv", 422, "expected the names"),
        (b"", "text/csv", 422, "empty"),
        (b"{}", "application/json", 422, "storagelab.inventory/1"),
        (b'{"format": "storagelab.inventory/1", "x": []}', "application/json", 422, "unknown field"),
        (b'{"format": "storagelab.inventory/1", "models": {}}', "application/json", 422, "a list"),
        (b'{"format": NaN}', "application/json", 422, "not a JSON number"),
        (b"[" * 100_000, "application/json", 422, "nested deeper"),
        (b"x", "application/pdf", 415, "text/csv"),
        (b"x" * ((8 << 20) + 1), "text/csv", 413, "8 MiB"),
    ],
)
def test_invalid_import_is_refused(operator: TestClient, data: bytes, media_type: str, status: int, words: str) -> None:
    answer = operator.post(ADDRESS, content=data, headers={"Content-Type": media_type})
    assert (answer.status_code, words in answer.json()["detail"]) == (status, True), answer.text[:500]


def test_malformed_rows_are_refused_one_by_one(operator: TestClient) -> None:
    document = {
        "format": "storagelab.inventory/1",
        "components": [1, {"component": "drive"}, {}],
        "published": [{"x": 1}],
    }
    seen = send(operator, json.loads(json.dumps(document)))
    assert [row["outcome"] for row in seen["rows"]] == ["refuse"] * 4


def test_import_is_refused_without_the_operator_role(viewer: TestClient, anonymous: TestClient) -> None:
    for client, status in ((viewer, 403), (anonymous, 401)):
        answer = client.post(ADDRESS, content=b"a", headers={"Content-Type": "text/csv"})
        assert answer.status_code == status
