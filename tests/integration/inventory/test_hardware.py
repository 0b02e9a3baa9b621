"""Lists, filters and pages of controllers, drives and arrays, with details entered by users."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.query_count import counted_queries

from storagelab.db.models import Drive, InventoryChange
from storagelab.inventory.search_text import search_text_of

HTML = "<script>alert(1)</script>"


def searchable(make: Factory, drive: Drive) -> Drive:
    """Return a drive with the text that a discovery writes."""
    drive.search_text = search_text_of(drive)
    make.session.flush()
    return drive


def test_drive_behind_a_controller_has_location_without_path(viewer: TestClient, make: Factory) -> None:
    server = make.server()
    controller = make.controller(server, model="PERC H965i", link_width=4, max_link_width=8)
    drive = make.drive(
        server,
        kernel_name=None,
        path=None,
        location="/c0/e252/s3",
        slot="3",
        controller_id=controller.id,
        health={"passed": True, "used_percent": 3, "written_bytes": 10**15, "temperature_c": "hot"},
        serial=HTML,
    )
    array = make.array(
        server, controller_id=controller.id, members=[{"kind": "drive", "key": "x", "drive_id": str(drive.id)}]
    )
    shown = viewer.get(f"/api/v1/drives/d-{drive.number}").json()
    assert (shown["kernel_name"], shown["path"], shown["location"]) == (None, None, "/c0/e252/s3")
    assert shown["serial"] == HTML
    assert shown["controller"]["number"] == f"k-{controller.number}"
    assert [item["number"] for item in shown["arrays"]] == [f"v-{array.number}"]
    assert (shown["health"]["used_percent"], shown["health"]["temperature_c"]) == (3.0, None)
    there = viewer.get(f"/api/v1/controllers/k-{controller.number}").json()
    assert (there["drive_count"], there["array_count"], there["link_narrowed"]) == (1, 1, True)


def test_array_lists_its_members_and_links_nested_arrays(viewer: TestClient, make: Factory) -> None:
    server = make.server()
    drive = make.drive(server)
    inner = make.array(server, key="inner", members=[{"kind": "drive", "key": "nvme0n1", "drive_id": str(drive.id)}])
    outer = make.array(
        server,
        members=[{"kind": "array", "key": "inner", "slot": 0, "state": "online"}, {"kind": "lun", "key": "7"}],
        policies={"write": {"requested": "write back", "effective": "write through"}, "io": None},
    )
    shown = viewer.get(f"/api/v1/arrays/{outer.id}").json()
    assert [member["link"] and member["link"]["number"] for member in shown["members"]] == [f"v-{inner.number}", None]
    assert shown["policies"]["write"] == {"requested": "write back", "effective": "write through"}
    assert shown["policies"]["io"] == {"requested": None, "effective": None}


@pytest.mark.parametrize(
    ("wanted", "serials"),
    [
        ({"q": "samsung pm9a3"}, {"one"}),
        ({"q": "SAMSUNG"}, {"one", "two"}),
        ({"q": "samsung 100%"}, set()),
        ({"q": "_"}, set()),
        ({"lifecycle": "spare"}, {"two"}),
        ({"present": "false"}, {"three"}),
        ({"label": "MINE"}, {"one"}),
        ({"label": "x=2"}, {"one"}),
        ({"label": "x=3"}, set()),
        ({"model": "PM9A3"}, {"one"}),
        ({"firmware": "GDC7"}, {"two"}),
    ],
)
def test_drives_are_filtered(viewer: TestClient, make: Factory, wanted: dict[str, str], serials: set[str]) -> None:
    server = make.server()
    for values in (
        {"serial": "one", "vendor": "Samsung", "model": "PM9A3", "labels": {"mine": None, "x": "2"}},
        {"serial": "two", "vendor": "Samsung", "model": "980", "firmware": "GDC7", "lifecycle": "spare"},
        {"serial": "three", "vendor": "Intel", "present": False},
    ):
        searchable(make, make.drive(server, **values))
    items = viewer.get("/api/v1/drives", params=wanted).json()["items"]
    assert {item["serial"] for item in items} == serials


def test_controllers_and_arrays_are_filtered_and_paged(viewer: TestClient, make: Factory) -> None:
    server, other = make.server(), make.server()
    matching = [make.controller(server, firmware="12.12.0-0037") for _ in range(3)]
    make.controller(other, firmware="12.12.0-0038")
    first = viewer.get("/api/v1/controllers", params={"server_id": f"s-{server.number}", "limit": 2}).json()
    rest = viewer.get(
        "/api/v1/controllers", params={"server_id": str(server.id), "limit": 2, "cursor": first["next_cursor"]}
    ).json()
    assert rest["next_cursor"] is None
    assert {item["id"] for item in first["items"] + rest["items"]} == {str(row.id) for row in matching}
    assert viewer.get("/api/v1/controllers", params={"firmware": "12.12.0-0038"}).json()["items"][0]["server"][
        "id"
    ] == (str(other.id))
    degraded = make.array(server, condition="degraded")
    make.array(server, condition="optimal")
    items = viewer.get("/api/v1/arrays", params={"condition": "degraded"}).json()["items"]
    assert [item["id"] for item in items] == [str(degraded.id)]


def test_lists_need_constant_queries_for_many_rows(viewer: TestClient, make: Factory) -> None:
    connection = make.session.connection()

    def count() -> int:
        with counted_queries(connection) as statements:
            for name in ("drives", "controllers", "arrays", "servers"):
                assert viewer.get(f"/api/v1/{name}").status_code == 200
        return len(statements)

    def fill(number: int) -> None:
        for _ in range(number):
            server = make.server()
            controller = make.controller(server)
            drive = make.drive(server, controller_id=controller.id)
            make.array(server, drive_id=drive.id, members=[{"kind": "drive", "key": "x", "drive_id": str(drive.id)}])

    fill(1)
    few = count()
    fill(9)
    assert count() == few


def test_user_details_are_stored_with_their_history(operator: TestClient, make: Factory, session: Session) -> None:
    drive = make.drive(make.server(), identity="wwn:5000", serial="S1", manual={"bay": "3"})
    body = {
        "lifecycle": "spare",
        "labels": {"b": "1", "a": None},
        "manual": {"invoice": "2026-17"},
        "note": "Loud\nfan",
    }
    shown = operator.patch(f"/api/v1/drives/d-{drive.number}", json=body).json()
    assert (shown["lifecycle"], shown["manual"]) == ("spare", {"invoice": "2026-17"})
    assert list(shown["labels"].items()) == [("a", None), ("b", "1")]
    rows = session.scalars(select(InventoryChange).order_by(InventoryChange.id)).all()
    assert [(row.field, row.before, row.after) for row in rows] == [
        ("lifecycle", "in_service", "spare"),
        ("note", "", "Loud\nfan"),
        ("labels", {}, {"a": None, "b": "1"}),
        ("manual.bay", "3", None),
        ("manual.invoice", None, "2026-17"),
    ]
    assert {(row.source, row.identity, row.component) for row in rows} == {("person", "wwn:5000", "drive")}
    assert operator.get("/api/v1/drives", params={"q": "2026-17 loud"}).json()["items"][0]["number"] == shown["number"]
    assert operator.patch(f"/api/v1/drives/d-{drive.number}", json=body).status_code == 200
    assert len(session.scalars(select(InventoryChange)).all()) == 5


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"labels": {f"x{n}": None for n in range(33)}}, "labels"),
        ({"labels": {"x" * 64: None}}, f"labels.{'x' * 64}.[key]"),
        ({"labels": {"x": "y" * 201}}, "labels.x"),
        ({"labels": {"x": "1", "X": "2"}}, "labels"),
        ({"manual": {str(n): "" for n in range(51)}}, "manual"),
        ({"manual": {"a": 1}}, "manual.a"),
        ({"lifecycle": "lost"}, "lifecycle"),
        ({"lifecycle": None}, ""),
        ({"serial": "x"}, "serial"),
    ],
)
def test_fields_that_are_not_editable_are_refused(
    operator: TestClient, make: Factory, body: dict[str, Any], path: str
) -> None:
    for row, kind in ((make.controller(make.server()), "controllers"), (make.array(make.server()), "arrays")):
        answer = operator.patch(f"/api/v1/{kind}/{row.id}", json=body)
        assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, path)


def test_only_an_administrator_protects_a_drive(
    operator: TestClient, admin: TestClient, make: Factory, session: Session
) -> None:
    drive = make.drive(make.server())
    refused = operator.patch(f"/api/v1/drives/{drive.id}", json={"protected": True, "note": "x"})
    assert (refused.status_code, "needs the role admin" in refused.json()["detail"]) == (403, True)
    session.refresh(drive)
    assert (drive.protected, drive.note) == (False, "")
    assert admin.patch(f"/api/v1/drives/{drive.id}", json={"protected": True}).json()["protected"] is True
    change = session.scalars(select(InventoryChange)).one()
    assert (change.field, change.before, change.after) == ("protected", False, True)


def test_server_owner_and_check_schedule_are_edited(operator: TestClient, make: Factory) -> None:
    server = make.server(name="lab9")
    address = f"/api/v1/servers/{server.id}"
    shown = operator.patch(address, json={"owner": "Ada", "health_check_hours": 24, "labels": {"rack": "4"}}).json()
    assert (shown["owner"], shown["health_check_hours"]) == ("Ada", 24)
    assert shown["health_check_due_at"] is not None
    assert [item["name"] for item in operator.get("/api/v1/servers", params={"q": "ADA rack"}).json()["items"]] == [
        "lab9"
    ]
    assert [item["name"] for item in operator.get("/api/v1/servers", params={"label": "Rack=4"}).json()["items"]] == [
        "lab9"
    ]
    shown = operator.patch(address, json={"owner": None, "health_check_hours": None}).json()
    assert (shown["owner"], shown["health_check_hours"], shown["health_check_due_at"]) == (None, None, None)


def test_drive_without_a_device_is_refused_as_target(operator: TestClient, make: Factory) -> None:
    server = make.server()
    make.drive(server, kernel_name=None, path=None, location="/c0/e252/s3", stable_id="wwn-0x5000", model="X")
    body = {
        "server_id": str(server.id),
        "profile": {"name": "quick-4k"},
        "target": {"kind": "devices", "stable_ids": ["wwn-0x5000"]},
    }
    answer = operator.post("/api/v1/jobs", json=body)
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "target.stable_ids.0")
    assert "is behind a RAID controller (/c0/e252/s3)" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("seen", "wanted"),
    [
        ({"note": ""}, {"note": "Mine"}),
        ({"labels": {}}, {"labels": {"mine": "1"}, "lifecycle": "spare"}),
        ({"manual": {"bay": "3"}}, {"manual": {"bay": "3", "invoice": "17"}}),
    ],
)
def test_concurrent_change_is_not_overwritten(
    operator: TestClient, make: Factory, session: Session, seen: dict[str, Any], wanted: dict[str, Any]
) -> None:
    drive = make.drive(make.server(), manual={"bay": "3"})
    address = f"/api/v1/drives/d-{drive.number}"
    theirs = {"note": "Theirs", "labels": {"theirs": None}, "manual": {"bay": "4"}}
    assert operator.patch(address, json=theirs).status_code == 200
    refused = operator.patch(address, json={**wanted, "before": seen})
    field = next(iter(seen))
    assert (refused.status_code, refused.json()["errors"][0]["path"]) == (409, field)
    assert "your change is not saved" in refused.json()["detail"].lower()
    shown = operator.get(address).json()
    assert {name: shown[name] for name in theirs} == theirs
    assert shown["lifecycle"] == "in_service"
    # A client that has seen the other value may replace it; the same change again is not a conflict.
    for _ in range(2):
        again = operator.patch(address, json={**wanted, "before": {field: theirs[field]}})
        assert (again.status_code, again.json()[field]) == (200, wanted[field])


def test_previous_values_must_match_changed_fields(operator: TestClient, make: Factory) -> None:
    server = make.server()
    for before in ({"owner": None}, {"serial": "x"}, {"note": "x", "labels": {}}):
        refused = operator.patch(f"/api/v1/servers/{server.id}", json={"note": "Mine", "before": before})
        assert refused.status_code == 422, before
    changed = operator.patch(f"/api/v1/servers/{server.id}", json={"owner": "Ada", "before": {"owner": None}})
    assert changed.json()["owner"] == "Ada"
    refused = operator.patch(f"/api/v1/servers/{server.id}", json={"owner": "Bob", "before": {"owner": None}})
    assert refused.status_code == 409
