"""Override by an administrator: declares an unreachable attempt lost and quarantines its server."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory

from storagelab.db.models import Attempt, AttemptEvent, AuditEvent, Job, Lease, LiveChunk, Phase, Run, Series, Server
from storagelab.http.references import format_row_number

Enqueued = list[tuple[str, dict[str, str]]]
REASON = "The machine burnt down"


@pytest.fixture
def attempt(make: Factory) -> Attempt:
    """Provide an attempt that runs its second phase on a server that does not answer."""
    server = make.server(name="lab1", state="unreachable")
    run = make.run(make.job(server, state="running"), state="running")
    make.phase(run, ordinal=1, state="finished", folded_at=run.created_at)
    second = make.phase(run, ordinal=2, state="running")
    make.phase(run, ordinal=3)
    attempt = make.attempt(run, state="running", fence=5, version=3)
    make.chunk(attempt, second, [1000, 2000])
    make.session.add(Lease(resource="host:1", attempt_id=attempt.id, fence=5))
    make.session.flush()
    return attempt


def override(client: TestClient, attempt: Attempt, **change: Any) -> Any:
    body = {"server_name": "lab1", "reason": REASON} | change
    return client.post(f"/api/v1/attempts/{format_row_number(attempt)}/override", json=body)


def test_override_ends_run_and_job_with_its_reason(
    admin: TestClient, attempt: Attempt, session: Session, enqueued: Enqueued
) -> None:
    answer = override(admin, attempt)
    assert answer.status_code == 200, answer.text
    assert answer.json()["state"] == "lost"
    session.expire_all()
    assert (attempt.state, attempt.version, attempt.next_step_at) == ("lost", 4, None)
    run, job = session.scalars(select(Run)).one(), session.scalars(select(Job)).one()
    assert (run.state, run.failure_kind, run.completeness) == ("lost", "infrastructure", "partial")
    assert run.failure_message == f"admin declared the run lost without an answer of lab1: {REASON}"
    assert (job.state, job.finished_at is not None) == ("failed", True)
    states = session.scalars(select(Phase.state).order_by(Phase.ordinal)).all()
    assert states == ["finished", "lost", "lost"]
    # What had arrived is folded and stays.
    assert session.scalars(select(LiveChunk)).all() == []
    assert len(session.scalars(select(Series.metric)).all()) > 0
    event = session.scalars(select(AttemptEvent)).one()
    assert (event.from_state, event.to_state, event.fence) == ("running", "lost", 5)
    assert event.evidence == {"override": True, "user": "admin", "reason": REASON}
    audit = session.scalars(select(AuditEvent).where(AuditEvent.action == "attempt_overridden")).one()
    assert audit.detail == {"server": "lab1", "reason": REASON}


def test_override_frees_leases_and_quarantines_the_server(
    admin: TestClient, attempt: Attempt, session: Session, enqueued: Enqueued
) -> None:
    override(admin, attempt).raise_for_status()
    assert session.scalars(select(Lease)).all() == []
    session.expire_all()
    server = session.scalars(select(Server)).one()
    assert (server.state, server.discovery) == ("quarantined", "requested")
    assert "may still be running there" in (server.state_reason or "")
    assert enqueued == [("step_server", {"server_id": str(server.id)})]


def test_the_name_of_the_server_is_typed(admin: TestClient, operator: TestClient, attempt: Attempt) -> None:
    refused = override(admin, attempt, server_name="lab2")
    assert (refused.status_code, refused.json()["errors"][0]["path"]) == (422, "server_name")
    lesser = override(operator, attempt)
    assert lesser.json()["detail"] == "This needs the role admin, you have the role operator."


@pytest.mark.parametrize(
    ("state", "words"), [("queued", "cancel its job instead"), ("lost", "lost already"), ("succeeded", "holds nothing")]
)
def test_ended_attempt_is_not_overridden(
    admin: TestClient, attempt: Attempt, session: Session, state: str, words: str
) -> None:
    attempt.state = state
    session.flush()
    answer = override(admin, attempt)
    assert (answer.status_code, words in answer.json()["detail"]) == (409, True)
