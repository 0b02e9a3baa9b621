"""Endings of runs that are cancelled, fail, wait, or have no broker.

Dying workers, doubled messages and lost supervisors are tested in the simulation and in tests/faults.
"""

from __future__ import annotations

import datetime as dt
import fcntl
import os
import signal
import uuid
from pathlib import Path

import pytest
from sqlalchemy import select, update
from tests.integration.workers.lab import FILL, Lab, measure

from storagelab.db.models import Attempt, Job, Measurement, Phase
from storagelab.db.session import session_scope
from storagelab_workers.attempts.step import advance_attempt
from storagelab_workers.process import process_servers


def test_cancelled_run_preserves_finished_measurements(lab: Lab) -> None:
    server_id = lab.add_local_server()
    lab.start_reconciler()
    attempt_id = lab.submit(server_id, (FILL, measure("short", 1), measure("long", 60)))
    lab.wait(lambda: lab.phases_of(attempt_id)[2].state == "running")
    _cancel(attempt_id)
    attempt = lab.wait_for_end(attempt_id)
    run = lab.run_of(attempt_id)
    states = [phase.state for phase in lab.phases_of(attempt_id)]

    assert (attempt.state, run.state, run.completeness) == ("cancelled", "cancelled", "partial")
    assert states == ["finished", "finished", "cancelled"]
    assert attempt.exit_record["outcome"] == "cancelled"
    measured = lab.read(
        lambda session: session.scalars(
            select(Phase.name).join(Measurement, Measurement.phase_id == Phase.id).order_by(Phase.ordinal)
        ).all()
    )
    assert measured[:2] == ["fill", "short"]
    assert "partial" in {badge["code"] for badge in run.badges}
    assert lab.read(lambda session: session.scalars(select(Job.state)).one()) == "cancelled"
    assert lab.leases() == []


def test_failing_engine_fails_run_and_preserves_earlier_phases(lab: Lab, tmp_path: Path) -> None:
    (tmp_path / "fails-at").write_text("3")
    server_id = lab.add_local_server()
    lab.start_reconciler()
    attempt_id = lab.submit(server_id, (FILL, measure("good", 1), measure("bad", 1), measure("never", 1)))
    attempt = lab.wait_for_end(attempt_id)
    run = lab.run_of(attempt_id)

    assert (attempt.state, run.state, run.completeness, run.failure_kind) == ("failed", "failed", "partial", "engine")
    assert "the drive fell out" in run.failure_message
    assert run.failure_kept == "Kept: what was measured in fill, good, with every raw file that could be read."
    phases = lab.phases_of(attempt_id)
    assert [phase.state for phase in phases] == ["finished", "finished", "failed", "skipped"]
    assert (phases[2].stop_reason, phases[2].exit_code) == ("engine_failed", 1)
    assert lab.started_engines() == 3


def test_queued_run_is_cancelled_immediately(lab: Lab) -> None:
    server_id = lab.add_local_server()
    attempt_id = lab.submit(server_id)
    _cancel(attempt_id)
    advance_attempt(attempt_id, servers=process_servers(), actor="test")

    assert lab.attempt(attempt_id).state == "cancelled"
    assert [phase.state for phase in lab.phases_of(attempt_id)] == ["cancelled"] * 4
    assert lab.started_engines() == 0


def test_without_a_broker_the_reconciler_finishes_alone(lab: Lab, tmp_path: Path) -> None:
    server_id = lab.add_local_server()
    nobody = f"redis+socket://{tmp_path}/nobody.sock"
    lab.start_reconciler(STORAGELAB_BROKER_URL=nobody)
    attempt_id = lab.submit(server_id, (FILL, measure("random read", 1)))
    attempt = lab.wait_for_end(attempt_id)

    assert attempt.state == "succeeded"
    assert {event.who.split()[0] for event in lab.events_of(attempt_id)} == {"reconciler"}


def test_terminated_supervisor_loses_run_with_exit_record(lab: Lab) -> None:
    server_id = lab.add_local_server()
    lab.start_reconciler()
    attempt_id = lab.submit(server_id, (FILL, measure("random read", 60)))
    lab.wait(lambda: lab.phases_of(attempt_id)[1].state == "running")
    os.kill(lab.attempt(attempt_id).status["supervisor_pid"], signal.SIGTERM)
    attempt = lab.wait_for_end(attempt_id)
    run = lab.run_of(attempt_id)

    assert (attempt.state, run.state, run.completeness, run.failure_kind) == (
        "lost",
        "lost",
        "partial",
        "infrastructure",
    )
    assert "was stopped, for instance by a shutdown, while it was running" in run.failure_message
    assert lab.events_of(attempt_id)[-1].evidence["exit"] == attempt.exit_record
    assert lab.leases() == []
    lab.wait(lambda: lab.server(server_id).state == "ready")


def test_runs_on_one_server_execute_in_priority_order(lab: Lab) -> None:
    server_id = lab.add_local_server()
    lab.start_reconciler()
    first = lab.submit(server_id, (FILL, measure("random read", 2)))
    lab.wait(lambda: lab.attempt(first).state == "running")
    ordinary = lab.submit(server_id, (FILL,), priority=50)
    urgent = lab.submit(server_id, (FILL,), priority=90)
    number = lab.run_of(first).number
    lab.wait(lambda: lab.attempt(ordinary).waiting_reason is not None)
    assert lab.attempt(ordinary).waiting_reason == f"waiting for this-machine: r-{number} is running there"
    for attempt_id in (first, ordinary, urgent):
        assert lab.wait_for_end(attempt_id).state == "succeeded"

    ended, begun = lab.attempt(first).finished_at, [lab.attempt(later_id).started_at for later_id in (urgent, ordinary)]
    assert ended < begun[0]
    assert lab.attempt(urgent).finished_at < begun[1]


def test_run_waits_for_server_used_by_another_lab(lab: Lab, tmp_path: Path) -> None:
    server_id = lab.add_local_server()
    lab.start_reconciler(STORAGELAB_TIME_SCALE="0.05")
    with (tmp_path / "runner" / "host.lock").open("w+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        attempt_id = lab.submit(server_id, (FILL,))
        lab.wait(lambda: lab.attempt(attempt_id).waiting_reason is not None)
        assert lab.attempt(attempt_id).state == "starting"
        assert "in use by another lab" in lab.attempt(attempt_id).waiting_reason
    assert lab.wait_for_end(attempt_id).state == "succeeded"
    assert lab.started_engines() == 1


def test_run_past_its_start_limit_is_refused(lab: Lab) -> None:
    server_id = lab.add_local_server()
    past = dt.datetime.now(dt.UTC) - dt.timedelta(minutes=1)
    attempt_id = lab.submit(server_id, start_before=past)
    advance_attempt(attempt_id, servers=process_servers(), actor="test")

    run = lab.run_of(attempt_id)
    assert (lab.attempt(attempt_id).state, run.state, run.failure_kind) == ("refused", "failed", "job")
    assert run.failure_message.startswith("It could not start before ")
    assert run.failure_kept == "Nothing had been measured."


def test_run_fails_on_a_server_without_an_engine(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    server_id = lab.add_local_server()
    process_servers().close()
    monkeypatch.setenv("PATH", "/nonexistent")
    attempt_id = lab.submit(server_id)
    advance_attempt(attempt_id, servers=process_servers(), actor="test")

    run = lab.run_of(attempt_id)
    assert (run.state, run.failure_kind) == ("failed", "infrastructure")
    assert "fio" in run.failure_message
    assert lab.leases() == []
    assert lab.server(server_id).state == "ready"


def test_internal_error_before_io_refuses_attempt_as_bug(lab: Lab, tmp_path: Path) -> None:
    server_id = lab.add_local_server()
    attempt_id = lab.submit(server_id, (FILL,))
    with session_scope() as session:
        # A target that the product could never have stored: every step on it fails.
        session.execute(update(Job).values(target={}))
    quick = {"STORAGELAB_BROKER_URL": f"redis+socket://{tmp_path}/nobody.sock", "STORAGELAB_TIME_SCALE": "0.01"}
    lab.start_reconciler(**quick)
    attempt = lab.wait_for_end(attempt_id)

    assert (attempt.state, attempt.failure_kind) == ("refused", "bug")
    assert [event.kind for event in lab.events_of(attempt_id)] == ["error"] * 5 + ["state"]
    assert lab.started_engines() == 0
    assert lab.leases() == []


def _cancel(attempt_id: uuid.UUID) -> None:
    """Request a cancel, as the API does."""
    now = dt.datetime.now(dt.UTC)
    with session_scope() as session:
        session.execute(
            update(Attempt).where(Attempt.id == attempt_id).values(requested_state="cancel", next_step_at=now)
        )
        session.execute(update(Job).values(cancel_requested_at=now))
