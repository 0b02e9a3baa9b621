"""History of hardware: changes and their authors, health checks, readings with forecast, drive states."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

from starlette.testclient import TestClient
from tests.factories import Factory

from storagelab.db.models import DriveStateEntry, HardwareModel, HealthReading, InventoryChange
from storagelab.domain.labels import HEALTH_CHECK_KEY

NOW = dt.datetime(2026, 11, 1, tzinfo=dt.UTC)
TB = 10**12


def change(make: Factory, component: str, row: Any, **values: Any) -> InventoryChange:
    """Store a change of a component that a discovery found, and return it."""
    defaults = {"component": component, "piece_id": row.id, "kind": "changed", "source": "discovery"}
    if component != "server":
        defaults["server_id"] = row.server_id
    event = InventoryChange(**(defaults | values))
    make.session.add(event)
    make.session.flush()
    return event


def changes_of(client: TestClient, **params: Any) -> Any:
    """Return the answer to a request for changes."""
    return client.get("/api/v1/inventory/changes", params=params)


def test_old_tags_are_labels_in_the_history(viewer: TestClient, make: Factory) -> None:
    drive = make.drive(make.server())
    change(make, "drive", drive, field="tags", before=[], after=["rack=7", "=1", "slow"], source="person")
    change(make, "drive", drive, field="labels", before={"slow": None}, after={}, source="person")
    shown = changes_of(viewer, drive_id=str(drive.id)).json()["items"]
    assert [(item["field"], item["before"], item["after"]) for item in shown] == [
        ("labels", {"slow": None}, {}),
        ("labels", {}, {"rack": "7", "slow": None, "tag": "=1"}),
    ]


def test_drive_history_follows_a_moved_drive(viewer: TestClient, make: Factory) -> None:
    old, new = make.server(name="old"), make.server(name="new")
    before, now = make.drive(old, identity="wwn:1", present=False), make.drive(new, identity="wwn:1")
    neighbour = make.drive(new, identity="wwn:2")
    run = make.run(make.job(new))
    change(make, "drive", before, kind="appeared", identity="wwn:1")
    change(make, "drive", neighbour, field="firmware", identity="wwn:2")
    change(make, "drive", now, kind="moved", identity="wwn:1", before="old", after="new")
    change(make, "drive", now, field="firmware", before="A", after="B", identity="wwn:1", run_id=run.id, source="run")
    shown = changes_of(viewer, drive_id=f"d-{now.number}").json()
    assert [(item["kind"], item["field"], item["before"], item["after"]) for item in shown["items"]] == [
        ("changed", "firmware", "A", "B"),
        ("moved", None, "old", "new"),
        ("appeared", None, None, None),
    ]
    assert [item["server"]["name"] for item in shown["items"]] == ["new", "new", "old"]
    assert shown["items"][0]["run_number"] == f"r-{run.number}"
    assert shown["items"][0]["component_number"] == f"d-{now.number}"
    first = changes_of(viewer, drive_id=str(now.id), limit=2).json()
    rest = changes_of(viewer, drive_id=str(now.id), limit=2, cursor=first["next_cursor"]).json()
    assert first["items"] + rest["items"] == shown["items"]
    assert rest["next_cursor"] is None
    there = changes_of(viewer, drive_id=str(now.id), server_id=str(old.id)).json()["items"]
    assert there == shown["items"][2:]


def test_server_history_includes_its_components(viewer: TestClient, operator: TestClient, make: Factory) -> None:
    server, other = make.server(), make.server()
    controller, box, array = make.controller(server), make.enclosure(server, product="BP"), make.array(server)
    for component, row in (("controller", controller), ("enclosure", box), ("array", array)):
        change(make, component, row, kind="appeared")
    change(make, "drive", make.drive(server), piece_id=uuid.uuid4(), kind="vanished")
    change(make, "array", make.array(other))
    operator.patch(f"/api/v1/servers/{server.id}", json={"owner": "Ada"})
    items = changes_of(viewer, server_id=str(server.id)).json()["items"]
    assert [(item["component"], item["source"], item["changed_by"]) for item in items] == [
        ("server", "person", "admin"),
        ("drive", "discovery", None),
        ("array", "discovery", None),
        ("enclosure", "discovery", None),
        ("controller", "discovery", None),
    ]
    assert (items[1]["component_name"], items[3]["component_name"]) == (None, "BP")
    own = changes_of(viewer, controller_id=str(controller.id)).json()["items"]
    assert [item["component_id"] for item in own] == [str(controller.id)]
    assert len(changes_of(viewer, array_id=str(array.id)).json()["items"]) == 1


def test_lab_changes_are_listed_and_filtered(viewer: TestClient, operator: TestClient, make: Factory) -> None:
    address = "/api/v1/inventory/changes"
    old, new = make.server(name="old"), make.server(name="new")
    drive, array = make.drive(old), make.array(new)
    change(make, "drive", drive, kind="appeared", at=NOW - dt.timedelta(days=9))
    change(make, "array", array, field="condition", before="optimal", after="degraded", at=NOW)
    operator.patch(f"/api/v1/servers/{new.id}", json={"owner": "Ada"})

    def pieces(**params: Any) -> list[str]:
        answer = viewer.get(address, params=params)
        assert answer.status_code == 200, answer.text
        return [item["component_number"] for item in answer.json()["items"]]

    everything = [f"s-{new.number}", f"v-{array.number}", f"d-{drive.number}"]
    assert pieces() == everything
    shown = viewer.get(address).json()["items"]
    assert [(item["server"]["name"], item["source"], item["changed_by"]) for item in shown] == [
        ("new", "person", "admin"),
        ("new", "discovery", None),
        ("old", "discovery", None),
    ]
    assert pieces(server_id=f"s-{old.number}") == everything[2:]
    assert pieces(component="array") == [everything[1]]
    assert pieces(kind="changed") == everything[:2]
    assert pieces(since=NOW.isoformat()) == everything[:2]
    first = viewer.get(address, params={"limit": 2}).json()
    assert pieces(limit=2, cursor=first["next_cursor"]) == everything[2:]
    assert viewer.get(address, params={"server_id": "s-999999"}).status_code == 404
    for wrong in ({"component": "tape"}, {"kind": "x"}, {"since": "yesterday"}, {"since": "2026-11-01T00:00:00"}):
        assert viewer.get(address, params=wrong).status_code == 422


def test_renamed_field_has_its_current_name(viewer: TestClient, make: Factory) -> None:
    drive = make.drive(make.server())
    change(make, "drive", drive, field="standing", before="in_service", after="spare")
    (item,) = changes_of(viewer, drive_id=str(drive.id)).json()["items"]
    assert (item["field"], item["after"]) == ("lifecycle", "spare")


def test_health_checks_of_a_server_show_their_outcome(viewer: TestClient, operator: TestClient, make: Factory) -> None:
    server, other = make.server(), make.server()
    address = f"/api/v1/servers/s-{server.number}/health-checks"
    assert viewer.get(address).json() == {"items": [], "next_cursor": None}
    make.run(make.job(server))
    passed = make.job(server, labels={HEALTH_CHECK_KEY: "scheduled"}, state="finished")
    run = make.run(passed, state="succeeded")
    broken = make.job(server, labels={HEALTH_CHECK_KEY: "scheduled"}, state="failed")
    make.run(broken, state="failed", failure_kind="engine", failure_message="fio wrote nothing.")
    make.job(other, labels={HEALTH_CHECK_KEY: "scheduled"}, state="finished")
    requested = operator.post(f"/api/v1/servers/{server.id}/health-checks").json()

    shown = viewer.get(address).json()["items"]
    assert [(item["job_number"], item["state"], item["passed"], item["reason"]) for item in shown] == [
        (requested["number"], "queued", None, None),
        (f"j-{broken.number}", "failed", False, "fio wrote nothing."),
        (f"j-{passed.number}", "finished", True, None),
    ]
    assert [(item["scheduled"], item["requested_by"]) for item in shown] == [
        (False, "admin"),
        (True, None),
        (True, None),
    ]
    assert shown[2]["run_number"] == f"r-{run.number}"
    first = viewer.get(address, params={"limit": 2}).json()
    rest = viewer.get(address, params={"limit": 2, "cursor": first["next_cursor"]}).json()
    assert [item["job_number"] for item in rest["items"]] == [f"j-{passed.number}"]


def test_a_cursor_of_another_kind_is_refused(viewer: TestClient, make: Factory) -> None:
    for cursor in ("x", "-1", "9" * 19, "1.5"):
        assert changes_of(viewer, cursor=cursor).status_code == 422


def test_changes_of_an_unknown_component_are_not_found(viewer: TestClient) -> None:
    for component in ("server_id", "controller_id", "drive_id", "array_id"):
        assert changes_of(viewer, **{component: str(uuid.uuid4())}).status_code == 404


def test_health_readings_give_an_endurance_forecast(viewer: TestClient, make: Factory) -> None:
    drive = make.drive(make.server(), identity="wwn:1", model="PM9A3", size_bytes=TB, health={"used_percent": 2})
    make.session.add(HardwareModel(component="drive", model="PM9A3", drive_writes_per_day=1.0, warranty_years=1.0))
    for day, written in ((0, 100 * TB), (10, 110 * TB)):
        values = {"written_bytes": written, "media_written_bytes": written * 2, "used_percent": 2, "passed": True}
        make.session.add(
            HealthReading(
                identity="wwn:1", at=NOW + dt.timedelta(days=day), taken_during="discovery", values=values,
                created_at=NOW + dt.timedelta(days=day),
            )
        )  # fmt: skip
    make.session.flush()
    shown = viewer.get(f"/api/v1/drives/{drive.id}/health").json()
    assert [item["values"]["written_bytes"] for item in shown["items"]] == [110 * TB, 100 * TB]
    assert shown["latest"]["used_percent"] == 2.0
    forecast = shown["forecast"]
    # Rated for 365 TB, 110 TB written, 1 TB a day: 255 days are left.
    assert (forecast["remaining_days"], forecast["basis"], forecast["rated_endurance_bytes"]) == (
        255.0,
        "rated_endurance",
        365 * TB,
    )
    assert (forecast["drive_writes_per_day"], forecast["write_amplification"]) == (1.0, 2.0)
    nothing = viewer.get(f"/api/v1/drives/{make.drive(make.server()).id}/health").json()
    assert (nothing["items"], nothing["forecast"]["remaining_days"]) == ([], None)
    assert nothing["forecast"]["reason"].startswith("Its health has not been read yet")


def test_the_ledger_of_a_drive_is_shown(viewer: TestClient, make: Factory) -> None:
    server = make.server()
    drive = make.drive(server, identity="wwn:1")
    run = make.run(make.job(server))
    for state, written in (("purged", 0), ("filled", TB)):
        make.session.add(
            DriveStateEntry(identity="wwn:1", state=state, written_bytes=written, reason="A phase", run_id=run.id)
        )
    make.session.add(DriveStateEntry(identity="wwn:2", state="dirty", reason="Another drive"))
    make.session.flush()
    items = viewer.get(f"/api/v1/drives/{drive.id}/states").json()["items"]
    assert [(item["state"], item["written_bytes"]) for item in items] == [("filled", TB), ("purged", 0)]
    assert items[0]["run_number"] == f"r-{run.number}"
