"""Care of servers: maintenance windows, ways out of quarantine, and the lab's access script."""

from __future__ import annotations

import base64
import datetime as dt
import hashlib
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory

from storagelab.db.models import AuditEvent, LabSetting, Server

NOW = dt.datetime.now(dt.UTC)
Enqueued = list[tuple[str, dict[str, str]]]


def window(begin_hours: float | None, end_hours: float, **change: Any) -> dict[str, Any]:
    """Build a window that begins and ends these numbers of hours from now."""
    begins = (NOW + dt.timedelta(hours=begin_hours)).isoformat() if begin_hours is not None else None
    return {"starts_at": begins, "ends_at": (NOW + dt.timedelta(hours=end_hours)).isoformat(), "reason": "New fans"} | (
        {"kind": "maintenance"} | change
    )


def test_windows_are_added_shown_and_removed(operator: TestClient, make: Factory, session: Session) -> None:
    server = make.server()
    address = f"/api/v1/servers/s-{server.number}/windows"
    later = operator.post(address, json=window(20, 30)).json()
    key = {"Idempotency-Key": "one"}
    current = operator.post(address, json=window(None, 2), headers=key)
    assert (current.status_code, current.json()["is_on"], current.json()["created_by"]) == (201, True, "admin")
    assert operator.post(address, json=window(None, 2), headers=key).json() == current.json()
    assert later["is_on"] is False
    assert [item["id"] for item in operator.get(address).json()["items"]] == [current.json()["id"], later["id"]]
    shown = operator.get(f"/api/v1/servers/{server.id}").json()
    assert shown["maintenance"]["id"] == current.json()["id"]

    assert operator.delete(f"{address}/{current.json()['id']}").status_code == 204
    assert operator.delete(f"{address}/{current.json()['id']}").status_code == 404
    assert operator.get(f"/api/v1/servers/{server.id}").json()["maintenance"]["id"] == later["id"]
    elsewhere = f"/api/v1/servers/{make.server().id}/windows/{later['id']}"
    assert operator.delete(elsewhere).status_code == 404
    actions = session.scalars(
        select(AuditEvent.action).where(AuditEvent.action.startswith("maintenance_")).order_by(AuditEvent.id)
    ).all()
    assert actions == ["maintenance_added", "maintenance_added", "maintenance_removed"]


@pytest.mark.parametrize(
    ("body", "path", "words"),
    [
        (window(2, 1), "", "must be later than starts_at"),
        (window(-3, -1), "ends_at", "must be in the future"),
        (window(1, 24 * 400), "ends_at", "within 366 days"),
        (window(1, 2, reason=" "), "reason", "must not be empty"),
    ],
)
def test_windows_that_make_no_sense_are_refused(
    operator: TestClient, make: Factory, body: dict[str, Any], path: str, words: str
) -> None:
    answer = operator.post(f"/api/v1/servers/{make.server().id}/windows", json=body)
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, path)
    assert words in answer.json()["errors"][0]["message"]


def test_release_requests_a_clean_discovery(
    admin: TestClient, make: Factory, session: Session, enqueued: Enqueued
) -> None:
    server = make.server(state="quarantined", state_reason="A drive beside the target has changed.")
    answer = admin.post(f"/api/v1/servers/{server.id}/release", json={"reason": "The drive was exchanged on purpose"})
    assert answer.status_code == 202
    assert (answer.json()["state"], answer.json()["discovery"]) == ("new", "requested")
    assert "The drive was exchanged on purpose" in answer.json()["state_reason"]
    assert enqueued == [("step_server", {"server_id": str(server.id)})]
    event = session.scalars(select(AuditEvent).where(AuditEvent.action == "server_released")).one()
    assert event.detail["quarantined_for"] == "A drive beside the target has changed."


def test_only_a_quarantined_server_is_released(admin: TestClient, operator: TestClient, make: Factory) -> None:
    reason = {"reason": "It is fine"}
    assert admin.post(f"/api/v1/servers/{make.server().id}/release", json=reason).status_code == 409
    other_key = make.server(state="quarantined", offered_host_key="ssh-ed25519 AAAA")
    answer = admin.post(f"/api/v1/servers/{other_key.id}/release", json=reason)
    assert (answer.status_code, "confirm its host key" in answer.json()["detail"]) == (409, True)
    refused = operator.post(f"/api/v1/servers/{other_key.id}/release", json=reason)
    assert refused.json()["detail"] == "This needs the role admin, you have the role operator."


def test_a_resync_needs_the_name_typed(admin: TestClient, make: Factory, session: Session, enqueued: Enqueued) -> None:
    server = make.server(name="lab7", fence=41)
    address = f"/api/v1/servers/{server.id}/resync"
    refused = admin.post(address, json={"name": "lab8", "reason": "Restored from a backup"})
    assert (refused.status_code, refused.json()["errors"][0]["path"]) == (422, "name")
    assert enqueued == []
    accepted = admin.post(address, json={"name": "lab7", "reason": "Restored from a backup"})
    assert (accepted.status_code, accepted.json()["resync_requested"]) == (202, True)
    assert enqueued == [("step_server", {"server_id": str(server.id)})]
    event = session.scalars(select(AuditEvent).where(AuditEvent.action == "server_resync_requested")).one()
    assert event.detail == {"reason": "Restored from a backup", "fence": 41}


def test_strangers_and_facts_are_shown(viewer: TestClient, make: Factory) -> None:
    server = make.server(
        facts={"sandbox": True, "launch": "setsid"},
        unknown_attempts=[{"attempt_id": None, "message": "Process 12 (fio) has outlived its attempt."}],
    )
    shown = viewer.get(f"/api/v1/servers/{server.id}").json()
    assert (shown["sandbox"], shown["launch"], shown["resync_requested"]) == (True, "setsid", False)
    assert shown["unknown_attempts"] == [{"attempt_id": None, "message": "Process 12 (fio) has outlived its attempt."}]
    unknown = viewer.get(f"/api/v1/servers/{make.server().id}").json()
    assert (unknown["sandbox"], unknown["launch"], unknown["unknown_attempts"], unknown["maintenance"]) == (
        None,
        None,
        [],
        None,
    )


def publish(
    make: Factory, *, key: str = "ssh-ed25519 AAAAC3Nza lab@storagelab", runner: bytes = b"#!runner\n" * 99
) -> None:
    """Store what a worker publishes when it starts."""
    make.session.add(LabSetting(key="ssh_public_key", value={"openssh": key}))
    package = {"base64": base64.b64encode(runner).decode(), "sha256": hashlib.sha256(runner).hexdigest()}
    make.session.add(LabSetting(key="runner_package", value=package))
    make.session.flush()


def ssh_server(make: Factory, username: str = "storagelab") -> Server:
    return make.server(transport="ssh", address="lab1.example.org", username=username)


def test_setup_script_is_filled_in_and_valid_shell(operator: TestClient, make: Factory, tmp_path: Path) -> None:
    publish(make)
    answer = operator.get(f"/api/v1/servers/{ssh_server(make).id}/setup-script")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/x-shellscript")
    assert 'filename="server-setup.sh"' in answer.headers["content-disposition"]
    script = answer.text
    assert re.search(r"@[A-Z0-9_]+@", script) is None
    assert "account='storagelab'" in script
    assert "public_key='ssh-ed25519 AAAAC3Nza lab@storagelab'" in script
    sha256 = hashlib.sha256(b"#!runner\n" * 99).hexdigest()
    assert f"runner_sha256='{sha256}'" in script
    path = tmp_path / "server-setup.sh"
    path.write_text(script)
    subprocess.run(["sh", "-n", str(path)], check=True)
    encoded = re.search(r"<<'END'\n([A-Za-z0-9+/=\n]+)\nEND\n", script)
    assert encoded is not None
    assert max(map(len, encoded[1].splitlines())) == 76
    assert base64.b64decode(encoded[1]) == b"#!runner\n" * 99


@pytest.mark.parametrize("username", ["root", "with.dot", "_begins"])
def test_shared_account_gets_no_setup_script(operator: TestClient, make: Factory, username: str) -> None:
    publish(make)
    answer = operator.get(f"/api/v1/servers/{ssh_server(make, username).id}/setup-script")
    assert (answer.status_code, "an account for the lab alone" in answer.json()["detail"]) == (409, True)


def test_setup_script_needs_key_and_runner(operator: TestClient, viewer: TestClient, make: Factory) -> None:
    address = f"/api/v1/servers/{ssh_server(make).id}/setup-script"
    assert (operator.get(address).status_code, viewer.get(address).status_code) == (503, 403)
    publish(make, key="ssh-ed25519 AAAA'; reboot; '")
    assert operator.get(address).status_code == 503
    assert operator.get(f"/api/v1/servers/{make.server().id}/setup-script").status_code == 409
