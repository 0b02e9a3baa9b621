"""A job is stored whole or not at all, and refused in words before anything is stored."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory

from storagelab.db.models import Attempt, AttemptEvent, Job, Phase, Run
from storagelab_runner.spec import parse_spec

MIB = 2**20
Enqueued = list[tuple[str, dict[str, str]]]


def body(server: object, **change: Any) -> dict[str, Any]:
    """Build a job of the quick profile on a scratch file."""
    target = {"kind": "file", "path": None, "size_bytes": 256 * MIB}
    return {"server_id": str(server), "profile": {"name": "quick-4k"}, "target": target} | change


def count(session: Session, model: type[Any]) -> int:
    """Count the rows of a table."""
    return session.scalar(select(func.count()).select_from(model)) or 0


def test_job_is_stored_with_runs_attempts_and_phases(
    operator: TestClient, make: Factory, session: Session, enqueued: Enqueued
) -> None:
    server = make.server()
    answer = operator.post("/api/v1/jobs", json=body(server.id, name="first", repeats=2, labels={"team": "raid"}))
    assert answer.status_code == 202
    job = answer.json()
    assert answer.headers["location"] == f"/api/v1/jobs/{job['id']}"
    assert (job["state"], job["name"], job["labels"]) == ("queued", "first", {"team": "raid"})
    assert [run["title"] for run in job["runs"]] == ["first (1 of 2)", "first (2 of 2)"]
    assert job["plan"]["phases"][0]["kind"] == "fill"
    assert len(job["plan"]["phases"]) == len(job["plan"]["job_files"]) == 8
    assert job["profile"]["parameters"]["max_rounds"] == 10
    attempts = session.scalars(select(Attempt).order_by(Attempt.number)).all()
    assert [(attempt.state, attempt.requested_state) for attempt in attempts] == [("queued", "run")] * 2
    assert enqueued == [("step_attempt", {"attempt_id": str(attempts[0].id)})]
    waiting = f"waiting for {server.name}: other runs are ahead"
    assert [attempt.waiting_reason for attempt in attempts] == [None, waiting]
    assert attempts[1].next_step_at > attempts[0].next_step_at
    assert (count(session, Phase), count(session, AttemptEvent)) == (16, 2)


def test_all_runs_wait_for_the_start_time(operator: TestClient, make: Factory, session: Session) -> None:
    start = (dt.datetime.now(dt.UTC) + dt.timedelta(hours=2)).replace(microsecond=0)
    request = body(make.server().id, repeats=3, start_after=start.isoformat())
    operator.post("/api/v1/jobs", json=request).raise_for_status()
    assert set(session.scalars(select(Attempt.next_step_at))) == {start}


def test_repeat_is_checked_before_its_start_limit(operator: TestClient, make: Factory, session: Session) -> None:
    latest = (dt.datetime.now(dt.UTC) + dt.timedelta(seconds=30)).replace(microsecond=0)
    request = body(make.server().id, repeats=2, start_before=latest.isoformat())
    operator.post("/api/v1/jobs", json=request).raise_for_status()
    assert session.scalars(select(func.max(Attempt.next_step_at))).one() <= latest


def test_the_runner_takes_the_spec(operator: TestClient, make: Factory, session: Session) -> None:
    for name in ("quick-4k", "four-corners"):
        operator.post("/api/v1/jobs", json=body(make.server().id, profile={"name": name})).raise_for_status()
    drive = make.drive(make.server())
    target = {"kind": "devices", "stable_ids": [drive.stable_id]}
    answer = operator.post("/api/v1/jobs", json=body(drive.server_id, profile={"name": "read-sweep"}, target=target))
    assert answer.status_code == 202
    for spec in session.scalars(select(Attempt.spec)):
        assert len(parse_spec(spec).phases) == len(spec["phases"])


def test_dry_run_stores_no_job(operator: TestClient, make: Factory, session: Session, enqueued: Enqueued) -> None:
    server = make.server()
    planned = operator.post("/api/v1/jobs?dry_run=true", json=body(server.id))
    assert planned.status_code == 200
    assert (count(session, Job), enqueued) == (0, [])
    assert planned.json()["plan"] == operator.post("/api/v1/jobs", json=body(server.id)).json()["plan"]


def test_the_same_key_is_the_same_job(
    operator: TestClient, make: Factory, session: Session, enqueued: Enqueued
) -> None:
    server = make.server()
    key = {"Idempotency-Key": "0123"}
    first = operator.post("/api/v1/jobs", json=body(server.id), headers=key)
    again = operator.post("/api/v1/jobs", json=body(server.id), headers=key)
    assert (again.status_code, again.json()) == (202, first.json())
    other = operator.post("/api/v1/jobs", json=body(server.id, note="x"), headers=key)
    assert (other.status_code, other.json()["code"]) == (409, "conflict")
    assert (count(session, Job), len(enqueued)) == (1, 1)


def test_refused_request_does_not_consume_its_key(operator: TestClient, make: Factory) -> None:
    server = make.server()
    key = {"Idempotency-Key": "0123"}
    assert operator.post("/api/v1/jobs", json=body(server.id, engine="iometer"), headers=key).status_code == 422
    assert operator.post("/api/v1/jobs", json=body(server.id), headers=key).status_code == 202


@pytest.mark.parametrize(
    ("change", "path", "words"),
    [
        ({"server_id": "s-999"}, "server_id", "no server"),
        ({"engine": "iometer"}, "engine", "iometer"),
        ({"profile": {"name": "nothing"}}, "profile.name", "quick-4k"),
        ({"profile": {"name": "quick-4k", "parameters": {"speed": 1}}}, "profile.parameters.speed", "speed"),
        (
            {"profile": {"name": "quick-4k", "parameters": {"max_rounds": 0}}},
            "profile.parameters.max_rounds",
            "between",
        ),
        ({"target": {"kind": "file", "size_bytes": 4 * MIB}}, "target.size_bytes", "at least 8M"),
        ({"start_before": "2026-01-01T00:00:00Z"}, "start_before", "in the future"),
        ({"target": {"kind": "devices", "stable_ids": ["x"]}}, "target.stable_ids.0", "no drive x"),
    ],
)
def test_invalid_job_is_refused_with_its_place(
    operator: TestClient, make: Factory, session: Session, change: dict[str, Any], path: str, words: str
) -> None:
    answer = operator.post("/api/v1/jobs", json=body(make.server().id) | change)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["path"] == path
    assert words in answer.json()["detail"]
    assert count(session, Job) == 0


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("lab.dat", "absolute path"),
        ("/srv/../etc/lab.dat", "absolute path"),
        ("//srv/lab.dat", "absolute path"),
        ("/srv/", "absolute path"),
        ("/", "absolute path"),
        ("/srv/a b", "may hold letters"),
        ("/srv/\u6f22", "may hold letters"),
        ("/srv/a:b", "may hold letters"),
        ("/srv/$HOME", "may hold letters"),
        (f"/srv/{'a' * 256}", "longer than 255"),
        ("/dev/sda", "is below /dev"),
        ("/etc", "is below /etc"),
    ],
)
def test_path_unsupported_by_the_runner_is_refused(operator: TestClient, make: Factory, place: str, words: str) -> None:
    target = {"kind": "file", "path": place, "size_bytes": 64 * MIB}
    answer = operator.post("/api/v1/jobs", json=body(make.server().id, target=target))
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "target.path")
    assert words in answer.json()["detail"]


@pytest.mark.parametrize("state", ["new", "unreachable", "quarantined", "retired"])
def test_server_that_is_not_ready_is_refused(operator: TestClient, make: Factory, state: str) -> None:
    server = make.server(state=state, state_reason="It was unplugged")
    answer = operator.post("/api/v1/jobs", json=body(server.id))
    assert (answer.status_code, answer.json()["responsible"]) == (422, "lab")
    assert f"is {state}, not ready: It was unplugged" in answer.json()["detail"]


def test_job_for_a_server_under_maintenance_waits(operator: TestClient, make: Factory) -> None:
    answer = operator.post("/api/v1/jobs", json=body(make.server(state="maintenance").id))
    assert (answer.status_code, answer.json()["state"]) == (202, "queued")


def test_a_server_without_fio_is_refused(operator: TestClient, make: Factory) -> None:
    answer = operator.post("/api/v1/jobs", json=body(make.server(fio_version=None).id))
    assert (answer.status_code, answer.json()["responsible"], answer.json()["code"]) == (422, "lab", "engine_missing")
    (error,) = answer.json()["errors"]
    assert error["path"] == "engine"
    assert "install it there (apt-get install fio). Then discover the server again." in error["message"]


def test_unresponsive_engine_is_not_reported_as_missing(operator: TestClient, make: Factory) -> None:
    error = "/usr/bin/fio cannot be run: it took too long."
    server = make.server(fio_version=None, facts={"engines": {"fio": {"error": error}}})
    answer = operator.post("/api/v1/jobs", json=body(server.id))
    assert answer.status_code == 422
    assert answer.json()["detail"] == f"engine: {server.name}: {error} Then discover the server again."


def test_drive_that_is_absent_is_refused(operator: TestClient, make: Factory, session: Session) -> None:
    server = make.server()
    missing = make.drive(server, present=False)
    elsewhere = make.drive(make.server())
    for drive, profile, words in (
        (missing, "read-sweep", "is missing now"),
        (elsewhere, "read-sweep", "has no drive"),
    ):
        target = {"kind": "devices", "stable_ids": [drive.stable_id]}
        answer = operator.post("/api/v1/jobs", json=body(server.id, profile={"name": profile}, target=target))
        assert answer.status_code == 422
        assert words in answer.json()["detail"]
    assert count(session, Run) == 0


def test_a_new_file_cannot_be_read_first(operator: TestClient, make: Factory) -> None:
    answer = operator.post("/api/v1/jobs", json=body(make.server().id, profile={"name": "read-sweep"}))
    assert answer.status_code == 422
    assert "reads first" in answer.json()["detail"]


def test_lost_run_is_retried_only_on_request(operator: TestClient, make: Factory) -> None:
    server = make.server()
    assert operator.post("/api/v1/jobs", json=body(server.id)).json()["on_lost"] == "stop"
    once = operator.post("/api/v1/jobs", json=body(server.id, on_lost="requeue_once"))
    assert (once.status_code, once.json()["on_lost"]) == (202, "requeue_once")
    assert operator.post("/api/v1/jobs", json=body(server.id, on_lost="requeue")).status_code == 422


def test_a_job_may_wait_for_its_time(operator: TestClient, make: Factory, session: Session) -> None:
    later = dt.datetime.now(dt.UTC) + dt.timedelta(hours=1)
    operator.post("/api/v1/jobs", json=body(make.server().id, start_after=later.isoformat())).raise_for_status()
    assert session.scalars(select(Attempt.next_step_at)).one() == later


def test_smoke_job_is_marked_and_not_rankable(operator: TestClient, make: Factory, session: Session) -> None:
    smoke = {"name": "storagereview-8k-70-30", "scale": "smoke"}
    answer = operator.post("/api/v1/jobs", json=body(make.server().id, profile=smoke))
    assert answer.status_code == 202
    job = answer.json()
    assert job["plan"]["scale"] == job["runs"][0]["scale"] == "smoke"
    run = operator.get(f"/api/v1/runs/{job['runs'][0]['number']}").json()
    assert (run["scale"], run["rankable"], len(run["phases"])) == ("smoke", False, 17)
    assert [phase["group"] for phase in run["phases"]] == [None, *["8K 70/30"] * 16]
    (spec,) = session.scalars(select(Attempt.spec))
    assert {phase.seconds for phase in parse_spec(spec).phases} == {2}


def test_unknown_scale_is_refused(operator: TestClient, make: Factory) -> None:
    answer = operator.post("/api/v1/jobs", json=body(make.server().id, profile={"name": "quick-4k", "scale": "tiny"}))
    assert answer.status_code == 422
    assert "scale" in answer.text
