"""A run that ended early goes on from its last good phase; what was measured before stays as it is."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.result_factories import make_measurement

from storagelab.db.models import Attempt, AttemptEvent, AuditEvent, Job, LiveChunk, Measurement, Phase, Run
from storagelab.http.references import format_row_number
from storagelab_runner.spec import parse_spec

Enqueued = list[tuple[str, dict[str, str]]]


@pytest.fixture
def run(operator: TestClient, make: Factory, session: Session, enqueued: Enqueued) -> Run:
    """Provide a submitted run that writes to a drive, lost in its second phase of eight."""
    drive = make.drive(make.server(name="lab1"), stable_id="nvme-x", serial="SERIAL-x")
    make.enrolment(drive)
    body = {
        "server_id": str(drive.server_id),
        "profile": {"name": "quick-4k"},
        "target": {"kind": "devices", "stable_ids": ["nvme-x"]},
        "confirm_serials": ["SERIAL-x"],
        "preparation": [{"kind": "wait_quiet", "max_seconds": 60}],
    }
    operator.post("/api/v1/jobs", json=body).raise_for_status()
    run = session.scalars(select(Run)).one()
    attempt = session.scalars(select(Attempt)).one()
    phases = session.scalars(select(Phase).order_by(Phase.ordinal)).all()
    for phase, state in zip(phases, ["finished"] + ["lost"] * 7, strict=True):
        phase.state = state
    for phase in phases[:2]:
        make_measurement(make, phase)
    make.chunk(attempt, phases[1], [1000])
    attempt.state = run.state = "lost"
    run.failure_kind, run.failure_message = "infrastructure", "lab1 was restarted."
    run.verdict = None
    job = session.scalars(select(Job)).one()
    job.state, job.cancel_requested_at = "failed", run.created_at
    session.flush()
    enqueued.clear()
    return run


def resume(client: TestClient, run: Run, **arguments: Any) -> Any:
    return client.post(f"/api/v1/runs/{format_row_number(run)}/resume", **arguments)


def test_page_shows_preserved_phases_before_resuming(viewer: TestClient, run: Run) -> None:
    shown = viewer.get(f"/api/v1/runs/{run.id}").json()
    assert shown["resumption"] == {"refusal": None, "preserved": [1], "repeated": [2, 3, 4, 5, 6, 7, 8]}


def test_new_attempt_has_the_remaining_phases(
    operator: TestClient, run: Run, session: Session, enqueued: Enqueued
) -> None:
    answer = resume(operator, run)
    assert answer.status_code == 202, answer.text
    shown = answer.json()
    assert answer.headers["location"] == f"/api/v1/runs/{run.id}"
    assert (shown["state"], shown["failure"], shown["finished_at"]) == ("waiting", None, None)
    assert [phase["state"] for phase in shown["phases"]] == ["finished"] + ["planned"] * 7
    assert shown["resumption"] is None
    first, second = session.scalars(select(Attempt).order_by(Attempt.ordinal)).all()
    assert (second.ordinal, second.state, second.resumed_from_id) == (2, "queued", first.id)
    assert shown["attempts"][1]["resumed_from"] == format_row_number(first)
    assert [phase.ordinal for phase in parse_spec(second.spec).phases] == [2, 3, 4, 5, 6, 7, 8]
    assert [operation["kind"] for operation in second.spec["preparation"]] == ["wait_quiet"]
    assert second.spec["deadline_seconds"] < first.spec["deadline_seconds"]
    assert enqueued == [("step_attempt", {"attempt_id": str(second.id)})]
    event = session.scalars(select(AttemptEvent).where(AttemptEvent.attempt_id == second.id)).one()
    assert event.message == f"admin resumed {format_row_number(run)}: phase 1 stays, phases 2 to 8 are done again."
    assert "run_resumed" in session.scalars(select(AuditEvent.action)).all()
    job = session.scalars(select(Job).execution_options(populate_existing=True)).one()
    assert (job.state, job.cancel_requested_at, job.finished_at) == ("queued", None, None)


def test_only_good_phases_preserve_their_figures(operator: TestClient, run: Run, session: Session) -> None:
    resume(operator, run).raise_for_status()
    measured = select(Phase.ordinal).join(Measurement, Measurement.phase_id == Phase.id).order_by(Phase.ordinal)
    assert session.scalars(measured).all() == [1]
    assert session.scalars(select(LiveChunk)).all() == []


@pytest.mark.parametrize(("judged", "stays"), [(1, True), (2, False)])
def test_verdict_survives_only_with_its_preserved_phase(
    operator: TestClient, run: Run, session: Session, judged: int, stays: bool
) -> None:
    """Check that a preserved "not steady" verdict still applies to phases measured after it."""
    run.verdict = {
        "status": "not_steady", "metric": "iops", "round_seconds": 60.0, "window": None, "first_steady_round": None,
        "average": None, "range_pct": 50.0, "slope_pct": 40.0, "range_limit_pct": 20.0, "slope_limit_pct": 10.0,
        "rounds": [1.0, 2.0], "sentence": "Not steady.", "t0_ms": None, "t1_ms": None, "phase_ordinal": judged,
    }  # fmt: skip
    session.flush()
    shown = resume(operator, run).json()
    assert ((shown["verdict"] or {}).get("status") == "not_steady") is stays


def test_clients_revalidate_data_of_a_resumable_run(viewer: TestClient, run: Run) -> None:
    for address, query in (("series", {"metric": "iops"}), ("measurements", {})):
        answer = viewer.get(f"/api/v1/{address}", params={"run_id": str(run.id), **query})
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "private, no-cache")


def test_a_run_is_resumed_once(operator: TestClient, run: Run, session: Session) -> None:
    key = {"Idempotency-Key": "one"}
    assert resume(operator, run, headers=key).status_code == 202
    assert resume(operator, run, headers=key).status_code == 202
    refused = resume(operator, run)
    assert (refused.status_code, "only a run that was lost" in refused.json()["detail"]) == (409, True)
    assert len(session.scalars(select(Attempt.id)).all()) == 2


def change_job(session: Session, **values: Any) -> None:
    job = session.scalars(select(Job)).one()
    for name, value in values.items():
        setattr(job, name, value)
    session.flush()


def test_cached_page_is_refreshed_when_its_job_ends(viewer: TestClient, run: Run, session: Session) -> None:
    address = f"/api/v1/runs/{run.id}"
    change_job(session, state="cancelling")
    headers = {"If-None-Match": viewer.get(address).headers["etag"]}
    assert viewer.get(address, headers=headers).status_code == 304
    change_job(session, state="cancelled")
    assert viewer.get(address, headers=headers).json()["resumption"]["refusal"] is None


def test_unresumable_run_is_refused_with_a_reason(
    operator: TestClient, viewer: TestClient, run: Run, session: Session
) -> None:
    def refusal() -> str:
        answer = resume(operator, run)
        assert answer.status_code == 409
        words: str = answer.json()["detail"]
        assert viewer.get(f"/api/v1/runs/{run.id}").json()["resumption"]["refusal"] == words
        return words

    change_job(session, state="cancelling")
    assert "resume" in refusal()
    change_job(session, state="failed", preparation=[{"kind": "make_file_system", "type": "ext4"}])
    assert "its preparation created" in refusal()
    change_job(session, preparation=[], target={"kind": "file", "path": None, "size_bytes": 2**28})
    assert "a file that no longer exists" in refusal()
    change_job(session, target={"kind": "devices", "stable_ids": ["nvme-x"], "layout": "parallel"})
    phases = session.scalars(select(Phase).order_by(Phase.ordinal)).all()
    phases[0].state = "failed"
    session.flush()
    assert "no finished phase" in refusal()
    for phase in phases:
        phase.state = "finished"
    session.flush()
    assert "nothing left to do" in refusal()


def test_the_drive_must_still_be_allowed(operator: TestClient, run: Run, make: Factory, session: Session) -> None:
    from storagelab.db.models import Drive, Enrolment

    enrolment = session.scalars(select(Enrolment)).one()
    enrolment.state, enrolment.void_reason = "void", "Its firmware changed."
    session.flush()
    answer = resume(operator, run)
    assert (answer.status_code, answer.json()["code"]) == (422, "drive_not_enrolled")
    enrolment.state = "active"
    drive = session.scalars(select(Drive)).one()
    drive.serial = enrolment.serial = "EXCHANGED"
    session.flush()
    answer = resume(operator, run)
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "confirm_serials")
    assert len(session.scalars(select(Attempt.id)).all()) == 1


def test_viewer_cannot_resume_a_run(viewer: TestClient, run: Run) -> None:
    assert resume(viewer, run).json()["detail"] == "This needs the role operator, you have the role viewer."
