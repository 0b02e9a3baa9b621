"""Probes of a target by its server, whose reasons are shown unchanged."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory

from storagelab.db.models import Drive, TargetCheck

ADDRESS = "/api/v1/target-probes"
Enqueued = list[tuple[str, dict[str, str]]]


@pytest.fixture
def drive(make: Factory) -> Drive:
    return make.drive(make.server(), stable_id="nvme-x", serial="SERIAL-x", in_use_reasons=["It is mounted at /srv."])


def body(drive: Drive, **change: Any) -> dict[str, Any]:
    target = {"kind": "devices", "stable_ids": ["nvme-x"]}
    return {"server_id": str(drive.server_id), "target": target} | change


def test_target_probe_is_stored_and_enqueued(
    operator: TestClient, drive: Drive, session: Session, enqueued: Enqueued
) -> None:
    answer = operator.post(ADDRESS, json=body(drive))
    assert answer.status_code == 202
    shown = answer.json()
    assert answer.headers["location"] == f"{ADDRESS}/{shown['id']}"
    assert (shown["state"], shown["refused"], shown["probe_results"], shown["error"]) == ("requested", None, None, None)
    assert enqueued == [("step_check", {"check_id": shown["id"]})]
    assert operator.get(f"{ADDRESS}/{shown['id']}").json() == shown
    check = session.scalars(select(TargetCheck)).one()
    assert check.question == {
        "target": {
            "kind": "devices",
            "devices": [
                {"stable_id": "nvme-x", "serial": "SERIAL-x", "path": drive.path, "size_bytes": drive.size_bytes}
            ],
        },
        "writes": False,
        "preparation": [],
    }
    assert check.due_at is not None


def test_repeated_request_probes_once(operator: TestClient, drive: Drive, enqueued: Enqueued) -> None:
    key = {"Idempotency-Key": "one"}
    first = operator.post(ADDRESS, json=body(drive), headers=key).json()
    assert operator.post(ADDRESS, json=body(drive), headers=key).json() == first
    assert len(enqueued) == 1


@pytest.mark.parametrize(("profile", "writes"), [("quick-4k", True), ("read-sweep", False)])
def test_the_profile_decides_whether_it_writes(
    operator: TestClient, drive: Drive, session: Session, profile: str, writes: bool
) -> None:
    shown = operator.post(ADDRESS, json=body(drive, profile={"name": profile})).json()
    assert shown["writes"] is writes
    assert session.scalars(select(TargetCheck)).one().question["writes"] is writes


def test_the_answer_is_shown_reason_by_reason(
    viewer: TestClient, make: Factory, drive: Drive, session: Session
) -> None:
    findings = [
        {"id": "I1", "device": "nvme-x", "title": "Identity", "verdict": "pass", "reason": "It is that drive."},
        {"id": "I7", "device": "nvme-x", "title": "Mounts", "verdict": "refuse", "reason": "It is mounted at /srv."},
        {"id": "I99", "title": "Something new", "verdict": "perhaps", "reason": "Nobody knows."},
    ]
    check = TargetCheck(
        server_id=drive.server_id,
        question={"writes": True},
        state="done",
        results=findings,
        refused=True,
        due_at=drive.last_seen_at,
    )
    session.add(check)
    session.flush()
    shown = viewer.get(f"{ADDRESS}/{check.id}").json()
    assert (shown["state"], shown["refused"], shown["writes"]) == ("done", True, True)
    assert shown["probe_results"][:2] == findings[:2]
    # A verdict that this version does not know counts as a refusal.
    assert shown["probe_results"][2] == findings[2] | {"device": None, "verdict": "refuse"}


def test_failed_probe_shows_the_responsible_party(viewer: TestClient, drive: Drive, session: Session) -> None:
    check = TargetCheck(
        server_id=drive.server_id,
        question={"writes": True},
        state="failed",
        error_kind="infrastructure",
        error_message="lab1 does not answer.",
        due_at=drive.last_seen_at,
    )
    session.add(check)
    session.flush()
    assert viewer.get(f"{ADDRESS}/{check.id}").json()["error"] == {
        "kind": "infrastructure",
        "message": "lab1 does not answer.",
        "responsible": "lab",
        "preserved": "Nothing was started.",
    }


def test_unknown_target_is_refused_immediately(operator: TestClient, drive: Drive, enqueued: Enqueued) -> None:
    for change, path in (
        ({"target": {"kind": "devices", "stable_ids": ["nvme-y"]}}, "target.stable_ids.0"),
        ({"target": {"kind": "file", "path": "/etc/x", "size_bytes": 2**22}}, "target.path"),
        ({"profile": {"name": "quick-4k", "parameters": {"speed": 1}}}, "profile.parameters.speed"),
        ({"server_id": "s-999999"}, "server_id"),
    ):
        answer = operator.post(ADDRESS, json=body(drive, **change))
        assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, path)
    assert enqueued == []
    assert operator.get(f"{ADDRESS}/{uuid.uuid4()}").status_code == 404


def test_viewer_cannot_request_probes(viewer: TestClient, drive: Drive) -> None:
    answer = viewer.post(ADDRESS, json=body(drive))
    assert (answer.status_code, answer.json()["detail"]) == (
        403,
        "This needs the role operator, you have the role viewer.",
    )
