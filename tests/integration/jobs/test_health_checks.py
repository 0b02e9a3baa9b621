"""Health checks: a short job with a discovery, requested by a person; only the lab marks a job as one."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory

from storagelab.db.models import Job

Enqueued = list[tuple[str, dict[str, str]]]


def test_health_check_starts_a_job_and_discovery(
    operator: TestClient, make: Factory, session: Session, enqueued: Enqueued
) -> None:
    server = make.server(name="lab1", health_check_hours=24)
    address = f"/api/v1/servers/s-{server.number}/health-checks"
    key = {"Idempotency-Key": "one"}
    answer = operator.post(address, headers=key)
    assert answer.status_code == 202, answer.text
    job = answer.json()
    assert answer.headers["location"] == f"/api/v1/jobs/{job['id']}"
    assert (job["name"], job["state"], job["target"]["kind"]) == ("Health check of lab1", "queued", "file")
    assert job["labels"] == {"storagelab/health-check": "asked for"}
    assert job["plan"]["estimated_seconds"] < 120
    assert {task for task, _ in enqueued} == {"step_attempt", "step_server"}
    assert operator.post(address, headers=key).json()["id"] == job["id"]
    refused = operator.post(address)
    assert (refused.status_code, "has not ended yet" in refused.json()["detail"]) == (409, True)
    session.refresh(server)
    assert (server.discovery, server.health_check_due_at is not None) == ("requested", True)
    session.get_one(Job, job["id"]).state = "finished"
    session.flush()
    assert operator.post(address, json={}).status_code == 202


def test_impossible_health_check_is_refused_with_a_reason(
    operator: TestClient, viewer: TestClient, make: Factory
) -> None:
    without_fio = make.server(fio_version=None)
    answer = operator.post(f"/api/v1/servers/{without_fio.id}/health-checks")
    assert (answer.status_code, answer.json()["code"]) == (422, "engine_missing")
    away = make.server(state="unreachable")
    assert operator.post(f"/api/v1/servers/{away.id}/health-checks").json()["code"] == "server_not_ready"
    assert viewer.post(f"/api/v1/servers/{make.server().id}/health-checks").status_code == 403
    assert operator.post(f"/api/v1/servers/{make.server().id}/health-checks", json={"x": 1}).status_code == 422


def test_health_check_label_is_reserved_for_the_lab(operator: TestClient, make: Factory, session: Session) -> None:
    body = {
        "server_id": str(make.server().id),
        "profile": {"name": "quick-4k"},
        "target": {"kind": "file", "size_bytes": 64 << 20},
        "labels": {"storagelab/health-check": "mine"},
    }
    answer = operator.post("/api/v1/jobs", json=body)
    assert (answer.status_code, "the lab's own" in answer.json()["detail"]) == (422, True)
    assert session.scalars(select(Job)).all() == []
