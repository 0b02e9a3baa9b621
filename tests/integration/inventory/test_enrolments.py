"""A drive may be destroyed when an administrator has proposed it and root on its server has agreed."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory

from storagelab.db.models import AuditEvent, Drive, Enrolment, Server

ADDRESS = "/api/v1/enrolments"
SERIAL = "S6XYNA0R123456"


@pytest.fixture
def server(make: Factory) -> Server:
    return make.server(name="lab1", transport="ssh", address="lab1.example.org")


@pytest.fixture
def drive(make: Factory, server: Server) -> Drive:
    return make.drive(server, stable_id="nvme-X_1", stable_ids=["nvme-X_1", "nvme-eui.1"], serial=SERIAL, model="X")


def body(drive: Drive, **change: Any) -> dict[str, Any]:
    return {"server_id": str(drive.server_id), "stable_id": "nvme-X_1", "serial_ending": SERIAL[-6:]} | change


def test_proposed_enrolment_shows_its_root_command(
    admin: TestClient, drive: Drive, server: Server, session: Session
) -> None:
    answer = admin.post(ADDRESS, json=body(drive, stable_id="nvme-eui.1"))
    assert answer.status_code == 201
    shown = answer.json()
    assert answer.headers["location"] == f"{ADDRESS}/{shown['id']}"
    assert (shown["state"], shown["stable_id"], shown["serial"]) == ("proposed", "nvme-X_1", SERIAL)
    assert (shown["server"]["name"], shown["model"], shown["proposed_by"]) == ("lab1", "X", "admin")
    assert shown["command"] == "sudo storagelab-runner enrol --stable-id nvme-X_1"
    assert admin.get(f"{ADDRESS}/{shown['id']}").json() == shown
    assert admin.get(ADDRESS, params={"server_id": f"s-{server.number}", "state": "proposed"}).json()["items"] == [
        shown
    ]
    assert admin.get(ADDRESS, params={"state": "active"}).json()["items"] == []
    event = session.scalars(select(AuditEvent).where(AuditEvent.action == "enrolment_proposed")).one()
    assert event.detail == {"stable_id": "nvme-X_1", "serial": SERIAL}


def test_a_repeated_request_proposes_once(admin: TestClient, drive: Drive, session: Session) -> None:
    key = {"Idempotency-Key": "one"}
    first = admin.post(ADDRESS, json=body(drive), headers=key)
    assert admin.post(ADDRESS, json=body(drive), headers=key).json() == first.json()
    assert len(session.scalars(select(Enrolment.id)).all()) == 1


def test_stable_id_with_shell_characters_is_quoted(admin: TestClient, make: Factory, server: Server) -> None:
    drive = make.drive(server, stable_id="scsi-X $(reboot)", serial="123")
    shown = admin.post(ADDRESS, json=body(drive, stable_id="scsi-X $(reboot)", serial_ending="123")).json()
    assert shown["command"] == "sudo storagelab-runner enrol --stable-id 'scsi-X $(reboot)'"


@pytest.mark.parametrize(
    ("change", "status", "path", "words"),
    [
        ({"serial_ending": "123457"}, 422, "serial_ending", "last 6 characters"),
        ({"serial_ending": SERIAL}, 422, "serial_ending", "last 6 characters"),
        ({"stable_id": "nvme-Y"}, 422, "stable_id", "has no drive nvme-Y"),
        ({"server_id": "s-999999"}, 422, "server_id", "no server"),
    ],
)
def test_mismatched_drive_is_refused(
    admin: TestClient, drive: Drive, session: Session, change: dict[str, Any], status: int, path: str, words: str
) -> None:
    answer = admin.post(ADDRESS, json=body(drive, **change))
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (status, path)
    assert words in answer.json()["detail"]
    assert SERIAL not in answer.text
    assert session.scalars(select(Enrolment)).all() == []


def test_drives_that_cannot_be_enrolled_are_refused(
    admin: TestClient, make: Factory, server: Server, drive: Drive
) -> None:
    nameless = make.drive(server, stable_id="virtio-1", serial=None)
    answer = admin.post(ADDRESS, json=body(nameless, stable_id="virtio-1"))
    assert (answer.status_code, "has no serial number" in answer.json()["detail"]) == (422, True)
    missing = make.drive(server, stable_id="ata-1", serial="S", present=False)
    answer = admin.post(ADDRESS, json=body(missing, stable_id="ata-1", serial_ending="S"))
    assert (answer.status_code, "is missing now" in answer.json()["detail"]) == (422, True)
    drive.protected = True
    make.session.flush()
    answer = admin.post(ADDRESS, json=body(drive))
    assert (answer.status_code, "is protected" in answer.json()["detail"]) == (409, True)
    server.state = "retired"
    make.session.flush()
    assert admin.post(ADDRESS, json=body(drive)).status_code == 409


def test_active_enrolment_cannot_be_proposed_again(admin: TestClient, make: Factory, drive: Drive) -> None:
    enrolment = make.enrolment(drive)
    assert admin.post(ADDRESS, json=body(drive)).status_code == 409
    enrolment.state, enrolment.void_reason = "void", "Its size changed."
    make.session.flush()
    again = admin.post(ADDRESS, json=body(drive)).json()
    assert (again["state"], again["void_reason"]) == ("proposed", None)
    assert again["id"] != str(enrolment.id)


def test_expired_enrolment_is_void_with_a_reason(viewer: TestClient, make: Factory, drive: Drive) -> None:
    past = dt.datetime(2026, 1, 1, 12, tzinfo=dt.UTC)
    make.enrolment(drive, expires_at=past)
    [shown] = viewer.get(ADDRESS, params={"state": "void"}).json()["items"]
    assert viewer.get(ADDRESS, params={"state": "active"}).json()["items"] == []
    assert (shown["state"], shown["void_reason"]) == ("void", "It expired at 2026-01-01 12:00 UTC.")
    assert shown["command"].endswith("enrol --stable-id nvme-X_1")
    [listed] = viewer.get("/api/v1/drives").json()["items"]
    assert listed["enrolment"]["state"] == "void"
    [server] = viewer.get("/api/v1/servers").json()["items"]
    assert server["enrolments"] == {"proposed": 0, "active": 0, "void": 1}


def test_withdrawing_is_immediate_and_shows_the_command(
    admin: TestClient, make: Factory, drive: Drive, session: Session
) -> None:
    enrolment = make.enrolment(drive)
    shown = admin.get(f"{ADDRESS}/{enrolment.id}").json()
    assert (shown["command"], shown["extend_command"]) == (None, "sudo storagelab-runner enrol --stable-id nvme-X_1")
    for _ in range(2):
        shown = admin.post(f"{ADDRESS}/{enrolment.id}/withdraw").json()
        assert (shown["state"], shown["void_reason"]) == ("withdrawn", "Withdrawn by admin.")
        assert shown["command"] == "sudo storagelab-runner unenrol --stable-id nvme-X_1"
    assert session.scalars(select(AuditEvent.action)).all().count("enrolment_withdrawn") == 1


def test_drive_shows_its_enrolment(viewer: TestClient, make: Factory, drive: Drive) -> None:
    plain = make.drive(make.server())
    make.enrolment(drive, stable_id="nvme-eui.1")
    drives = {item["id"]: item for item in viewer.get("/api/v1/drives").json()["items"]}
    assert drives[str(plain.id)]["enrolment"] is None
    assert drives[str(drive.id)]["enrolment"]["state"] == "active"
    drive.serial = "another one"
    make.session.flush()
    shown = viewer.get("/api/v1/drives", params={"server_id": str(drive.server_id)}).json()["items"][0]["enrolment"]
    assert (shown["state"], "another serial number" in shown["void_reason"]) == ("void", True)


def test_drive_is_protected_and_unprotected(admin: TestClient, drive: Drive, session: Session) -> None:
    for protected in (True, True, False):
        answer = admin.patch(f"/api/v1/drives/{drive.id}", json={"protected": protected})
        assert (answer.status_code, answer.json()["protected"]) == (200, protected)
    actions = session.scalars(
        select(AuditEvent.action).where(AuditEvent.action.startswith("drive_")).order_by(AuditEvent.id)
    ).all()
    assert actions == ["drive_protected", "drive_unprotected"]
    assert admin.patch(f"/api/v1/drives/{drive.server_id}", json={"protected": True}).status_code == 404


def test_lesser_roles_learn_the_required_role(operator: TestClient, drive: Drive) -> None:
    for answer in (
        operator.post(ADDRESS, json=body(drive)),
        operator.patch(f"/api/v1/drives/{drive.id}", json={"protected": False}),
    ):
        assert (answer.status_code, answer.json()["detail"]) == (
            403,
            "This needs the role admin, you have the role operator.",
        )


def test_local_server_gets_a_working_enrol_command(
    admin: TestClient, make: Factory, monkeypatch: pytest.MonkeyPatch
) -> None:
    from storagelab.config import get_settings

    monkeypatch.setenv("STORAGELAB_RUNNER_STATE_DIR", "/srv/state")
    monkeypatch.setenv("STORAGELAB_RUNNER_CONFIG_DIR", "/etc/other place")
    get_settings.cache_clear()
    drive = make.drive(make.server(runner_sha256="ab" * 32), serial="123456")
    shown = admin.post(ADDRESS, json=body(drive, stable_id=drive.stable_id, serial_ending="123456")).json()
    pyz = get_settings().data_dir / "runner" / f"runner-{'ab' * 32}.pyz"
    folders = "--state /srv/state --config '/etc/other place'"
    assert shown["command"] == f"sudo python3 {pyz} enrol {folders} --stable-id {drive.stable_id}"
    withdrawn = admin.post(f"{ADDRESS}/{shown['id']}/withdraw").json()
    assert withdrawn["command"] == (
        f"sudo python3 {pyz} unenrol --config '/etc/other place' --stable-id {drive.stable_id}"
    )
