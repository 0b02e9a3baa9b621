"""Servers from registration to retirement: confirmed, discovered, and enqueued for the worker."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.conftest import Scope
from tests.factories import Factory

from storagelab.db.models import AuditEvent, LabSetting, Server
from storagelab.inventory.service import ensure_local_server

KEY = "SHA256:" + "a" * 43
OTHER_KEY = "SHA256:" + "b" * 43
BODY = {"name": "lab1", "transport": "ssh", "address": "lab1.example.org", "username": "root"}
Enqueued = list[tuple[str, dict[str, str]]]


def test_registered_server_is_enqueued(operator: TestClient, enqueued: Enqueued) -> None:
    answer = operator.post("/api/v1/servers", json=BODY)
    assert answer.status_code == 202
    server = answer.json()
    assert answer.headers["location"] == f"/api/v1/servers/{server['id']}"
    assert (server["state"], server["discovery"], server["port"]) == ("new", "requested", 22)
    assert enqueued == [("step_server", {"server_id": server["id"]})]
    for ref in (server["id"], server["number"]):
        assert operator.get(f"/api/v1/servers/{ref}").json() == server


def test_a_name_is_used_once(operator: TestClient) -> None:
    operator.post("/api/v1/servers", json=BODY)
    answer = operator.post("/api/v1/servers", json=BODY | {"address": "lab2"})
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")


def test_a_repeated_request_registers_once(operator: TestClient, enqueued: Enqueued) -> None:
    key = {"Idempotency-Key": "one"}
    first = operator.post("/api/v1/servers", json=BODY, headers=key)
    assert operator.post("/api/v1/servers", json=BODY, headers=key).json() == first.json()
    assert operator.post("/api/v1/servers", json=BODY | {"port": 23}, headers=key).status_code == 409
    assert len(enqueued) == 1


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"name": " "}, "name"),
        ({"name": "x" * 101}, "name"),
        ({"address": None}, ""),
        ({"address": "http://lab1"}, "address"),
        ({"address": "lab1:22"}, "address"),
        ({"address": "-lab1"}, "address"),
        ({"address": "1.2.3"}, "address"),
        ({"address": "lab1 -oProxyCommand=x"}, "address"),
        ({"username": "Root"}, "username"),
        ({"username": "-x"}, "username"),
        ({"port": 0}, "port"),
        ({"port": 65536}, "port"),
        ({"host_key_fingerprint": "MD5:aa"}, "host_key_fingerprint"),
        ({"transport": "local"}, ""),
        ({"transport": "telnet"}, "transport"),
    ],
)
def test_a_wrong_field_is_refused(operator: TestClient, change: dict[str, Any], path: str) -> None:
    answer = operator.post("/api/v1/servers", json=BODY | change)
    assert answer.status_code == 422
    assert [error["path"] for error in answer.json()["errors"]] == [path]


@pytest.mark.parametrize("address", ["10.0.0.1", "fd00::1", "lab1", "lab-1.example.org."])
def test_valid_names_and_addresses_are_accepted(operator: TestClient, address: str) -> None:
    assert operator.post("/api/v1/servers", json=BODY | {"address": address}).status_code == 202


def test_an_offered_key_is_pinned_once_confirmed(
    operator: TestClient, make: Factory, session: Session, enqueued: Enqueued
) -> None:
    server = make.server(state="new", offered_host_key="ssh-ed25519 AAAA", offered_host_key_fingerprint=KEY)
    address = f"/api/v1/servers/{server.id}/host-key"
    refused = operator.post(address, json={"fingerprint": OTHER_KEY})
    assert (refused.status_code, refused.json()["errors"][0]["path"]) == (422, "fingerprint")
    assert enqueued == []

    confirmed = operator.post(address, json={"fingerprint": KEY})
    assert confirmed.status_code == 202
    assert confirmed.json()["host_key_fingerprint"] == KEY
    assert confirmed.json()["offered_host_key_fingerprint"] is None
    assert enqueued == [("step_server", {"server_id": str(server.id)})]
    session.refresh(server)
    assert server.host_key == "ssh-ed25519 AAAA"
    event = session.scalars(select(AuditEvent).where(AuditEvent.action == "host_key_confirmed")).one()
    assert event.detail == {"before": None, "after": KEY}

    assert operator.post(address, json={"fingerprint": KEY}).status_code == 202
    assert len(enqueued) == 1
    assert operator.post(address, json={"fingerprint": OTHER_KEY}).status_code == 409


def test_discovery_is_requested_once_while_it_runs(operator: TestClient, make: Factory, enqueued: Enqueued) -> None:
    idle, running = make.server(), make.server(discovery="running")
    assert operator.post(f"/api/v1/servers/{idle.id}/discover").json()["discovery"] == "requested"
    assert operator.post(f"/api/v1/servers/{running.id}/discover").json()["discovery"] == "running"
    assert [ids["server_id"] for _, ids in enqueued] == [str(idle.id)]


def test_a_server_in_use_is_not_retired(operator: TestClient, make: Factory) -> None:
    server = make.server(name="busy one")
    job = make.job(server)
    attempt = make.attempt(make.run(job), state="running")
    shown = operator.get(f"/api/v1/servers/{server.id}").json()
    assert shown["busy_with"]["job_number"] == f"j-{job.number}"
    refused = operator.post(f"/api/v1/servers/{server.id}/retire")
    assert refused.status_code == 409
    assert f"j-{job.number}" in refused.json()["detail"]

    attempt.state = "succeeded"
    make.session.flush()
    assert operator.post(f"/api/v1/servers/{server.id}/retire").json()["state"] == "retired"
    assert operator.get("/api/v1/servers").json()["items"] == []
    assert operator.post(f"/api/v1/servers/{server.id}/discover").status_code == 409
    assert operator.post("/api/v1/servers", json=BODY | {"name": "busy one"}).status_code == 202


def test_this_machine_is_registered_once(scope: Scope, session: Session, enqueued: Enqueued) -> None:
    with scope() as first:
        server_id = ensure_local_server(first).id
    with scope() as second:
        assert ensure_local_server(second).id == server_id
    assert [server.transport for server in session.scalars(select(Server))] == ["local"]
    assert len(enqueued) == 1


def test_drives_and_the_labs_key_are_shown(viewer: TestClient, make: Factory) -> None:
    server, other = make.server(), make.server()
    make.drive(server, in_use_reasons=["It holds the root file system."])
    make.drive(server, present=False)
    make.drive(other)
    make.session.add(LabSetting(key="ssh_public_key", value={"openssh": "ssh-ed25519 AAAA lab"}))
    make.session.flush()
    shown = viewer.get(f"/api/v1/servers/{server.id}").json()
    assert (shown["drive_count"], shown["lab_public_key"]) == (1, "ssh-ed25519 AAAA lab")
    drives = viewer.get("/api/v1/drives", params={"server_id": f"s-{server.number}"}).json()["items"]
    assert {drive["server_id"] for drive in drives} == {str(server.id)}
    assert sorted(drive["in_use_reasons"] for drive in drives) == [[], ["It holds the root file system."]]
    assert viewer.get("/api/v1/drives", params={"server_id": "s-999"}).status_code == 404
