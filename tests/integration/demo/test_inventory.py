"""The servers of the demo data: their hardware and its history, out of use in the lab that shows them."""

from __future__ import annotations

import datetime as dt
import gzip
import json
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory

from storagelab.db.models import (
    Array,
    Controller,
    Drive,
    DriveStateEntry,
    HealthReading,
    InventoryChange,
    LabSetting,
    Server,
)
from storagelab.demo.inventory import file_servers, pack_servers, read_packaged_servers, remove_servers
from storagelab.demo.load import SETTING, ensure_demo_data, list_demo_servers, remove_demo_data, restore_demo_data

pytestmark = pytest.mark.usefixtures("settings")
WHEN = dt.datetime(2026, 3, 2, tzinfo=dt.UTC)
SECRETS = ("fingerprint", "203.0.113.7", "machine-of-the-lab", "lab-account")


def a_server_with_history(session: Session, make: Factory) -> Server:
    """Return a server with a controller, a drive that was moved, read and written, and an array of it."""
    server = make.server(address="203.0.113.7", username="lab-account", machine_id="machine-of-the-lab")
    server.host_key_fingerprint = "fingerprint"
    controller = Controller(
        server_id=server.id, key="pci-1", kind="raid", model="PERC", first_seen_at=WHEN, last_seen_at=WHEN
    )
    session.add(controller)
    session.flush()
    drive = make.drive(server, identity="wwn:9", model="P5520", controller_id=controller.id)
    session.add_all(
        [
            Array(
                server_id=server.id,
                key="md-1",
                name="md0",
                implementation="mdadm",
                level="raid5",
                members=[{"kind": "drive", "key": "sda", "drive_id": str(drive.id), "slot": 0, "state": "in_sync"}],
                first_seen_at=WHEN,
                last_seen_at=WHEN,
            ),
            InventoryChange(
                at=WHEN,
                server_id=server.id,
                component="drive",
                piece_id=drive.id,
                identity="wwn:9",
                kind="changed",
                field="firmware",
                before="1.0",
                after="1.1",
                source="discovery",
            ),
            HealthReading(
                identity="wwn:9", drive_id=drive.id, at=WHEN, taken_during="discovery", values={"temperature_c": 31}
            ),
            DriveStateEntry(
                identity="wwn:9", drive_id=drive.id, at=WHEN, state="steady", reason="A phase", written_bytes=7
            ),
        ]
    )
    session.flush()
    return server


def filed(session: Session, make: Factory) -> tuple[Server, Server]:
    """Return the server and its copy as filed in another lab."""
    original = a_server_with_history(session, make)
    (copy,) = file_servers(session, pack_servers(session, [original.id]))
    return original, session.get_one(Server, copy)


def test_hardware_and_history_are_filed_under_new_ids(session: Session, make: Factory) -> None:
    original, copy = filed(session, make)

    drive = session.scalars(select(Drive).where(Drive.server_id == copy.id)).one()
    controller = session.scalars(select(Controller).where(Controller.server_id == copy.id)).one()
    array = session.scalars(select(Array).where(Array.server_id == copy.id)).one()
    change = session.scalars(select(InventoryChange).where(InventoryChange.server_id == copy.id)).one()
    reading = session.scalars(select(HealthReading).where(HealthReading.drive_id == drive.id)).one()
    state = session.scalars(select(DriveStateEntry).where(DriveStateEntry.drive_id == drive.id)).one()
    assert copy.id != original.id
    assert copy.number != original.number
    assert drive.controller_id == controller.id
    assert array.members[0]["drive_id"] == str(drive.id)
    assert (change.piece_id, change.before, change.after, change.at) == (drive.id, "1.0", "1.1", WHEN)
    assert (reading.at, reading.values) == (WHEN, {"temperature_c": 31})
    assert (state.state, state.written_bytes) == ("steady", 7)


def test_people_runs_and_keys_are_excluded_from_packaging(session: Session, make: Factory) -> None:
    original, copy = filed(session, make)

    text = gzip.decompress(pack_servers(session, [original.id])).decode()
    assert [secret for secret in SECRETS if secret in text] == []
    assert (copy.state, copy.host_key_fingerprint, copy.machine_id, copy.username) == ("retired", None, None, None)


def test_filed_server_refuses_discovery(session: Session, make: Factory, operator: TestClient) -> None:
    _, copy = filed(session, make)

    answer = operator.post(f"/api/v1/servers/s-{copy.number}/discover", json={})
    assert answer.status_code == 409, answer.text
    assert session.get_one(Server, copy.id).discovery == "idle"


def test_removal_deletes_all_records_of_a_filed_server(session: Session, make: Factory) -> None:
    original, copy = filed(session, make)
    before = [session.scalar(select(func.count()).select_from(model)) for model in (Drive, HealthReading)]

    remove_servers(session, [copy.id])

    after = [session.scalar(select(func.count()).select_from(model)) for model in (Drive, HealthReading)]
    assert (before, after) == ([2, 2], [1, 1])
    assert session.scalars(select(InventoryChange.server_id)).all() == [original.id]
    assert len(session.scalars(select(DriveStateEntry)).all()) == 1


@pytest.mark.in_turn
def test_the_packaged_servers_have_a_history(session: Session, viewer: TestClient) -> None:
    ensure_demo_data(session)

    servers = list_demo_servers(session)
    assert len(servers) >= 3
    listed = viewer.get("/api/v1/servers", params={"state": "retired"}).json()["items"]
    assert {item["number"] for item in listed} == {f"s-{server.number}" for server in servers}
    assert listed_changes(viewer, servers) >= {"appeared", "vanished", "changed"}
    assert viewer.get("/api/v1/servers").json()["items"] == [], "they are no servers of this lab"
    assert viewer.get("/api/v1/demo-data").json()["servers"] == [f"s-{server.number}" for server in servers]


def listed_changes(viewer: TestClient, servers: Any) -> set[str]:
    """Return the kinds of changes in the history of these servers."""
    kinds: set[str] = set()
    for server in servers:
        query = {"server_id": f"s-{server.number}", "limit": 200}
        kinds |= {item["kind"] for item in viewer.get("/api/v1/inventory/changes", params=query).json()["items"]}
    return kinds


def test_packaged_servers_reveal_no_lab_machine(session: Session) -> None:
    rows = json.loads(gzip.decompress(read_packaged_servers()))
    assert {row["name"] for row in rows["server"]} == {f"virtual-{number}" for number in (1, 2, 3)}
    for server in rows["server"]:
        assert "host_key" not in server
        assert "address" not in server


@pytest.mark.in_turn
def test_servers_are_removed_and_restored_with_the_demo(session: Session) -> None:
    ensure_demo_data(session)
    remove_demo_data(session)
    assert session.scalars(select(Server)).all() == []

    restore_demo_data(session)
    assert len(list_demo_servers(session)) >= 3


@pytest.mark.in_turn
def test_earlier_release_lab_gets_the_servers_once(session: Session) -> None:
    ensure_demo_data(session)
    setting = session.get_one(LabSetting, SETTING)
    remove_servers(session, [server.id for server in list_demo_servers(session)])
    setting.value = {name: value for name, value in setting.value.items() if name != "servers"}
    session.flush()

    ensure_demo_data(session)
    ensure_demo_data(session)

    assert len(session.scalars(select(Server)).all()) == len(list_demo_servers(session)) >= 3
