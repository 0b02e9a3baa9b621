"""Jobs are listed with a fixed number of queries, show how far they are, and can be cancelled."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import Connection, event, select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory

from storagelab.db.models import Attempt, AttemptEvent, Run
from storagelab.live.rows import read_snapshots
from storagelab.runs.progress import measure_progress

Enqueued = list[tuple[str, dict[str, str]]]


@contextmanager
def counted(connection: Connection) -> Iterator[list[str]]:
    """Yield the statements that are executed meanwhile, without savepoints."""
    statements: list[str] = []

    def note(_c: object, _k: object, statement: str, *_: object) -> None:
        if "SAVEPOINT" not in statement:
            statements.append(statement)

    event.listen(connection, "before_cursor_execute", note)
    yield statements
    event.remove(connection, "before_cursor_execute", note)


def add_job(make: Factory, *, job_state: str = "running", run_state: str = "running") -> Attempt:
    """Add a job with one run of two phases, the second of which runs, and return its attempt."""
    job = make.job(state=job_state)
    run = make.run(job, state=run_state, started_at=dt.datetime.now(dt.UTC))
    make.phase(run, ordinal=1, state="finished")
    make.phase(run, ordinal=2, name="second", state="running", started_at=dt.datetime.now(dt.UTC))
    return make.attempt(run, state="running", waiting_reason="It waits for s-1.")


def test_job_list_needs_constant_queries(viewer: TestClient, make: Factory, connection: Connection) -> None:
    add_job(make)
    viewer.get("/api/v1/jobs")
    with counted(connection) as for_one:
        assert len(viewer.get("/api/v1/jobs").json()["items"]) == 1
    for _ in range(5):
        add_job(make)
    with counted(connection) as for_six:
        assert len(viewer.get("/api/v1/jobs").json()["items"]) == 6
    assert len(for_six) == len(for_one)
    assert len(for_one) <= 11


def test_job_has_its_progress_and_waiting_reason(viewer: TestClient, make: Factory) -> None:
    attempt = add_job(make)
    job = viewer.get("/api/v1/jobs").json()["items"][0]
    assert job["waiting_reason"] == attempt.waiting_reason
    progress = job["progress"]
    assert (progress["phase_ordinal"], progress["phase_count"], progress["phase_name"]) == (2, 2, "second")
    assert 50 <= progress["percent"] <= 100


def test_job_has_its_steady_state_progress(viewer: TestClient, make: Factory, session: Session) -> None:
    attempt = add_job(make)
    address = f"/api/v1/jobs/{viewer.get('/api/v1/jobs').json()['items'][0]['number']}"
    assert viewer.get(address).json()["progress"]["steady"] is None
    tracked = [{"name": "4K 0/100", "metric": "latency", "values": [100.0, 104.0, 96.0]}]
    rule = {"max_rounds": 25, "window": 5, "range_limit": 0.2, "slope_limit": 0.1}
    attempt.status = {"steady": {"kind": "loop", "name": "IOPS", "round": 3, **rule, "tracked": tracked}, "phases": []}
    session.flush()
    steady = viewer.get(address).json()["progress"]["steady"]
    assert steady == viewer.get("/api/v1/jobs").json()["items"][0]["progress"]["steady"]
    assert (steady["kind"], steady["name"], steady["round"], steady["max_rounds"]) == ("loop", "IOPS", 3, 25)
    assert (steady["filled"], steady["window"]) == (3, 5)
    (reading,) = steady["tracked"]
    assert reading["values"] == [100.0, 104.0, 96.0]
    assert (reading["mean"], reading["range_percent"], reading["slope_percent"]) == pytest.approx((100, 8, 4))
    assert (reading["range_limit_percent"], reading["slope_limit_percent"], reading["steady"]) == (20, 10, False)
    # The stream of the job reports the same.
    job_id = session.get_one(Run, attempt.run_id).job_id
    assert job_id is not None
    snapshot = read_snapshots(session, [job_id])[job_id]
    assert snapshot.progress is not None
    assert snapshot.progress["steady"] == steady
    # A status of another version, or that of an attempt that is over, has no meaning.
    attempt.status = {"steady": ["soon"]}
    session.flush()
    assert viewer.get(address).json()["progress"]["steady"] is None


def test_jobs_are_filtered(viewer: TestClient, make: Factory) -> None:
    first, second = make.job(state="finished"), make.job(state="queued")
    for query, expected in (
        ({"state": "finished"}, first),
        ({"server_id": str(second.server_id)}, second),
    ):
        items = viewer.get("/api/v1/jobs", params=query).json()["items"]
        assert [item["id"] for item in items] == [str(expected.id)]


@pytest.mark.parametrize(
    ("spent", "percent", "remaining"), [(0.0, 50.0, 10.0), (4.0, 70.0, 6.0), (99.0, 100.0, 0.0), (-5.0, 50.0, 10.0)]
)
def test_progress_follows_the_plan(make: Factory, spent: float, percent: float, remaining: float) -> None:
    started = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
    run = make.run(make.job(), state="running", started_at=started)
    phases = [make.phase(run, ordinal=1, state="finished"), make.phase(run, ordinal=2, state="running")]
    phases[1].started_at = started
    progress = measure_progress(run, phases, started + dt.timedelta(seconds=spent))
    assert progress is not None
    assert (progress.percent, progress.remaining_seconds) == (percent, remaining)


def test_cancelling_requests_the_end_of_every_attempt(
    operator: TestClient, make: Factory, session: Session, enqueued: Enqueued
) -> None:
    attempt = add_job(make)
    number = operator.get("/api/v1/jobs").json()["items"][0]["number"]
    for _ in range(2):
        answer = operator.post(f"/api/v1/jobs/{number}/cancel")
        assert (answer.status_code, answer.json()["state"]) == (202, "cancelling")
        assert answer.json()["cancel_requested_at"] is not None
    session.refresh(attempt)
    assert (attempt.requested_state, attempt.state) == ("cancel", "running")
    assert attempt.next_step_at is not None
    assert enqueued == [("step_attempt", {"attempt_id": str(attempt.id)})]
    assert session.scalars(select(AttemptEvent.kind)).all() == ["cancel_requested"]


def test_cancel_after_phase_can_be_hastened(
    operator: TestClient, make: Factory, session: Session, enqueued: Enqueued
) -> None:
    attempt = add_job(make)
    address = f"/api/v1/jobs/{operator.get('/api/v1/jobs').json()['items'][0]['number']}"
    assert operator.get(address).json()["cancel_mode"] is None
    for when, expected, rings in (
        ("after_phase", "after_phase", 1),
        ("after_phase", "after_phase", 1),
        ("now", "now", 2),
        ("after_phase", "now", 2),
    ):
        answer = operator.post(f"{address}/cancel", json={"mode": when})
        assert (answer.status_code, answer.json()["cancel_mode"], len(enqueued)) == (202, expected, rings)
        session.refresh(attempt)
        assert (attempt.requested_state, attempt.cancel_when) == ("cancel", expected)
    messages = session.scalars(select(AttemptEvent.message).order_by(AttemptEvent.id)).all()
    assert messages == ["admin asked to cancel the job after its phase.", "admin asked to cancel the job now."]
    assert operator.post(f"{address}/cancel", json={"mode": "later"}).status_code == 422


def test_ended_job_is_not_cancelled(operator: TestClient, make: Factory, enqueued: Enqueued) -> None:
    job = make.job(state="finished")
    make.run(job, state="finished")
    answer = operator.post(f"/api/v1/jobs/{job.id}/cancel")
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")
    assert enqueued == []


def test_failure_is_shown_with_its_responsible_party(viewer: TestClient, make: Factory) -> None:
    job = make.job(state="failed")
    make.run(job, state="failed", failure_kind="engine", failure_message="fio ended.", failure_kept="2 phases")
    assert viewer.get(f"/api/v1/jobs/{job.id}").json()["failure"] == {
        "kind": "engine",
        "message": "fio ended.",
        "responsible": "tool",
        "preserved": "2 phases",
    }


def test_list_shows_first_ten_running_and_failed_runs(operator: TestClient, make: Factory, session: Session) -> None:
    body = {
        "server_id": str(make.server().id),
        "profile": {"name": "quick-4k"},
        "target": {"kind": "file", "path": None, "size_bytes": 256 << 20},
        "repeats": 20,
    }
    job = operator.post("/api/v1/jobs", json=body).json()
    runs = session.scalars(select(Run).where(Run.job_id == uuid.UUID(job["id"])).order_by(Run.repeat_index)).all()
    for run in runs[:15]:
        run.state = "finished"
    runs[12].state, runs[12].failure_kind, runs[12].failure_message = "failed", "engine", "no luck"
    session.commit()
    (listed,) = operator.get("/api/v1/jobs").json()["items"]
    titles = [run["title"].rsplit("(", 1)[1] for run in listed["runs"]]
    assert titles == [*(f"{number} of 20)" for number in range(1, 11)), "13 of 20)", "16 of 20)"]
    assert listed["run_counts"] == {"failed": 1, "finished": 14, "waiting": 5}
    assert listed["failure"]["message"] == "no luck"
    assert "plan" not in listed
    whole = operator.get(f"/api/v1/jobs/{job['number']}").json()
    assert (len(whole["runs"]), whole["run_counts"]) == (20, listed["run_counts"])
